// The search of one thread below the root. tree_search.cpp is alpha-beta with principal variation
// search and outlines its steps; tree_quiesce.cpp is the quiescence search; node and prune hold
// some of the steps.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "engine/board/move_do.h"
#include "engine/eval/eval.h"
#include "engine/search/history.h"
#include "engine/search/search_types.h"
#include "engine/search/table.h"

/// The most positions before the root that are kept to detect repetitions.
constexpr int PAST_MAX = 256;

/// The state of one ply of the current line. "The move" is the one being searched at this ply.
struct Frame {
    Move move;
    Piece piece;      // the piece that moves, NO_PIECE for a null move
    bool quiet;       // the move is not a capture, promotion or null move
    PieceType victim; // captured by the move, PIECE_TYPE_NONE if nothing is
    Move excluded;    // not searched at this ply: the hash move during a singular search
    bool nested;      // this node searches itself: singular search or null move verification
    Move killer[2];   // quiet moves that caused a cutoff at this ply
    Score eval;       // corrected static score, without the table's score; SCORE_NONE in check
    PieceToTable* continuation; // continuation history of the move
    int double_extensions;      // double extensions in the line up to this ply
    bool was_pv;                // this node is or once was a PV node
    int cutoffs;   // nodes at this ply that failed high since the node two plies up began its moves
    int number;    // number of the move in its node, from 1; ProbCut leaves the previous number
    int reduction; // plies by which the search of the move is reduced at the moment
};

/// Empty frames before the root, so that code can look back some plies without a test.
constexpr int FRAMES_BEFORE = HISTORY_PLIES[HISTORY_PLIES_NB - 1];

/// What the threads of a search share besides the hash table. Atomics are accessed with relaxed
/// order, as no other data depends on them.
struct SharedState {
    std::atomic<bool> stop;
    std::atomic<bool> held;           // helpers are suspended
    std::atomic<uint64_t> nodes;      // nodes of the helpers
    std::mutex mutex;                 // used with `released` to wake suspended helpers
    std::condition_variable released; // signals that `held` has been cleared
};

/// The state of one search thread.
struct Tree {
    Board board;
    Table* table;
    Evaluator evaluator;
    History history;
    Frame frames[FRAMES_BEFORE + PLY_MAX + 3]; // access with tree_frame()
    Pv pv[PLY_MAX + 1];
    Key past[PAST_MAX + PLY_MAX + 1]; // keys of the positions of game and line up to here
    int root_window;                  // beta - alpha at the root
    int root_index;                   // index of the root's key in `past`
    int past_floor;                   // index after the last null move: no repetition before it
    Ply null_ply_min;                 // no null moves before this ply (null move verification)

    SearchMonitor* monitor;
    SearchLimits limits;
    SearchProgress progress; // of the search by this thread
    SharedState* shared;     // set in the main thread if there are helpers, else nullptr
    bool oversubscribed;     // more threads than cores: yield at every poll
    int polls_left;          // nodes until the next poll
    bool stopped;            // unwinding: scores are meaningless
};

/// Returns the frame of a ply; plies from -FRAMES_BEFORE on are valid.
inline Frame& tree_frame(Tree* tree, int ply) {
    return tree->frames[FRAMES_BEFORE + ply];
}
inline const Frame& tree_frame(const Tree& tree, int ply) {
    return tree.frames[FRAMES_BEFORE + ply];
}

/// Searches the position at `ply` and returns its score for the side to move (fail-soft).
/// `cut_node` means that the node is expected to fail high. The score is meaningless once
/// tree->stopped is set.
Score tree_search(Tree* tree, Score alpha, Score beta, Depth depth, Ply ply, bool cut_node);

/// Quiescence search: captures, promotions and evasions until the position is quiet.
Score tree_quiesce(Tree* tree, Score alpha, Score beta, Ply ply);

/// The continuation histories of the moves that led to this ply.
Continuations tree_continuations(const Tree& tree, Ply ply);

/// Prefetches the table entry of the position after a move.
void tree_prefetch(const Tree& tree, Move move);

/// Makes a move and updates node count, accumulators, past keys and the frame of this ply.
/// move_undo() takes the move back.
void tree_make(Tree* tree, Move move, Ply ply, Undo* undo);

/// Returns the progress of the search, with the helpers' nodes included.
SearchProgress tree_progress(const Tree& tree);

/// Asks the monitor whether to stop and, if so, sets tree->stopped.
void tree_ask(Tree* tree, SearchMoment moment);

/// Sets the PV of `ply` to `move` followed by the PV of the next ply.
void tree_update_pv(Tree* tree, Move move, Ply ply);
