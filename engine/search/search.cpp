#include "engine/search/search.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/board/move_gen.h"
#include "engine/search/root.h"
#include "engine/search/vote.h"

namespace {

// Nodes between two polls of the stop flag by a helper: a fraction of a millisecond.
constexpr int HELPER_POLL_NODES = 256;

// A helper thread of Lazy SMP (chessprogramming wiki): it searches the same position with its own
// tree and shares the table. Until joined, only this thread may access its `tree` and `root`.
struct Helper {
    Tree tree;
    Root root;
    SearchMonitor monitor;
    MoveList excluded; // a copy, as the helper may run longer than the caller's list exists
    Depth first;       // depth of the first iteration
    SharedState* shared;
    uint64_t nodes_reported;
    std::thread thread;
    std::mutex mutex;    // guards the report
    SearchReport report; // as of the last root move searched
};

} // namespace

struct Search {
    Table table;
    Tree tree;
    SharedState shared;
    std::vector<std::unique_ptr<Helper>> helpers;
    SearchBias bias; // of the searches that filled table and histories
    bool fresh;      // table and histories are empty
};

namespace {

// ---- helper threads

bool helper_is_stopped(void* context, const SearchProgress& progress, SearchMoment moment) {
    Helper* helper = static_cast<Helper*>(context);
    SharedState* shared = helper->shared;
    shared->nodes.fetch_add(progress.nodes - helper->nodes_reported, std::memory_order_relaxed);
    helper->nodes_reported = progress.nodes;
    if (moment != SEARCH_POLL) {
        const std::lock_guard<std::mutex> lock(helper->mutex);
        helper->report = helper->root.report;
    }
    if (shared->held.load(std::memory_order_relaxed)) {
        std::unique_lock<std::mutex> lock(shared->mutex);
        shared->released.wait(lock, [shared] { return !shared->held || shared->stop; });
    }
    return shared->stop.load(std::memory_order_relaxed);
}

void prepare_helper(Helper* helper, const Game& game, SearchLimits limits) {
    if (limits.excluded) {
        helper->excluded = *limits.excluded;
        limits.excluded = &helper->excluded;
    }
    limits.lines = 1;
    limits.nodes = 0;
    helper->monitor = {helper, helper_is_stopped, nullptr, HELPER_POLL_NODES};
    helper->nodes_reported = 0;
    helper->report = {};
    root_init(&helper->root, &helper->tree, game, limits, &helper->monitor);
}

// If the system has no more threads, the search runs with fewer helpers.
void start_helper(Helper* helper) {
    try {
        helper->thread = std::thread([helper] { root_deepen(&helper->root, helper->first); });
    } catch (const std::system_error&) {
    }
}

void join_helpers(Search* search) {
    search->shared.stop.store(true, std::memory_order_relaxed);
    search_hold(search, false);
    for (auto& helper : search->helpers)
        if (helper->thread.joinable()) helper->thread.join();
}

void start_helpers(Search* search, const Game& game, const SearchLimits& limits) {
    search->shared.stop.store(false, std::memory_order_relaxed);
    search->shared.nodes.store(0, std::memory_order_relaxed);
    if (limits.alone) return;
    for (auto& helper : search->helpers) prepare_helper(helper.get(), game, limits);
    for (auto& helper : search->helpers) start_helper(helper.get());
}

// ---- the vote

// Returns the report that wins the vote. If a helper's report wins, its line is also sent to the
// monitor.
SearchReport vote(Search* search, const Root& root, uint64_t nodes) {
    const SearchLimits& limits = search->tree.limits;
    if (search->helpers.empty() || limits.alone || limits.lines > 1 || root.report.depth == 0)
        return root.report;
    const SearchReport& own = root.report;
    std::vector<SearchReport> reports = {own};
    for (auto& helper : search->helpers) {
        const std::lock_guard<std::mutex> lock(helper->mutex);
        reports.push_back(helper->report);
    }
    SearchReport elected = vote_elect(reports);
    elected.depth = std::max(elected.depth, own.depth);
    const bool differs = elected.best != own.best || elected.score != own.score;
    if (differs && root.monitor->line)
        root.monitor->line(root.monitor->context,
                           {0, std::max(elected.depth, search->tree.progress.depth), elected.score,
                            BOUND_EXACT, nodes, elected.pv});
    return elected;
}

// ---- state kept between searches

// Initializes the part of a tree that is kept between searches.
void attach_tree(Search* search, Tree* tree) {
    tree->table = &search->table;
    tree->shared = nullptr;
    tree->oversubscribed = false;
    tree->evaluator.network = search->tree.evaluator.network;
    history_clear(&tree->history);
}

// The number of processor cores; SEARCH_THREADS_MAX if that number is unknown.
size_t cores() {
    const unsigned known = std::thread::hardware_concurrency();
    return known != 0 ? known : SEARCH_THREADS_MAX;
}

// Clears hash table and histories if they hold scores of another SearchBias.
void set_bias(Search* search, const SearchBias& bias) {
    if (!search->fresh && !bias_is_same(search->bias, bias)) search_new_game(search);
    search->bias = bias;
    search->fresh = false;
}

} // namespace

Search* search_create(int megabytes) {
    Search* search = new Search;
    search->table = {};
    search->tree.evaluator.network = network_builtin();
    attach_tree(search, &search->tree);
    search_resize(search, megabytes);
    search->bias = SEARCH_UNBIASED;
    search->fresh = true;
    return search;
}

void search_free(Search* search) {
    join_helpers(search);
    table_free(&search->table);
    delete search;
}

void search_resize(Search* search, int megabytes) {
    join_helpers(search);
    table_resize(&search->table, megabytes);
}

void search_set_threads(Search* search, int threads) {
    join_helpers(search);
    const size_t wanted = size_t(std::clamp(threads, 1, SEARCH_THREADS_MAX) - 1);
    while (search->helpers.size() > wanted) search->helpers.pop_back();
    while (search->helpers.size() < wanted) {
        std::unique_ptr<Helper> helper(new (std::nothrow) Helper);
        if (!helper) break; // out of memory: fewer threads
        attach_tree(search, &helper->tree);
        helper->shared = &search->shared;
        helper->first = Depth(1 + int(search->helpers.size() + 1) % 2);
        search->helpers.push_back(std::move(helper));
    }
    search->tree.shared = search->helpers.empty() ? nullptr : &search->shared;
    search->tree.oversubscribed = search->helpers.size() + 1 > cores();
    for (auto& helper : search->helpers) helper->tree.oversubscribed = search->tree.oversubscribed;
}

void search_set_network(Search* search, const Network* network) {
    join_helpers(search);
    search->tree.evaluator.network = network;
    for (auto& helper : search->helpers) helper->tree.evaluator.network = network;
    search_new_game(search);
}

const Network* search_network(const Search* search) {
    return search->tree.evaluator.network;
}

void search_new_game(Search* search) {
    join_helpers(search);
    table_clear(&search->table);
    history_clear(&search->tree.history);
    for (auto& helper : search->helpers) history_clear(&helper->tree.history);
    search->fresh = true;
}

SearchReport search_run(Search* search, const Game& game, const SearchLimits& limits,
                        SearchMonitor* monitor) {
    join_helpers(search);
    set_bias(search, limits.bias);
    table_new_search(&search->table);
    Root root = {};
    root_init(&root, &search->tree, game, limits, monitor);
    if (root.move.empty()) return root.report;
    start_helpers(search, game, limits);
    root_deepen(&root, Depth(1));
    search->shared.stop.store(true, std::memory_order_relaxed);
    const uint64_t nodes = tree_progress(search->tree).nodes;
    SearchReport report = vote(search, root, nodes);
    search->tree.limits.excluded = nullptr; // the list belongs to the caller
    report.nodes = nodes;
    return report;
}

void search_hold(Search* search, bool held) {
    {
        const std::lock_guard<std::mutex> lock(search->shared.mutex);
        search->shared.held.store(held, std::memory_order_relaxed);
    }
    search->shared.released.notify_all();
}

Move search_hash_move(const Search* search, const Game& game) {
    const TableHit hit = table_probe(search->table, table_key(game.board), PLY_ROOT);
    MoveList legal;
    move_gen_legal(game.board, &legal);
    return hit.found && move_list_has(legal, hit.move) ? hit.move : MOVE_NONE;
}

Score search_eval(Search* search, const Game& game) {
    return eval(search_network(search), game.board);
}
