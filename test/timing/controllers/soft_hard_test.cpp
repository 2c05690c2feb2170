#include "timing/controllers/soft_hard.h"

#include <cstdint>

#include <doctest/doctest.h>

#include "test/timing/facts.h"
#include "timing/controllers.h"
#include "timing/guard.h"
#include "timing/stop.h"

namespace {

const ControllerSettings SETTINGS = {};

Progress make_progress(int complexity_cp, int64_t best_nodes_per_mille) {
    Progress progress = {};
    progress.iterations_completed = progress.depth = 6;
    progress.legal_moves = progress.root_moves_searched = 30;
    progress.static_score_cp = 37;
    progress.previous_score_cp = -1000;
    progress.current_score_cp = 37 - complexity_cp;
    progress.nodes = 4000000;
    progress.best_nodes = 4000 * best_nodes_per_mille;
    return progress;
}

// The budget for 60 s on the clock and an increment of 0.6 s.
constexpr Budget BUDGET = {1680, 3360};

int64_t soft_ms(int complexity_cp, int64_t best_nodes_per_mille) {
    return soft_hard_soft_ms(BUDGET, make_progress(complexity_cp, best_nodes_per_mille), SETTINGS);
}

StopReason ask(int64_t elapsed_ms, Moment moment) {
    Progress progress = make_progress(100, 500);
    progress.elapsed_ms = elapsed_ms;
    Overrun overrun = {};
    return stop_judge(*controllers_find("soft-hard"), BUDGET, progress, moment, SETTINGS, {},
                      &overrun);
}

} // namespace

TEST_CASE("soft-hard: the hard limit is clock / 20 + 3/5 increment, the soft limit half of it") {
    const Budget budget = soft_hard_plan(facts_make(60000, 600, 0), SETTINGS, {});
    CHECK(budget.normal_move_time_ms == BUDGET.normal_move_time_ms);
    CHECK(budget.extend_max_move_time_ms == BUDGET.extend_max_move_time_ms);
}

TEST_CASE("soft-hard: the guard limits an increment larger than the clock") {
    const ClockFacts facts = facts_make(100, 1000, 0);
    CHECK(soft_hard_plan(facts, SETTINGS, {}).extend_max_move_time_ms == 605);
    const Budget guarded = guard_plan(*controllers_find("soft-hard"), facts, SETTINGS, {});
    CHECK(guarded.extend_max_move_time_ms <= 80);
}

TEST_CASE("soft-hard: plans more with fewer than 19 moves to go, unless MovesToGo=0") {
    ControllerSettings settings = SETTINGS;
    CHECK(soft_hard_plan(facts_make(60000, 0, 1), settings, {}).extend_max_move_time_ms == 30000);
    CHECK(soft_hard_plan(facts_make(60000, 0, 18), settings, {}).extend_max_move_time_ms == 3157);
    CHECK(soft_hard_plan(facts_make(60000, 0, 19), settings, {}).extend_max_move_time_ms == 3000);
    CHECK(soft_hard_plan(facts_make(60000, 0, 40), settings, {}).extend_max_move_time_ms == 3000);
    settings.soft_hard_moves_to_go = false;
    CHECK(soft_hard_plan(facts_make(60000, 0, 1), settings, {}).extend_max_move_time_ms == 3000);
}

TEST_CASE("soft-hard: ComplexityTM and NodeTM scale the soft limit together") {
    CHECK(soft_ms(0, 995) == 509);
    CHECK(soft_ms(0, 500) == 1008);
    CHECK(soft_ms(50, 700) == 1075);
    CHECK(soft_ms(100, 500) == 1680);
    CHECK(soft_ms(200, 500) == 2352);
    CHECK(soft_ms(200, 995) == 1187); // 1187.76
    CHECK(soft_ms(200, 200) == 3057);
    CHECK(soft_ms(-100, 500) == 1680); // the sign of the difference does not matter
    CHECK(soft_ms(900, 500) == 2352);  // the difference counts as at most 200
    CHECK(soft_ms(PROGRESS_MATE_CP, 500) == 2352);
    CHECK(soft_ms(200, 0) == 3360); // capped at the hard limit
}

TEST_CASE("soft-hard: NodeTM alone scales the soft limit") {
    ControllerSettings settings = SETTINGS;
    settings.soft_hard_complexity_tm = false;
    CHECK(soft_hard_soft_ms(BUDGET, make_progress(0, 995), settings) == 848);
    CHECK(soft_hard_soft_ms(BUDGET, make_progress(0, 500), settings) == 1680);
    CHECK(soft_hard_soft_ms(BUDGET, make_progress(200, 200), settings) == 2184);
}

TEST_CASE("soft-hard: ComplexityTM alone scales the soft limit; without both it stays") {
    ControllerSettings settings = SETTINGS;
    settings.soft_hard_node_tm = false;
    CHECK(soft_hard_soft_ms(BUDGET, make_progress(0, 995), settings) == 1008);
    CHECK(soft_hard_soft_ms(BUDGET, make_progress(200, 995), settings) == 2352);
    settings.soft_hard_complexity_tm = false;
    CHECK(soft_hard_soft_ms(BUDGET, make_progress(200, 995), settings) == 1680);
}

TEST_CASE("soft-hard: a soft limit that a ponder hit has lowered is scaled like any other") {
    const auto soft_of = [](int64_t soft_ms) {
        return soft_hard_soft_ms({soft_ms, 3360}, make_progress(200, 500), SETTINGS);
    };
    CHECK(soft_of(1680) == 2352);
    CHECK(soft_of(840) == 1176);
    CHECK(soft_of(50) == 70);
}

TEST_CASE("soft-hard: the soft limit is not scaled below depth 6 or without nodes") {
    Progress progress = make_progress(0, 995);
    progress.depth = 5;
    CHECK(soft_hard_soft_ms(BUDGET, progress, SETTINGS) == 1680);
    progress = make_progress(100, 0);
    progress.nodes = 0;
    CHECK(soft_hard_soft_ms(BUDGET, progress, SETTINGS) == 1680);
}

TEST_CASE(
    "soft-hard: after the soft limit no iteration begins; at the hard limit the search stops") {
    CHECK(ask(1679, MOMENT_ITERATION) == STOP_NONE);
    CHECK(ask(1680, MOMENT_ITERATION) == STOP_ITERATION);
    CHECK(ask(1680, MOMENT_POLL) == STOP_NONE);
    CHECK(ask(3359, MOMENT_ROOT_MOVE) == STOP_NONE);
    CHECK(ask(3360, MOMENT_POLL) == STOP_EXTEND);
}
