#include "engine/search/tree.h"

#include <algorithm>
#include <thread>

#include "engine/board/hash.h"

SearchProgress tree_progress(const Tree& tree) {
    SearchProgress progress = tree.progress;
    progress.own_nodes = progress.nodes;
    if (!tree.shared || progress.nodes == 0) return progress;
    progress.nodes += tree.shared->nodes.load(std::memory_order_relaxed);
    // Scales up best_nodes, so that the best move's share of the nodes stays the same.
    progress.best_nodes = uint64_t(double(progress.best_nodes) * double(progress.nodes) /
                                   double(tree.progress.nodes));
    return progress;
}

void tree_ask(Tree* tree, SearchMoment moment) {
    if (tree->oversubscribed) std::this_thread::yield();
    const SearchProgress progress = tree_progress(*tree);
    const SearchMonitor& monitor = *tree->monitor;
    const uint64_t limit = tree->limits.nodes;
    const bool out_of_nodes = limit != 0 && progress.iterations > 0 && progress.nodes >= limit;
    if (out_of_nodes || monitor.stop(monitor.context, progress, moment)) tree->stopped = true;
    tree->polls_left = std::max(1, monitor.poll_nodes);
    if (limit > progress.nodes) {
        const uint64_t left = limit - progress.nodes;
        if (left < uint64_t(tree->polls_left)) tree->polls_left = int(left);
    }
}

Continuations tree_continuations(const Tree& tree, Ply ply) {
    Continuations continuations;
    for (int i = 0; i < HISTORY_PLIES_NB; ++i)
        continuations.table[i] = tree_frame(tree, ply - HISTORY_PLIES[i]).continuation;
    return continuations;
}

namespace {

// A guess of the table's key after the move, which is wrong for castling, en passant, promotions,
// lost castling rights and pawn moves with a high fifty-move counter.
Key likely_key(const Board& board, Move move) {
    const Square from = move_from(move), to = move_to(move);
    const Piece piece = board.piece[from], victim = board.piece[to];
    Key key = board.key ^ HASH.turn ^ HASH.piece[piece][from] ^ HASH.piece[piece][to];
    if (victim != NO_PIECE) return key ^ HASH.piece[victim][to];
    return table_key(key, board.fifty + 1);
}

} // namespace

void tree_prefetch(const Tree& tree, Move move) {
    table_prefetch(*tree.table, likely_key(tree.board, move));
}

void tree_make(Tree* tree, Move move, Ply ply, Undo* undo) {
    Frame& frame = tree_frame(tree, ply);
    frame.move = move;
    frame.piece = tree->board.piece[move_from(move)];
    frame.quiet = move_is_quiet(tree->board, move);
    frame.victim = piece_type(move_victim(tree->board, move));
    frame.continuation = history_continuation(&tree->history, frame.piece, move_to(move));
    tree_frame(tree, ply + 1).double_extensions = frame.double_extensions;
    if (tree->evaluator.network)
        accumulator_make(&tree->evaluator.accumulators, tree->board, move, ply);
    move_make(&tree->board, move, undo);
    tree->past[tree->root_index + int(ply) + 1] = tree->board.key;
    ++tree->progress.nodes;
}

void tree_update_pv(Tree* tree, Move move, Ply ply) {
    Pv& line = tree->pv[ply];
    const Pv& rest = tree->pv[ply + 1];
    line.move[0] = move;
    line.length = std::min(rest.length + 1, int(PLY_MAX));
    std::copy_n(rest.move, line.length - 1, line.move + 1);
}
