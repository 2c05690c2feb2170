#include "engine/search/node.h"

#include <algorithm>
#include <cstdlib>

#include "engine/board/move_gen.h"
#include "engine/search/repetition.h"
#include "engine/search/tunables.h"

namespace {

// After this many half-moves without capture or pawn move there are no table cutoffs, because the
// table's keys know the fifty-move counter in steps of 8 only (table.h).
constexpr int FIFTY_TRUST = 90;

// True if the position has occurred once since the root, or twice before it.
bool is_repetition(const Tree& tree, Ply ply) {
    const int now = tree.root_index + int(ply);
    const int oldest = std::max(tree.past_floor, now - tree.board.fifty);
    int before_root = 0;
    for (int i = now - 4; i >= oldest; i -= 2) {
        if (tree.past[i] != tree.board.key) continue;
        if (i >= tree.root_index || ++before_root == 2) return true;
    }
    return false;
}

// Checkmate takes precedence over the fifty-move rule.
bool is_fifty_move_draw(const Tree& tree) {
    if (tree.board.fifty < BOARD_FIFTY_MOVES) return false;
    MoveList list;
    move_gen_legal(tree.board, &list);
    return list.count > 0 || !attack_in_check(tree.board);
}

bool is_draw(const Tree& tree, Ply ply) {
    return board_is_dead(tree.board) || is_repetition(tree, ply) || is_fifty_move_draw(tree);
}

// True if the side to move can repeat a position of this line with one move.
bool can_repeat(const Tree& tree, Ply ply) {
    const int now = tree.root_index + int(ply);
    const int oldest = std::max({tree.past_floor, tree.root_index, now - tree.board.fifty});
    for (int i = now - 3; i >= oldest; i -= 2)
        if (repetition_is_move(tree.board, tree.board.key ^ tree.past[i])) return true;
    return false;
}

// The uncorrected static score, with the noise of a biased search.
Score static_score(Tree* tree, Ply ply) {
    const Score score = eval_position(&tree->evaluator, tree->board, ply);
    return bias_eval(tree->limits.bias, score, tree->board.key);
}

LastMoves last_moves(const Tree& tree, Ply ply) {
    LastMoves last;
    for (int i = 0; i < HISTORY_PLIES_NB; ++i) {
        const Frame& frame = tree_frame(tree, ply - HISTORY_PLIES[i]);
        last.piece[i] = frame.piece;
        last.to[i] = move_to(frame.move);
    }
    return last;
}

// True if the static score is better than two plies ago, or than four plies ago if we were in check
// two plies ago.
bool is_improving(const Tree& tree, Ply ply, Score eval) {
    const Score last = tree_frame(tree, ply - 2).eval;
    if (last != SCORE_NONE) return eval > last;
    const Score before = tree_frame(tree, ply - 4).eval;
    return before != SCORE_NONE && eval > before;
}

// True if a static score is not corrected: a large score, or an exact draw, which mostly comes from
// endgame knowledge (endgame.h).
bool is_decided(Score eval) {
    return eval == SCORE_DRAW || std::abs(int(eval)) >= TUNE.correction_eval_max;
}

Score corrected(const Tree& tree, Ply ply, Score eval) {
    if (is_decided(eval)) return eval;
    return eval + history_correction(tree.history, tree.board, last_moves(tree, ply));
}

// True if the fifty-move rule would end the game before the mate of the table's score.
bool mate_comes_too_late(const Tree& tree, const TableHit& hit, Ply ply) {
    const int plies = int(SCORE_MATE) - std::abs(int(hit.score)) - int(ply);
    return score_is_mate(hit.score) && tree.board.fifty + plies > BOARD_FIFTY_MOVES;
}

} // namespace

void node_set_root_eval(Tree* tree) {
    if (attack_in_check(tree->board)) return;
    tree_frame(tree, PLY_ROOT).eval = corrected(*tree, PLY_ROOT, static_score(tree, PLY_ROOT));
}

Score node_enter(Tree* tree, Ply ply) {
    if (!tree->stopped && --tree->polls_left <= 0) tree_ask(tree, SEARCH_POLL);
    if (tree->stopped) return SCORE_DRAW;
    tree->pv[ply].length = 0;
    if (is_draw(*tree, ply)) return node_draw_score(*tree);
    return ply >= PLY_MAX - 1 ? static_score(tree, ply) : SCORE_NONE;
}

Score node_draw_score(const Tree& tree) {
    return bias_draw(tree.limits.bias, tree.board.turn);
}

Score node_raise_to_draw(const Tree& tree, Score alpha, Ply ply) {
    const Score draw = node_draw_score(tree);
    return alpha < draw && can_repeat(tree, ply) ? draw : alpha;
}

void node_init(Tree* tree, Node* node, Score alpha, Score beta, Depth depth, Ply ply) {
    node->alpha = alpha;
    node->beta = beta;
    node->depth = depth;
    node->ply = ply;
    node->pv = beta - alpha > 1;
    node->cut_node = false;
    node->hit = table_probe(*tree->table, table_key(tree->board), ply);
    if (mate_comes_too_late(*tree, node->hit, ply)) node->hit.found = false;
    node->was_pv = node->pv || node->hit.pv;
}

bool node_hit_cuts(const Tree& tree, const Node& node) {
    const TableHit& hit = node.hit;
    if (!hit.found || node.pv || hit.depth < node.depth || tree.board.fifty >= FIFTY_TRUST)
        return false;
    if (hit.bound == BOUND_EXACT) return true;
    return hit.bound == BOUND_LOWER ? hit.score >= node.beta : hit.score <= node.alpha;
}

void node_set_eval(Tree* tree, Node* node) {
    Frame& frame = tree_frame(tree, node->ply);
    node->improving = false;
    if (node->pins.checkers) {
        frame.eval = node->raw_eval = node->eval = SCORE_NONE;
        return;
    }
    const TableHit& hit = node->hit;
    node->raw_eval = hit.eval != SCORE_NONE ? hit.eval : static_score(tree, node->ply);
    node->eval = frame.eval = corrected(*tree, node->ply, node->raw_eval);
    node->improving = is_improving(*tree, node->ply, frame.eval);
    const bool closer = (hit.bound == BOUND_LOWER && hit.score > node->eval) ||
                        (hit.bound == BOUND_UPPER && hit.score < node->eval) ||
                        hit.bound == BOUND_EXACT;
    // The table's score is not used while the hash move is excluded.
    if (hit.found && closer && frame.excluded == MOVE_NONE) node->eval = hit.score;
}

void node_learn_correction(Tree* tree, const Node& node, Score score) {
    if (is_decided(node.raw_eval)) return;
    const int error = int(score - tree_frame(tree, node.ply).eval);
    history_learn_correction(&tree->history, tree->board, last_moves(*tree, node.ply), error,
                             node.depth);
}
