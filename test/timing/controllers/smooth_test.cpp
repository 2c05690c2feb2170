#include "timing/controllers/smooth.h"

#include <cstdint>
#include <initializer_list>

#include <doctest/doctest.h>

#include "test/timing/facts.h"
#include "timing/controllers.h"
#include "timing/controllers/lc0_legacy.h"
#include "timing/guard.h"
#include "timing/stop.h"

namespace {

const ControllerSettings SETTINGS = {};

ClockFacts facts_at_ply(int64_t own_ms, int64_t increment_ms, int game_ply) {
    ClockFacts facts = facts_make(own_ms, increment_ms);
    facts.game_ply = game_ply;
    return facts;
}

ControllerSettings make_settings(double tree_reuse, double time_use) {
    ControllerSettings settings = SETTINGS;
    settings.smooth.init_tree_reuse = tree_reuse;
    settings.smooth.init_timeuse = time_use;
    return settings;
}

int64_t plan_ms(const ClockFacts& facts, const ControllerSettings& settings,
                const ControllerMemory& memory) {
    const Budget budget = smooth_plan(facts, settings, memory);
    CHECK(budget.normal_move_time_ms == budget.extend_max_move_time_ms);
    return budget.normal_move_time_ms;
}

int64_t legacy_ms(const ClockFacts& facts, int moves, int64_t spared_ms) {
    ControllerMemory memory = {};
    memory.moves = moves;
    memory.legacy_spared_ms = spared_ms;
    return lc0_legacy_plan(facts, SETTINGS, memory).normal_move_time_ms;
}

void check_near(double value, double expected, double error) {
    CHECK(value > expected - error);
    CHECK(value < expected + error);
}

// Returns the progress of a search that completed depths 1, 2, ... at these times.
Progress make_progress(std::initializer_list<int64_t> depth_ms) {
    Progress progress = {};
    progress.legal_moves = progress.root_moves_searched = 30;
    for (const int64_t ms : depth_ms) {
        ++progress.iterations_completed;
        depth_times_note(&progress.depths, progress.iterations_completed, ms);
        progress.elapsed_ms = ms;
    }
    progress.depth = progress.iterations_completed;
    progress.nodes = 1000 * progress.elapsed_ms;
    return progress;
}

StopReason ask(const Progress& progress, int64_t budget_ms, const ControllerMemory& memory,
               Moment moment = MOMENT_ITERATION) {
    Overrun overrun = {};
    return stop_judge(*controllers_find("smooth"), {budget_ms, budget_ms}, progress, moment,
                      SETTINGS, memory, &overrun);
}

} // namespace

TEST_CASE("mle-legacy: how many moves a game still lasts") {
    const struct {
        double midpoint, steepness;
        int game_ply;
        double moves;
    } rows[] = {
        {51.5, 7, 0, 51.5},    {51.5, 7, 20, 41.5},     {51.5, 7, 40, 31.52},
        {51.5, 7, 60, 21.83},  {51.5, 7, 80, 13.70},    {51.5, 7, 100, 9.12},
        {51.5, 7, 120, 7.76},  {51.5, 7, 130, 7.73},    {51.5, 7, 160, 8.61},
        {51.5, 7, 200, 10.48}, {51.5, 7, 300, 15.62},   {50, 12, 60, 20.02},
        {50, 12, 80, 10.54},   {50, 12, 100, 4.79},     {50, 12, 120, 3.86},
        {45.2, 5.93, 0, 45.2}, {45.2, 5.93, 60, 16.45}, {45.2, 5.93, 100, 8.55},
    };
    for (const auto& row : rows) {
        CAPTURE(row.midpoint);
        CAPTURE(row.game_ply);
        check_near(smooth_moves_left(row.midpoint, row.steepness, row.game_ply), row.moves, 0.006);
    }
    CHECK(smooth_moves_left(51.5, 7, -100) == 51.5);
    CHECK(smooth_moves_left(1, 100, INT32_MAX) < 1e9);
    CHECK(smooth_moves_left(1, 100, 40) == 1); // at least the current move
}

TEST_CASE("smooth: after one half-life an average has moved half of the way, after two 3/4") {
    CHECK(smooth_decay(0, 8, 3, 0) == 0);
    CHECK(smooth_decay(0, 8, 3, 3) == 4);
    CHECK(smooth_decay(0, 8, 3, 6) == 6);
    check_near(smooth_decay(0.5, 0.3, 4, 1), 0.4682, 0.0001);
    check_near(smooth_decay(0.5, 0.9, 4, 2), 0.6172, 0.0001);
    check_near(smooth_decay(0.5, 0, 4, 2), 0.3536, 0.0001);
    CHECK(smooth_decay(0.5, 0.3, 4, 0) == 0.5);
    check_near(smooth_decay(0.7, 1, 10, 2), 0.7388, 0.0001);
    check_near(smooth_decay(0.7, 0.35, 10, 0.5), 0.6881, 0.0001);
    check_near(smooth_decay(20000, 30000, 5, 1), 21294, 1);
}

TEST_CASE("smooth: the plan follows from moves left, tree reuse and time use") {
    const ClockFacts start = facts_make(300000, 0);
    CHECK(plan_ms(start, make_settings(0.1, 0.7), {}) == 9246);
    CHECK(plan_ms(start, SETTINGS, {}) == 9246);
    CHECK(plan_ms(start, make_settings(0.1, 0.8), {}) == 8090);
    const ClockFacts middle = facts_at_ply(60000, 600, 40);
    CHECK(plan_ms(middle, make_settings(0.5, 0.7), {}) == 7098);
    CHECK(plan_ms(middle, make_settings(0.1, 0.8), {}) == 3450);
}

TEST_CASE("smooth: the plan is shorter by the nodes searched while pondering; a tenth remains") {
    const ClockFacts start = facts_make(300000, 0);
    const ControllerSettings settings = make_settings(0.5, 0.7);
    ControllerMemory memory = {};
    memory.carried_nodes = 60000;
    CHECK(plan_ms(start, settings, memory) == 12357);
    CHECK(plan_ms(start, make_settings(0.5, 1), memory) == 8650);
    memory.carried_nodes = 300000;
    CHECK(plan_ms(start, settings, memory) == 582);
    memory.carried_nodes = INT64_MAX;
    CHECK(plan_ms(start, settings, memory) == 582);
}

TEST_CASE("smooth: plans for exactly the moves to go, in sudden death for at least twenty moves") {
    ClockFacts facts = facts_at_ply(40000, 0, 120);
    CHECK(plan_ms(facts, make_settings(0, 1), {}) == 2000);
    facts.increment_ms = 30; // not larger than the lag: sudden death
    CHECK(plan_ms(facts, make_settings(0, 1), {}) == 2028);
    facts.increment_ms = 31;
    CHECK(plan_ms(facts, make_settings(0, 1), {}) == 5180); // 7.76 moves left
    facts.moves_to_go = 40;
    facts.increment_ms = 0;
    CHECK(plan_ms(facts, make_settings(0, 1), {}) == 1000);
    facts.moves_to_go = 1;
    CHECK(plan_ms(facts, make_settings(0, 1), {}) == 12000); // limited by max-move-budget
}

TEST_CASE("smooth: begins no iteration that is expected to end after the budget") {
    ControllerMemory memory = {};
    // Depths took 200 and 400 ms: the next would end 1200 ms after 600.
    CHECK(ask(make_progress({200, 600}), 1800, memory) == STOP_NONE);
    CHECK(ask(make_progress({200, 600}), 1799, memory) == STOP_ITERATION);
    CHECK(ask(make_progress({200, 600}), 1799, memory, MOMENT_POLL) == STOP_NONE);
    CHECK(ask(make_progress({200, 600}), 600, memory, MOMENT_POLL) == STOP_NORMAL);
    CHECK(ask(make_progress({100, 300, 600}), 1500, memory) == STOP_NONE); // times in the ratio 1.5
    CHECK(ask(make_progress({100, 300, 600}), 1499, memory) == STOP_ITERATION);
    Progress deeper = make_progress({100, 300});
    depth_times_note(&deeper.depths, 4, 600); // the last iteration was two plies deeper
    deeper.elapsed_ms = 600;
    CHECK(ask(deeper, 1500, memory) == STOP_NONE);
    CHECK(ask(deeper, 1499, memory) == STOP_ITERATION);
    // The ratio of the last two iteration times is clamped to 1..4.
    CHECK(ask(make_progress({500, 600}), 1200, memory) == STOP_NONE);
    CHECK(ask(make_progress({500, 600}), 1199, memory) == STOP_ITERATION);
    CHECK(ask(make_progress({10, 600}), 3000, memory) == STOP_NONE);
    CHECK(ask(make_progress({10, 600}), 2999, memory) == STOP_ITERATION);
    CHECK(ask(make_progress({0, 600}), 2999, memory) == STOP_ITERATION);
    // After a single iteration the ratio of iteration times is taken as 1.
    CHECK(ask(make_progress({600}), 1200, memory) == STOP_NONE);
    CHECK(ask(make_progress({600}), 1199, memory) == STOP_ITERATION);
}

TEST_CASE("smooth: a search that reuses work of the previous one gets less time") {
    ControllerMemory memory = {};
    depth_times_note(&memory.smooth.depths, 1, 1000);
    depth_times_note(&memory.smooth.depths, 3, 4000);
    // Depth 1 ended 700 ms sooner than in the last search, so the budget is 700 / 0.7 less.
    CHECK(ask(make_progress({300, 600}), 2200, memory) == STOP_NONE);
    CHECK(ask(make_progress({300, 600}), 2199, memory) == STOP_ITERATION);
    CHECK(ask(make_progress({1200, 1500}), 3000, memory) ==
          STOP_NONE); // depth 1 ended later: nothing was reused
    // At least a tenth of the budget remains.
    depth_times_note(&memory.smooth.depths, 3, 100000);
    memory.smooth.depths.ms[1] = 100000;
    CHECK(ask(make_progress({100, 200}), 4000, memory) == STOP_NONE);
    CHECK(ask(make_progress({100, 201}), 4000, memory) == STOP_ITERATION);
    memory.carried_nodes = 1; // the plan has already subtracted the nodes reused
    CHECK(ask(make_progress({100, 201}), 4000, memory) == STOP_NONE);
}

TEST_CASE("smooth: learns which part of its budgets it uses; longer moves weigh more") {
    const ClockFacts facts = facts_at_ply(100000, 0, 120); // an average move is 5 s
    ControllerMemory memory = {};
    Progress progress = make_progress({1000, 10000});
    smooth_finished(facts, {10000, 10000}, progress, SETTINGS, &memory);
    check_near(memory.smooth.time_use, 0.7388, 0.0001); // the whole budget was used, with weight 2
    CHECK(memory.smooth.nodes_per_second == 1000000);   // the first sample is not averaged
    CHECK(memory.smooth.tree_reuse == 0.1);             // there was no search before

    memory = {};
    progress.elapsed_ms = 2500;
    smooth_finished(facts, {7142, 7142}, progress, SETTINGS, &memory);
    check_near(memory.smooth.time_use, 0.6881, 0.0001);

    memory = {};
    for (int i = 0; i < 50; ++i) {
        progress.elapsed_ms = 5000;
        smooth_finished(facts, {1000000, 1000000}, progress, SETTINGS, &memory);
    }
    CHECK(memory.smooth.time_use == 0.3); // not below min-timeuse
    progress.elapsed_ms = 0;
    const double before = memory.smooth.time_use;
    smooth_finished(facts, {1, 1}, progress, SETTINGS, &memory);
    CHECK(memory.smooth.time_use == before); // an instant move has no weight
}

TEST_CASE("smooth: learns how much of the last search is reused, and the speed") {
    const ClockFacts facts = facts_at_ply(100000, 0, 120);
    ControllerMemory memory = {};
    smooth_finished(facts, {10000, 10000}, make_progress({2000, 3000, 5000}), SETTINGS, &memory);
    // Depth 1 ended 1500 ms sooner: 0.3 of the last search was reused, with weight 1.
    Progress progress = make_progress({500, 1000});
    progress.nodes = 2000000;
    smooth_finished(facts, {10000, 10000}, progress, make_settings(0.5, 0.7), &memory);
    check_near(memory.smooth.tree_reuse, smooth_decay(0.1, 0.3, 4, 1), 0.0001);
    check_near(memory.smooth.nodes_per_second, smooth_decay(1e6, 2e6, 5, 1), 1);

    // After a ponder hit the nodes carried over tell the reuse: 0.9 of the last search.
    memory = {};
    smooth_finished(facts, {10000, 10000}, make_progress({5000, 10000}), SETTINGS, &memory);
    memory.carried_nodes = 9000000;
    memory.smooth.tree_reuse = 0.5;
    smooth_finished(facts, {10000, 10000}, progress, SETTINGS, &memory);
    check_near(memory.smooth.tree_reuse, 0.6172, 0.0001);
    memory.smooth.weight = 1000;
    memory.smooth.used_ms = 1;
    smooth_finished(facts, {10000, 10000}, progress, SETTINGS, &memory);
    CHECK(memory.smooth.tree_reuse == 0.7); // at most max-tree-reuse
}

TEST_CASE(
    "smooth: guard_finished() counts the move and resets the nodes that pondering has searched") {
    ControllerMemory memory = {};
    memory.carried_nodes = 1000;
    guard_finished(*controllers_find("rival"), facts_make(1000, 0), {10, 20}, {}, SETTINGS,
                   &memory);
    CHECK(memory.moves == 1);
    CHECK(memory.carried_nodes == 0);
    CHECK_FALSE(memory.smooth.learned);
    memory.moves = INT32_MAX;
    guard_finished(*controllers_find("smooth"), facts_make(1000, 0), {10, 20}, {}, SETTINGS,
                   &memory);
    CHECK(memory.moves == INT32_MAX);
    CHECK(memory.smooth.learned);
}

TEST_CASE("lc0-legacy: the plan follows from moves left and time spared") {
    CHECK(legacy_ms(facts_make(300000, 0), 0, 0) == 16299);
    CHECK(legacy_ms(facts_at_ply(300000, 0, 12), 0, 0) == 38216);
    CHECK(legacy_ms(facts_at_ply(300000, 0, 99), 0, 0) >
          legacy_ms(facts_at_ply(300000, 0, 99), 1, 0));
    CHECK(legacy_ms(facts_at_ply(250000, 0, 20), 5, 4000) == 9922);
    CHECK(legacy_ms(facts_at_ply(60000, 600, 40), 5, 0) == 2478);
    CHECK(legacy_ms(facts_at_ply(60000, 600, 40), 5, -78) ==
          2400); // the last move took 78 ms too long
    CHECK(legacy_ms(facts_at_ply(1000, 0, 20), 5, 4000) == 800); // 200 ms below the clock
    CHECK(legacy_ms(facts_at_ply(100, 0, 20), 5, 0) == 0);
    ClockFacts facts = facts_at_ply(60200, 0, 40);
    facts.moves_to_go = 4;
    CHECK(legacy_ms(facts, 5, 0) == 15000);
    facts.moves_to_go = 40; // lc0-legacy plans for its estimate of 31.52 moves nevertheless
    CHECK(legacy_ms(facts, 5, 0) == 1903);
}

TEST_CASE("lc0-legacy: a move spares the rest of its budget, less than 0 if it was late") {
    ControllerMemory memory = {};
    lc0_legacy_finished(facts_make(1000, 0), {5000, 5000}, make_progress({1000}), SETTINGS,
                        &memory);
    CHECK(memory.legacy_spared_ms == 4000);
    Progress late = make_progress({1000});
    late.elapsed_ms = 5010;
    lc0_legacy_finished(facts_make(1000, 0), {5000, 5000}, late, SETTINGS, &memory);
    CHECK(memory.legacy_spared_ms == -10);
}

TEST_CASE("lc0-legacy: a controller chosen again ignores moves that another controller timed") {
    const ClockFacts facts = facts_make(60000, 0);
    const Controller& legacy = *controllers_find("lc0-legacy");
    const Controller& smooth = *controllers_find("smooth");
    ControllerMemory memory = {};
    const auto move = [&](const Controller& controller) {
        guard_finished(controller, facts, {5000, 5000}, make_progress({500, 1000}), SETTINGS,
                       &memory);
    };
    move(legacy);
    move(legacy);
    CHECK(memory.legacy_spared_ms == 4000);
    move(*controllers_find("rival"));
    CHECK(memory.legacy_spared_ms == 0);
    CHECK(memory.moves == 3);
    move(smooth);
    move(smooth);
    CHECK(memory.smooth.used_ms == 1000);
    CHECK(memory.smooth.depths.depth == 2);
    const double speed = memory.smooth.nodes_per_second;
    move(legacy);
    CHECK(memory.legacy_spared_ms == 4000);
    CHECK(memory.smooth.used_ms == 0);
    CHECK(memory.smooth.depths.depth == 0);
    CHECK(memory.smooth.nodes_per_second ==
          speed); // the machine's speed is kept, whatever the controller
}

TEST_CASE("lc0-legacy: ends iterations by smooth's rule, without tree reuse") {
    ControllerMemory memory = {};
    depth_times_note(&memory.smooth.depths, 3, 100000);
    Overrun overrun = {};
    const Controller& legacy = *controllers_find("lc0-legacy");
    CHECK(stop_judge(legacy, {1200, 1200}, make_progress({500, 600}), MOMENT_ITERATION, SETTINGS,
                     memory, &overrun) == STOP_NONE);
    CHECK(stop_judge(legacy, {1199, 1199}, make_progress({500, 600}), MOMENT_ITERATION, SETTINGS,
                     memory, &overrun) == STOP_ITERATION);
}

TEST_CASE("smooth: depth_times_note() keeps the time of each depth, skipped depths too") {
    DepthTimes times = {};
    depth_times_note(&times, 0, 5);
    depth_times_note(&times, DEPTH_TIMES_MAX + 1, 5);
    CHECK(times.depth == 0);
    depth_times_note(&times, 1, 10);
    depth_times_note(&times, 4, 40);
    CHECK(times.depth == 4);
    CHECK(times.ms[1] == 10);
    CHECK(times.ms[2] == 40);
    CHECK(times.ms[4] == 40);
    CHECK(times.before_last_ms == 10);
    CHECK(times.last_ms == 30);
    depth_times_note(&times, DEPTH_TIMES_MAX, 50);
    CHECK(times.ms[DEPTH_TIMES_MAX] == 50);
}
