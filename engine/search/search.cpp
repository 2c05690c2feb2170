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

// Nodes between two looks of a helper at the stop flag: a fraction of a millisecond.
constexpr int HELPER_POLL_NODES = 256;

// Lazy SMP (chessprogramming wiki): a thread that searches the same position with a tree of its
// own. What it writes into the shared table the others find. What its tree and root hold is its own
// until its thread is joined.
struct Helper {
    Tree tree;
    Root root;
    SearchMonitor monitor;
    MoveList excluded; // a copy: it may run on for a moment when the caller's is gone
    Depth first;       // where it begins
    Crew* crew;
    uint64_t nodes_told;
    std::thread thread;
    std::mutex mutex;    // over the report
    SearchReport report; // as of the last root move it has searched
};

} // namespace

struct Search {
    Table table;
    Tree tree;
    Crew crew;
    std::vector<std::unique_ptr<Helper>> helpers;
    SearchBias bias; // that table and histories were filled under
    bool fresh;      // both are empty
};

namespace {

// ---- what a helper does

bool helper_is_stopped(void* context, const SearchProgress& progress, SearchMoment moment) {
    Helper* helper = static_cast<Helper*>(context);
    Crew* crew = helper->crew;
    crew->nodes.fetch_add(progress.nodes - helper->nodes_told, std::memory_order_relaxed);
    helper->nodes_told = progress.nodes;
    if (moment != SEARCH_POLL) {
        const std::lock_guard<std::mutex> lock(helper->mutex);
        helper->report = helper->root.report;
    }
    if (crew->held.load(std::memory_order_relaxed)) {
        std::unique_lock<std::mutex> lock(crew->mutex);
        crew->released.wait(lock, [crew] { return !crew->held || crew->stop; });
    }
    return crew->stop.load(std::memory_order_relaxed);
}

void prepare_helper(Helper* helper, const Game& game, SearchLimits limits) {
    if (limits.excluded) {
        helper->excluded = *limits.excluded;
        limits.excluded = &helper->excluded;
    }
    limits.lines = 1;
    limits.nodes = 0;
    helper->monitor = {helper, helper_is_stopped, nullptr, HELPER_POLL_NODES};
    helper->nodes_told = 0;
    helper->report = {};
    root_init(&helper->root, &helper->tree, game, limits, &helper->monitor);
}

// Where the system has no more threads the search does with those there are.
void start_helper(Helper* helper) {
    try {
        helper->thread = std::thread([helper] { root_deepen(&helper->root, helper->first); });
    } catch (const std::system_error&) {
    }
}

void join_helpers(Search* search) {
    search->crew.stop.store(true, std::memory_order_relaxed);
    search_hold(search, false);
    for (auto& helper : search->helpers)
        if (helper->thread.joinable()) helper->thread.join();
}

void start_helpers(Search* search, const Game& game, const SearchLimits& limits) {
    search->crew.stop.store(false, std::memory_order_relaxed);
    search->crew.nodes.store(0, std::memory_order_relaxed);
    if (limits.alone) return;
    for (auto& helper : search->helpers) prepare_helper(helper.get(), game, limits);
    for (auto& helper : search->helpers) start_helper(helper.get());
}

// ---- the vote

std::vector<SearchReport> collect_reports(Search* search, const SearchReport& own) {
    std::vector<SearchReport> reports = {own};
    for (auto& helper : search->helpers) {
        const std::lock_guard<std::mutex> lock(helper->mutex);
        reports.push_back(helper->report);
    }
    return reports;
}

// The main thread's report, or a helper's that is better; the host hears of it.
SearchReport vote(Search* search, const Root& root, uint64_t nodes) {
    const SearchLimits& limits = search->tree.limits;
    if (search->helpers.empty() || limits.alone || limits.lines > 1 || root.report.depth == 0)
        return root.report;
    SearchReport elected = vote_elect(collect_reports(search, root.report));
    elected.depth = std::max(elected.depth, root.report.depth);
    const SearchReport& own = root.report;
    const bool differs = elected.best != own.best || elected.score != own.score;
    if (differs && root.monitor->line)
        root.monitor->line(root.monitor->context,
                           {0, std::max(elected.depth, search->tree.progress.depth), elected.score,
                            BOUND_EXACT, nodes, elected.pv});
    return elected;
}

// ---- what outlives a search

// What outlives a search.
void attach_tree(Search* search, Tree* tree) {
    tree->table = &search->table;
    tree->crew = nullptr;
    tree->crowded = false;
    tree->evaluator.network = search->tree.evaluator.network;
    history_clear(&tree->history);
}

// Of the machine; more than we ever use where the system cannot tell.
size_t cores() {
    const unsigned known = std::thread::hardware_concurrency();
    return known != 0 ? known : SEARCH_THREADS_MAX;
}

// Scores that were bent in another way would mislead.
void set_bias(Search* search, const SearchBias& bias) {
    if (!search->fresh && !bias_is_same(search->bias, bias)) search_new_game(search);
    search->bias = bias;
    search->fresh = false;
}

} // namespace

Search* search_create(int megabytes) {
    Search* search = new Search;
    search->table = table_make();
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
        if (!helper) break; // memory is short: fewer threads
        attach_tree(search, &helper->tree);
        helper->crew = &search->crew;
        helper->first = Depth(1 + int(search->helpers.size() + 1) % 2);
        search->helpers.push_back(std::move(helper));
    }
    search->tree.crew = search->helpers.empty() ? nullptr : &search->crew;
    search->tree.crowded = search->helpers.size() + 1 > cores();
    for (auto& helper : search->helpers) helper->tree.crowded = search->tree.crowded;
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
    search->crew.stop.store(true, std::memory_order_relaxed);
    const uint64_t nodes = tree_progress(search->tree).nodes;
    SearchReport report = vote(search, root, nodes);
    search->tree.limits.excluded = nullptr; // the caller's
    report.nodes = nodes;
    return report;
}

void search_hold(Search* search, bool held) {
    {
        const std::lock_guard<std::mutex> lock(search->crew.mutex);
        search->crew.held.store(held, std::memory_order_relaxed);
    }
    search->crew.released.notify_all();
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
