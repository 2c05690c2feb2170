// The tree below the root: alpha-beta with principal variation search, and quiescence.
#pragma once

#include "engine/eval.h"
#include "engine/limits.h"
#include "engine/move_do.h"
#include "engine/order.h"
#include "engine/pawn.h"
#include "engine/ruling.h"
#include "engine/table.h"

/// How many positions before the root can matter to a repetition (fifty moves and some).
constexpr int PAST_MAX = 256;

/// What one ply of the present line has to remember.
struct Frame {
    Move move;      // made here to get to the next ply
    Piece piece;    // that made it
    Score eval;     // static, SCORE_NONE in check
    Move killer[2]; // quiet moves that cut off at this ply
};

/// Everything one search thread works with.
struct Tree {
    Board board;
    Table* table;
    PawnCache pawns;
    History history;
    Frame frame[PLY_MAX + 2];
    Pv pv[PLY_MAX + 1];
    Key past[PAST_MAX + PLY_MAX + 1]; // keys of the positions up to here
    int root_index;                   // of the root's key in past

    Rulings rulings;
    SearchMonitor* monitor;
    SearchLimits limits;
    SearchProgress progress;
    int polls_left; // nodes until the monitor is asked again
    bool stopped;   // unwind: no score counts any more
};

/// Searches the position reached at `ply`. The score is within [alpha, beta] or a bound beyond
/// (fail-soft), for the side to move; meaningless once tree->stopped.
Score tree_search(Tree* tree, Score alpha, Score beta, Depth depth, Ply ply, bool cut_node);

/// Makes a move with all that hangs on it (nodes, keys, the frame of this ply); move_undo() takes
/// it back.
void tree_make(Tree* tree, Move move, Ply ply, Undo* undo);

/// Asks the monitor; sets tree->stopped if the answer is to stop.
void tree_ask(Tree* tree, SearchMoment moment);

/// The line that begins with `move` and goes on as the next ply says.
void tree_update_pv(Tree* tree, Move move, Ply ply);
