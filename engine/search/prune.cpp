#include "engine/search/prune.h"

#include <algorithm>

#include "engine/search/picker.h"
#include "engine/search/tunables.h"

namespace {

// Steps 7 to 9 of the search of a node, as numbered in the outline in tree_search.cpp.

// Step 7. Reverse futility pruning: the score is so far above beta that the opponent will not catch
// up. Does nothing if the hash move is quiet.
Score reverse_futility(const Node& node) {
    if (node.hit.move != MOVE_NONE && !node.hash_captures) return SCORE_NONE;
    const int margin = TUNE.reverse_futility_margin * (int(node.depth) - node.improving);
    if (node.depth > TUNE.reverse_futility_depth || node.eval - margin < node.beta ||
        score_is_mate(node.beta) || score_is_mate(node.eval))
        return SCORE_NONE;
    return Score((int(node.eval) + int(node.beta)) / 2);
}

int pieces_of(const Board& board, Colour colour) {
    int count = 0;
    for (int type = KNIGHT; type <= QUEEN; ++type)
        count += board.count[piece_make(colour, PieceType(type))];
    return count;
}

// ---- step 8: null move pruning

// With at most one piece besides king and pawns, zugzwang is likely.
bool is_prone_to_zugzwang(const Board& board) {
    return pieces_of(board, board.turn) <= 1;
}

bool null_move_is_promising(const Tree& tree, const Node& node) {
    const int slack = TUNE.null_slack - TUNE.null_margin * int(node.depth);
    return node.depth >= TUNE.null_depth && node.eval >= node.beta &&
           tree_frame(tree, node.ply).eval >= node.beta + slack &&
           tree_frame(tree, node.ply - 1).move != MOVE_NULL && !score_is_mate(node.beta) &&
           node.ply >= tree.null_ply_min && board_has_pieces(tree.board, tree.board.turn);
}

int null_reduction(const Node& node) {
    const int lead = int(node.eval - node.beta) / TUNE.null_reduction_eval_divisor;
    return TUNE.null_reduction + int(node.depth) / TUNE.null_reduction_depth_divisor +
           std::min(lead, TUNE.null_reduction_eval_max);
}

Score search_null(Tree* tree, const Node& node, Depth depth) {
    Undo undo;
    Frame& frame = tree_frame(tree, node.ply);
    frame.move = MOVE_NULL;
    frame.piece = NO_PIECE;
    frame.quiet = false;
    frame.continuation = history_continuation(&tree->history, NO_PIECE, SQ_A1);
    const int floor = tree->past_floor;
    tree_frame(tree, node.ply + 1).double_extensions = frame.double_extensions;
    accumulator_make_null(&tree->evaluator.accumulators, node.ply);
    move_make_null(&tree->board, &undo);
    tree->past_floor = tree->root_index + int(node.ply) + 1;
    tree->past[tree->past_floor] = tree->board.key;
    table_prefetch(*tree->table, table_key(tree->board));
    const Score score =
        -tree_search(tree, -node.beta, -node.beta + 1, depth, node.ply + 1, !node.cut_node);
    move_undo_null(&tree->board, undo);
    tree->past_floor = floor;
    return score;
}

// Searches without null moves, to rule out zugzwang. Returns true if the node still fails high.
bool verify_null(Tree* tree, const Node& node, Depth depth) {
    const Ply before = tree->null_ply_min;
    tree->null_ply_min = node.ply + int(depth) * TUNE.null_verify_quarters / 4 + 1;
    tree_frame(tree, node.ply).nested = true;
    const Score score = tree_search(tree, node.beta - 1, node.beta, depth, node.ply, false);
    tree_frame(tree, node.ply).nested = false;
    tree->null_ply_min = before;
    return score >= node.beta;
}

// Step 8. Null move pruning: if we fail high even though the opponent moves twice in a row, one of
// our moves will fail high too. A mate found with a null move is not proven, so beta is returned.
Score null_move(Tree* tree, const Node& node) {
    if (!null_move_is_promising(*tree, node)) return SCORE_NONE;
    const Depth depth = node.depth - null_reduction(node);
    const bool prone = is_prone_to_zugzwang(tree->board);
    if (prone && depth <= 0) return SCORE_NONE;
    const Score score = search_null(tree, node, depth);
    if (tree->stopped || score < node.beta) return SCORE_NONE;
    const bool verify =
        tree->null_ply_min == PLY_ROOT && (prone || node.depth >= TUNE.null_verify_depth);
    if (verify && !verify_null(tree, node, depth)) return SCORE_NONE;
    return score_is_mate(score) ? node.beta : score;
}

// ---- step 9: ProbCut

// Searches a capture by quiescence search and, if that reaches the bound, by the reduced search.
Score try_capture(Tree* tree, const Node& node, Move move, Score bound) {
    Undo undo;
    tree_prefetch(*tree, move);
    tree_make(tree, move, node.ply, &undo);
    Score score = -tree_quiesce(tree, -bound, -bound + 1, node.ply + 1);
    if (score >= bound && !tree->stopped)
        score = -tree_search(tree, -bound, -bound + 1, node.depth - TUNE.probcut_reduction,
                             node.ply + 1, !node.cut_node);
    move_undo(&tree->board, move, undo);
    return score;
}

// Step 9. ProbCut: a capture that beats beta by a margin in a reduced search will beat beta in a
// full one.
Score probcut(Tree* tree, const Node& node) {
    const Score bound = node.beta + TUNE.probcut_margin;
    if (node.depth < TUNE.probcut_depth || score_is_mate(node.beta)) return SCORE_NONE;
    const Depth proven = node.depth - TUNE.probcut_reduction + 1;
    if (node.hit.found && node.hit.depth >= proven && node.hit.score < bound) return SCORE_NONE;
    Picker picker;
    picker_init_captures(&picker, tree->board, node.pins, tree->history,
                         tree_continuations(*tree, node.ply), node.hit.move,
                         int(bound - tree_frame(*tree, node.ply).eval));
    for (Move move = picker_next(&picker); move != MOVE_NONE; move = picker_next(&picker)) {
        const Score score = try_capture(tree, node, move, bound);
        if (tree->stopped) return SCORE_NONE;
        if (score < bound) continue;
        table_store(tree->table, table_key(tree->board), node.ply, move, score, node.raw_eval,
                    proven, BOUND_LOWER, node.was_pv);
        return score_is_mate(score) ? score : score - TUNE.probcut_margin;
    }
    return SCORE_NONE;
}

} // namespace

Score prune_node(Tree* tree, const Node& node) {
    const Frame& frame = tree_frame(*tree, node.ply);
    if (node.pv || node.pins.checkers || frame.excluded) return SCORE_NONE;
    // While a null move is being verified: the static score does not see zugzwang either.
    if (frame.nested && is_prone_to_zugzwang(tree->board)) return SCORE_NONE;
    Score score = reverse_futility(node);
    if (score == SCORE_NONE) score = null_move(tree, node);
    if (score == SCORE_NONE && !tree->stopped) score = probcut(tree, node);
    return score;
}
