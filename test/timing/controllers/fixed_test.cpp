#include "timing/controllers/fixed.h"

#include <cstdint>

#include <doctest/doctest.h>

#include "timing/controllers.h"
#include "timing/guard.h"
#include "timing/stop.h"

static const ControllerSettings SETTINGS = {};
static const ControllerMemory MEMORY = {};

// Returns the guarded NormalMoveTime, which must equal ExtendMaxMoveTime.
static int64_t fixed_guarded_ms(const Clock& clock, int64_t lag_ms) {
    const Controller& fixed = *controllers_find("fixed");
    ClockFacts facts = clock_facts(clock, 0);
    facts.lag_ms = lag_ms;
    const Budget budget = guard_plan(fixed, facts, SETTINGS, MEMORY);
    CHECK(budget.normal_move_time_ms == budget.extend_max_move_time_ms);
    return budget.normal_move_time_ms;
}

static Clock fixed_clock(int64_t move_time_ms) {
    Clock clock = clock_make();
    clock_set_move_time(&clock, move_time_ms);
    return clock;
}

TEST_CASE("fixed: keeps back twice the lag, at least 20 ms, from the time of st") {
    CHECK(fixed_guarded_ms(fixed_clock(5000), 30) == 4940);
    CHECK(fixed_guarded_ms(fixed_clock(5000), 5) == 4980);
    CHECK(fixed_guarded_ms(fixed_clock(10), 30) == 1);
    CHECK(fixed_guarded_ms(fixed_clock(0), 30) == 1);
    CHECK(fixed_guarded_ms(fixed_clock(INT64_MAX), 30) == CLOCK_MAX_MS - 60);
}

TEST_CASE("fixed: a node clock uses the whole st") {
    Clock clock = fixed_clock(5000);
    clock_set_node_rate(&clock, 1000);
    CHECK(fixed_guarded_ms(clock, 0) == 5000);
    clock_set_own(&clock, 5000);
    CHECK(fixed_guarded_ms(clock, 200) == 5000);
    clock_set_own(&clock, 300);
    CHECK(fixed_guarded_ms(clock, 200) == 300);
}

TEST_CASE("fixed: st never exceeds a known clock") {
    Clock clock = fixed_clock(30000);
    clock_set_own(&clock, 3000);
    CHECK(fixed_guarded_ms(clock, 30) == 2940);
    clock_set_own(&clock, 0);
    CHECK(fixed_guarded_ms(clock, 30) == 1);
    clock_set_own(&clock, 60000);
    CHECK(fixed_guarded_ms(clock, 30) == 29940);
}

TEST_CASE("fixed: st 0 counts as half a second if the clock is below a second") {
    Clock clock = fixed_clock(0);
    clock_set_own(&clock, 500);
    CHECK(fixed_guarded_ms(clock, 5) == 480);
    clock_set_own(&clock, 1000);
    CHECK(fixed_guarded_ms(clock, 5) == 1);
    clock_set_own(&clock, 0);
    CHECK(fixed_guarded_ms(clock, 5) == 1);
}

TEST_CASE("fixed: the lag assumed at first follows from a base of forty times st") {
    CHECK(guard_initial_lag_ms(fixed_clock(5000).base_ms, SETTINGS) == 30);
    CHECK(guard_initial_lag_ms(fixed_clock(100).base_ms, SETTINGS) == 10);
}

TEST_CASE("fixed: a move of an untimed game takes five seconds, also after a reading of 10 ms") {
    Clock clock = clock_make();
    CHECK(fixed_guarded_ms(clock, 30) == 5000);
    clock_set_level(&clock, 0, 0, 0);
    clock_set_own(&clock, 10);
    CHECK(fixed_guarded_ms(clock, 30) == 5000);
}

TEST_CASE("fixed: a move takes the whole st, unless it is the only legal move") {
    const Controller& fixed = *controllers_find("fixed");
    const Budget budget = {4940, 4940};
    Overrun overrun = {};
    Progress progress = {};
    progress.elapsed_ms = 4939;
    progress.iterations_completed = 9;
    progress.depth = 10;
    progress.legal_moves = progress.root_moves_searched = 30;
    progress.previous_score_cp = 100;
    progress.current_score_cp = -600;
    progress.fail_low_pending = true;
    CHECK(stop_judge(fixed, budget, progress, MOMENT_ITERATION, SETTINGS, MEMORY, &overrun) ==
          STOP_NONE);
    progress.current_score_cp = PROGRESS_MATE_CP + 1;
    CHECK(stop_judge(fixed, budget, progress, MOMENT_ITERATION, SETTINGS, MEMORY, &overrun) ==
          STOP_NONE);
    progress.elapsed_ms = 4940;
    CHECK(stop_judge(fixed, budget, progress, MOMENT_POLL, SETTINGS, MEMORY, &overrun) == STOP_ST);
    progress.elapsed_ms = 200;
    progress.legal_moves = 1;
    CHECK(stop_judge(fixed, budget, progress, MOMENT_ITERATION, SETTINGS, MEMORY, &overrun) ==
          STOP_ONLY);
    CHECK_FALSE(overrun.latched);
}

TEST_CASE(
    "fixed: plans if there is `st` or no time control; with a `level` another controller plans") {
    const Controller& fixed = *controllers_find("fixed");
    const Controller& rival = *controllers_find("rival");
    Clock clock = clock_make();
    CHECK(&controllers_for(clock_facts(clock, 0), rival) == &fixed);
    clock_set_move_time(&clock, 1000);
    CHECK(&controllers_for(clock_facts(clock, 0), rival) == &fixed);
    clock_set_level(&clock, 0, 60000, 0);
    CHECK(&controllers_for(clock_facts(clock, 0), rival) == &rival);
    CHECK(&controllers_for(clock_facts(clock, 0), fixed) == &rival);
}
