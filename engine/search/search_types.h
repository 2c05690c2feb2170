// Limits, progress, monitor and report of a search.
#pragma once

#include "engine/board/move.h"
#include "engine/board/types.h"
#include "engine/search/bias.h"
#include "engine/search/table.h"

/// How far and what to search; the first limit reached ends the search.
struct SearchLimits {
    Depth depth;              // 1 .. DEPTH_MAX
    uint64_t nodes;           // 0: no limit. Depth 1 is always completed.
    int lines;                // MultiPV: number of best moves to find, at least 1
    const MoveList* excluded; // root moves that are not searched; nullptr: no exclusion
    SearchBias bias = SEARCH_UNBIASED;
    bool alone = false; // without helper threads: the same result on every machine
};

/// Limits of a search to DEPTH_MAX with one line and all moves.
constexpr SearchLimits SEARCH_UNLIMITED = {DEPTH_MAX, 0, 1, nullptr};

/// A principal variation.
struct Pv {
    int length;
    Move move[PLY_MAX];
};

/// The occasions on which the monitor is asked whether to stop.
enum SearchMoment : int {
    SEARCH_POLL,      // every poll_nodes nodes
    SEARCH_ROOT_MOVE, // a root move has been searched
    SEARCH_ITERATION, // an iteration is complete
};

struct SearchProgress {
    Depth depth;             // depth of the iteration running or just completed
    int iterations;          // completed iterations
    int root_moves;          // legal moves in the position that are not excluded
    int root_moves_searched; // in this iteration, or in its current re-search
    Move root_move;          // the root move being searched
    Move best;               // best move so far; MOVE_NONE until one has been found
    bool best_leads;         // the result for the monitor's lead_cp, after the last iteration
    Score previous_score;    // score of the previous iteration
    Score current_score;     // best score of this iteration; previous_score until there is one
    bool fail_low_pending;   // the best move failed low and its score is not known yet
    uint64_t nodes;          // searched by all threads; null moves are not counted
    uint64_t own_nodes;      // nodes of the thread that asks
    uint64_t best_nodes;     // below the best root move, of all threads, after the last iteration
    Score root_eval;         // static score of the root
};

/// A new principal variation, or a bound on its score.
struct SearchLine {
    int number; // 0 for the best line, above 0 only if SearchLimits.lines > 1
    Depth depth;
    Score score;
    Bound bound;
    uint64_t nodes;
    Pv pv;
};

/// Callbacks by which the search reports its progress and asks whether to stop. Callbacks must not
/// start or change a search, except by search_hold().
struct SearchMonitor {
    void* context;
    /// Returns true to end the search at once. The search may call stop() before the first
    /// iteration is complete (progress.iterations is 0); the report then has the best move so far.
    bool (*stop)(void* context, const SearchProgress& progress, SearchMoment moment);
    /// Receives every line of the search; may be nullptr.
    void (*line)(void* context, const SearchLine& line);
    /// The nodes between two polls; a callback may change poll_nodes.
    int poll_nodes;
    /// If above 0, a shallower search after each iteration checks whether all other moves are worse
    /// than the best by at least this many centipawns. The result is progress.best_leads; if
    /// best_leads is true, a poll follows at once. A callback may change lead_cp.
    int lead_cp = 0;
};

struct SearchReport {
    Move best;   // MOVE_NONE only if there is no legal move or all legal moves are excluded
    Score score; // an upper bound if the best move failed low and the search ended before its score
    Depth depth; // depth of the last completed iteration
    uint64_t nodes;
    Pv pv;
    Depth proven; // depth of the iteration, perhaps unfinished, that last found `best` to be best
};
