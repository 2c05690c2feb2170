#include "timing/turn.h"

#include <string>

#include "timing/controllers.h"

#include <doctest/doctest.h>

namespace {

// A player with a minute on the clock, and a stopwatch that the test sets.
struct Bench {
    TurnPlayer player = {clock_make(), {}, {}};
    int64_t now_ms = 1000;
    TurnRequest request = {};
    Turn turn = {};

    explicit Bench(const char* controller = "rival");
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;
};

int64_t read_now(void* context) {
    return static_cast<Bench*>(context)->now_ms;
}

Bench::Bench(const char* controller) {
    clock_set_level(&player.clock, 0, 60000, 0);
    clock_set_own(&player.clock, 60000);
    request.kind = TURN_MOVE;
    request.player = &player;
    request.controller = controllers_find(controller);
    request.stopwatch = {read_now, this};
    request.start_ms = now_ms;
}

// Ends an iteration elapsed_ms after our clock started, and asks whether to stop.
StopReason ask_after(Bench* bench, int64_t elapsed_ms) {
    Progress& progress = bench->turn.progress;
    bench->now_ms = bench->turn.request.start_ms + elapsed_ms;
    progress.legal_moves = 30;
    ++progress.depth;
    ++progress.iterations_completed;
    turn_note_iteration(&bench->turn, elapsed_ms);
    return turn_ask(&bench->turn, MOMENT_ITERATION);
}

} // namespace

TEST_CASE("turn: the search goes on before NormalMoveTime and stops after it") {
    Bench bench("mediocre");
    turn_begin(&bench.turn, bench.request);
    const int64_t normal_ms = bench.turn.record.budget.normal_move_time_ms;
    REQUIRE(normal_ms > 1000);
    CHECK(std::string(bench.turn.record.controller) == "mediocre");
    CHECK(ask_after(&bench, 10) == STOP_NONE);
    bench.now_ms = bench.request.start_ms + normal_ms - 1;
    CHECK(turn_ask(&bench.turn, MOMENT_POLL) == STOP_NONE);
    ++bench.now_ms;
    CHECK(turn_ask(&bench.turn, MOMENT_POLL) == STOP_NORMAL);
}

TEST_CASE("turn: `fixed` plans a fixed time per move, whatever controller is chosen") {
    Bench bench;
    clock_set_move_time(&bench.player.clock, 5000);
    turn_begin(&bench.turn, bench.request);
    CHECK(std::string(bench.turn.record.controller) == "fixed");
}

TEST_CASE("turn: analysis has no time limit") {
    Bench bench;
    bench.request.kind = TURN_ANALYSIS;
    turn_begin(&bench.turn, bench.request);
    CHECK(ask_after(&bench, 10000000) == STOP_NONE);
    CHECK(turn_wanted_lead_cp(bench.turn) == 0);
}

TEST_CASE("turn: time never ends pondering; after a hit half of the time pondered is saved") {
    Bench bench("mediocre");
    turn_begin(&bench.turn, bench.request);
    const int64_t normal_ms = bench.turn.record.budget.normal_move_time_ms;
    bench.request.kind = TURN_PONDER;
    turn_begin(&bench.turn, bench.request);
    CHECK(ask_after(&bench, normal_ms / 2) == STOP_NONE);
    CHECK_FALSE(bench.turn.settled);
    turn_hit(&bench.turn, bench.now_ms, 5000, 4000);
    CHECK(bench.turn.request.kind == TURN_MOVE);
    CHECK(turn_elapsed_ms(bench.turn, 5000) == 0);
    CHECK(bench.turn.record.budget.normal_move_time_ms == normal_ms - normal_ms / 4);
    CHECK(bench.player.memory.carried_nodes == 5000);
    CHECK(bench.turn.progress.depths.depth == 0);
    CHECK(ask_after(&bench, normal_ms) == STOP_PONDERHIT);
}

TEST_CASE("turn: a search that would have stopped while pondering gets 50 ms after the hit") {
    Bench bench("mediocre");
    bench.request.kind = TURN_PONDER;
    turn_begin(&bench.turn, bench.request);
    CHECK(ask_after(&bench, 30000) == STOP_NONE);
    REQUIRE(bench.turn.settled);
    Turn hit = bench.turn;
    turn_hit(&hit, bench.now_ms, 0, 0);
    CHECK(hit.record.budget.extend_max_move_time_ms <= 50);
    // If the score has dropped since the search settled, the search gets more time.
    bench.turn.progress.current_score_cp -= 76;
    turn_hit(&bench.turn, bench.now_ms, 0, 0);
    CHECK(bench.turn.record.budget.extend_max_move_time_ms > 50);
}

TEST_CASE("turn: time pondered by a search that has ended saves time as well") {
    Bench bench("mediocre");
    turn_begin(&bench.turn, bench.request);
    const int64_t normal_ms = bench.turn.record.budget.normal_move_time_ms;
    bench.request.pondered_ms = 400;
    turn_begin(&bench.turn, bench.request);
    CHECK(bench.turn.record.budget.normal_move_time_ms == normal_ms - 200);
}

TEST_CASE("turn: the time of a pause is not counted") {
    Bench bench;
    turn_begin(&bench.turn, bench.request);
    bench.now_ms += 3000;
    turn_skip(&bench.turn, 2500);
    CHECK(turn_elapsed_ms(bench.turn, 0) == 500);
}

TEST_CASE("turn: a node clock counts nodes, and polls when NormalMoveTime is reached") {
    Bench bench("mediocre");
    clock_set_node_rate(&bench.player.clock, 10000);
    turn_begin(&bench.turn, bench.request);
    bench.now_ms += 1000000;
    CHECK(turn_elapsed_ms(bench.turn, 5000) == 500);
    const int64_t normal_nodes = bench.turn.record.budget.normal_move_time_ms * 10;
    CHECK(turn_poll_nodes(&bench.turn, normal_nodes - 7, normal_nodes - 7, false) == 7);
}

TEST_CASE("turn: turn_end counts the move, measures its lateness and lets the controller learn") {
    Bench bench("lc0-legacy");
    turn_begin(&bench.turn, bench.request);
    ask_after(&bench, 300);
    turn_stop(&bench.turn, STOP_NOW);
    CHECK(bench.turn.record.used_ms == 300);
    CHECK(bench.turn.record.meant_ms == 300);
    turn_end(&bench.turn, 310);
    CHECK(bench.player.clock.session_moves == 1);
    CHECK(bench.player.clock.own_ms == 60000 - 310);
    CHECK(bench.player.lag.late.count == 1);
    CHECK(bench.player.memory.moves == 1);
    CHECK(bench.player.memory.legacy_spared_ms > 0);
    // The first move of a game gives no sample of overhead; the second move does.
    clock_set_own(&bench.player.clock, 60000 - 310);
    turn_begin(&bench.turn, bench.request);
    turn_stop(&bench.turn, STOP_NOW);
    turn_end(&bench.turn, 100);
    lag_note_reading(&bench.player.lag, 60000 - 310 - 100 - 45);
    CHECK(lag_newest_ms(bench.player.lag) == 45);
}

TEST_CASE("turn: the controller learns nothing if the search ended while pondering") {
    Bench bench("lc0-legacy");
    bench.request.kind = TURN_PONDER;
    turn_begin(&bench.turn, bench.request);
    turn_stop(&bench.turn, STOP_DEPTH);
    turn_end(&bench.turn, 5);
    CHECK(bench.player.memory.moves == 0);
    CHECK(bench.player.clock.session_moves == 1);
}
