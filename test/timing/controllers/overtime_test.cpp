#include "timing/controllers/overtime.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include <doctest/doctest.h>

#include "timing/controllers.h"
#include "timing/random.h"
#include "timing/stop.h"

static const ControllerSettings SETTINGS = {};
static const ControllerMemory MEMORY = {};

enum EventKind {
    EVENT_SCORE,     // a root move is searched: the best score is now `value`
    EVENT_FAIL_LOW,  // the first root move is at or below alpha
    EVENT_ITERATION, // the iteration is complete with score `value`
    EVENT_NOW,       // `?`
};

struct Event {
    int64_t at_ms;
    EventKind kind;
    int value;
    int move; // EVENT_SCORE: number of the root move
};

struct Trace {
    int64_t normal_ms, extend_ms;
    int previous_cp;
    std::vector<Event> events;
};

struct Outcome {
    int64_t at_ms;
    StopReason reason;
    Overrun overrun;
    int current_cp;
};

constexpr int64_t POLL_MS = 100;

static Progress rival_progress(int previous_cp) {
    Progress progress = {};
    progress.iterations_completed = 8;
    progress.depth = 9;
    progress.legal_moves = 30;
    progress.previous_score_cp = progress.current_score_cp = previous_cp;
    return progress;
}

static Moment overtime_apply(const Event& event, Progress* progress) {
    if (event.kind == EVENT_FAIL_LOW) {
        progress->fail_low_pending = true;
        return MOMENT_POLL;
    }
    progress->fail_low_pending = false;
    progress->current_score_cp = event.value;
    if (event.kind == EVENT_SCORE) {
        progress->root_moves_searched = event.move;
        return MOMENT_ROOT_MOVE;
    }
    ++progress->iterations_completed;
    progress->root_moves_searched = progress->legal_moves;
    return MOMENT_ITERATION;
}

static void rival_next_iteration(Progress* progress) {
    progress->previous_score_cp = progress->current_score_cp;
    progress->root_moves_searched = 0;
    ++progress->depth;
}

// Drives the real stop logic: time passes in polls, and events occur at their times.
static Outcome rival_run(const Trace& trace, Progress progress,
                         const ControllerSettings& settings = SETTINGS,
                         const char* name = "rival") {
    const Controller& rival = *controllers_find(name);
    const Budget budget = {trace.normal_ms, trace.extend_ms};
    Outcome outcome = {};
    std::size_t next = 0;
    for (int64_t now_ms = 0; now_ms <= 2 * trace.extend_ms; now_ms += POLL_MS) {
        Moment moment = MOMENT_POLL;
        const bool event = next < trace.events.size() && trace.events[next].at_ms <= now_ms;
        outcome.at_ms = progress.elapsed_ms = now_ms;
        const bool now = event && trace.events[next].kind == EVENT_NOW;
        if (event && !now) moment = overtime_apply(trace.events[next], &progress);
        if (event) ++next;
        outcome.current_cp = progress.current_score_cp;
        outcome.reason =
            stop_judge(rival, budget, progress, moment, settings, MEMORY, &outcome.overrun);
        if (outcome.reason == STOP_NONE && now) outcome.reason = STOP_NOW;
        if (outcome.reason != STOP_NONE) return outcome;
        if (moment == MOMENT_ITERATION) rival_next_iteration(&progress);
    }
    return outcome;
}

static Outcome rival_run(const Trace& trace) {
    return rival_run(trace, rival_progress(trace.previous_cp));
}

static void rival_check(const Outcome& outcome, int64_t at_ms, StopReason reason) {
    CHECK(outcome.at_ms == at_ms);
    CHECK(outcome.reason == reason);
}

TEST_CASE("overtime: a score at most 75 below the previous one is acceptable") {
    Outcome outcome = rival_run({14000, 32000, 110, {{13900, EVENT_SCORE, 40, 3}}});
    rival_check(outcome, 14000, STOP_NORMAL);
    CHECK_FALSE(outcome.overrun.latched);
    outcome = rival_run({14000, 32000, 110, {{13900, EVENT_SCORE, 35, 3}}});
    rival_check(outcome, 14000, STOP_NORMAL);
    CHECK_FALSE(outcome.overrun.latched);
}

TEST_CASE("overtime: ends as soon as a root move scores within 75 of the score before the drop") {
    const Outcome outcome =
        rival_run({14000, 32000, 110, {{12000, EVENT_SCORE, 34, 3}, {20100, EVENT_SCORE, 36, 4}}});
    rival_check(outcome, 20100, STOP_RESOLVED);
    CHECK(outcome.overrun.reference_cp == 110);
    CHECK(outcome.overrun.drop_cp == 76);
    CHECK(outcome.overrun.fallen);
    CHECK(outcome.overrun.drop_depth == 9);
    CHECK(outcome.overrun.resolved_depth == 9);
    CHECK(outcome.overrun.resolved_move == 4);
}

TEST_CASE("overtime: lasts until ExtendMaxMoveTime if no acceptable move is found") {
    const Outcome outcome = rival_run({14000, 32000, 110, {{12000, EVENT_SCORE, 34, 3}}});
    rival_check(outcome, 32000, STOP_EXTEND);
    CHECK(outcome.overrun.latched);
    CHECK(outcome.overrun.resolved_depth == 0);
}

TEST_CASE("overtime: the example of Rival's page") {
    const Outcome outcome = rival_run({14000,
                                       32000,
                                       100,
                                       {{4000, EVENT_SCORE, -700, 1},
                                        {14000, EVENT_SCORE, -400, 7},
                                        {25000, EVENT_SCORE, 100, 12}}});
    rival_check(outcome, 25000, STOP_RESOLVED);
    CHECK(outcome.overrun.drop_cp == 500);
    CHECK(outcome.overrun.resolved_move == 12);
}

TEST_CASE("overtime: the drop is measured from the score before it, also in later iterations") {
    const std::vector<Event> later = {{15000, EVENT_ITERATION, -40, 0},
                                      {18000, EVENT_SCORE, -45, 1}};
    std::vector<Event> events = {{13000, EVENT_SCORE, -40, 1}};
    events.insert(events.end(), later.begin(), later.end());
    Outcome outcome = rival_run({14000, 32000, 110, events});
    rival_check(outcome, 32000, STOP_EXTEND);
    CHECK(outcome.overrun.reference_cp == 110);
    CHECK(outcome.overrun.drop_cp == 155);
    CHECK(outcome.overrun.drop_depth == 9);

    outcome = rival_run({15000, 32000, 110, later});
    rival_check(outcome, 32000, STOP_EXTEND);
    CHECK(outcome.overrun.reference_cp == 110);

    events.push_back({21000, EVENT_SCORE, 35, 2});
    outcome = rival_run({14000, 32000, 110, events});
    rival_check(outcome, 21000, STOP_RESOLVED);
    CHECK(outcome.overrun.resolved_depth == 10);
}

TEST_CASE("overtime: a fail low counts as a drop until its re-search ends") {
    const Outcome outcome = rival_run(
        {14000, 32000, 20, {{13500, EVENT_FAIL_LOW, 0, 1}, {16000, EVENT_SCORE, -30, 1}}});
    rival_check(outcome, 16000, STOP_RESOLVED);
    CHECK(outcome.overrun.reference_cp == 20);
    CHECK(outcome.overrun.drop_cp == 50);
    CHECK_FALSE(outcome.overrun.fallen); // no score was below the acceptable drop
}

TEST_CASE("overtime: the score of the re-search tells whether a fail low is a drop") {
    const std::vector<Event> low = {{13500, EVENT_FAIL_LOW, 0, 1}};
    CHECK_FALSE(
        rival_run({14000, 32000, 20, low}).overrun.fallen); // no score until ExtendMaxMoveTime
    const Outcome dropped = rival_run(
        {14000, 32000, 20, {{13500, EVENT_FAIL_LOW, 0, 1}, {16000, EVENT_SCORE, -90, 1}}});
    CHECK(dropped.overrun.fallen);
    CHECK(dropped.overrun.drop_cp == 110);
    rival_check(dropped, 32000, STOP_EXTEND);
}

TEST_CASE("overtime: if overtime is switched off, every move ends at NormalMoveTime") {
    ControllerSettings settings = SETTINGS;
    settings.rival_overtime = false;
    const Trace trace = {14000, 32000, 110, {{12000, EVENT_SCORE, -300, 3}}};
    for (const char* name : {"rival", "rival-page", "rival-1996"}) {
        const Outcome outcome = rival_run(trace, rival_progress(110), settings, name);
        rival_check(outcome, 14000, STOP_NORMAL);
        CHECK_FALSE(outcome.overrun.latched);
    }
}

TEST_CASE("overtime: not played if every root move is mated") {
    const int mated = -(PROGRESS_MATE_CP + 3);
    const Trace trace = {14000, 32000, -20, {{9000, EVENT_ITERATION, mated, 0}}};
    Progress progress = rival_progress(-20);
    rival_check(rival_run(trace, progress), 9000, STOP_MATE);
    progress.depth = 7; // too shallow to trust the defence
    rival_check(rival_run(trace, progress), 14000, STOP_NORMAL);

    progress = rival_progress(-20);
    rival_check(rival_run({14000, 32000, -20, {{13900, EVENT_SCORE, mated, 30}}}, progress), 14000,
                STOP_NORMAL);
    rival_check(rival_run({14000, 32000, -20, {{13900, EVENT_SCORE, mated, 29}}}, progress), 32000,
                STOP_EXTEND);
}

TEST_CASE("overtime: ends when every root move turns out to be mated") {
    const int mated = -(PROGRESS_MATE_CP + 3);
    const Outcome outcome = rival_run(
        {14000, 32000, -20, {{13000, EVENT_SCORE, mated, 1}, {15000, EVENT_SCORE, mated, 30}}});
    rival_check(outcome, 15000, STOP_MATE);
    CHECK(outcome.overrun.resolved_depth == 0);
}

TEST_CASE("overtime: a drop between scores of at least 500 is acceptable, unless literal=1") {
    const Trace trace = {14000, 32000, 900, {{13900, EVENT_SCORE, 640, 1}}};
    rival_check(rival_run(trace), 14000, STOP_NORMAL);
    ControllerSettings literal = SETTINGS;
    literal.rival_literal = true;
    rival_check(rival_run(trace, rival_progress(900), literal), 32000, STOP_EXTEND);

    rival_check(rival_run({14000, 32000, 900, {{13900, EVENT_SCORE, 500, 1}}}), 14000, STOP_NORMAL);
    rival_check(rival_run({14000, 32000, 900, {{13900, EVENT_SCORE, 499, 1}}}), 32000, STOP_EXTEND);
    rival_check(rival_run({14000, 32000, 900, {{13900, EVENT_FAIL_LOW, 0, 1}}}), 32000,
                STOP_EXTEND);
}

TEST_CASE("overtime: a score that was mate and is no longer is a drop") {
    const int mate = PROGRESS_MATE_CP + 7;
    rival_check(rival_run({14000, 32000, mate, {{13900, EVENT_SCORE, 300, 1}}}), 32000,
                STOP_EXTEND);
    rival_check(rival_run({14000, 32000, mate, {{13900, EVENT_SCORE, 2000, 1}}}), 32000,
                STOP_EXTEND);
    rival_check(rival_run({14000,
                           32000,
                           mate,
                           {{13900, EVENT_SCORE, 300, 1}, {20000, EVENT_SCORE, mate + 2, 5}}}),
                20000, STOP_RESOLVED);
}

TEST_CASE("overtime: not played if ExtendMaxMoveTime equals NormalMoveTime") {
    const Outcome outcome = rival_run({14000, 14000, 110, {{13000, EVENT_SCORE, -500, 1}}});
    rival_check(outcome, 14000, STOP_NORMAL);
    CHECK_FALSE(outcome.overrun.latched);
}

TEST_CASE("overtime: `?` ends the search during overtime") {
    rival_check(
        rival_run({14000, 32000, 110, {{10000, EVENT_SCORE, -100, 1}, {17300, EVENT_NOW, 0, 0}}}),
        17300, STOP_NOW);
}

TEST_CASE("overtime: not played without a previous score or with one legal move") {
    const Trace trace = {14000, 32000, 110, {{13900, EVENT_SCORE, -500, 1}}};
    Progress progress = rival_progress(110);
    progress.iterations_completed = 1;
    rival_check(rival_run(trace, progress), 14000, STOP_NORMAL);
    progress.iterations_completed = 2;
    rival_check(rival_run(trace, progress), 32000, STOP_EXTEND);
    progress.legal_moves = 1;
    rival_check(rival_run(trace, progress), 14000, STOP_NORMAL);
}

TEST_CASE("overtime: a drop that is made good before NormalMoveTime does not count") {
    const Outcome outcome =
        rival_run({14000, 32000, 110, {{5000, EVENT_SCORE, -500, 1}, {9000, EVENT_SCORE, 100, 6}}});
    rival_check(outcome, 14000, STOP_NORMAL);
    CHECK_FALSE(outcome.overrun.latched);
}

TEST_CASE("overtime: the size of an acceptable drop is a setting") {
    ControllerSettings settings = SETTINGS;
    settings.rival_drop_cp = 50;
    const Trace trace = {14000, 32000, 110, {{13900, EVENT_SCORE, 59, 1}}};
    rival_check(rival_run(trace), 14000, STOP_NORMAL);
    rival_check(rival_run(trace, rival_progress(110), settings), 32000, STOP_EXTEND);
}

// ---- the literal rules ----

static Outcome rival_run_page(const Trace& trace) {
    return rival_run(trace, rival_progress(trace.previous_cp), SETTINGS, "rival-page");
}

TEST_CASE("rival-page: a drop of 75 is acceptable and a root move within it ends overtime") {
    rival_check(rival_run_page({14000, 32000, 110, {{13900, EVENT_SCORE, 35, 3}}}), 14000,
                STOP_NORMAL);
    rival_check(
        rival_run_page(
            {14000, 32000, 110, {{12000, EVENT_SCORE, 34, 3}, {20100, EVENT_SCORE, 36, 4}}}),
        20100, STOP_RESOLVED);
    rival_check(rival_run_page({14000, 32000, 110, {{12000, EVENT_SCORE, 34, 3}}}), 32000,
                STOP_EXTEND);
    rival_check(rival_run_page({14000, 14000, 110, {{13000, EVENT_SCORE, -500, 1}}}), 14000,
                STOP_NORMAL);
}

TEST_CASE("rival-page: after one more iteration at the lower score, that score is acceptable") {
    rival_check(
        rival_run_page(
            {14000, 32000, 110, {{15000, EVENT_ITERATION, -40, 0}, {18000, EVENT_SCORE, -45, 1}}}),
        14000, STOP_NORMAL); // the drop comes after NormalMoveTime
    const Outcome outcome = rival_run_page({14000,
                                            32000,
                                            110,
                                            {{13000, EVENT_SCORE, -40, 1},
                                             {15000, EVENT_ITERATION, -40, 0},
                                             {18000, EVENT_SCORE, -45, 1}}});
    rival_check(outcome, 18000, STOP_RESOLVED);
    CHECK(outcome.overrun.drop_cp == 150);
}

TEST_CASE("rival-page: a pending fail low is no drop, a drop between two won scores is one") {
    rival_check(rival_run_page({14000, 32000, 20, {{13500, EVENT_FAIL_LOW, 0, 1}}}), 14000,
                STOP_NORMAL);
    rival_check(rival_run_page({14000, 32000, 900, {{13900, EVENT_SCORE, 640, 1}}}), 32000,
                STOP_EXTEND);
}

TEST_CASE("rival-1996: an acceptable score is also less than 75 below the static score") {
    const Trace trace = {14000, 32000, 110, {{13900, EVENT_SCORE, 100, 1}}};
    Progress progress = rival_progress(110);
    progress.static_score_cp = 174;
    rival_check(rival_run(trace, progress, SETTINGS, "rival-1996"), 14000, STOP_NORMAL);
    progress.static_score_cp = 175;
    rival_check(rival_run(trace, progress, SETTINGS, "rival-1996"), 32000, STOP_EXTEND);
    progress = rival_progress(176);
    rival_check(rival_run(trace, progress, SETTINGS, "rival-1996"), 32000, STOP_EXTEND);
}

// ---- random traces ----

static int rival_random(Random* random, int low, int high) {
    return int(random_between(random, low, high));
}

static Trace rival_random_trace(uint64_t seed) {
    Random random = {seed};
    const int64_t normal_ms = POLL_MS * rival_random(&random, 1, 30);
    Trace trace = {normal_ms,
                   normal_ms + POLL_MS * rival_random(&random, 0, 60),
                   rival_random(&random, -300, 300),
                   {}};
    int64_t at_ms = 0;
    int score = trace.previous_cp;
    int move = 0;
    for (int i = rival_random(&random, 0, 12); i > 0; --i) {
        at_ms += POLL_MS * rival_random(&random, 1, 12);
        score += rival_random(&random, -120, 100);
        const int kind = rival_random(&random, 0, 9);
        const bool iteration = kind == 9;
        move = iteration ? 0 : move + 1;
        const EventKind event = iteration   ? EVENT_ITERATION
                                : kind == 8 ? EVENT_FAIL_LOW
                                            : EVENT_SCORE;
        trace.events.push_back({at_ms, event, score, move});
    }
    return trace;
}

static bool rival_has_fail_low(const Trace& trace) {
    for (const Event& event : trace.events)
        if (event.kind == EVENT_FAIL_LOW) return true;
    return false;
}

static bool rival_has_event_at(const Trace& trace, int64_t at_ms) {
    for (const Event& event : trace.events)
        if (event.at_ms == at_ms) return true;
    return false;
}

static bool rival_outcome_is_ok(const Trace& trace, const Outcome& outcome) {
    const Overrun& overrun = outcome.overrun;
    const bool within = outcome.current_cp >= overrun.reference_cp - SETTINGS.rival_drop_cp;
    const bool won = outcome.current_cp >= 500 && overrun.reference_cp >= 500;
    const bool dropped = overrun.drop_cp > SETTINGS.rival_drop_cp || rival_has_fail_low(trace);
    if (outcome.at_ms < trace.normal_ms || outcome.at_ms > trace.extend_ms) return false;
    switch (outcome.reason) {
    case STOP_NORMAL:
        return outcome.at_ms == trace.normal_ms && !overrun.latched;
    case STOP_RESOLVED:
        return overrun.latched && dropped && (within || won) &&
               rival_has_event_at(trace, outcome.at_ms);
    case STOP_EXTEND:
        return outcome.at_ms == trace.extend_ms && overrun.latched && dropped;
    default:
        return false;
    }
}

TEST_CASE("overtime: random traces stop at a limit or a resolving move, always the same") {
    constexpr uint64_t TRACES = 100000;
    int failures = 0;
    uint64_t failing_seed = 0;
    int stops[STOP_ABORT + 1] = {};
    for (uint64_t seed = 1; seed <= TRACES; ++seed) {
        const Trace trace = rival_random_trace(seed);
        const Outcome outcome = rival_run(trace);
        const Outcome again = rival_run(trace);
        const bool same = outcome.at_ms == again.at_ms && outcome.reason == again.reason;
        ++stops[outcome.reason];
        if (same && rival_outcome_is_ok(trace, outcome)) continue;
        if (failures++ == 0) failing_seed = seed;
    }
    INFO("first failing seed: " << failing_seed);
    CHECK(failures == 0);
    CHECK(stops[STOP_NORMAL] > 1000);
    CHECK(stops[STOP_RESOLVED] > 1000);
    CHECK(stops[STOP_EXTEND] > 1000);
}
