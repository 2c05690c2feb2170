#include "timing/guard.h"
#include "timing/stop.h"

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

TEST_CASE("OpponentClock: quick moves while the opponent is short of time") {
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
    CHECK(normal_ms(SETTINGS) == 4000); // off by default
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

TEST_CASE("the lag assumed at the start") {
    CHECK(guard_initial_lag_ms(0, SETTINGS) == 5);
    CHECK(guard_initial_lag_ms(4000, SETTINGS) == 10);
    CHECK(guard_initial_lag_ms(900000, SETTINGS) == 30);
    CHECK(guard_initial_lag_ms(INT64_MIN, SETTINGS) == 5);
    CHECK(guard_initial_lag_ms(INT64_MAX, SETTINGS) == 30);
    ControllerSettings settings = SETTINGS;
    settings.move_overhead_ms = 500;
    CHECK(guard_initial_lag_ms(900000, settings) == 500);
    CHECK(guard_initial_lag_ms(20000, settings) == 500); // more than usual is meant
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

TEST_CASE("where nodes are counted there is no lag, but depth 1 takes its nodes") {
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

TEST_CASE("the lag of forty moves is kept back where no increment pays for it") {
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

TEST_CASE("a plan loses the lag and is capped") {
    const ClockFacts facts = facts_make(10000, 0, 0);
    guard_check(STUB, {500, 1500}, facts, {470, 1470});
    guard_check(STUB, {500, 0}, facts, {470, 470});
    guard_check(STUB, {9000, 9000}, facts, {6600, 7040}); // of 8800
    guard_check(STUB, {9000, 3000}, facts, {6600, 7040});
    guard_check(STUB, {INT64_MAX, INT64_MAX}, facts, {6600, 7040});
    guard_check(STUB, {INT64_MIN, INT64_MIN}, facts, {1, 1});
    const ClockFacts paid = facts_make(10000, 31, 0); // more than the lag
    guard_check(STUB, {9000, 3000}, paid, {7500, 8000});
    guard_check(STUB, {10, 20}, paid, {1, 1});
}

TEST_CASE("where lag has its reserve, it takes no more than half of a plan") {
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

TEST_CASE("the last move before the control may use nearly everything") {
    guard_check(STUB, {20000, 20000}, facts_make(10000, 0, 1), {9800, 9800});
    guard_check(STUB, {20000, 20000}, facts_make(1000, 0, 1), {935, 935});
    guard_check(STUB, {20000, 20000}, facts_make(10001, 0, 1), {9800, 9800});
    guard_check(STUB, {20000, 20000}, facts_make(67, 0, 1), {2, 2});
    guard_check(STUB, {20000, 20000}, facts_make(66, 0, 1), {1, 1});
    guard_check(STUB, {20000, 20000}, facts_make(65, 0, 1), {1, 1});
    guard_check(STUB, {20000, 20000}, facts_make(0, 0, 1), {1, 1});
}

TEST_CASE("no move takes more than a third of the clock while the lag is a guess") {
    for (const int moves_to_go : {0, 1, 2}) {
        ClockFacts facts = facts_make(10000, 0, moves_to_go);
        facts.lag_source = LAG_ASSUMED;
        guard_check(STUB, {20000, 20000}, facts, {3333, 3333});
    }
}

TEST_CASE("the first move that is measured may have been a stall: some time is used all the same") {
    ClockFacts facts = facts_make(100000, 0);
    facts.lag_usual_ms = 4000;
    guard_check(STUB, {20000, 20000}, facts, {1, 1}); // 80 such lags are more than there is
    facts.lag_source = LAG_OF_ONE_MOVE;
    guard_check(STUB, {20000, 20000}, facts, {16666, 16666});
    facts.lag_ms = 4010; // nor does the reserve take more than half
    guard_check(STUB, {20000, 20000}, facts, {20000 - 4010, 20000 - 4010});
    CHECK(stub_facts.own_ms == 50000);
    facts.lag_ms = 30;
    facts.lag_usual_ms = 20; // no stall
    guard_check(STUB, {20000, 20000}, facts, {20000 - 30, 20000 - 30});
}

TEST_CASE("what was measured is kept back for a long game, and for a lag that comes rarely") {
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
    facts.increment_ms = 20; // it pays for the usual lag, but not for what comes rarely
    guard_plan(STUB, facts, SETTINGS, MEMORY);
    CHECK(stub_facts.own_ms == 100000 - 40 * 10 - 1000);
    facts.increment_ms = 3 * 20;
    guard_plan(STUB, facts, SETTINGS, MEMORY);
    CHECK(stub_facts.own_ms == 100000);
    facts = facts_make(5000, 0, 1);
    facts.lag_usual_ms = 20;
    guard_check(STUB, {20000, 20000}, facts, {3400, 3400});
    facts.increment_ms = 30; // as much as is taken off for it: three quarters are enough
    guard_check(STUB, {20000, 20000}, facts, {3800, 3800});
}

TEST_CASE("the lag of the moves before the control stays on the clock") {
    guard_check(STUB, {20000, 20000}, facts_make(1000, 0, 21), {400, 400});
    guard_check(STUB, {20000, 20000}, facts_make(1000, 20, 21), {750, 800});
    guard_check(STUB, {20000, 20000}, facts_make(600, 0, 21), {1, 1});
}

TEST_CASE("the largest lag of late stays on the clock") {
    ClockFacts facts = facts_make(5000, 0, 1);
    facts.lag_ms = 82;
    guard_check(STUB, {20000, 20000}, facts, {4831, 4831}); // 2 G + 5
    facts.lag_spike_ms = 310;
    guard_check(STUB, {20000, 20000}, facts, {4690, 4690});
    facts.lag_spike_ms = 1000;
    guard_check(STUB, {20000, 20000}, facts, {4000, 4000});
    facts.lag_spike_ms = INT64_MAX;
    guard_check(STUB, {20000, 20000}, facts, {1, 1});
    facts.lag_spike_ms = INT64_MIN;
    guard_check(STUB, {20000, 20000}, facts, {4831, 4831});
}

TEST_CASE("an exact time keeps all of the clock but the lag") {
    ClockFacts facts = facts_make(3000, 0, 0);
    facts.kind = CLOCK_MOVE_TIME;
    guard_check(STUB_EXACT, {2940, 2940}, facts, {2940, 2940});
    guard_check(STUB_EXACT, {5000, 5000}, facts, {2970, 2970});
    guard_check(STUB_EXACT, {0, 0}, facts, {1, 1});
    facts.own_known = false;
    guard_check(STUB_EXACT, {5000, 5000}, facts, {5000, 5000});
}

// ---- judge ----

static StopReason guard_ask(const Controller& controller, const Progress& progress, Moment moment) {
    Overrun overrun = {};
    return stop_judge(controller, {10000, 20000}, progress, moment, SETTINGS, MEMORY, &overrun);
}

static Progress guard_progress(int64_t elapsed_ms) {
    Progress progress = {};
    progress.elapsed_ms = elapsed_ms;
    progress.iterations_completed = 5;
    progress.depth = 6;
    progress.legal_moves = progress.root_moves_searched = 30;
    progress.previous_score_cp = progress.current_score_cp = 10;
    return progress;
}

TEST_CASE("depth 1 is always completed") {
    Progress progress = guard_progress(INT64_MAX);
    progress.iterations_completed = 0;
    stub_reason = STOP_NORMAL;
    for (const Moment moment : {MOMENT_POLL, MOMENT_ROOT_MOVE})
        CHECK(guard_ask(STUB, progress, moment) == STOP_NONE);
    progress.iterations_completed = 1;
    CHECK(guard_ask(STUB, progress, MOMENT_POLL) == STOP_NORMAL);
}

TEST_CASE("nothing outlasts E, and the controller may name the reason") {
    stub_reason = STOP_NONE;
    CHECK(guard_ask(STUB, guard_progress(19999), MOMENT_POLL) == STOP_NONE);
    for (const Moment moment : {MOMENT_POLL, MOMENT_ROOT_MOVE, MOMENT_ITERATION})
        CHECK(guard_ask(STUB, guard_progress(20000), moment) == STOP_EXTEND);
    stub_reason = STOP_NORMAL;
    CHECK(guard_ask(STUB, guard_progress(20000), MOMENT_POLL) == STOP_NORMAL);
}

TEST_CASE("where N is E, nothing was extended") {
    stub_reason = STOP_NONE;
    Overrun overrun = {};
    CHECK(stop_judge(STUB, {20000, 20000}, guard_progress(20000), MOMENT_POLL, SETTINGS, MEMORY,
                      &overrun) == STOP_NORMAL);
}

TEST_CASE("every controller stops at E") {
    for (int i = 0; i < controllers_count(); ++i) {
        Progress progress = guard_progress(20000);
        progress.fail_low_pending = true;
        CHECK(guard_ask(controllers_at(i), progress, MOMENT_POLL) != STOP_NONE);
        progress.iterations_completed = 0;
        CHECK(guard_ask(controllers_at(i), progress, MOMENT_POLL) == STOP_NONE);
    }
}

TEST_CASE("an only move is played after a tenth of N, 200 ms at most, when an iteration ends") {
    stub_reason = STOP_NONE;
    Progress progress = guard_progress(200);
    progress.legal_moves = 1;
    CHECK(guard_ask(STUB, progress, MOMENT_ITERATION) == STOP_ONLY);
    CHECK(guard_ask(STUB_EXACT, progress, MOMENT_ITERATION) == STOP_ONLY);
    CHECK(guard_ask(STUB, progress, MOMENT_POLL) == STOP_NONE);
    progress.elapsed_ms = 199;
    CHECK(guard_ask(STUB, progress, MOMENT_ITERATION) == STOP_NONE);
    progress.elapsed_ms = 50;
    Overrun overrun = {};
    CHECK(stop_judge(STUB, {500, 900}, progress, MOMENT_ITERATION, SETTINGS, MEMORY, &overrun) ==
          STOP_ONLY);
    progress.legal_moves = 2;
    CHECK(stop_judge(STUB, {500, 900}, progress, MOMENT_ITERATION, SETTINGS, MEMORY, &overrun) ==
          STOP_NONE);
}

static StopReason guard_ask_mate(const Controller& controller, int score_cp, int depth,
                                 Moment moment) {
    Progress progress = guard_progress(100);
    progress.current_score_cp = score_cp;
    progress.depth = depth;
    return guard_ask(controller, progress, moment);
}

TEST_CASE("a mate is played once no shorter one can be found") {
    stub_reason = STOP_NONE;
    const int mate = PROGRESS_MATE_CP;
    CHECK(guard_ask_mate(STUB, mate + 2, 3, MOMENT_ITERATION) == STOP_MATE);
    CHECK(guard_ask_mate(STUB, mate + 2, 3, MOMENT_ROOT_MOVE) == STOP_NONE);
    CHECK(guard_ask_mate(STUB, mate + 3, 7, MOMENT_ITERATION) == STOP_NONE);
    CHECK(guard_ask_mate(STUB, mate + 3, 8, MOMENT_ITERATION) == STOP_MATE);
    CHECK(guard_ask_mate(STUB, mate - 1, 99, MOMENT_ITERATION) == STOP_NONE);
    CHECK(guard_ask_mate(STUB_EXACT, mate + 1, 99, MOMENT_ITERATION) == STOP_NONE);
}

TEST_CASE("being mated ends the search once the longest defence was looked for") {
    stub_reason = STOP_NONE;
    const int mated = -PROGRESS_MATE_CP;
    CHECK(guard_ask_mate(STUB, mated - 1, 3, MOMENT_ITERATION) == STOP_NONE);
    CHECK(guard_ask_mate(STUB, mated - 1, 4, MOMENT_ITERATION) == STOP_MATE);
    CHECK(guard_ask_mate(STUB, mated - 3, 7, MOMENT_ITERATION) == STOP_NONE);
    CHECK(guard_ask_mate(STUB, mated - 3, 8, MOMENT_ITERATION) == STOP_MATE);
    CHECK(guard_ask_mate(STUB, mated + 1, 99, MOMENT_ITERATION) == STOP_NONE);
    CHECK(guard_ask_mate(STUB_EXACT, mated - 1, 99, MOMENT_ITERATION) == STOP_NONE);
}

static Progress guard_easy_progress(int64_t elapsed_ms) {
    Progress progress = guard_progress(elapsed_ms);
    progress.depth = 8;
    progress.steady_plies = 3;
    progress.best_obvious = progress.best_leads = true;
    return progress;
}

TEST_CASE("an easy move is played after a quarter of N, at any moment") {
    stub_reason = STOP_NONE;
    for (const Moment moment : {MOMENT_POLL, MOMENT_ROOT_MOVE, MOMENT_ITERATION}) {
        CHECK(guard_ask(STUB, guard_easy_progress(2499), moment) == STOP_NONE);
        CHECK(guard_ask(STUB, guard_easy_progress(2500), moment) == STOP_EASY);
        CHECK(guard_ask(STUB_EXACT, guard_easy_progress(2500), moment) == STOP_NONE);
    }
    CHECK(guard_ask(STUB, guard_easy_progress(20000), MOMENT_POLL) == STOP_EXTEND);
}

// Changes that each make an easy move one to think about.
static void (*const GUARD_DOUBTS[])(Progress*) = {
    [](Progress* progress) { progress->best_obvious = false; },
    [](Progress* progress) { progress->steady_plies = 2; },
    [](Progress* progress) { progress->current_score_cp = progress->previous_score_cp - 26; },
    [](Progress* progress) { progress->fail_low_pending = true; },
    [](Progress* progress) { progress->current_score_cp = PROGRESS_MATE_CP + 9; },
    [](Progress* progress) {
        progress->previous_score_cp = -PROGRESS_MATE_CP - 9; // and now better
        progress->current_score_cp = -PROGRESS_MATE_CP - 12;
    },
};

static int guard_ask_lead(const Controller& controller, const Progress& progress,
                          const ControllerSettings& settings, const Overrun& overrun) {
    return stop_wanted_lead_cp(controller, {10000, 20000}, progress, settings, overrun);
}

TEST_CASE("a move is not easy without its lead, with a doubt, in overtime, or if unwanted") {
    stub_reason = STOP_NONE;
    Progress progress = guard_easy_progress(2500);
    progress.current_score_cp = progress.previous_score_cp - 25; // not much of a fall
    CHECK(guard_ask(STUB, progress, MOMENT_POLL) == STOP_EASY);
    for (const auto doubt : GUARD_DOUBTS) {
        Progress doubtful = guard_easy_progress(2500);
        doubt(&doubtful);
        CHECK(guard_ask(STUB, doubtful, MOMENT_POLL) == STOP_NONE);
        CHECK(guard_ask_lead(STUB, doubtful, SETTINGS, {}) == 0);
    }
    progress.best_leads = false;
    CHECK(guard_ask(STUB, progress, MOMENT_POLL) == STOP_NONE);
    progress.best_leads = true;
    Overrun overrun = {};
    ControllerSettings settings = SETTINGS;
    settings.easy_move = false;
    CHECK(stop_judge(STUB, {10000, 20000}, progress, MOMENT_POLL, settings, MEMORY, &overrun) ==
          STOP_NONE);
    overrun.latched = true;
    CHECK(stop_judge(STUB, {10000, 20000}, progress, MOMENT_POLL, SETTINGS, MEMORY, &overrun) ==
          STOP_NONE);
}

TEST_CASE("the lead of an obvious move is looked for from depth 8 and an eighth of N on") {
    Progress progress = guard_easy_progress(1250);
    progress.best_leads = false;
    CHECK(guard_ask_lead(STUB, progress, SETTINGS, {}) == 125);
    CHECK(guard_ask_lead(STUB_EXACT, progress, SETTINGS, {}) == 0);
    progress.elapsed_ms = 1249;
    CHECK(guard_ask_lead(STUB, progress, SETTINGS, {}) == 0);
    progress.elapsed_ms = 1250;
    progress.depth = 7;
    CHECK(guard_ask_lead(STUB, progress, SETTINGS, {}) == 0);
    progress.depth = 8;
    Overrun overrun = {};
    overrun.latched = true;
    CHECK(guard_ask_lead(STUB, progress, SETTINGS, overrun) == 0);
    ControllerSettings settings = SETTINGS;
    settings.easy_move = false;
    CHECK(guard_ask_lead(STUB, progress, settings, {}) == 0);
}

TEST_CASE("iterations agree as long as the score does not fall by more than 25") {
    Progress progress = {};
    progress.elapsed_ms = 7;
    for (progress.depth = 1; progress.depth <= 3; ++progress.depth) stop_note_iteration(&progress);
    CHECK(progress.steady_plies == 3);
    CHECK(progress.depths.depth == 3);
    CHECK(progress.depths.ms[3] == 7);
    progress.previous_score_cp = 100;
    progress.current_score_cp = 75;
    progress.depth = 5; // two plies in one iteration
    stop_note_iteration(&progress);
    CHECK(progress.steady_plies == 5);
    progress.current_score_cp = 74;
    stop_note_iteration(&progress);
    CHECK(progress.steady_plies == 0);
}

// ---- polls ----

TEST_CASE("when a search should have ended: at the limit it has reached, or else when it did") {
    const Budget budget = {100, 400};
    const auto meant_ms = [&](StopReason stop, int64_t elapsed_ms) {
        return stop_meant_ms(STUB, budget, guard_progress(elapsed_ms), SETTINGS, stop);
    };
    for (const StopReason reason : {STOP_NORMAL, STOP_ST, STOP_PONDERHIT}) {
        CHECK(meant_ms(reason, 120) == 100);
        CHECK(meant_ms(reason, 90) == 90);
    }
    CHECK(meant_ms(STOP_EXTEND, 420) == 400);
    for (const StopReason reason : {STOP_RESOLVED, STOP_ITERATION, STOP_EASY, STOP_NOW})
        CHECK(meant_ms(reason, 420) == 420);
}

TEST_CASE("a controller may change N while it thinks: at most to E, and never below 1") {
    const Controller& rival = *controllers_find("rival");
    const auto normal_ms = [&](const Controller& controller, Budget budget,
                               const Progress& progress, const ControllerSettings& settings) {
        const Budget refined = stop_refine(controller, budget, progress, settings);
        CHECK(refined.extend_max_move_time_ms == budget.extend_max_move_time_ms);
        return refined.normal_move_time_ms;
    };
    const auto progress = [](int64_t best_nodes, int steady) {
        Progress made = guard_progress(80);
        made.nodes = 1000;
        made.best_nodes = best_nodes;
        made.steady_plies = steady;
        return made;
    };
    CHECK(normal_ms(rival, {100, 400}, progress(0, 0), SETTINGS) == 100); // nothing known
    CHECK(normal_ms(rival, {100, 400}, progress(600, 4), SETTINGS) == 100);
    CHECK(normal_ms(rival, {100, 400}, progress(600, 0), SETTINGS) == 140);
    CHECK(normal_ms(rival, {100, 400}, progress(600, 99), SETTINGS) == 60);
    CHECK(normal_ms(rival, {100, 400}, progress(100, 4), SETTINGS) == 140);
    CHECK(normal_ms(rival, {100, 400}, progress(1000, 4), SETTINGS) == 68);
    CHECK(normal_ms(rival, {100, 120}, progress(100, 0), SETTINGS) == 120);
    CHECK(normal_ms(rival, {1, 1}, progress(1000, 99), SETTINGS) == 1);
    Progress session = progress(600, 4);
    session.moves_to_go = 10;
    CHECK(normal_ms(rival, {100, 400}, session, SETTINGS) == 126); // 0.95 of the mean, not 0.75
    ControllerSettings off = SETTINGS;
    off.rival_doubt = false;
    CHECK(normal_ms(rival, {100, 400}, progress(100, 0), off) == 100);
    CHECK(normal_ms(STUB, {100, 400}, progress(100, 0), SETTINGS) == 100);

    // It is late when it is later than that. An iteration that lets N fall ends the move itself.
    Progress late = progress(100, 4);
    late.elapsed_ms = 150;
    CHECK(stop_meant_ms(rival, {100, 400}, late, SETTINGS, STOP_NORMAL) == 140);
    Overrun overrun = {};
    CHECK(stop_judge(rival, {100, 400}, progress(1000, 4), MOMENT_POLL, SETTINGS, MEMORY,
                      &overrun) == STOP_NORMAL);
    CHECK(stop_judge(rival, {100, 400}, progress(1000, 4), MOMENT_ITERATION, SETTINGS, MEMORY,
                      &overrun) == STOP_ITERATION);
    CHECK(stop_judge(rival, {100, 400}, progress(600, 4), MOMENT_ITERATION, SETTINGS, MEMORY,
                      &overrun) == STOP_NONE);
}

TEST_CASE("on a busy machine time is kept back for the moves to come") {
    ClockFacts facts = facts_make(10000, 0, 1);
    const int64_t kept_ms = 200;
    facts.lateness_mean_ms = 1;
    guard_check(STUB, {20000, 20000}, facts, {10000 - kept_ms - 80, 10000 - kept_ms - 80});
    facts.lateness_max_ms = 150; // once
    guard_check(STUB, {20000, 20000}, facts, {10000 - kept_ms - 230, 10000 - kept_ms - 230});
    facts.lateness_mean_ms = 200;
    guard_check(STUB, {20000, 20000}, facts, {1, 1});
}

TEST_CASE("where no increment pays for it, lateness is no time to plan with") {
    const Controller& mediocre = *controllers_find("mediocre"); // a fortieth
    ClockFacts facts = facts_make(40000, 0, 0);
    facts.lag_ms = 0;
    facts.base_ms = 40000;
    CHECK(guard_plan(mediocre, facts, SETTINGS, MEMORY).normal_move_time_ms == 1000);
    facts.lateness_mean_ms = 20;
    CHECK(guard_plan(mediocre, facts, SETTINGS, MEMORY).normal_move_time_ms == 1000 - 6 * 20);
    facts.game_ply = 60; // 210 moves are left of the 240
    CHECK(guard_plan(mediocre, facts, SETTINGS, MEMORY).normal_move_time_ms == 1000 - 105);
    facts.lateness_mean_ms = 200;
    CHECK(guard_plan(mediocre, facts, SETTINGS, MEMORY).normal_move_time_ms ==
          750); // a quarter of B
    facts.increment_ms = 200;
    CHECK(guard_plan(mediocre, facts, SETTINGS, MEMORY).normal_move_time_ms == 750 + 100);
    facts.increment_ms = 3 * 200;
    CHECK(guard_plan(mediocre, facts, SETTINGS, MEMORY).normal_move_time_ms == 1000 + 300);
}

TEST_CASE("nodes between two polls") {
    const Budget second = {1000, 2000};
    CHECK(stop_poll_nodes(0, 100, second) == 256);
    CHECK(stop_poll_nodes(1000, 0, second) == 256);
    CHECK(stop_poll_nodes(-1, -1, second) == 256);
    CHECK(stop_poll_nodes(100000, 1000, second) == 100); // one millisecond
    CHECK(stop_poll_nodes(1000000, 1000, {32, 64}) == 500);
    CHECK(stop_poll_nodes(1000000, 1000, second) == 1000);
    CHECK(stop_poll_nodes(1000, 1000, second) == 64);
    CHECK(stop_poll_nodes(1000000, 1000, {1, 1}) == 64);
    CHECK(stop_poll_nodes(INT64_MAX, 1, {CLOCK_MAX_MS, CLOCK_MAX_MS}) == 4096);
}
