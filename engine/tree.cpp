#include "engine/tree.h"

#include <algorithm>

#include "engine/attack.h"
#include "engine/move_do.h"
#include "engine/move_gen.h"
#include "engine/see.h"
#include "engine/tunables.h"

namespace {

// log2(n) in 1024ths, in integers so that every machine gets the same.
constexpr int log2_1024(int n) {
    int whole = 0;
    while (n >> (whole + 1)) ++whole;
    uint64_t mantissa = (uint64_t(n) << 32) >> whole; // 1.0 to 2.0 with 32 fraction bits
    int result = whole * 1024;
    for (int bit = 512; bit > 0; bit /= 2) {
        mantissa = (mantissa >> 16) * (mantissa >> 16);
        if (mantissa >> 33) {
            mantissa >>= 1;
            result += bit;
        }
    }
    return result;
}

constexpr int REDUCTION_NB = 64;

struct ReductionTable {
    int value[REDUCTION_NB][REDUCTION_NB]; // by depth and move number, in 1024ths of a ply
};

constexpr ReductionTable make_reductions() {
    ReductionTable table = {};
    for (int depth = 1; depth < REDUCTION_NB; ++depth)
        for (int move = 1; move < REDUCTION_NB; ++move)
            table.value[depth][move] = TUNE.lmr_base + log2_1024(depth) * (log2_1024(move) / 8) /
                                                           128 * TUNE.lmr_slope / 1024;
    return table;
}

constexpr ReductionTable REDUCTIONS = make_reductions();

// One node on its way through the phases.
struct Node {
    Score alpha, beta;
    Depth depth;
    Ply ply;
    bool pv;       // the window is open
    bool cut_node; // expected to fail high
    bool improving;
    Score eval;
    TableHit hit;
    Pins pins;
};

// ---- entering a node

void count_down(Tree* tree) {
    if (tree->stopped || --tree->polls_left > 0) return;
    tree_ask(tree, SEARCH_POLL);
}

// A position that stood on the board before: once since the root is enough, twice before it.
bool is_repetition(const Tree& tree, Ply ply) {
    const int now = tree.root_index + int(ply);
    const int oldest = std::max(0, now - tree.board.fifty);
    int before_root = 0;
    for (int i = now - 4; i >= oldest; i -= 2) {
        if (tree.past[i] != tree.board.key) continue;
        if (i >= tree.root_index || ++before_root == 2) return true;
    }
    return false;
}

// Mate on the board comes before the fifty-move rule.
bool is_fifty_move_draw(const Tree& tree) {
    if (tree.board.fifty < 100) return false;
    MoveList list;
    move_gen_legal(tree.board, &list);
    return list.count > 0 || !attack_in_check(tree.board);
}

bool is_draw(const Tree& tree, Ply ply) {
    return board_is_dead(tree.board) || is_repetition(tree, ply) || is_fifty_move_draw(tree);
}

// What is known without looking at the board. Not an initialiser: the pins are filled in later, and
// clearing them twice would cost.
void init_node(Tree* tree, Node* node, Score alpha, Score beta, Depth depth, Ply ply) {
    node->alpha = alpha;
    node->beta = beta;
    node->depth = depth;
    node->ply = ply;
    node->pv = beta - alpha > 1;
    node->cut_node = false;
    node->hit = table_probe(*tree->table, tree->board.key, ply);
}

bool hit_cuts(const TableHit& hit, Score alpha, Score beta) {
    if (hit.bound == BOUND_EXACT) return true;
    return hit.bound == BOUND_LOWER ? hit.score >= beta : hit.score <= alpha;
}

Score draw_score(const Tree& tree) {
    return bias_draw(tree.limits.bias, tree.board.turn);
}

Score perceive(Tree* tree) {
    return bias_eval(tree->limits.bias, eval(&tree->pawns, tree->board), tree->board.key);
}

// The static score, bettered by what the table knows.
void set_eval(Tree* tree, Node* node) {
    Frame& frame = tree->frame[node->ply];
    frame.eval = node->eval = SCORE_NONE;
    node->improving = false;
    if (node->pins.checkers) return;
    frame.eval = node->hit.eval != SCORE_NONE ? node->hit.eval : perceive(tree);
    node->eval = frame.eval;
    const TableHit& hit = node->hit;
    const bool closer = (hit.bound == BOUND_LOWER && hit.score > node->eval) ||
                        (hit.bound == BOUND_UPPER && hit.score < node->eval) ||
                        hit.bound == BOUND_EXACT;
    if (hit.found && closer) node->eval = hit.score;
    if (node->ply < 2) return;
    const Score before = tree->frame[node->ply - 2].eval;
    node->improving = before != SCORE_NONE && frame.eval > before;
}

// ---- pruning before any move is made

bool reverse_futility(const Node& node) {
    const int margin = TUNE.reverse_futility_margin * (int(node.depth) - node.improving);
    return node.depth <= TUNE.reverse_futility_depth && node.eval - margin >= node.beta &&
           !score_is_mate(node.beta) && !score_is_mate(node.eval);
}

Score null_move(Tree* tree, const Node& node) {
    const Frame& before = tree->frame[node.ply - 1];
    if (node.depth < TUNE.null_depth || node.eval < node.beta || before.move == MOVE_NULL ||
        score_is_mate(node.beta) || !board_has_pieces(tree->board, tree->board.turn))
        return SCORE_NONE;
    const int lead = std::min(int(node.eval - node.beta) / TUNE.null_reduction_eval_divisor, 3);
    const int reduction =
        TUNE.null_reduction + int(node.depth) / TUNE.null_reduction_depth_divisor + lead;
    Undo undo;
    tree->frame[node.ply].move = MOVE_NULL;
    move_make_null(&tree->board, &undo);
    tree->past[tree->root_index + int(node.ply) + 1] = tree->board.key;
    table_prefetch(*tree->table, tree->board.key);
    const Score score = -tree_search(tree, -node.beta, -node.beta + 1, node.depth - reduction,
                                     node.ply + 1, !node.cut_node);
    move_undo_null(&tree->board, undo);
    if (tree->stopped || score < node.beta) return SCORE_NONE;
    return score_is_mate(score) ? node.beta : score;
}

Score prune_node(Tree* tree, const Node& node) {
    if (node.pv || node.pins.checkers) return SCORE_NONE;
    if (reverse_futility(node)) return node.eval;
    return null_move(tree, node);
}

// ---- the moves

// What is known of a move before it is made.
struct Candidate {
    Move move;
    int number; // from 1
    bool quiet;
    bool check;
    int history;
};

bool skip_quiet(const Tree& tree, const Node& node, const Candidate& candidate, Picker* picker) {
    const int depth = node.depth;
    const int limit = (TUNE.late_move_base + depth * depth) / (node.improving ? 1 : 2);
    if (!node.pins.checkers && depth <= TUNE.late_move_depth && candidate.number > limit)
        picker->skip_quiets = true;
    if (node.eval != SCORE_NONE && depth <= TUNE.futility_depth && !candidate.check &&
        !score_is_mate(node.alpha) &&
        node.eval + (TUNE.futility_base + TUNE.futility_margin * depth) <= node.alpha)
        picker->skip_quiets = true;
    if (picker->skip_quiets && !candidate.check) return true;
    return depth <= TUNE.see_depth &&
           !see_at_least(tree.board, candidate.move, -TUNE.see_quiet_margin * depth);
}

// Moves that will hardly matter, once there is a move that does not lose.
bool skip_move(const Tree& tree, const Node& node, const Candidate& candidate, Score best,
               Picker* picker) {
    if (best <= -SCORE_MATE_MIN || !board_has_pieces(tree.board, tree.board.turn)) return false;
    if (candidate.quiet) return skip_quiet(tree, node, candidate, picker);
    return node.depth <= TUNE.see_depth &&
           !see_at_least(tree.board, candidate.move, -TUNE.see_capture_margin * int(node.depth));
}

int reduction_for(const Node& node, const Candidate& candidate) {
    const int full = node.pv ? TUNE.lmr_moves : TUNE.lmr_moves - 1;
    if (node.depth < TUNE.lmr_depth || candidate.number <= full || !candidate.quiet) return 0;
    const int depth = std::min(int(node.depth), REDUCTION_NB - 1);
    int reduction = REDUCTIONS.value[depth][std::min(candidate.number, REDUCTION_NB - 1)];
    if (node.cut_node) reduction += 1024;
    if (node.pv) reduction -= 1024;
    if (!node.improving) reduction += 512;
    if (candidate.check || node.pins.checkers) reduction -= 1024;
    reduction -= candidate.history * 1024 / TUNE.lmr_history;
    return std::clamp(reduction / 1024, 0, int(node.depth) - 2);
}

// Principal variation search: a null window first, the open one only if that fails high.
Score search_move(Tree* tree, const Node& node, const Candidate& candidate) {
    const Depth depth = node.depth - (candidate.check ? 0 : 1);
    const int reduction = reduction_for(node, candidate);
    const Ply ply = node.ply + 1;
    Score score = SCORE_NONE;
    if (reduction > 0)
        score = -tree_search(tree, -node.alpha - 1, -node.alpha, depth - reduction, ply, true);
    const bool again = reduction > 0 && score > node.alpha;
    if (again || (reduction == 0 && (!node.pv || candidate.number > 1)))
        score = -tree_search(tree, -node.alpha - 1, -node.alpha, depth, ply, !node.cut_node);
    if (node.pv && (candidate.number == 1 || score > node.alpha))
        score = -tree_search(tree, -node.beta, -node.alpha, depth, ply, false);
    return score;
}

void learn_from_cutoff(Tree* tree, const Node& node, Move move, const MoveList& tried) {
    Frame& frame = tree->frame[node.ply];
    if (!move_is_quiet(tree->board, move)) return;
    if (frame.killer[0] != move) {
        frame.killer[1] = frame.killer[0];
        frame.killer[0] = move;
    }
    history_update(&tree->history, tree->board, move, tried, node.depth);
    const Frame& before = tree->frame[node.ply - 1];
    if (before.move != MOVE_NULL) tree->history.counter[before.piece][move_to(before.move)] = move;
}

void init_picker(const Tree& tree, const Node& node, Picker* picker) {
    const Frame& frame = tree.frame[node.ply];
    const Frame& before = tree.frame[node.ply - 1];
    const Move counter = before.move == MOVE_NULL
                             ? MOVE_NONE
                             : tree.history.counter[before.piece][move_to(before.move)];
    const Move refutation[REFUTATIONS] = {frame.killer[0], frame.killer[1], counter};
    picker_init(picker, tree.board, node.pins, tree.history, node.hit.move, refutation);
}

Candidate make_candidate(const Tree& tree, Move move, int number) {
    const bool quiet = move_is_quiet(tree.board, move);
    return {move, number, quiet, move_gives_check(tree.board, move),
            quiet ? history_score(tree.history, tree.board, move) : 0};
}

// What a node has found so far.
struct Findings {
    Score score;
    Move move;
    int count;      // legal moves seen
    MoveList tried; // quiet moves searched
};

// A move has been searched; true if it cuts off.
bool take_score(Tree* tree, Node* node, Findings* findings, Move move, Score score) {
    if (score > findings->score) findings->score = score;
    if (score <= node->alpha) return false;
    findings->move = move;
    if (node->pv) tree_update_pv(tree, move, node->ply);
    node->alpha = score;
    return score >= node->beta;
}

void search_moves(Tree* tree, Node* node, Findings* findings) {
    Picker picker;
    init_picker(*tree, *node, &picker);
    for (Move move = picker_next(&picker); move != MOVE_NONE; move = picker_next(&picker)) {
        const Candidate candidate = make_candidate(*tree, move, ++findings->count);
        if (skip_move(*tree, *node, candidate, findings->score, &picker)) continue;
        Undo undo;
        tree_make(tree, move, node->ply, &undo);
        const Score score = search_move(tree, *node, candidate);
        move_undo(&tree->board, move, undo);
        if (tree->stopped) return;
        if (candidate.quiet) move_list_add(&findings->tried, move);
        if (take_score(tree, node, findings, move, score)) {
            learn_from_cutoff(tree, *node, move, findings->tried);
            return;
        }
    }
}

Score search_node(Tree* tree, Node* node) {
    Findings findings;
    findings.score = -SCORE_INFINITE;
    findings.move = MOVE_NONE;
    findings.count = findings.tried.count = 0;
    const Score alpha = node->alpha;
    search_moves(tree, node, &findings);
    if (tree->stopped) return SCORE_DRAW;
    if (findings.count == 0)
        return node->pins.checkers ? score_mated_in(node->ply) : draw_score(*tree);
    const Bound bound = findings.score >= node->beta ? BOUND_LOWER
                        : findings.score > alpha     ? BOUND_EXACT
                                                     : BOUND_UPPER;
    table_store(tree->table, tree->board.key, node->ply, findings.move, findings.score,
                tree->frame[node->ply].eval, node->depth, bound);
    return findings.score;
}

// ---- quiescence

// Even with all it takes, would the capture leave us below alpha?
bool capture_is_futile(const Board& board, const Node& node, Move move) {
    if (move_is_promotion(move)) return false;
    const int gain = SEE_VALUE[piece_type(move_victim(board, move))];
    return node.eval + (gain + TUNE.delta_margin) <= node.alpha && !move_gives_check(board, move);
}

// Where the rough score is so far outside the window that activity cannot bring it back, it will
// do. Such scores are not kept in the table.
bool set_rough_eval(Tree* tree, Node* node) {
    if (node->pins.checkers || node->hit.found || tree->limits.bias.noise_cp) return false;
    const Score rough = eval_rough(&tree->pawns, tree->board);
    if (rough - EVAL_ROUGH_ERROR >= node->beta)
        node->eval = rough - EVAL_ROUGH_ERROR;
    else if (rough + EVAL_ROUGH_ERROR <= node->alpha)
        node->eval = rough + EVAL_ROUGH_ERROR;
    else
        return false;
    tree->frame[node->ply].eval = SCORE_NONE;
    return true;
}

void search_captures(Tree* tree, Node* node, Findings* findings);

Score quiesce(Tree* tree, Score alpha, Score beta, Ply ply) {
    Node node;
    count_down(tree);
    if (tree->stopped) return SCORE_DRAW;
    tree->pv[ply].length = 0;
    if (is_draw(*tree, ply)) return draw_score(*tree);
    const Score ruled = ruling_find(tree->rulings, tree->board.key, DEPTH_ZERO);
    if (ruled != SCORE_NONE) return ruled;
    if (ply >= PLY_MAX - 1) return perceive(tree);
    init_node(tree, &node, alpha, beta, DEPTH_ZERO, ply);
    if (node.hit.found && !node.pv && hit_cuts(node.hit, alpha, beta)) return node.hit.score;
    attack_find_pins(tree->board, &node.pins);
    if (!set_rough_eval(tree, &node)) set_eval(tree, &node);
    Findings findings;
    findings.score = node.pins.checkers ? -SCORE_INFINITE : node.eval;
    findings.move = MOVE_NONE;
    findings.count = findings.tried.count = 0;
    if (findings.score >= beta) return findings.score;
    node.alpha = std::max(alpha, findings.score);
    search_captures(tree, &node, &findings);
    if (tree->stopped) return SCORE_DRAW;
    if (findings.count == 0 && node.pins.checkers) return score_mated_in(ply);
    const Bound bound = findings.score >= beta ? BOUND_LOWER : BOUND_UPPER;
    table_store(tree->table, tree->board.key, ply, findings.move, findings.score,
                tree->frame[ply].eval, DEPTH_ZERO, bound);
    return findings.score;
}

void search_captures(Tree* tree, Node* node, Findings* findings) {
    Picker picker;
    picker_init_captures(&picker, tree->board, node->pins, tree->history, node->hit.move);
    for (Move move = picker_next(&picker); move != MOVE_NONE; move = picker_next(&picker)) {
        ++findings->count;
        if (!node->pins.checkers && capture_is_futile(tree->board, *node, move)) continue;
        Undo undo;
        tree_make(tree, move, node->ply, &undo);
        const Score score = -quiesce(tree, -node->beta, -node->alpha, node->ply + 1);
        move_undo(&tree->board, move, undo);
        if (tree->stopped || take_score(tree, node, findings, move, score)) return;
    }
}

} // namespace

void tree_ask(Tree* tree, SearchMoment moment) {
    const bool out_of_nodes = tree->limits.nodes != 0 && tree->progress.iterations > 0 &&
                              tree->progress.nodes >= tree->limits.nodes;
    if (out_of_nodes || tree->monitor->stop(tree->monitor->context, tree->progress, moment))
        tree->stopped = true;
    tree->polls_left = std::max(1, tree->monitor->poll_nodes);
    if (tree->limits.nodes > tree->progress.nodes) {
        const uint64_t left = tree->limits.nodes - tree->progress.nodes;
        if (left < uint64_t(tree->polls_left)) tree->polls_left = int(left);
    }
}

void tree_make(Tree* tree, Move move, Ply ply, Undo* undo) {
    Frame& frame = tree->frame[ply];
    frame.move = move;
    frame.piece = tree->board.piece[move_from(move)];
    move_make(&tree->board, move, undo);
    table_prefetch(*tree->table, tree->board.key);
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

Score tree_search(Tree* tree, Score alpha, Score beta, Depth depth, Ply ply, bool cut_node) {
    if (depth <= 0) return quiesce(tree, alpha, beta, ply);
    count_down(tree);
    if (tree->stopped) return SCORE_DRAW;
    tree->pv[ply].length = 0;
    if (is_draw(*tree, ply)) return draw_score(*tree);
    const Score ruled = ruling_find(tree->rulings, tree->board.key, depth);
    if (ruled != SCORE_NONE) return ruled;
    if (ply >= PLY_MAX - 1) return perceive(tree);
    // A mate already found nearer the root cannot be bettered here.
    alpha = std::max(alpha, score_mated_in(ply));
    beta = std::min(beta, score_mate_in(ply + 1));
    if (alpha >= beta) return alpha;

    Node node;
    init_node(tree, &node, alpha, beta, depth, ply);
    node.cut_node = cut_node;
    if (node.hit.found && !node.pv && node.hit.depth >= depth && hit_cuts(node.hit, alpha, beta))
        return node.hit.score;
    attack_find_pins(tree->board, &node.pins);
    set_eval(tree, &node);
    const Score pruned = prune_node(tree, node);
    if (pruned != SCORE_NONE || tree->stopped) return pruned;
    if (node.hit.move == MOVE_NONE && node.depth >= TUNE.iir_depth) node.depth -= 1;
    return search_node(tree, &node);
}
