// What goes into a search, what comes out of it, and what it says while it runs.
#pragma once

#include "engine/board/move.h"
#include "engine/board/types.h"
#include "engine/search/bias.h"
#include "engine/search/table.h"

/// What is asked of a search: how far to go (whatever comes first), by which moves, to how many
/// lines, and how bent.
struct SearchLimits {
    Depth depth;              // 1 .. DEPTH_MAX
    uint64_t nodes;           // 0: no limit. Depth 1 is completed all the same.
    int lines;                // how many best moves to find, each with its own score; at least 1
    const MoveList* excluded; // root moves not to be looked at; nullptr: none
    SearchBias bias = SEARCH_UNBIASED;
    bool alone = false; // no other threads: the same result on every machine
};

/// No limit but the deepest depth, one line, all moves.
constexpr SearchLimits SEARCH_UNLIMITED = {DEPTH_MAX, 0, 1, nullptr};

/// A principal variation.
struct Pv {
    int length;
    Move move[PLY_MAX];
};

/// When the monitor is asked whether to stop.
enum SearchMoment : int {
    SEARCH_POLL,      // every poll_nodes nodes
    SEARCH_ROOT_MOVE, // a root move has been searched
    SEARCH_ITERATION, // an iteration is complete
};

struct SearchProgress {
    Depth depth;             // of the iteration running or just completed
    int iterations;          // completed
    int root_moves;          // legal moves in the position that are not excluded
    int root_moves_searched; // in this iteration, or in its present re-search
    Move root_move;          // being searched
    Move best;               // of all so far; MOVE_NONE while nothing is proven
    bool best_leads;      // the answer to the monitor's lead_cp, as of the last completed iteration
    Score previous_score; // of the iteration before this one
    Score current_score;  // best proven in this one; previous_score while nothing is
    bool fail_low_pending; // the first move fell to alpha or below, its true score is not known yet
    uint64_t nodes;        // by all threads; null moves do not count
    uint64_t own_nodes;    // of them by the thread that asks
    uint64_t best_nodes;   // of all below the best root move, as of the last completed iteration
    Score root_eval;       // static, before any move
};

/// One line of thinking: a new best variation, or a bound on it.
struct SearchLine {
    int number; // 0 for the best; more only with SearchLimits.lines
    Depth depth;
    Score score;
    Bound bound;
    uint64_t nodes;
    Pv pv;
};

/// The search's only way to talk. It is asked, never asks back.
struct SearchMonitor {
    void* context;
    /// True ends the search at once. May be asked before the first iteration is complete
    /// (progress.iterations is 0): the report then holds a legal move, that which led so
    /// far.
    bool (*stop)(void* context, const SearchProgress& progress, SearchMoment moment);
    /// Receives every line; may be nullptr.
    void (*line)(void* context, const SearchLine& line);
    /// Nodes between two polls; its owner may change it at any call.
    int poll_nodes;
    /// If above 0, a search a few plies less deep looks after each iteration whether every other
    /// move is worse by at least this many centipawns. The answer is progress.best_leads, and if it
    /// is yes a poll follows at once. Its owner may change it at any call.
    int lead_cp = 0;
};

struct SearchReport {
    Move best;   // MOVE_NONE only if there is no legal move that is not excluded
    Score score; // where the best move has fallen since and is searched again: no more than this
    Depth depth; // of the last completed iteration
    uint64_t nodes;
    Pv pv;
    Depth proven; // when the best move last proved best: depth, or that of the next iteration
};
