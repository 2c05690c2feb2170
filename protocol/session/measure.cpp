#include "protocol/session/measure.h"

#include <algorithm>

#include "engine/board/move_gen.h"
#include "engine/board/perft.h"
#include "protocol/io/text.h"

namespace {

// After an interruption all numbers are wrong and are not printed.
bool is_interrupted(void* context) {
    return session_is_interrupted(static_cast<Session*>(context));
}

void say_each_move(Session* session, int depth) {
    MoveList list;
    move_gen_legal(session->game.board, &list);
    const PerftMonitor monitor = {is_interrupted, session};
    for (int i = 0; i < list.count; ++i) {
        Board board = session->game.board;
        Undo undo;
        move_make(&board, list.move[i], &undo);
        const uint64_t leaves = perft(&board, depth - 1, PERFT_BULK, &monitor);
        if (is_interrupted(session)) return;
        session_say(session, notation_coordinate(list.move[i], session_castle_style(*session)) +
                                 ": " + std::to_string(leaves));
    }
}

void say_count(Session* session, int depth, PerftMode mode, const char* name) {
    const PerftMonitor monitor = {is_interrupted, session};
    const int64_t start_ms = stopwatch_now_ms(session->stopwatch);
    Board board = session->game.board;
    const uint64_t leaves = perft(&board, depth, mode, &monitor);
    const int64_t ms = stopwatch_now_ms(session->stopwatch) - start_ms;
    if (is_interrupted(session)) return;
    const double speed = double(leaves) / 1000.0 / double(std::max<int64_t>(1, ms));
    session_say(session, std::to_string(leaves) + " leaves, " + name + ", " + std::to_string(ms) +
                             " ms, " + text_format("%.1f", speed) + " million a second");
}

void say_position(void* context, int number, const char* fen, const SearchReport& report) {
    Session* session = static_cast<Session*>(context);
    if (is_interrupted(session)) return;
    session_say(session, std::to_string(number) + ": " + notation_coordinate(report.best) + ' ' +
                             std::to_string(score_cp(report.score)) + ' ' +
                             std::to_string(report.nodes) + ' ' + fen);
}

} // namespace

void measure_perft(Session* session, int depth) {
    say_each_move(session, depth);
    say_count(session, depth, PERFT_BULK, "last ply counted in bulk");
    say_count(session, depth, PERFT_MAKE_EVERY_LEAF, "every leaf made and unmade");
}

void measure_bench(Session* session, Depth depth) {
    const int64_t start_ms = stopwatch_now_ms(session->stopwatch);
    const uint64_t nodes =
        bench_run(depth, {session, say_position, is_interrupted}, search_network(session->search));
    if (is_interrupted(session)) return;
    const int64_t ms = std::max<int64_t>(1, stopwatch_now_ms(session->stopwatch) - start_ms);
    session_say(session, std::to_string(nodes) + " nodes " +
                             std::to_string(nodes * 1000 / uint64_t(ms)) + " nps");
}
