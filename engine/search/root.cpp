#include "engine/search/root.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "engine/board/move_gen.h"
#include "engine/search/node.h"
#include "engine/search/reduction.h"
#include "engine/search/tunables.h"

namespace {

// The search for the best move's lead is this much shallower. Such a search costs 1/20 iteration.
constexpr int LEAD_REDUCTION = 3;

// Moves the root move at `index` forward to `place`; the moves between shift back by one.
void move_to_place(Root* root, size_t place, size_t index) {
    const auto begin = root->move.begin();
    std::rotate(begin + std::ptrdiff_t(place), begin + std::ptrdiff_t(index),
                begin + std::ptrdiff_t(index) + 1);
}

// Loads the keys of the positions that can still be repeated; the last key is the root's.
void load_past(Tree* tree, const Game& game) {
    const int made = int(game.undos.size());
    const int kept = std::min({made, game.board.fifty, PAST_MAX});
    for (int i = 0; i < kept; ++i) tree->past[i] = game.undos[size_t(made - kept + i)].key;
    tree->past[kept] = game.board.key;
    tree->root_index = kept;
}

// Resets the state of the tree for a new search.
void begin_tree(Tree* tree, const Game& game, const SearchLimits& limits, SearchMonitor* monitor) {
    tree->board = game.board;
    accumulator_begin(&tree->evaluator.accumulators);
    load_past(tree, game);
    Frame none = {};
    none.eval = SCORE_NONE;
    none.continuation = history_continuation(&tree->history, NO_PIECE, SQ_A1);
    std::fill(std::begin(tree->frames), std::end(tree->frames), none);
    tree->past_floor = 0;
    tree->root_window = 2 * SCORE_INFINITE;
    tree->null_ply_min = PLY_ROOT;
    tree->monitor = monitor;
    tree->limits = limits;
    tree->limits.depth = std::clamp(limits.depth, Depth(1), DEPTH_MAX);
    tree->progress = SearchProgress{};
    tree->polls_left = std::max(1, monitor->poll_nodes);
    tree->stopped = false;
    for (Pv& pv : tree->pv) pv.length = 0;
}

// The hash move of an earlier search is searched first.
void put_hash_move_first(Root* root) {
    const TableHit hit = table_probe(*root->tree->table, table_key(root->tree->board), PLY_ROOT);
    for (size_t i = 0; i < root->move.size(); ++i)
        if (hit.found && root->move[i].move == hit.move) move_to_place(root, 0, i);
}

void init_moves(Root* root) {
    Tree* tree = root->tree;
    MoveList list;
    move_gen_legal(tree->board, &list);
    const MoveList* excluded = tree->limits.excluded;
    for (int i = 0; i < list.count; ++i)
        if (!excluded || !move_list_has(*excluded, list.move[i]))
            root->move.push_back({list.move[i], 0, 0, SCORE_NONE, {}, DEPTH_ZERO});
    tree->progress.root_moves = int(root->move.size());
    tree->progress.root_eval = eval_position(&tree->evaluator, tree->board, PLY_ROOT);
    put_hash_move_first(root);
    if (!root->move.empty()) root->report.best = root->move[0].move;
}

size_t lines_wanted(const Root& root) {
    return std::min(root.move.size(), size_t(std::max(1, root.tree->limits.lines)));
}

void report_line(const Root& root, Score score, Bound bound) {
    if (!root.monitor->line) return;
    const SearchProgress progress = tree_progress(*root.tree);
    const Pv& pv = root.move[root.line].pv;
    root.monitor->line(root.monitor->context,
                       {int(root.line), progress.depth, score, bound, progress.nodes, pv});
}

// Reports the line unless the search has several lines, which settle_lines() reports together.
void report_single_line(const Root& root, Score score, Bound bound) {
    if (lines_wanted(root) == 1) report_line(root, score, bound);
}

// Copies the best move of the first line to report and progress.
void note_best(Root* root) {
    const RootMove& best = root->move[0];
    SearchProgress& progress = root->tree->progress;
    root->report.best = best.move;
    root->report.score = best.score;
    root->report.pv = best.pv;
    root->report.proven = progress.depth;
    progress.current_score = best.score;
    progress.fail_low_pending = false;
    progress.best_leads &= progress.best == best.move;
    progress.best = best.move;
}

// A root move has raised alpha and becomes the best move of its line.
void take_best(Root* root, size_t index, Score score, Score beta, Depth depth) {
    Tree* tree = root->tree;
    move_to_place(root, root->line, index);
    RootMove& best = root->move[root->line];
    tree_update_pv(tree, best.move, PLY_ROOT);
    best.score = score;
    best.depth = depth;
    best.pv = tree->pv[PLY_ROOT];
    if (root->line == 0) note_best(root);
    if (score < beta) report_single_line(*root, score, BOUND_EXACT);
}

// Principal variation search with late move reductions: the first move is searched with the open
// window, later moves with a null window first.
Score search_root_move(Tree* tree, int number, Score alpha, Score beta, Depth depth) {
    const Ply ply = PLY_ROOT + 1;
    if (number > 1) {
        const bool late = number > TUNE.root_full_moves;
        const int plies = late ? reduction_base(depth, number) / REDUCTION_PLY - 1 : 0;
        const Depth reduced = Depth(std::max(int(depth) - 1 - plies, std::min(1, int(depth) - 1)));
        Score score = -tree_search(tree, -alpha - 1, -alpha, reduced, ply, true);
        if (score > alpha && reduced < depth - 1 && !tree->stopped)
            score = -tree_search(tree, -alpha - 1, -alpha, depth - 1, ply, true);
        if (score <= alpha || tree->stopped) return score;
    }
    return -tree_search(tree, -beta, -alpha, depth - 1, ply, false);
}

Score make_and_search(Root* root, size_t index, Score alpha, Score beta, Depth depth) {
    Tree* tree = root->tree;
    RootMove& candidate = root->move[index];
    const uint64_t nodes_before = tree->progress.nodes;
    tree->progress.root_move = candidate.move;
    tree_frame(tree, PLY_ROOT + 2).cutoffs = 0;
    Undo undo;
    tree_make(tree, candidate.move, PLY_ROOT, &undo);
    const Score score = search_root_move(tree, int(index - root->line) + 1, alpha, beta, depth);
    move_undo(&tree->board, candidate.move, undo);
    const uint64_t nodes = tree->progress.nodes - nodes_before;
    candidate.nodes += nodes;
    candidate.all_nodes += nodes;
    return score;
}

// Updates progress and report after a move of the first line.
void note_root_move(Root* root, size_t index, Score score, Score alpha) {
    if (root->line != 0) return;
    root->tree->progress.root_moves_searched = int(index) + 1;
    if (index > 0 || score > alpha) return;
    root->tree->progress.fail_low_pending = true;
    root->report.score = std::min(root->report.score, score);
    tree_update_pv(root->tree, root->report.best, PLY_ROOT); // the line that refutes the move
    root->report.pv = root->tree->pv[PLY_ROOT];
}

// Searches all root moves of a line with one window. The score is meaningless if the tree was
// stopped. The monitor is asked after each root move of the first line only.
Score search_window(Root* root, Score alpha, Score beta, Depth depth) {
    Tree* tree = root->tree;
    Score best = -SCORE_INFINITE;
    for (size_t i = root->line; i < root->move.size(); ++i) {
        const Score score = make_and_search(root, i, alpha, beta, depth);
        if (tree->stopped) return best;
        note_root_move(root, i, score, alpha);
        best = std::max(best, score);
        if (score > alpha) {
            take_best(root, i, score, beta, depth);
            alpha = score;
        }
        if (score >= beta) return best;
        if (root->line == 0) tree_ask(tree, SEARCH_ROOT_MOVE);
        if (tree->stopped) return best;
    }
    return best;
}

// Aspiration windows: a narrow window around the last score, widened on the side where the search
// fails. After a fail high the depth is reduced.
Score search_line(Root* root, Depth depth) {
    Tree* tree = root->tree;
    const Score guess = root->move[root->line].score;
    int delta = TUNE.aspiration_window;
    const bool narrow =
        depth >= TUNE.aspiration_depth && guess != SCORE_NONE && !score_is_mate(guess);
    Score alpha = narrow ? guess - delta : -SCORE_INFINITE;
    Score beta = narrow ? guess + delta : SCORE_INFINITE;
    Depth searched = depth;
    for (;;) {
        if (root->line == 0) tree->progress.root_moves_searched = 0;
        tree->root_window = int(beta) - int(alpha);
        const Score score = search_window(root, alpha, beta, searched);
        if (tree->stopped || (score > alpha && score < beta)) return score;
        delta += delta;
        if (score <= alpha) {
            report_single_line(*root, score, BOUND_UPPER);
            searched = depth;
            beta = Score((int(alpha) + int(beta)) / 2);
            alpha = std::max(score - delta, -SCORE_INFINITE);
        } else {
            report_single_line(*root, score, BOUND_LOWER);
            searched = std::max({searched - 1, depth - TUNE.aspiration_reduction_max, Depth(1)});
            beta = std::min(score + delta, SCORE_INFINITE);
        }
    }
}

// Sorts and reports several lines. A later line may turn out better than an earlier line, as the
// search did not compare their scores.
void settle_lines(Root* root) {
    const size_t lines = lines_wanted(*root);
    std::stable_sort(root->move.begin(), root->move.begin() + std::ptrdiff_t(lines),
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    note_best(root);
    for (root->line = 0; root->line < lines; ++root->line)
        report_line(*root, root->move[root->line].score, BOUND_EXACT);
}

// Searches all lines. Returns the score of the best line; meaningless if the tree was stopped.
Score search_iteration(Root* root, Depth depth) {
    const size_t lines = lines_wanted(*root);
    root->line = 0;
    const Score score = search_line(root, depth);
    if (lines == 1) return score;
    for (root->line = 1; root->line < lines && !root->tree->stopped; ++root->line)
        search_line(root, depth);
    if (!root->tree->stopped) settle_lines(root);
    return root->move[0].score;
}

// Returns true if all root moves but the best fail low against this bound, in null window searches.
bool is_above_others(Root* root, Score bound, Depth depth) {
    Tree* tree = root->tree;
    for (size_t i = 1; i < root->move.size(); ++i) {
        const Move move = root->move[i].move;
        tree->progress.root_move = move;
        Undo undo;
        tree_make(tree, move, PLY_ROOT, &undo);
        const Score score = -tree_search(tree, -bound - 1, -bound, depth, PLY_ROOT + 1, true);
        move_undo(&tree->board, move, undo);
        if (tree->stopped || score > bound) return false;
    }
    return true;
}

// After an iteration: sets best_leads if the monitor has asked for it.
void find_lead(Root* root, Score score, Depth depth) {
    Tree* tree = root->tree;
    const int lead = std::min(root->monitor->lead_cp, 2 * int(SCORE_MATE));
    if (lead <= 0) return;
    tree->progress.best_leads =
        is_above_others(root, std::max(score - lead, -SCORE_MATE), depth - 1 - LEAD_REDUCTION);
    if (tree->progress.best_leads) tree_ask(tree, SEARCH_POLL);
}

// Sorts the moves that lead no line by nodes: a move with more nodes is likelier to become best.
void sort_root_moves(Root* root) {
    const auto rest = root->move.begin() + std::ptrdiff_t(lines_wanted(*root));
    std::stable_sort(rest, root->move.end(),
                     [](const RootMove& a, const RootMove& b) { return a.nodes > b.nodes; });
    for (RootMove& move : root->move) move.nodes = 0;
}

// The depth of the next iteration. From root_step_depth on some depths are skipped, as an iteration
// mostly finds what the previous iteration found; the depth limit is never skipped.
Depth next_depth(const Root& root, Depth first, Depth depth) {
    const Depth most = root.tree->limits.depth;
    const bool step = depth - first >= TUNE.root_step_depth - 1 && depth < most;
    return step ? std::min(depth + TUNE.root_step, most) : depth + 1;
}

} // namespace

void root_init(Root* root, Tree* tree, const Game& game, const SearchLimits& limits,
               SearchMonitor* monitor) {
    root->tree = tree;
    root->monitor = monitor;
    root->move.clear();
    root->line = 0;
    root->report = {};
    begin_tree(tree, game, limits, monitor);
    init_moves(root);
    node_set_root_eval(tree);
    tree_frame(tree, PLY_ROOT).was_pv = true;
}

void root_deepen(Root* root, Depth first) {
    Tree* tree = root->tree;
    SearchProgress& progress = tree->progress;
    for (Depth depth = first; depth <= tree->limits.depth;
         depth = next_depth(*root, first, depth)) {
        progress.depth = depth;
        progress.current_score = progress.previous_score;
        progress.fail_low_pending = false;
        const Score score = search_iteration(root, depth);
        if (tree->stopped) return;
        assert(tree->null_ply_min == PLY_ROOT && tree->past_floor == 0);
        progress.iterations += 1;
        progress.current_score = score;
        progress.best_nodes = root->move[0].all_nodes;
        progress.best_leads = false;
        root->line = 0;
        root->report.score = score;
        root->report.depth = depth;
        // A score found with excluded root moves is not the score of the position.
        if (!tree->limits.excluded)
            table_store(tree->table, table_key(tree->board), PLY_ROOT, root->report.best, score,
                        SCORE_NONE, root->move[0].depth, BOUND_EXACT);
        tree_ask(tree, SEARCH_ITERATION);
        if (!tree->stopped) find_lead(root, score, depth);
        if (tree->stopped) return;
        progress.previous_score = score;
        sort_root_moves(root);
    }
}
