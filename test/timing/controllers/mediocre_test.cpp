#include "timing/controllers/mediocre.h"

#include <cstdint>
#include <initializer_list>

#include <doctest/doctest.h>

#include "test/timing/facts.h"
#include "timing/controllers.h"
#include "timing/guard.h"
#include "timing/stop.h"

namespace {

const ControllerSettings SETTINGS = {};

int64_t raw_ms(int64_t own_ms, int64_t increment_ms) {
    const Budget budget = mediocre_plan(facts_make(own_ms, increment_ms, 0), SETTINGS, {});
    CHECK(budget.normal_move_time_ms == budget.extend_max_move_time_ms);
    return budget.normal_move_time_ms;
}

StopReason ask(int64_t elapsed_ms, Moment moment) {
    Progress progress = {};
    progress.elapsed_ms = elapsed_ms;
    progress.iterations_completed = 7;
    progress.legal_moves = 30;
    Overrun overrun = {};
    return stop_judge(*controllers_find("mediocre"), {30000, 30000}, progress, moment, SETTINGS, {},
                      &overrun);
}

} // namespace

TEST_CASE("mediocre: the plan follows the three steps of its formula") {
    CHECK(raw_ms(600, 0) == 15);
    CHECK(raw_ms(501, 2000) == 1);
    CHECK(raw_ms(500, 2000) == 0);
    CHECK(raw_ms(499, 2000) == 100);
    CHECK(raw_ms(400, 2000) == 100);
    CHECK(raw_ms(50, 2000) == 100); // the plan exceeds the clock
    CHECK(raw_ms(550, 2000) == 50);
    CHECK(raw_ms(600, 2000) == 100);
    CHECK(raw_ms(2000, 5000) == 1500);
    CHECK(raw_ms(180000, 2000) == 5500);
    CHECK(raw_ms(0, 0) == 100);
    CHECK(raw_ms(79, 3) == 2); // both divisions truncate
}

TEST_CASE("mediocre: moves to go count only with the parameter MovesToGo") {
    ControllerSettings settings = SETTINGS;
    for (const int moves : {0, 1, 19, 40})
        CHECK(mediocre_plan(facts_make(60000, 0, moves), settings, {}).normal_move_time_ms == 1500);
    settings.mediocre_moves_to_go = true;
    CHECK(mediocre_plan(facts_make(60000, 0, 0), settings, {}).normal_move_time_ms == 1500);
    CHECK(mediocre_plan(facts_make(60000, 0, 1), settings, {}).normal_move_time_ms == 30000);
    CHECK(mediocre_plan(facts_make(60000, 0, 19), settings, {}).normal_move_time_ms == 3000);
    CHECK(mediocre_plan(facts_make(60000, 0, 39), settings, {}).normal_move_time_ms == 1500);
    CHECK(mediocre_plan(facts_make(60000, 0, INT32_MAX), settings, {}).normal_move_time_ms == 1500);
}

TEST_CASE("mediocre: begins no iteration beyond half of the budget") {
    CHECK(ask(14900, MOMENT_ITERATION) == STOP_NONE);
    CHECK(ask(15000, MOMENT_ITERATION) == STOP_NONE);
    CHECK(ask(15001, MOMENT_ITERATION) == STOP_ITERATION);
    CHECK(ask(15100, MOMENT_ITERATION) == STOP_ITERATION);
    CHECK(ask(15100, MOMENT_ROOT_MOVE) == STOP_NONE);
    CHECK(ask(16000, MOMENT_ITERATION) == STOP_ITERATION); // the example of mediocre's guide
}

TEST_CASE("mediocre: stops inside an iteration when the budget is used") {
    CHECK(ask(29999, MOMENT_POLL) == STOP_NONE);
    CHECK(ask(30000, MOMENT_POLL) == STOP_NORMAL); // stopped by ExtendMaxMoveTime, not by mediocre
    CHECK(ask(30001, MOMENT_POLL) == STOP_NORMAL);
    Progress progress = {};
    progress.elapsed_ms = 30000;
    CHECK(mediocre_judge({30000, 30000}, progress, MOMENT_POLL, SETTINGS, {}, nullptr) ==
          STOP_NONE); // mediocre itself stops only above its limit
}
