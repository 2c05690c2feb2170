#include "timing/stop.h"

#include <cstdint>
#include <initializer_list>

#include <doctest/doctest.h>

#include "test/timing/facts.h"
#include "timing/controllers.h"

static const ControllerSettings SETTINGS = {};
static const ControllerMemory MEMORY = {};

static StopReason stub_reason;

static Budget stub_plan(const ClockFacts&, const ControllerSettings&, const ControllerMemory&) {
    return {};
}

static StopReason stub_judge(const Budget&, const Progress&, Moment, const ControllerSettings&,
                             const ControllerMemory&, Overrun*) {
    return stub_reason;
}

static const Controller STUB = {"stub", stub_plan, stub_judge};
static const Controller STUB_EXACT = {"stub",  stub_plan, stub_judge, nullptr,
                                      nullptr, nullptr,   true};

// ---- judge ----

static StopReason stop_ask(const Controller& controller, const Progress& progress, Moment moment) {
    Overrun overrun = {};
    return stop_judge(controller, {10000, 20000}, progress, moment, SETTINGS, MEMORY, &overrun);
}

static Progress stop_progress(int64_t elapsed_ms) {
    Progress progress = {};
    progress.elapsed_ms = elapsed_ms;
    progress.iterations_completed = 5;
    progress.depth = 6;
    progress.legal_moves = progress.root_moves_searched = 30;
    progress.previous_score_cp = progress.current_score_cp = 10;
    return progress;
}

TEST_CASE("stop: depth 1 is always completed") {
    Progress progress = stop_progress(INT64_MAX);
    progress.iterations_completed = 0;
    stub_reason = STOP_NORMAL;
    for (const Moment moment : {MOMENT_POLL, MOMENT_ROOT_MOVE})
        CHECK(stop_ask(STUB, progress, moment) == STOP_NONE);
    progress.iterations_completed = 1;
    CHECK(stop_ask(STUB, progress, MOMENT_POLL) == STOP_NORMAL);
}

TEST_CASE("stop: at ExtendMaxMoveTime at the latest, for `extend` or the controller's reason") {
    stub_reason = STOP_NONE;
    CHECK(stop_ask(STUB, stop_progress(19999), MOMENT_POLL) == STOP_NONE);
    for (const Moment moment : {MOMENT_POLL, MOMENT_ROOT_MOVE, MOMENT_ITERATION})
        CHECK(stop_ask(STUB, stop_progress(20000), moment) == STOP_EXTEND);
    stub_reason = STOP_NORMAL;
    CHECK(stop_ask(STUB, stop_progress(20000), MOMENT_POLL) == STOP_NORMAL);
}

TEST_CASE("stop: if both limits are equal the reason is `normal`, not `extend`") {
    stub_reason = STOP_NONE;
    Overrun overrun = {};
    CHECK(stop_judge(STUB, {20000, 20000}, stop_progress(20000), MOMENT_POLL, SETTINGS, MEMORY,
                     &overrun) == STOP_NORMAL);
}

TEST_CASE("stop: every controller stops at ExtendMaxMoveTime") {
    for (int i = 0; i < controllers_count(); ++i) {
        Progress progress = stop_progress(20000);
        progress.fail_low_pending = true;
        CHECK(stop_ask(controllers_at(i), progress, MOMENT_POLL) != STOP_NONE);
        progress.iterations_completed = 0;
        CHECK(stop_ask(controllers_at(i), progress, MOMENT_POLL) == STOP_NONE);
    }
}

TEST_CASE("stop: an only move is played after a tenth of NormalMoveTime or 200 ms of search") {
    stub_reason = STOP_NONE;
    Progress progress = stop_progress(200);
    progress.legal_moves = 1;
    CHECK(stop_ask(STUB, progress, MOMENT_ITERATION) == STOP_ONLY);
    CHECK(stop_ask(STUB_EXACT, progress, MOMENT_ITERATION) == STOP_ONLY);
    CHECK(stop_ask(STUB, progress, MOMENT_POLL) == STOP_NONE);
    progress.elapsed_ms = 199;
    CHECK(stop_ask(STUB, progress, MOMENT_ITERATION) == STOP_NONE);
    progress.elapsed_ms = 50;
    Overrun overrun = {};
    CHECK(stop_judge(STUB, {500, 900}, progress, MOMENT_ITERATION, SETTINGS, MEMORY, &overrun) ==
          STOP_ONLY);
    progress.legal_moves = 2;
    CHECK(stop_judge(STUB, {500, 900}, progress, MOMENT_ITERATION, SETTINGS, MEMORY, &overrun) ==
          STOP_NONE);
}

static StopReason stop_ask_mate(const Controller& controller, int score_cp, int depth,
                                Moment moment) {
    Progress progress = stop_progress(100);
    progress.current_score_cp = score_cp;
    progress.depth = depth;
    return stop_ask(controller, progress, moment);
}

TEST_CASE("stop: a mate is played when no shorter mate can be found") {
    stub_reason = STOP_NONE;
    const int mate = PROGRESS_MATE_CP;
    CHECK(stop_ask_mate(STUB, mate + 2, 3, MOMENT_ITERATION) == STOP_MATE);
    CHECK(stop_ask_mate(STUB, mate + 2, 3, MOMENT_ROOT_MOVE) == STOP_NONE);
    CHECK(stop_ask_mate(STUB, mate + 3, 7, MOMENT_ITERATION) == STOP_NONE);
    CHECK(stop_ask_mate(STUB, mate + 3, 8, MOMENT_ITERATION) == STOP_MATE);
    CHECK(stop_ask_mate(STUB, mate - 1, 99, MOMENT_ITERATION) == STOP_NONE);
    CHECK(stop_ask_mate(STUB_EXACT, mate + 1, 99, MOMENT_ITERATION) == STOP_NONE);
}

TEST_CASE("stop: if we are mated, the search stops when the longest defence has been searched") {
    stub_reason = STOP_NONE;
    const int mated = -PROGRESS_MATE_CP;
    CHECK(stop_ask_mate(STUB, mated - 1, 3, MOMENT_ITERATION) == STOP_NONE);
    CHECK(stop_ask_mate(STUB, mated - 1, 4, MOMENT_ITERATION) == STOP_MATE);
    CHECK(stop_ask_mate(STUB, mated - 3, 7, MOMENT_ITERATION) == STOP_NONE);
    CHECK(stop_ask_mate(STUB, mated - 3, 8, MOMENT_ITERATION) == STOP_MATE);
    CHECK(stop_ask_mate(STUB, mated + 1, 99, MOMENT_ITERATION) == STOP_NONE);
    CHECK(stop_ask_mate(STUB_EXACT, mated - 1, 99, MOMENT_ITERATION) == STOP_NONE);
}

static Progress stop_easy_progress(int64_t elapsed_ms) {
    Progress progress = stop_progress(elapsed_ms);
    progress.depth = 8;
    progress.steady_plies = 3;
    progress.best_obvious = progress.best_leads = true;
    return progress;
}

TEST_CASE("stop: an easy move is played after a quarter of NormalMoveTime, at any moment") {
    stub_reason = STOP_NONE;
    for (const Moment moment : {MOMENT_POLL, MOMENT_ROOT_MOVE, MOMENT_ITERATION}) {
        CHECK(stop_ask(STUB, stop_easy_progress(2499), moment) == STOP_NONE);
        CHECK(stop_ask(STUB, stop_easy_progress(2500), moment) == STOP_EASY);
        CHECK(stop_ask(STUB_EXACT, stop_easy_progress(2500), moment) == STOP_NONE);
    }
    CHECK(stop_ask(STUB, stop_easy_progress(20000), MOMENT_POLL) == STOP_EXTEND);
}

// Changes to the progress of an easy move, each of which makes it no longer easy.
static void (*const STOP_DOUBTS[])(Progress*) = {
    [](Progress* progress) { progress->best_obvious = false; },
    [](Progress* progress) { progress->steady_plies = 2; },
    [](Progress* progress) { progress->current_score_cp = progress->previous_score_cp - 26; },
    [](Progress* progress) { progress->fail_low_pending = true; },
    [](Progress* progress) { progress->current_score_cp = PROGRESS_MATE_CP + 9; },
    [](Progress* progress) {
        progress->previous_score_cp = -PROGRESS_MATE_CP - 9; // being mated later is better
        progress->current_score_cp = -PROGRESS_MATE_CP - 12;
    },
};

static int stop_ask_lead(const Controller& controller, const Progress& progress,
                         const ControllerSettings& settings, const Overrun& overrun) {
    return stop_wanted_lead_cp(controller, {10000, 20000}, progress, settings, overrun);
}

TEST_CASE("stop: no easy move without a lead, with any doubt, in overtime, or with easy=0") {
    stub_reason = STOP_NONE;
    Progress progress = stop_easy_progress(2500);
    progress.current_score_cp = progress.previous_score_cp - 25; // a small drop
    CHECK(stop_ask(STUB, progress, MOMENT_POLL) == STOP_EASY);
    for (const auto doubt : STOP_DOUBTS) {
        Progress doubtful = stop_easy_progress(2500);
        doubt(&doubtful);
        CHECK(stop_ask(STUB, doubtful, MOMENT_POLL) == STOP_NONE);
        CHECK(stop_ask_lead(STUB, doubtful, SETTINGS, {}) == 0);
    }
    progress.best_leads = false;
    CHECK(stop_ask(STUB, progress, MOMENT_POLL) == STOP_NONE);
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

TEST_CASE("stop: an obvious move's lead is tested from depth 8 and 1/8 of NormalMoveTime on") {
    Progress progress = stop_easy_progress(1250);
    progress.best_leads = false;
    CHECK(stop_ask_lead(STUB, progress, SETTINGS, {}) == 125);
    CHECK(stop_ask_lead(STUB_EXACT, progress, SETTINGS, {}) == 0);
    progress.elapsed_ms = 1249;
    CHECK(stop_ask_lead(STUB, progress, SETTINGS, {}) == 0);
    progress.elapsed_ms = 1250;
    progress.depth = 7;
    CHECK(stop_ask_lead(STUB, progress, SETTINGS, {}) == 0);
    progress.depth = 8;
    Overrun overrun = {};
    overrun.latched = true;
    CHECK(stop_ask_lead(STUB, progress, SETTINGS, overrun) == 0);
    ControllerSettings settings = SETTINGS;
    settings.easy_move = false;
    CHECK(stop_ask_lead(STUB, progress, settings, {}) == 0);
}

TEST_CASE("stop: steady_plies grows, and is reset if the score drops by more than 25") {
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

TEST_CASE("stop: lateness counts from the limit that ended the search, else from its end") {
    const Budget budget = {100, 400};
    const auto meant_ms = [&](StopReason stop, int64_t elapsed_ms) {
        return stop_meant_ms(STUB, budget, stop_progress(elapsed_ms), SETTINGS, stop);
    };
    for (const StopReason reason : {STOP_NORMAL, STOP_ST, STOP_PONDERHIT}) {
        CHECK(meant_ms(reason, 120) == 100);
        CHECK(meant_ms(reason, 90) == 90);
    }
    CHECK(meant_ms(STOP_EXTEND, 420) == 400);
    for (const StopReason reason : {STOP_RESOLVED, STOP_ITERATION, STOP_EASY, STOP_NOW})
        CHECK(meant_ms(reason, 420) == 420);
}

TEST_CASE("stop: a controller may change NormalMoveTime, up to ExtendMaxMoveTime, in a search") {
    const Controller& rival = *controllers_find("rival");
    const auto normal_ms = [&](const Controller& controller, Budget budget,
                               const Progress& progress, const ControllerSettings& settings) {
        const Budget refined = stop_refine(controller, budget, progress, settings);
        CHECK(refined.extend_max_move_time_ms == budget.extend_max_move_time_ms);
        return refined.normal_move_time_ms;
    };
    const auto progress = [](int64_t best_nodes, int steady) {
        Progress made = stop_progress(80);
        made.nodes = 1000;
        made.best_nodes = best_nodes;
        made.steady_plies = steady;
        return made;
    };
    CHECK(normal_ms(rival, {100, 400}, progress(0, 0), SETTINGS) == 100); // no nodes yet
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

    // Lateness counts from the changed NormalMoveTime. If the end of an iteration lowers
    // NormalMoveTime below the time used, the reason to stop is `iteration`.
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

TEST_CASE("stop: polls are about a millisecond apart, 64 to 4096 nodes") {
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
