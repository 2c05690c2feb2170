#include "engine/search.h"

#include <algorithm>
#include <cstring>

#include "engine/move_gen.h"
#include "engine/tree.h"
#include "engine/tunables.h"

struct Search {
    Table table;
    Tree tree;
};

namespace {

struct RootMove {
    Move move;
    uint64_t nodes; // below it, in the last iteration
};

// One search from the root.
struct Root {
    Tree* tree;
    SearchMonitor* monitor;
    RootMove move[MOVES_MAX];
    int count;
    SearchReport report;
};

// The keys of the positions that can still come back; the root's is the last.
void load_past(Tree* tree, const Game& game) {
    const int made = int(game.undos.size());
    const int kept = std::min({made, game.board.fifty, PAST_MAX});
    for (int i = 0; i < kept; ++i) tree->past[i] = game.undos[size_t(made - kept + i)].key;
    tree->past[kept] = game.board.key;
    tree->root_index = kept;
}

void init_tree(Tree* tree, const Game& game, const SearchLimits& limits, SearchMonitor* monitor) {
    tree->board = game.board;
    load_past(tree, game);
    std::fill(std::begin(tree->frame), std::end(tree->frame), Frame{});
    tree->monitor = monitor;
    tree->limits = limits;
    tree->limits.depth = std::clamp(limits.depth, Depth(1), DEPTH_MAX);
    tree->progress = SearchProgress{};
    tree->polls_left = std::max(1, monitor->poll_nodes);
    tree->stopped = false;
    for (Pv& pv : tree->pv) pv.length = 0;
}

void init_root(Root* root, Tree* tree, SearchMonitor* monitor) {
    MoveList list;
    move_gen_legal(tree->board, &list);
    root->tree = tree;
    root->monitor = monitor;
    root->count = list.count;
    for (int i = 0; i < list.count; ++i) root->move[i] = {list.move[i], 0};
    root->report = SearchReport{};
    if (list.count) root->report.best = list.move[0];
    tree->progress.root_moves = list.count;
    // The hash move of an earlier search is the best first guess.
    const TableHit hit = table_probe(*tree->table, tree->board.key, PLY_ROOT);
    for (int i = 0; i < list.count; ++i)
        if (hit.found && root->move[i].move == hit.move)
            std::rotate(root->move, root->move + i, root->move + i + 1);
}

void tell(Root* root, Score score, Bound bound) {
    if (!root->monitor->line) return;
    const SearchProgress& progress = root->tree->progress;
    root->monitor->line(root->monitor->context,
                        {progress.depth, score, bound, progress.nodes, root->report.pv});
}

// A root move has proven better than all before it in this iteration.
void take_best(Root* root, int index, Score score, Score beta) {
    Tree* tree = root->tree;
    root->report.best = root->move[index].move;
    root->report.score = score;
    tree_update_pv(tree, root->move[index].move, PLY_ROOT);
    root->report.pv = tree->pv[PLY_ROOT];
    tree->progress.current_score = score;
    tree->progress.fail_low_pending = false;
    if (score < beta) tell(root, score, BOUND_EXACT);
}

// The first move gets the open window, the others must prove that they are better.
Score search_root_move(Tree* tree, int index, Score alpha, Score beta, Depth depth) {
    const Ply ply = PLY_ROOT + 1;
    if (index > 0) {
        const int reduction = index >= 6 && depth >= 4 ? 1 : 0;
        Score score = -tree_search(tree, -alpha - 1, -alpha, depth - 1 - reduction, ply, true);
        if (score <= alpha || tree->stopped) return score;
    }
    return -tree_search(tree, -beta, -alpha, depth - 1, ply, false);
}

// One pass over the root moves; the score is meaningless if the tree was stopped.
Score search_window(Root* root, Score alpha, Score beta, Depth depth) {
    Tree* tree = root->tree;
    Score best = -SCORE_INFINITE;
    for (int i = 0; i < root->count; ++i) {
        const uint64_t nodes_before = tree->progress.nodes;
        const Move move = root->move[i].move;
        Undo undo;
        tree_make(tree, move, PLY_ROOT, &undo);
        const Score score = search_root_move(tree, i, alpha, beta, depth);
        move_undo(&tree->board, move, undo);
        if (tree->stopped) return best;
        root->move[i].nodes += tree->progress.nodes - nodes_before;
        tree->progress.root_moves_searched = i + 1;
        best = std::max(best, score);
        if (i == 0 && score <= alpha) tree->progress.fail_low_pending = true;
        if (score > alpha) {
            take_best(root, i, score, beta);
            std::rotate(root->move, root->move + i, root->move + i + 1);
            alpha = score;
        }
        if (score >= beta) return best;
        tree_ask(tree, SEARCH_ROOT_MOVE);
        if (tree->stopped) return best;
    }
    return best;
}

// Aspiration: a narrow window around the last score, widened on the side where it fails.
Score search_iteration(Root* root, Depth depth) {
    Tree* tree = root->tree;
    const Score guess = tree->progress.previous_score;
    int delta = TUNE.aspiration_window;
    const bool narrow = depth >= TUNE.aspiration_depth && !score_is_mate(guess);
    Score alpha = narrow ? guess - delta : -SCORE_INFINITE;
    Score beta = narrow ? guess + delta : SCORE_INFINITE;
    for (;;) {
        tree->progress.root_moves_searched = 0;
        const Score score = search_window(root, alpha, beta, depth);
        if (tree->stopped || (score > alpha && score < beta)) return score;
        delta += delta;
        if (score <= alpha) {
            tell(root, score, BOUND_UPPER);
            beta = (alpha + beta) > 0 ? alpha + int(beta - alpha) / 2 : beta;
            alpha = std::max(score - delta, -SCORE_INFINITE);
        } else {
            tell(root, score, BOUND_LOWER);
            beta = std::min(score + delta, SCORE_INFINITE);
        }
    }
}

// Moves that took more work are likelier to become best; the best itself stays in front.
void sort_root_moves(Root* root) {
    if (root->count < 2) return;
    std::stable_sort(root->move + 1, root->move + root->count,
                     [](const RootMove& a, const RootMove& b) { return a.nodes > b.nodes; });
    for (int i = 0; i < root->count; ++i) root->move[i].nodes = 0;
}

void deepen(Root* root) {
    Tree* tree = root->tree;
    SearchProgress& progress = tree->progress;
    for (Depth depth = Depth(1); depth <= tree->limits.depth; ++depth) {
        progress.depth = depth;
        progress.current_score = progress.previous_score;
        progress.fail_low_pending = false;
        const Score score = search_iteration(root, depth);
        if (tree->stopped) return;
        progress.iterations += 1;
        progress.current_score = score;
        root->report.score = score;
        root->report.depth = depth;
        table_store(tree->table, tree->board.key, PLY_ROOT, root->report.best, score, SCORE_NONE,
                    depth, BOUND_EXACT);
        tree_ask(tree, SEARCH_ITERATION);
        if (tree->stopped) return;
        progress.previous_score = score;
        sort_root_moves(root);
    }
}

} // namespace

Search* search_create(int megabytes) {
    Search* search = new Search;
    search->table = table_make();
    search->tree.table = &search->table;
    search_resize(search, megabytes);
    search_new_game(search);
    return search;
}

void search_free(Search* search) {
    table_free(&search->table);
    delete search;
}

void search_resize(Search* search, int megabytes) {
    table_resize(&search->table, megabytes);
}

void search_new_game(Search* search) {
    table_clear(&search->table);
    history_clear(&search->tree.history);
    search->tree.pawns = PawnCache{};
}

SearchReport search_run(Search* search, const Game& game, const SearchLimits& limits,
                        SearchMonitor* monitor) {
    Root root;
    table_new_search(&search->table);
    init_tree(&search->tree, game, limits, monitor);
    init_root(&root, &search->tree, monitor);
    if (root.count) deepen(&root);
    root.report.nodes = search->tree.progress.nodes;
    return root.report;
}

Score search_eval(Search* search, const Game& game) {
    return eval(&search->tree.pawns, game.board);
}
