#include "timing/controllers/rival.h"

#include <cstdint>
#include <initializer_list>

#include <doctest/doctest.h>

#include "test/timing/examples.h"
#include "timing/controllers.h"
#include "timing/guard.h"

static const ControllerSettings SETTINGS = {};
static const ControllerMemory MEMORY = {};

static Budget rival_guarded(const ClockFacts& facts) {
    return guard_plan(*controllers_find("rival"), facts, SETTINGS, MEMORY);
}

TEST_CASE("rival: the guarded budgets of the worked examples") {
    for (const Example& row : EXAMPLES) {
        CAPTURE(row.name);
        const Budget budget = rival_guarded(example_facts(row));
        CHECK(budget.normal_move_time_ms == row.rival.normal_move_time_ms);
        CHECK(budget.extend_max_move_time_ms == row.rival.extend_max_move_time_ms);
        CHECK(guard_initial_lag_ms(row.base_ms, SETTINGS) == row.lag_ms);
    }
}

TEST_CASE("rival: hurries in sudden death if the opponent is over 1.5 NormalMoveTime ahead") {
    ClockFacts facts = example_named("5+0, before ply 60"); // NormalMoveTime is 5398 before the lag
    facts.opponent_ms = 120000 + 8098;
    CHECK(rival_guarded(facts).normal_move_time_ms == 5368);
    facts.opponent_ms = 120000 + 8099;
    CHECK(rival_guarded(facts).normal_move_time_ms == 4019);
    CHECK(rival_guarded(facts).extend_max_move_time_ms == 8068);
    facts.opponent_ms = CLOCK_UNKNOWN;
    CHECK(rival_guarded(facts).normal_move_time_ms == 5368);
}

TEST_CASE("rival: does not hurry if both clocks are equal, however short") {
    ClockFacts facts = example_named("5+0, start");
    facts.base_ms = 60000;
    facts.own_ms = 60000;
    facts.opponent_ms = 60000;
    CHECK(rival_guarded(facts).normal_move_time_ms == 704); // (60000 - 1200 - 5) / 80 - 30
}

TEST_CASE("rival: with moves to go, the increments of the moves up to the time control may be "
          "spent in advance") {
    ClockFacts facts = example_named("40/5:00, two to go"); // 20 s on the clock, 1 s kept back
    facts.increment_ms = 4000;
    CHECK(rival_guarded(facts).normal_move_time_ms == 8595);      // 3/4 of 23000 / 2, less the lag
    CHECK(rival_guarded(facts).extend_max_move_time_ms == 16000); // 80 % of the clock
}

TEST_CASE("rival: plans less than the increment if the clock is below a floor") {
    ClockFacts facts = example_named("3+2, start"); // the floor is 10000
    facts.own_ms = 10000;
    CHECK(rival_guarded(facts).normal_move_time_ms == 1470);
    CHECK(rival_guarded(facts).extend_max_move_time_ms == 1470);
    facts.own_ms = 10035;
    CHECK(rival_guarded(facts).normal_move_time_ms == 1971);
    CHECK(rival_guarded(facts).extend_max_move_time_ms == 3315);
}

TEST_CASE("rival: absurd facts give a valid budget") {
    for (const int64_t absurd : {INT64_MIN, INT64_C(-1), INT64_C(0), INT64_MAX}) {
        for (const int number : {INT32_MIN, -1, 0, 1, 1000000, INT32_MAX}) {
            ClockFacts facts = facts_make(86400000, 3600000, number);
            facts.opponent_ms = facts.base_ms = absurd;
            facts.game_ply = number;
            const Budget budget = rival_plan(facts, SETTINGS, MEMORY);
            CAPTURE(absurd);
            CAPTURE(number);
            CHECK(budget.normal_move_time_ms >= 0);
            CHECK(budget.normal_move_time_ms <= CLOCK_MAX_MS);
            CHECK(budget.extend_max_move_time_ms >= 0);
            CHECK(budget.extend_max_move_time_ms <= CLOCK_MAX_MS);
        }
    }
}
