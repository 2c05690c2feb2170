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

// T = 60000, I = 600.
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

TEST_CASE("soft-hard: a twentieth and three fifths of the increment, half of it soft") {
    const Budget budget = soft_hard_plan(facts_make(60000, 600, 0), SETTINGS, {});
    CHECK(budget.normal_move_time_ms == BUDGET.normal_move_time_ms);
    CHECK(budget.extend_max_move_time_ms == BUDGET.extend_max_move_time_ms);
}

TEST_CASE("soft-hard: the increment may exceed the clock, the guard holds it back") {
    const ClockFacts facts = facts_make(100, 1000, 0);
    CHECK(soft_hard_plan(facts, SETTINGS, {}).extend_max_move_time_ms == 605);
    const Budget guarded = guard_plan(*controllers_find("soft-hard"), facts, SETTINGS, {});
    CHECK(guarded.extend_max_move_time_ms <= 80);
}

TEST_CASE("soft-hard: fewer than nineteen moves to go get more, unless told to be literal") {
    ControllerSettings settings = SETTINGS;
    CHECK(soft_hard_plan(facts_make(60000, 0, 1), settings, {}).extend_max_move_time_ms == 30000);
    CHECK(soft_hard_plan(facts_make(60000, 0, 18), settings, {}).extend_max_move_time_ms == 3157);
    CHECK(soft_hard_plan(facts_make(60000, 0, 19), settings, {}).extend_max_move_time_ms == 3000);
    CHECK(soft_hard_plan(facts_make(60000, 0, 40), settings, {}).extend_max_move_time_ms == 3000);
    settings.soft_hard_moves_to_go = false;
    CHECK(soft_hard_plan(facts_make(60000, 0, 1), settings, {}).extend_max_move_time_ms == 3000);
}

TEST_CASE("soft-hard: complexity and nodes move the soft limit") {
    CHECK(soft_ms(0, 995) == 509);
    CHECK(soft_ms(0, 500) == 1008);
    CHECK(soft_ms(50, 700) == 1075);
    CHECK(soft_ms(100, 500) == 1680);
    CHECK(soft_ms(200, 500) == 2352);
    CHECK(soft_ms(200, 995) == 1187); // 1187.76
    CHECK(soft_ms(200, 200) == 3057);
    CHECK(soft_ms(-100, 500) == 1680); // either direction
    CHECK(soft_ms(900, 500) == 2352);  // 200 is the most
    CHECK(soft_ms(PROGRESS_MATE_CP, 500) == 2352);
    CHECK(soft_ms(200, 0) == 3360); // 1.05 of the hard limit is too much
}

TEST_CASE("soft-hard: nodes alone") {
    ControllerSettings settings = SETTINGS;
    settings.soft_hard_complexity_tm = false;
    CHECK(soft_hard_soft_ms(BUDGET, make_progress(0, 995), settings) == 848);
    CHECK(soft_hard_soft_ms(BUDGET, make_progress(0, 500), settings) == 1680);
    CHECK(soft_hard_soft_ms(BUDGET, make_progress(200, 200), settings) == 2184);
}

TEST_CASE("soft-hard: complexity alone, and neither") {
    ControllerSettings settings = SETTINGS;
    settings.soft_hard_node_tm = false;
    CHECK(soft_hard_soft_ms(BUDGET, make_progress(0, 995), settings) == 1008);
    CHECK(soft_hard_soft_ms(BUDGET, make_progress(200, 995), settings) == 2352);
    settings.soft_hard_complexity_tm = false;
    CHECK(soft_hard_soft_ms(BUDGET, make_progress(200, 995), settings) == 1680);
}

TEST_CASE("soft-hard: what pondering has saved is not given back") {
    const auto soft_of = [](int64_t soft_ms) {
        return soft_hard_soft_ms({soft_ms, 3360}, make_progress(200, 500), SETTINGS);
    };
    CHECK(soft_of(1680) == 2352);
    CHECK(soft_of(840) == 1176);
    CHECK(soft_of(50) == 70);
}

TEST_CASE("soft-hard: below depth 6 the soft limit stays, and without nodes too") {
    Progress progress = make_progress(0, 995);
    progress.depth = 5;
    CHECK(soft_hard_soft_ms(BUDGET, progress, SETTINGS) == 1680);
    progress = make_progress(100, 0);
    progress.nodes = 0;
    CHECK(soft_hard_soft_ms(BUDGET, progress, SETTINGS) == 1680);
}

TEST_CASE("soft-hard: the soft limit ends iterations, the hard one everything") {
    CHECK(ask(1679, MOMENT_ITERATION) == STOP_NONE);
    CHECK(ask(1680, MOMENT_ITERATION) == STOP_ITERATION);
    CHECK(ask(1680, MOMENT_POLL) == STOP_NONE);
    CHECK(ask(3359, MOMENT_ROOT_MOVE) == STOP_NONE);
    CHECK(ask(3360, MOMENT_POLL) == STOP_EXTEND);
}
