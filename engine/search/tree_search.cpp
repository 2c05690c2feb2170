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

// What is known of a move before it is made.
struct Candidate {
    Move move;
    int number; // from 1
    bool quiet;
    bool check;
    int history;
};

// What a node has found so far.
struct Findings {
    Score score;
    Move move;
    int count;         // legal moves seen
    MoveList quiets;   // searched
    MoveList captures; // searched
};

Candidate make_candidate(const Tree& tree, const Continuations& continuations, Move move,
                         int number) {
    const bool quiet = move_is_quiet(tree.board, move);
    return {move, number, quiet, move_gives_check(tree.board, move),
            quiet ? history_quiet(tree.history, continuations, tree.board, move)
                  : history_capture(tree.history, tree.board, move)};
}

// ---- leaving moves out

bool is_killer(const Frame& frame, Move move) {
    return move == frame.killer[0] || move == frame.killer[1];
}

// What an open window gives back when it is narrower than the root's.
int narrowing(const Tree& tree, const Node& node) {
    return TUNE.lmr_narrow - TUNE.lmr_narrow * int(node.beta - node.alpha) / tree.root_window;
}

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

// Futility pruning.
bool quiet_is_futile(const Node& node, Score eval, const Candidate& candidate, int depth) {
    return eval != SCORE_NONE && depth <= TUNE.futility_depth && !candidate.check &&
           !score_is_mate(node.alpha) &&
           eval + (TUNE.futility_base + TUNE.futility_margin * depth) <= node.alpha;
}

// Late move pruning and futility pruning, which may end all quiet moves, then history pruning and
// SEE pruning.
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

// SEE pruning: a capture may lose the more, the more often it has worked.
bool skip_capture(const Tree& tree, const Node& node, const Candidate& candidate) {
    const int depth = node.depth, most = TUNE.see_capture_extra * depth;
    const int extra = std::clamp(candidate.history / TUNE.see_capture_history, -most, most);
    return depth <= TUNE.see_depth &&
           !see_at_least(tree.board, candidate.move, -TUNE.see_capture_margin * depth - extra);
}

// Moves that will hardly matter, once there is a move that does not lose.
bool skip_move(const Tree& tree, const Node& node, const Candidate& candidate, Score best,
               Picker* picker) {
    if (best <= -SCORE_MATE_MIN || !board_has_pieces(tree.board, tree.board.turn)) return false;
    if (candidate.quiet) return skip_quiet(tree, node, candidate, picker);
    return skip_capture(tree, node, candidate);
}

// ---- extensions

bool may_be_singular(const Node& node, const Frame& frame) {
    const TableHit& hit = node.hit;
    return node.depth >= TUNE.singular_depth && frame.excluded == MOVE_NONE &&
           hit.depth >= node.depth - TUNE.singular_depth_slack && hit.bound != BOUND_UPPER &&
           !score_is_mate(hit.score);
}

// Too shallow to find that out, but the hash move did what the static score gave no hope of.
bool may_be_singular_low(const Node& node, const Frame& frame) {
    const TableHit& hit = node.hit;
    return node.depth >= 2 && node.depth < TUNE.singular_depth && frame.excluded == MOVE_NONE &&
           hit.depth >= node.depth - TUNE.singular_depth_slack && hit.bound == BOUND_LOWER &&
           frame.eval != SCORE_NONE && frame.eval <= node.alpha - TUNE.singular_low_margin;
}

// Singular extensions: the hash move is searched deeper if nothing else comes near it, and less
// deep if others will do as well (negative extensions). Many good moves make a cutoff likely: then
// *cutoff is its score (multi-cut).
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
    frame.was_pv = node.was_pv; // the search without it had a window of its own
    if (score < bound) {
        const bool twice =
            !node.pv && score < bound - TUNE.double_margin && frame.doubles < TUNE.double_max;
        return twice ? 2 : 1;
    }
    if (bound >= node.beta && !node.pv) *cutoff = bound;
    if (node.hit.score >= node.beta) return -2;
    return node.cut_node ? -1 : 0;
}

// ---- searching a move

// Late move reductions: a first search with less depth; a surprise is looked at again, a great one
// deeper than it would have been. *depth is then how deep.
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

// Principal variation search: a null window first, the open one only if that fails high.
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

// ---- learning

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

// All our moves failed low: the opponent's last move was good.
void reward_last_move(Tree* tree, const Node& node) {
    if (!tree_frame(tree, node.ply - 1).quiet) return;
    add_to_quiet_move(tree, node.ply - 1,
                      std::min(TUNE.last_move_bonus * int(node.depth), TUNE.history_bonus_max));
}

// A cutoff: the opponent's last move was bad. Only his first choices count, as the later ones were
// expected to fail.
void punish_last_move(Tree* tree, const Node& node) {
    const Frame& last = tree_frame(tree, node.ply - 1);
    if (last.piece == NO_PIECE || last.number > TUNE.last_move_choices) return;
    const int malus = std::min(TUNE.last_move_malus * int(node.depth), TUNE.history_malus_max);
    if (last.quiet)
        add_to_quiet_move(tree, node.ply - 1, -malus);
    else if (node.ply > PLY_ROOT + 1) // root moves are searched by their own order
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

// ---- the moves of a node

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

// A move has been searched; true if it cuts off.
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

// The extension of a move; a node that needs no search any more has its score in *cutoff.
int extend(Tree* tree, const Node& node, const Candidate& candidate, Score* cutoff) {
    if (candidate.move == node.hit.move) {
        const int extension = extend_hash_move(tree, node, cutoff);
        if (extension != 0 || *cutoff != SCORE_NONE) return extension;
    }
    const bool forcing = candidate.check || pawn_nears_promotion(tree->board, candidate.move);
    return forcing && see_at_least(tree->board, candidate.move, 0) ? 1 : 0;
}

Score make_and_search(Tree* tree, const Node& node, const Candidate& candidate, int extension,
                      Score best) {
    tree_frame(tree, node.ply).number = candidate.number;
    Undo undo;
    tree_make(tree, candidate.move, node.ply, &undo);
    if (extension >= 2) ++tree_frame(tree, node.ply + 1).doubles;
    const Score score = search_move(tree, node, candidate, extension, best);
    move_undo(&tree->board, candidate.move, undo);
    return score;
}

// Returns a score that ends the node at once, else SCORE_NONE.
Score search_moves(Tree* tree, Node* node, Findings* findings) {
    const Continuations continuations = tree_continuations(*tree, node->ply);
    const Move excluded = tree_frame(tree, node->ply).excluded;
    Picker picker;
    init_picker(tree, *node, continuations, &picker);
    for (Move move = picker_next(&picker); move != MOVE_NONE; move = picker_next(&picker)) {
        if (move == excluded) continue;
        tree_prefetch(*tree, move);
        const Candidate candidate = make_candidate(*tree, continuations, move, ++findings->count);
        if (skip_move(*tree, *node, candidate, findings->score, &picker)) continue;
        Score cutoff = SCORE_NONE;
        const int extension = extend(tree, *node, candidate, &cutoff);
        if (tree->stopped || cutoff != SCORE_NONE) return cutoff;
        const Score score = make_and_search(tree, *node, candidate, extension, findings->score);
        if (tree->stopped) return SCORE_NONE;
        if (take_score(tree, node, findings, candidate, score)) {
            learn_from_cutoff(tree, *node, continuations, *findings);
            return SCORE_NONE;
        }
    }
    return SCORE_NONE;
}

// The evaluation is only told what the search proved, and only of quiet positions.
void learn_correction(Tree* tree, const Node& node, const Findings& findings, Bound bound) {
    const Score eval = tree_frame(tree, node.ply).eval;
    if (node.pins.checkers || score_is_mate(findings.score)) return;
    if (findings.move != MOVE_NONE && !move_is_quiet(tree->board, findings.move)) return;
    if (bound == BOUND_LOWER && findings.score <= eval) return;
    if (bound == BOUND_UPPER && findings.score >= eval) return;
    node_learn_correction(tree, node, findings.score);
}

Score no_legal_moves(const Tree& tree, const Node& node) {
    if (tree_frame(tree, node.ply).excluded != MOVE_NONE) return node.alpha;
    return node.pins.checkers ? score_mated_in(node.ply) : node_draw_score(tree);
}

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
    node->depth = depth;
    if (tree->stopped) return SCORE_DRAW;
    if (cutoff != SCORE_NONE) return cutoff;
    if (findings.count == 0) return no_legal_moves(*tree, *node);
    if (frame.excluded != MOVE_NONE) return findings.score;
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

// The static evaluation before and after the last move tells what it was worth before anything is
// searched. Scores of both sides: their sum is what the move lost. History learns it; a move that
// was reduced by much and lost nothing gets a ply back.
void look_back(Tree* tree, Node* node) {
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

// Internal iterative reduction: without a hash move the order is poor. Where all moves are expected
// to fail there is none as a rule, and the order matters little.
bool iir_applies(const Node& node) {
    return node.hit.move == MOVE_NONE && node.depth >= TUNE.iir_depth && (node.pv || node.cut_node);
}

} // namespace

Score tree_search(Tree* tree, Score alpha, Score beta, Depth depth, Ply ply, bool cut_node) {
    if (depth <= 0) return tree_quiesce(tree, alpha, beta, ply);
    const Score known = node_enter(tree, ply);
    if (known != SCORE_NONE) return known;
    // Mate distance pruning: a mate already found nearer the root cannot be bettered here.
    alpha = std::max(alpha, score_mated_in(ply));
    beta = std::min(beta, score_mate_in(ply + 1));
    alpha = node_raise_to_draw(*tree, alpha, ply);
    if (alpha >= beta) return alpha;

    Node node;
    attack_find_pins(tree->board, &node.pins); // while the table's entry is on its way
    node_init(tree, &node, alpha, beta, std::min(depth, DEPTH_MAX), ply);
    node.cut_node = cut_node;
    Frame& frame = tree_frame(tree, ply);
    if (frame.excluded == MOVE_NONE && node_hit_cuts(*tree, node)) return node.hit.score;
    node_set_eval(tree, &node);
    node.hash_captures = node.hit.move != MOVE_NONE && !move_is_quiet(tree->board, node.hit.move);
    look_back(tree, &node);
    frame.was_pv = false; // no line goes on where only a null move or a capture is tried
    const Score pruned = prune_node(tree, node);
    if (pruned != SCORE_NONE || tree->stopped) return pruned;
    frame.was_pv = node.was_pv;
    if (iir_applies(node)) node.depth -= 1;
    if (frame.eval != SCORE_NONE && frame.eval >= beta + TUNE.improving_margin)
        node.improving = true;
    return search_node(tree, &node);
}
