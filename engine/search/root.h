// The root of the search: iterative deepening over the root moves, by one thread.
#pragma once

#include <vector>

#include "engine/board/game.h"
#include "engine/search/tree.h"

/// A legal move at the root and what is known of it.
struct RootMove {
    Move move;
    uint64_t nodes;     // below it, in the last iteration
    uint64_t all_nodes; // below it, in this search
    Score score;        // of the line it led when it was last best, or second best, ...
    Pv pv;
    Depth depth; // how deep it was searched when it last led its line
};

/// One thread's search from the root.
struct Root {
    Tree* tree;
    SearchMonitor* monitor;
    std::vector<RootMove> move; // the lines found so far first, best first
    size_t line;                // the one being searched, 0 for the best
    SearchReport report;
};

/// Makes the tree ready for a search of the game's present position; table and histories
/// stay as they are.
void root_init(Root* root, Tree* tree, const Game& game, const SearchLimits& limits,
               SearchMonitor* monitor);

/// Searches deeper and deeper, from this depth on, until a limit or the monitor ends it. Not every
/// depth is searched, but that of the limit is. The report is kept up to date all the while.
void root_deepen(Root* root, Depth first);
