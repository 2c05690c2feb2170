// The tree below the root: what one thread searches with, and the two searches that call each
// other. tree_search.cpp is alpha-beta with principal variation search, tree_quiesce.cpp what comes
// at its end; node and prune hold the phases of a node.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "engine/board/move_do.h"
#include "engine/eval/eval.h"
#include "engine/search/history.h"
#include "engine/search/search_types.h"
#include "engine/search/table.h"

/// How many positions before the root can matter to a repetition (fifty moves and some).
constexpr int PAST_MAX = 256;

/// What one ply of the present line has to remember.
struct Frame {
    Move move;        // made here to get to the next ply
    Piece piece;      // that made it, NO_PIECE for a null move
    bool quiet;       // the move made here is no capture, promotion or null move
    PieceType victim; // of the move made here, 0 for none
    Move excluded;    // singular search: not to be searched here
    bool nested;      // in a search of this node within its own, singular or after a null move
    Move killer[2];   // quiet moves that cut off at this ply
    Score eval;       // static and corrected, without the table's score; SCORE_NONE in check
    PieceToTable* continuation; // of the move made here
    int doubles;                // double extensions on the way here
    bool was_pv;                // this node was in an open window once
    int cutoffs;                // nodes at this ply that failed high since the grandparent's moves
    int number;    // of the move made here, from 1 (0 at the root); ProbCut's have the one before's
    int reduction; // plies the search of the move made here is short of
};

/// Frames before the root, of no move, so that looking back needs no test.
constexpr int FRAMES_BEFORE = HISTORY_PLIES[HISTORY_PLIES_NB - 1];

/// What the threads of one search share besides the table. Relaxed atomics: no other data depends
/// on their order.
struct Crew {
    std::atomic<bool> stop;
    std::atomic<bool> held;      // helpers stand still
    std::atomic<uint64_t> nodes; // of the helpers
    std::mutex mutex;            // over the end of their standing still
    std::condition_variable released;
};

/// Everything one search thread works with.
struct Tree {
    Board board;
    Table* table;
    Evaluator evaluator;
    History history;
    Frame frames[FRAMES_BEFORE + PLY_MAX + 3]; // by tree_frame()
    Pv pv[PLY_MAX + 1];
    Key past[PAST_MAX + PLY_MAX + 1]; // keys of the positions up to here
    int root_window;                  // beta - alpha at the root
    int root_index;                   // of the root's key in past
    int past_floor;                   // no repetition reaches back over a null move
    Ply null_ply_min;                 // no null move above this ply while one is verified

    SearchMonitor* monitor;
    SearchLimits limits;
    SearchProgress progress; // of this thread
    Crew* crew;              // of the main thread that has helpers, else nullptr
    bool crowded;            // more threads than cores: each gives way at every poll
    int polls_left;          // nodes until the monitor is asked again
    bool stopped;            // unwind: no score counts any more
};

/// The frame of a ply, from -FRAMES_BEFORE on.
inline Frame& tree_frame(Tree* tree, int ply) {
    return tree->frames[FRAMES_BEFORE + ply];
}
inline const Frame& tree_frame(const Tree& tree, int ply) {
    return tree.frames[FRAMES_BEFORE + ply];
}

/// Searches the position reached at `ply`. The score is within [alpha, beta] or a bound beyond
/// (fail-soft), for the side to move; meaningless once tree->stopped.
Score tree_search(Tree* tree, Score alpha, Score beta, Depth depth, Ply ply, bool cut_node);

/// Searches captures, promotions and evasions until the position is quiet; as tree_search().
Score tree_quiesce(Tree* tree, Score alpha, Score beta, Ply ply);

/// The tables of the moves that led to this ply.
Continuations tree_continuations(const Tree& tree, Ply ply);

/// Fetches the table's entry for the position after a move that will probably be made.
void tree_prefetch(const Tree& tree, Move move);

/// Makes a move with all that hangs on it (nodes, keys, the frame of this ply); move_undo() takes
/// it back.
void tree_make(Tree* tree, Move move, Ply ply, Undo* undo);

/// The progress with the helpers' nodes.
SearchProgress tree_progress(const Tree& tree);

/// Asks the monitor; sets tree->stopped if the answer is to stop.
void tree_ask(Tree* tree, SearchMoment moment);

/// The line that begins with `move` and goes on as the next ply says.
void tree_update_pv(Tree* tree, Move move, Ply ply);
