#include <algorithm>

#include "engine/board/move_gen.h"
#include "engine/search/node.h"
#include "engine/search/picker.h"
#include "engine/search/tunables.h"

namespace {

// The results of a quiescence node so far.
struct Findings {
    Score score;
    Move move;
};

// Delta pruning: true if the capture cannot raise the score above alpha. The upper bound of the
// capture's score counts as a score found.
bool capture_is_futile(const Board& board, const Node& node, Move move, Findings* findings) {
    if (node.pins.checkers || move_is_promotion(move) || move_gives_check(board, move))
        return false;
    const int gain = PIECE_VALUE[piece_type(move_victim(board, move))];
    const Score best_case = node.eval + (gain + TUNE.delta_margin);
    if (best_case > node.alpha) return false;
    findings->score = std::max(findings->score, best_case);
    return true;
}

// Quiet evasions are only searched until one evasion has been found that does not get mated.
bool evasion_is_superfluous(const Board& board, const Node& node, const Findings& findings,
                            Move move) {
    return node.pins.checkers && findings.score > -SCORE_MATE_MIN && move_is_quiet(board, move);
}

void search_captures(Tree* tree, Node* node, Findings* findings) {
    Picker picker;
    picker_init_captures(&picker, tree->board, node->pins, tree->history,
                         tree_continuations(*tree, node->ply), node->hit.move);
    for (Move move = picker_next(&picker); move != MOVE_NONE; move = picker_next(&picker)) {
        tree_prefetch(*tree, move);
        if (capture_is_futile(tree->board, *node, move, findings) ||
            evasion_is_superfluous(tree->board, *node, *findings, move))
            continue;
        Undo undo;
        tree_make(tree, move, node->ply, &undo);
        const Score score = -tree_quiesce(tree, -node->beta, -node->alpha, node->ply + 1);
        move_undo(&tree->board, move, undo);
        if (tree->stopped) return;
        findings->score = std::max(findings->score, score);
        if (score <= node->alpha) continue;
        findings->move = move;
        if (node->pv) tree_update_pv(tree, move, node->ply);
        node->alpha = score;
        if (score >= node->beta) return;
    }
}

Score search_node(Tree* tree, Node* node) {
    node_set_eval(tree, node);
    Findings findings = {node->pins.checkers ? -SCORE_INFINITE : node->eval, MOVE_NONE};
    if (findings.score >= node->beta) return findings.score;
    node->alpha = std::max(node->alpha, findings.score);
    search_captures(tree, node, &findings);
    if (tree->stopped) return SCORE_DRAW;
    // The first evasion is always searched, so without a score there was no legal move.
    if (findings.score == -SCORE_INFINITE) return score_mated_in(node->ply);
    const Bound bound = findings.score >= node->beta ? BOUND_LOWER : BOUND_UPPER;
    table_store(tree->table, table_key(tree->board), node->ply, findings.move, findings.score,
                node->raw_eval, DEPTH_ZERO, bound, node->was_pv);
    return findings.score;
}

} // namespace

Score tree_quiesce(Tree* tree, Score alpha, Score beta, Ply ply) {
    const Score known = node_enter(tree, ply);
    if (known != SCORE_NONE) return known;
    const Score draw = node_raise_to_draw(*tree, alpha, ply);
    if (draw >= beta) return draw;
    Node node;
    attack_find_pins(tree->board, &node.pins); // while the prefetched table entry arrives
    node_init(tree, &node, draw, beta, DEPTH_ZERO, ply);
    // A repeating move may be quiet and not searched here, but it scores at least `draw`.
    const Score score = node_hit_cuts(*tree, node) ? node.hit.score : search_node(tree, &node);
    return draw > alpha ? std::max(score, draw) : score;
}
