// The search of one node below the root: alpha-beta with principal variation search. Its steps, in
// order; a step that returns a score ends the node.
//
//   tree_search()
//    1. depth 0: quiescence search (tree_quiesce.cpp)
//    2. poll the monitor, detect draws, stop at the deepest ply (node_enter, node.cpp)
//    3. mate distance pruning; raise alpha to the draw score if one move can repeat a position of
//       this line (node_raise_to_draw, node.cpp)
//    4. transposition table (node_init, node_hit_cuts, node.cpp)
//    5. static evaluation, corrected by history and improved by the table's score (node_set_eval,
//       node.cpp)
//    6. hindsight: the change of the static score by the last move goes to the histories and may
//       undo a reduction (apply_hindsight)
//   prune_node(), prune.cpp; not at PV nodes, in check or while a move is excluded
//    7. reverse futility pruning (reverse_futility)
//    8. null move pruning (null_move)
//    9. ProbCut (probcut)
//   tree_search()
//   10. internal iterative reduction (iir_applies); a static score above beta counts as improving
//   search_moves(), for each move in the order of picker.h
//   11. late move, futility, history and SEE pruning (skip_move)
//   12. extensions: singular moves, with multi-cut, which may end the node; checks; pawns that
//       reach the seventh rank (extend)
//   13. make the move (make_and_search; tree_make, tree.cpp); undone after step 15
//   14. late move reduction (search_reduced)
//   15. search with a null window, then with the open one at PV nodes (search_move)
//   16. raise alpha (take_score); after a cutoff update histories, killers and counter move
//       (learn_from_cutoff)
//   search_node()
//   17. no legal move: checkmate or stalemate (no_legal_moves)
//   18. store in the transposition table, learn the correction of the evaluation and reward the
//       opponent's last move if every move failed low
#include <algorithm>
#include <cstdlib>

#include "engine/board/move_gen.h"
#include "engine/search/node.h"
#include "engine/search/picker.h"
#include "engine/search/prune.h"
#include "engine/search/reduction.h"
#include "engine/search/see.h"
#include "engine/search/tunables.h"

namespace {

// A move about to be searched.
struct Candidate {
    Move move;
    int number; // number of the move in its node, from 1
    bool quiet;
    bool check; // the move gives check
    int history;
};

// The results of a node so far.
struct Findings {
    Score score;       // best score
    Move move;         // the move that raised alpha last, MOVE_NONE while no move has
    int count;         // legal moves seen, including those pruned
    MoveList quiets;   // quiet moves searched
    MoveList captures; // captures and promotions searched
};

Candidate make_candidate(const Tree& tree, const Continuations& continuations, Move move,
                         int number) {
    const bool quiet = move_is_quiet(tree.board, move);
    return {move, number, quiet, move_gives_check(tree.board, move),
            quiet ? history_quiet(tree.history, continuations, tree.board, move)
                  : history_capture(tree.history, tree.board, move)};
}

// ---- late move reductions: by how much

bool is_killer(const Frame& frame, Move move) {
    return move == frame.killer[0] || move == frame.killer[1];
}

// The more a PV node's window is narrower than the root's, the larger the reduction.
int narrowing(const Tree& tree, const Node& node) {
    return TUNE.lmr_narrow - TUNE.lmr_narrow * int(node.beta - node.alpha) / tree.root_window;
}

// The reduction of a move in 1024ths of a ply.
int reduction_for(const Tree& tree, const Node& node, const Candidate& candidate) {
    int reduction = reduction_base(node.depth, candidate.number);
    if (node.cut_node) reduction += TUNE.lmr_cut_node;
    if (node.was_pv) reduction -= TUNE.lmr_was_pv;
    if (node.was_pv && node.hit.depth >= node.depth) reduction -= TUNE.lmr_was_pv_deep;
    if (node.pv) reduction -= TUNE.lmr_pv - narrowing(tree, node);
    if (is_killer(tree_frame(tree, node.ply), candidate.move)) reduction -= TUNE.lmr_killer;
    if (!node.improving) reduction += TUNE.lmr_not_improving;
    if (candidate.check || node.pins.checkers) reduction -= TUNE.lmr_check;
    if (node.hash_captures) reduction += TUNE.lmr_hash_captures;
    if (tree_frame(tree, node.ply + 1).cutoffs > TUNE.lmr_cutoffs_many)
        reduction += TUNE.lmr_cutoffs;
    if (node.raw_eval != SCORE_NONE)
        reduction -=
            TUNE.lmr_correction * std::abs(int(tree_frame(tree, node.ply).eval - node.raw_eval));
    const int worth = candidate.quiet ? TUNE.lmr_history : TUNE.lmr_capture_history;
    return reduction - candidate.history * REDUCTION_PLY / worth;
}

// ---- step 11: pruning of moves

// Futility pruning: the static score is so far below alpha that a quiet move will not reach alpha.
bool quiet_is_futile(const Node& node, Score eval, const Candidate& candidate, int depth) {
    return eval != SCORE_NONE && depth <= TUNE.futility_depth && !candidate.check &&
           !score_is_mate(node.alpha) &&
           eval + (TUNE.futility_base + TUNE.futility_margin * depth) <= node.alpha;
}

// Late move pruning and futility pruning, both of which may skip all later quiet moves as well;
// then history pruning and SEE pruning.
bool skip_quiet(const Tree& tree, const Node& node, const Candidate& candidate, Picker* picker) {
    const int depth = node.depth;
    const int limit = (TUNE.late_move_base + depth * depth) / (node.improving ? 1 : 2);
    if (!node.pins.checkers && depth <= TUNE.late_move_depth && candidate.number > limit)
        picker->skip_quiets = true;
    const int reduced =
        std::max(0, depth - reduction_base(depth, candidate.number) / REDUCTION_PLY);
    const bool futile = quiet_is_futile(node, tree_frame(tree, node.ply).eval, candidate, reduced);
    if (futile && depth <= TUNE.futility_all_depth) picker->skip_quiets = true;
    if (futile || (picker->skip_quiets && !candidate.check)) return true;
    if (reduced <= TUNE.history_depth && candidate.history < -TUNE.history_margin * depth)
        return true;
    return depth <= TUNE.see_depth &&
           !see_at_least(tree.board, candidate.move, -TUNE.see_quiet_margin * reduced * reduced);
}

// SEE pruning of captures: a capture with a good history may lose more.
bool skip_capture(const Tree& tree, const Node& node, const Candidate& candidate) {
    const int depth = node.depth, most = TUNE.see_capture_extra * depth;
    const int extra = std::clamp(candidate.history / TUNE.see_capture_history, -most, most);
    return depth <= TUNE.see_depth &&
           !see_at_least(tree.board, candidate.move, -TUNE.see_capture_margin * depth - extra);
}

// Step 11. Nothing is pruned until a move has been found that does not get mated, nor when the side
// to move has only king and pawns.
bool skip_move(const Tree& tree, const Node& node, const Candidate& candidate, Score best,
               Picker* picker) {
    if (best <= -SCORE_MATE_MIN || !board_has_pieces(tree.board, tree.board.turn)) return false;
    if (candidate.quiet) return skip_quiet(tree, node, candidate, picker);
    return skip_capture(tree, node, candidate);
}

// ---- step 12: extensions

bool may_be_singular(const Node& node, const Frame& frame) {
    const TableHit& hit = node.hit;
    return node.depth >= TUNE.singular_depth && frame.excluded == MOVE_NONE &&
           hit.depth >= node.depth - TUNE.singular_depth_slack && hit.bound != BOUND_UPPER &&
           !score_is_mate(hit.score);
}

// True if the depth is too low for a singular search, but the hash move failed high although the
// static score is far below alpha: the hash move is then taken to be singular.
bool may_be_singular_low(const Node& node, const Frame& frame) {
    const TableHit& hit = node.hit;
    return node.depth >= 2 && node.depth < TUNE.singular_depth && frame.excluded == MOVE_NONE &&
           hit.depth >= node.depth - TUNE.singular_depth_slack && hit.bound == BOUND_LOWER &&
           frame.eval != SCORE_NONE && frame.eval <= node.alpha - TUNE.singular_low_margin;
}

// Singular extensions: the node is searched without the hash move. If that search fails low against
// a bound below the hash score, the hash move is extended. If it fails high and the bound is at
// least beta, more than one move seems to cut, so *cutoff is set to the bound (multi-cut).
// Otherwise the hash move may be searched less deep (negative extension).
int extend_hash_move(Tree* tree, const Node& node, Score* cutoff) {
    Frame& frame = tree_frame(tree, node.ply);
    if (!may_be_singular(node, frame)) return may_be_singular_low(node, frame) ? 1 : 0;
    const Score bound = node.hit.score - TUNE.singular_margin * int(node.depth) / 8;
    frame.excluded = node.hit.move;
    frame.nested = true;
    const Score score = tree_search(tree, bound - 1, bound, Depth((int(node.depth) - 1) / 2),
                                    node.ply, node.cut_node);
    frame.excluded = MOVE_NONE;
    frame.nested = false;
    frame.was_pv = node.was_pv; // the singular search has overwritten it
    if (score < bound) {
        const bool twice = !node.pv && score < bound - TUNE.double_margin &&
                           frame.double_extensions < TUNE.double_max;
        return twice ? 2 : 1;
    }
    if (bound >= node.beta && !node.pv) *cutoff = bound;
    if (node.hit.score >= node.beta) return -2;
    return node.cut_node ? -1 : 0;
}

// ---- steps 13 to 15: searching a move

// Step 14. Late move reductions: if the reduced search fails high, the move is searched again, a
// ply deeper if it beats the best score by far and a ply less deep if by little. Sets *depth to the
// depth of the second search.
Score search_reduced(Tree* tree, const Node& node, const Candidate& candidate, Depth* depth,
                     Score best) {
    const Ply ply = node.ply + 1;
    const int plies = reduction_for(*tree, node, candidate) / REDUCTION_PLY;
    const Depth reduced = Depth(std::clamp(int(*depth) - plies, 1, std::max(1, int(*depth))));
    Frame& frame = tree_frame(tree, node.ply);
    frame.reduction = int(*depth - reduced);
    Score score = -tree_search(tree, -node.alpha - 1, -node.alpha, reduced, ply, true);
    frame.reduction = 0;
    if (score <= node.alpha || reduced >= *depth || tree->stopped) return score;
    if (score > best + TUNE.lmr_deeper_margin + 2 * int(*depth))
        *depth += 1;
    else if (score < best + int(*depth))
        *depth -= 1;
    if (*depth > reduced)
        score = -tree_search(tree, -node.alpha - 1, -node.alpha, *depth, ply, !node.cut_node);
    return score;
}

// Step 15. Principal variation search: a null window first. At a PV node a move that fails high is
// searched again with the open window; the first move is only searched with the open window.
Score search_move(Tree* tree, const Node& node, const Candidate& candidate, int extension,
                  Score best) {
    Depth depth = node.depth - 1 + extension;
    const Ply ply = node.ply + 1;
    Score score = SCORE_NONE;
    if (node.depth >= TUNE.lmr_depth && candidate.number > 1 + node.pv)
        score = search_reduced(tree, node, candidate, &depth, best);
    else if (!node.pv || candidate.number > 1)
        score = -tree_search(tree, -node.alpha - 1, -node.alpha, depth, ply, !node.cut_node);
    if (node.pv && !tree->stopped && (candidate.number == 1 || score > node.alpha))
        score = -tree_search(tree, -node.beta, -node.alpha, depth, ply, false);
    return score;
}

Score make_and_search(Tree* tree, const Node& node, const Candidate& candidate, int extension,
                      Score best) {
    tree_frame(tree, node.ply).number = candidate.number;
    Undo undo;
    tree_make(tree, candidate.move, node.ply, &undo); // step 13
    if (extension >= 2) ++tree_frame(tree, node.ply + 1).double_extensions;
    const Score score = search_move(tree, node, candidate, extension, best);
    move_undo(&tree->board, candidate.move, undo);
    return score;
}

// ---- step 16: the score of a move

void set_killer(Frame* frame, Move move) {
    if (frame->killer[0] == move) return;
    frame->killer[1] = frame->killer[0];
    frame->killer[0] = move;
}

void add_to_quiet_move(Tree* tree, Ply ply, int bonus) {
    const Frame& frame = tree_frame(tree, ply);
    history_add_continuation(&tree->history, tree_continuations(*tree, ply), frame.piece,
                             move_to(frame.move), bonus);
}

// Rewards the opponent's last move, as every reply to it has failed low.
void reward_last_move(Tree* tree, const Node& node) {
    if (!tree_frame(tree, node.ply - 1).quiet) return;
    add_to_quiet_move(tree, node.ply - 1,
                      std::min(TUNE.last_move_bonus * int(node.depth), TUNE.history_bonus_max));
}

// Punishes the opponent's last move after a cutoff if it was one of the first moves of its node;
// later moves are expected to fail.
void punish_last_move(Tree* tree, const Node& node) {
    const Frame& last = tree_frame(tree, node.ply - 1);
    if (last.piece == NO_PIECE || last.number > TUNE.last_move_choices) return;
    const int malus = std::min(TUNE.last_move_malus * int(node.depth), TUNE.history_malus_max);
    if (last.quiet)
        add_to_quiet_move(tree, node.ply - 1, -malus);
    else if (node.ply > PLY_ROOT + 1) // the root orders its moves without histories
        history_add_capture(&tree->history, last.piece, move_to(last.move), last.victim, -malus);
}

void learn_from_cutoff(Tree* tree, const Node& node, const Continuations& continuations,
                       const Findings& findings) {
    Frame& frame = tree_frame(tree, node.ply);
    ++frame.cutoffs;
    const bool clear = findings.score > node.beta + TUNE.history_clear_margin;
    history_update(&tree->history, continuations, tree->board, findings.move, findings.quiets,
                   findings.captures, node.depth + clear);
    punish_last_move(tree, node);
    if (!move_is_quiet(tree->board, findings.move)) return;
    set_killer(&frame, findings.move);
    const Frame& before = tree_frame(tree, node.ply - 1);
    if (before.piece != NO_PIECE)
        *history_counter(&tree->history, before.piece, move_to(before.move)) = findings.move;
}

// ---- the moves of a node, and its result

void init_picker(Tree* tree, const Node& node, const Continuations& continuations, Picker* picker) {
    const Frame& frame = tree_frame(tree, node.ply);
    const Frame& before = tree_frame(tree, node.ply - 1);
    const Move counter = before.piece == NO_PIECE
                             ? MOVE_NONE
                             : *history_counter(&tree->history, before.piece, move_to(before.move));
    const Move refutation[REFUTATIONS] = {frame.killer[0], frame.killer[1], counter};
    picker_init(picker, tree->board, node.pins, tree->history, continuations, node.hit.move,
                refutation);
}

// Notes the score of a move. Returns true on a beta cutoff.
bool take_score(Tree* tree, Node* node, Findings* findings, const Candidate& candidate,
                Score score) {
    move_list_add(candidate.quiet ? &findings->quiets : &findings->captures, candidate.move);
    findings->score = std::max(findings->score, score);
    if (score <= node->alpha) return false;
    findings->move = candidate.move;
    if (node->pv) tree_update_pv(tree, candidate.move, node->ply);
    node->alpha = score;
    if (score >= node->beta) return true;
    if (node->depth > TUNE.lmr_depth && node->depth <= TUNE.raised_depth) node->depth -= 1;
    return false;
}

bool pawn_nears_promotion(const Board& board, Move move) {
    return piece_type(board.piece[move_from(move)]) == PAWN &&
           square_rank_for(board.turn, move_to(move)) == RANK_7;
}

// Step 12. Returns the extension of a move in plies, negative for a reduction. Sets *cutoff to the
// node's score if no move need be searched.
int extend(Tree* tree, const Node& node, const Candidate& candidate, Score* cutoff) {
    if (candidate.move == node.hit.move) {
        const int extension = extend_hash_move(tree, node, cutoff);
        if (extension != 0 || *cutoff != SCORE_NONE) return extension;
    }
    const bool forcing = candidate.check || pawn_nears_promotion(tree->board, candidate.move);
    return forcing && see_at_least(tree->board, candidate.move, 0) ? 1 : 0;
}

// Steps 11 to 16. Returns the score of a multi-cut, else SCORE_NONE.
Score search_moves(Tree* tree, Node* node, Findings* findings) {
    const Continuations continuations = tree_continuations(*tree, node->ply);
    const Move excluded = tree_frame(tree, node->ply).excluded;
    Picker picker;
    init_picker(tree, *node, continuations, &picker);
    for (Move move = picker_next(&picker); move != MOVE_NONE; move = picker_next(&picker)) {
        if (move == excluded) continue;
        tree_prefetch(*tree, move);
        const Candidate candidate = make_candidate(*tree, continuations, move, ++findings->count);
        if (skip_move(*tree, *node, candidate, findings->score, &picker)) continue; // step 11
        Score cutoff = SCORE_NONE;
        const int extension = extend(tree, *node, candidate, &cutoff); // step 12
        if (tree->stopped || cutoff != SCORE_NONE) return cutoff;
        // Steps 13 to 15
        const Score score = make_and_search(tree, *node, candidate, extension, findings->score);
        if (tree->stopped) return SCORE_NONE;
        // Step 16
        if (take_score(tree, node, findings, candidate, score)) {
            learn_from_cutoff(tree, *node, continuations, *findings);
            return SCORE_NONE;
        }
    }
    return SCORE_NONE;
}

// Learns by how much the static evaluation was wrong, if the position is quiet and the score, where
// it is only a bound, shows an error.
void learn_correction(Tree* tree, const Node& node, const Findings& findings, Bound bound) {
    const Score eval = tree_frame(tree, node.ply).eval;
    if (node.pins.checkers || score_is_mate(findings.score)) return;
    if (findings.move != MOVE_NONE && !move_is_quiet(tree->board, findings.move)) return;
    if (bound == BOUND_LOWER && findings.score <= eval) return;
    if (bound == BOUND_UPPER && findings.score >= eval) return;
    node_learn_correction(tree, node, findings.score);
}

// Step 17. If the only legal move is excluded, the node fails low.
Score no_legal_moves(const Tree& tree, const Node& node) {
    if (tree_frame(tree, node.ply).excluded != MOVE_NONE) return node.alpha;
    return node.pins.checkers ? score_mated_in(node.ply) : node_draw_score(tree);
}

// Steps 11 to 18.
Score search_node(Tree* tree, Node* node) {
    Findings findings;
    findings.score = -SCORE_INFINITE;
    findings.move = MOVE_NONE;
    findings.count = findings.quiets.count = findings.captures.count = 0;
    const Score alpha = node->alpha;
    const Depth depth = node->depth;
    Frame& frame = tree_frame(tree, node->ply);
    Frame& next = tree_frame(tree, node->ply + 1);
    tree_frame(tree, node->ply + 2).cutoffs = 0;
    next.killer[0] = next.killer[1] = MOVE_NONE;
    const Score cutoff = search_moves(tree, node, &findings);
    node->depth = depth; // take_score() may have lowered it
    if (tree->stopped) return SCORE_DRAW;
    if (cutoff != SCORE_NONE) return cutoff;
    if (findings.count == 0) return no_legal_moves(*tree, *node); // step 17
    if (frame.excluded != MOVE_NONE) return findings.score;
    // Step 18
    const Bound bound = findings.score >= node->beta ? BOUND_LOWER
                        : findings.score > alpha     ? BOUND_EXACT
                                                     : BOUND_UPPER;
    const bool was_pv = node->was_pv || (bound == BOUND_UPPER && depth > TUNE.was_pv_depth &&
                                         tree_frame(*tree, node->ply - 1).was_pv);
    table_store(tree->table, table_key(tree->board), node->ply, findings.move, findings.score,
                node->raw_eval, node->depth, bound, was_pv);
    learn_correction(tree, *node, findings, bound);
    if (bound == BOUND_UPPER) reward_last_move(tree, *node);
    return findings.score;
}

// Step 6. The static scores before and after the last move are from opposite points of view, so
// their sum is what the move lost. The butterfly history of a quiet move learns this sum. A move
// that was reduced by much and lost nothing gets a ply back.
void apply_hindsight(Tree* tree, Node* node) {
    if (tree_frame(*tree, node->ply).nested) return;
    Frame& last = tree_frame(tree, node->ply - 1);
    const Score eval = tree_frame(*tree, node->ply).eval;
    if (eval == SCORE_NONE || last.eval == SCORE_NONE) return;
    const int loss = int(eval + last.eval);
    if (last.quiet)
        history_add_butterfly(
            &tree->history, last.piece, last.move,
            std::clamp(-TUNE.eval_bonus * loss, -TUNE.eval_bonus_max, TUNE.eval_bonus_max));
    if (last.reduction >= TUNE.hindsight_reduction && loss <= 0) node->depth += 1;
}

// Step 10. Internal iterative reduction: without a hash move the move ordering is poor. Expected
// all nodes are not reduced: they rarely have a hash move and need no ordering.
bool iir_applies(const Node& node) {
    return node.hit.move == MOVE_NONE && node.depth >= TUNE.iir_depth && (node.pv || node.cut_node);
}

} // namespace

Score tree_search(Tree* tree, Score alpha, Score beta, Depth depth, Ply ply, bool cut_node) {
    // Step 1
    if (depth <= 0) return tree_quiesce(tree, alpha, beta, ply);
    // Step 2
    const Score known = node_enter(tree, ply);
    if (known != SCORE_NONE) return known;
    // Step 3. Mate distance pruning: no score here is better than a mate nearer the root.
    alpha = std::max(alpha, score_mated_in(ply));
    beta = std::min(beta, score_mate_in(ply + 1));
    alpha = node_raise_to_draw(*tree, alpha, ply);
    if (alpha >= beta) return alpha;

    // Step 4. Finding the pins first gives the prefetched table entry time to arrive.
    Node node;
    attack_find_pins(tree->board, &node.pins);
    node_init(tree, &node, alpha, beta, std::min(depth, DEPTH_MAX), ply);
    node.cut_node = cut_node;
    Frame& frame = tree_frame(tree, ply);
    if (frame.excluded == MOVE_NONE && node_hit_cuts(*tree, node)) return node.hit.score;
    node_set_eval(tree, &node); // step 5
    node.hash_captures = node.hit.move != MOVE_NONE && !move_is_quiet(tree->board, node.hit.move);
    apply_hindsight(tree, &node); // step 6
    // Steps 7 to 9. Nodes below a null move or ProbCut must not inherit was_pv.
    frame.was_pv = false;
    const Score pruned = prune_node(tree, node);
    if (pruned != SCORE_NONE || tree->stopped) return pruned;
    frame.was_pv = node.was_pv;
    // Step 10
    if (iir_applies(node)) node.depth -= 1;
    if (frame.eval != SCORE_NONE && frame.eval >= beta + TUNE.improving_margin)
        node.improving = true;
    return search_node(tree, &node); // steps 11 to 18
}
