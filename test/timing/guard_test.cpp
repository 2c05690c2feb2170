#include "timing/guard.h"

#include <cstdint>
#include <initializer_list>

#include <doctest/doctest.h>

#include "test/timing/facts.h"
#include "timing/controllers.h"

static const ControllerSettings SETTINGS = {};
static const ControllerMemory MEMORY = {};

// ---- plan ----

static Budget stub_budget;
static ClockFacts stub_facts;
static StopReason stub_reason;

static Budget stub_plan(const ClockFacts& facts, const ControllerSettings&,
                        const ControllerMemory&) {
    stub_facts = facts;
    return stub_budget;
}

static StopReason stub_judge(const Budget&, const Progress&, Moment, const ControllerSettings&,
                             const ControllerMemory&, Overrun*) {
    return stub_reason;
}

static const Controller STUB = {"stub", stub_plan, stub_judge};
static const Controller STUB_EXACT = {"stub",  stub_plan, stub_judge, nullptr,
                                      nullptr, nullptr,   true};

static void guard_check(const Controller& controller, const Budget& raw, const ClockFacts& facts,
                        const Budget& expected) {
    stub_budget = raw;
    const Budget budget = guard_plan(controller, facts, SETTINGS, MEMORY);
    CHECK(budget.normal_move_time_ms == expected.normal_move_time_ms);
    CHECK(budget.extend_max_move_time_ms == expected.extend_max_move_time_ms);
}

TEST_CASE("guard: OpponentClock plays quickly while the opponent is short of time") {
    ControllerSettings settings = SETTINGS;
    settings.opponent_clock = true;
    ClockFacts facts = facts_make(60000, 0, 0);
    facts.base_ms = facts.opponent_base_ms = 120000;
    facts.opponent_ms = 19999;
    stub_budget = {4030, 8030};
    const auto normal_ms = [&](const ControllerSettings& with) {
        const Budget budget = guard_plan(STUB, facts, with, MEMORY);
        CHECK(budget.extend_max_move_time_ms == 8000);
        return budget.normal_move_time_ms;
    };
    CHECK(normal_ms(settings) == 4030 * 3 / 4 - 30);
    CHECK(normal_ms(SETTINGS) == 4000); // OpponentClock is off by default
    facts.opponent_ms = 20000;
    CHECK(normal_ms(settings) == 4000);
    facts.opponent_ms = CLOCK_UNKNOWN;
    CHECK(normal_ms(settings) == 4000);
    facts.opponent_ms = 19999;
    facts.opponent_base_ms = 59999; // time odds
    CHECK(normal_ms(settings) == 4000);
    facts.opponent_base_ms = 120000;
    facts.moves_to_go = 10;
    CHECK(normal_ms(settings) == 4000);
    facts.moves_to_go = 0;
    facts.increment_ms = 1000;
    CHECK(normal_ms(settings) == 4000);
}

TEST_CASE("guard: the lag assumed before any has been measured") {
    CHECK(guard_initial_lag_ms(0, SETTINGS) == 5);
    CHECK(guard_initial_lag_ms(4000, SETTINGS) == 10);
    CHECK(guard_initial_lag_ms(900000, SETTINGS) == 30);
    CHECK(guard_initial_lag_ms(INT64_MIN, SETTINGS) == 5);
    CHECK(guard_initial_lag_ms(INT64_MAX, SETTINGS) == 30);
    ControllerSettings settings = SETTINGS;
    settings.move_overhead_ms = 500;
    CHECK(guard_initial_lag_ms(900000, settings) == 500);
    CHECK(guard_initial_lag_ms(20000, settings) == 500); // MoveOverhead above the default is kept
    const auto lag_ms = [&settings](const Clock& clock) {
        return guard_facts(clock, 0, {}, settings).lag_ms;
    };
    Clock clock = clock_make();
    clock_set_level(&clock, 0, 20000, 0);
    CHECK(lag_ms(clock) == 500);
    clock_set_own(&clock, 1000);
    CHECK(lag_ms(clock) == 250);
    clock_set_move_time(&clock, 1000);
    clock_set_own(&clock, 1000);
    CHECK(lag_ms(clock) == 500);
    settings.move_overhead_ms = 20;
    CHECK(guard_initial_lag_ms(20000, settings) == 20);
    settings.move_overhead_ms = 0;
    CHECK(guard_initial_lag_ms(900000, settings) == 0);
    settings.move_overhead_ms = -10;
    CHECK(guard_initial_lag_ms(900000, settings) == 0);
}

TEST_CASE("guard: on a node clock the lag is the time of the nodes of depth 1") {
    Clock clock = clock_make();
    clock_set_level(&clock, 0, 600000, 0);
    clock_set_own(&clock, 600000);
    Lag lag = {};
    lag.whole_seconds = 3;
    CHECK(guard_facts(clock, 0, lag, {}).lag_ms > 0);
    CHECK(guard_facts(clock, 0, lag, {}).lag_spike_ms > 0);
    clock_set_node_rate(&clock, 1000);
    CHECK(guard_facts(clock, 0, lag, {}).lag_ms == 200);
    CHECK(guard_facts(clock, 0, lag, {}).lag_spike_ms == 0);
}

TEST_CASE("guard: keeps back the lag of forty moves if no increment covers it") {
    stub_budget = {100, 100};
    ClockFacts facts = facts_make(100000, 0, 0);
    facts.opponent_ms = 90000;
    guard_plan(STUB, facts, SETTINGS, MEMORY);
    CHECK(stub_facts.own_ms == 98800);
    CHECK(stub_facts.opponent_ms == 88800);
    guard_plan(STUB, facts_make(100000, 10, 0), SETTINGS, MEMORY);
    CHECK(stub_facts.own_ms == 99200);
    CHECK(stub_facts.opponent_ms == CLOCK_UNKNOWN);
    guard_plan(STUB, facts_make(1000, 0, 0), SETTINGS, MEMORY);
    CHECK(stub_facts.own_ms == 0);
    guard_plan(STUB, facts_make(100000, 30, 0), SETTINGS, MEMORY);
    CHECK(stub_facts.own_ms == 100000);
    guard_plan(STUB, facts_make(100000, 0, 5), SETTINGS, MEMORY);
    CHECK(stub_facts.own_ms == 100000);
}

TEST_CASE("guard: the lag is subtracted from the plan, and the plan is capped") {
    const ClockFacts facts = facts_make(10000, 0, 0);
    guard_check(STUB, {500, 1500}, facts, {470, 1470});
    guard_check(STUB, {500, 0}, facts, {470, 470});
    guard_check(STUB, {9000, 9000}, facts, {6600, 7040}); // 75 % and 80 % of 8800
    guard_check(STUB, {9000, 3000}, facts, {6600, 7040});
    guard_check(STUB, {INT64_MAX, INT64_MAX}, facts, {6600, 7040});
    guard_check(STUB, {INT64_MIN, INT64_MIN}, facts, {1, 1});
    const ClockFacts paid = facts_make(10000, 31, 0); // the increment exceeds the lag
    guard_check(STUB, {9000, 3000}, paid, {7500, 8000});
    guard_check(STUB, {10, 20}, paid, {1, 1});
}

TEST_CASE(
    "guard: if a reserve for lag was kept back, at most half of a plan is subtracted for lag") {
    const ClockFacts facts = facts_make(10000, 0, 0);
    guard_check(STUB, {61, 61}, facts, {31, 31});
    guard_check(STUB, {59, 59}, facts, {29, 29});
    guard_check(STUB, {10, 20}, facts, {5, 10});
    guard_check(STUB, {10, 20}, facts_make(10000, 0, 9), {5, 10});
    guard_check(STUB, {40, 80}, facts_make(375, 0, 9), {13, 50}); // (375 - 8 * 30) / 10
    guard_check(STUB, {30, 30}, facts_make(300, 0, 9), {6, 6});   // (300 - 8 * 30) / 10
    guard_check(STUB, {30, 30}, facts_make(240, 0, 9), {1, 1});
    ClockFacts slow = facts_make(9500, 0, 0); // (9500 - 4400) / 64 is less than the lag
    slow.base_ms = 300000;
    slow.lag_ms = 110;
    slow.game_ply = 100;
    const Budget budget = guard_plan(*controllers_find("rival"), slow, SETTINGS, MEMORY);
    CHECK(budget.normal_move_time_ms == 39);
}

TEST_CASE("guard: the last move before the time control may use nearly the whole clock") {
    guard_check(STUB, {20000, 20000}, facts_make(10000, 0, 1), {9800, 9800});
    guard_check(STUB, {20000, 20000}, facts_make(1000, 0, 1), {935, 935});
    guard_check(STUB, {20000, 20000}, facts_make(10001, 0, 1), {9800, 9800});
    guard_check(STUB, {20000, 20000}, facts_make(67, 0, 1), {2, 2});
    guard_check(STUB, {20000, 20000}, facts_make(66, 0, 1), {1, 1});
    guard_check(STUB, {20000, 20000}, facts_make(65, 0, 1), {1, 1});
    guard_check(STUB, {20000, 20000}, facts_make(0, 0, 1), {1, 1});
}

TEST_CASE("guard: a move takes at most a third of the clock until the lag is measured") {
    for (const int moves_to_go : {0, 1, 2}) {
        ClockFacts facts = facts_make(10000, 0, moves_to_go);
        facts.lag_source = LAG_ASSUMED;
        guard_check(STUB, {20000, 20000}, facts, {3333, 3333});
    }
}

TEST_CASE("guard: a large first lag sample leaves time for the moves") {
    ClockFacts facts = facts_make(100000, 0);
    facts.lag_usual_ms = 4000;
    guard_check(STUB, {20000, 20000}, facts, {1, 1}); // 80 such lags exceed the clock
    facts.lag_source = LAG_OF_ONE_MOVE;
    guard_check(STUB, {20000, 20000}, facts, {16666, 16666});
    facts.lag_ms = 4010; // the reserve takes at most half of the clock
    guard_check(STUB, {20000, 20000}, facts, {20000 - 4010, 20000 - 4010});
    CHECK(stub_facts.own_ms == 50000);
    facts.lag_ms = 30;
    facts.lag_usual_ms = 20; // the first sample was no stall
    guard_check(STUB, {20000, 20000}, facts, {20000 - 30, 20000 - 30});
}

TEST_CASE("guard: keeps back the measured lag for a long game, and for a rare large lag") {
    stub_budget = {100, 100};
    ClockFacts facts = facts_make(100000, 0, 0);
    facts.lag_usual_ms = 20;
    facts.base_ms = 300000;
    guard_plan(STUB, facts, SETTINGS, MEMORY);
    CHECK(stub_facts.own_ms == 98800 - 280 * 20);
    facts.game_ply = 240;
    guard_plan(STUB, facts, SETTINGS, MEMORY);
    CHECK(stub_facts.own_ms == 98800 - 160 * 20);
    facts.game_ply = 400;
    guard_plan(STUB, facts, SETTINGS, MEMORY);
    CHECK(stub_facts.own_ms == 98800 - 120 * 20);
    facts.base_ms = 4000;
    guard_plan(STUB, facts, SETTINGS, MEMORY);
    CHECK(stub_facts.own_ms == 98800 - 1000);
    facts.increment_ms = 20; // covers the usual lag, but not the rare one
    guard_plan(STUB, facts, SETTINGS, MEMORY);
    CHECK(stub_facts.own_ms == 100000 - 40 * 10 - 1000);
    facts.increment_ms = 3 * 20;
    guard_plan(STUB, facts, SETTINGS, MEMORY);
    CHECK(stub_facts.own_ms == 100000);
    facts = facts_make(5000, 0, 1);
    facts.lag_usual_ms = 20;
    guard_check(STUB, {20000, 20000}, facts, {3400, 3400});
    facts.increment_ms = 30; // the increment equals the lag: 60 times the usual lag are enough
    guard_check(STUB, {20000, 20000}, facts, {3800, 3800});
}

TEST_CASE("guard: the lag of the moves before the time control stays on the clock") {
    guard_check(STUB, {20000, 20000}, facts_make(1000, 0, 21), {400, 400});
    guard_check(STUB, {20000, 20000}, facts_make(1000, 20, 21), {750, 800});
    guard_check(STUB, {20000, 20000}, facts_make(600, 0, 21), {1, 1});
}

TEST_CASE("guard: the largest recent lag stays on the clock") {
    ClockFacts facts = facts_make(5000, 0, 1);
    facts.lag_ms = 82;
    guard_check(STUB, {20000, 20000}, facts,
                {4831, 4831}); // twice the lag + 5 ms stay on the clock
    facts.lag_spike_ms = 310;
    guard_check(STUB, {20000, 20000}, facts, {4690, 4690});
    facts.lag_spike_ms = 1000;
    guard_check(STUB, {20000, 20000}, facts, {4000, 4000});
    facts.lag_spike_ms = INT64_MAX;
    guard_check(STUB, {20000, 20000}, facts, {1, 1});
    facts.lag_spike_ms = INT64_MIN;
    guard_check(STUB, {20000, 20000}, facts, {4831, 4831});
}

TEST_CASE("guard: the fixed time of st may use the whole clock except the lag") {
    ClockFacts facts = facts_make(3000, 0, 0);
    facts.kind = CLOCK_MOVE_TIME;
    guard_check(STUB_EXACT, {2940, 2940}, facts, {2940, 2940});
    guard_check(STUB_EXACT, {5000, 5000}, facts, {2970, 2970});
    guard_check(STUB_EXACT, {0, 0}, facts, {1, 1});
    facts.own_known = false;
    guard_check(STUB_EXACT, {5000, 5000}, facts, {5000, 5000});
}

TEST_CASE("guard: on a busy machine keeps back time for the lateness of later moves") {
    ClockFacts facts = facts_make(10000, 0, 1);
    const int64_t kept_ms = 200;
    facts.lateness_mean_ms = 1;
    guard_check(STUB, {20000, 20000}, facts, {10000 - kept_ms - 80, 10000 - kept_ms - 80});
    facts.lateness_max_ms = 150; // one move was this late
    guard_check(STUB, {20000, 20000}, facts, {10000 - kept_ms - 230, 10000 - kept_ms - 230});
    facts.lateness_mean_ms = 200;
    guard_check(STUB, {20000, 20000}, facts, {1, 1});
}

TEST_CASE("guard: time for lateness that no increment covers is hidden from the controller") {
    const Controller& mediocre = *controllers_find("mediocre"); // plans a fortieth of the clock
    ClockFacts facts = facts_make(40000, 0, 0);
    facts.lag_ms = 0;
    facts.base_ms = 40000;
    CHECK(guard_plan(mediocre, facts, SETTINGS, MEMORY).normal_move_time_ms == 1000);
    facts.lateness_mean_ms = 20;
    CHECK(guard_plan(mediocre, facts, SETTINGS, MEMORY).normal_move_time_ms == 1000 - 6 * 20);
    facts.game_ply = 60; // 30 of the 240 moves have been played
    CHECK(guard_plan(mediocre, facts, SETTINGS, MEMORY).normal_move_time_ms == 1000 - 105);
    facts.lateness_mean_ms = 200;
    CHECK(guard_plan(mediocre, facts, SETTINGS, MEMORY).normal_move_time_ms ==
          750); // a quarter of the base is kept back
    facts.increment_ms = 200;
    CHECK(guard_plan(mediocre, facts, SETTINGS, MEMORY).normal_move_time_ms == 750 + 100);
    facts.increment_ms = 3 * 200;
    CHECK(guard_plan(mediocre, facts, SETTINGS, MEMORY).normal_move_time_ms == 1000 + 300);
}
