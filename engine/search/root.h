// The root of one thread's search: iterative deepening over the root moves.
#pragma once

#include <vector>

#include "engine/board/game.h"
#include "engine/search/tree.h"

/// A legal move at the root, with its results.
struct RootMove {
    Move move;
    uint64_t nodes;     // below this move, in the current iteration
    uint64_t all_nodes; // below this move, in the whole search
    Score score;        // score when this move was last the best of its line
    Pv pv;
    Depth depth; // depth at which `score` was found
};

/// One thread's search from the root.
struct Root {
    Tree* tree;
    SearchMonitor* monitor;
    std::vector<RootMove> move; // the lines found so far come first, best first
    size_t line;                // the line being searched, 0 for the best
    SearchReport report;
};

/// Prepares the tree for a search of the game's current position. Keeps table and histories.
void root_init(Root* root, Tree* tree, const Game& game, const SearchLimits& limits,
               SearchMonitor* monitor);

/// Iterative deepening from depth `first` until a limit or the monitor ends it. Some depths are
/// skipped, but never the depth limit. The report is kept up to date at all times.
void root_deepen(Root* root, Depth first);
