// From a game and a clock to a move: where the search (engine/) and the time of a move
// (timing/turn) meet.
#pragma once

#include "engine/search/search.h"
#include "timing/turn.h"

/// What waiting input wants of a running search.
enum Attention : int {
    ATTENTION_NONE,
    ATTENTION_MOVE_NOW,   // play the best move known (once there is one)
    ATTENTION_PONDER_HIT, // the expected move was played: from now on our clock runs
    ATTENTION_ABORT,      // end at once, no move is wanted
};

/// When things happened that attend() tells of.
struct AttentionTimes {
    int64_t hit_ms;    // with ATTENTION_PONDER_HIT: when the move was read
    int64_t paused_ms; // for how long nothing was to happen: it does not count
};

/// A position, and the move we mean to play there.
struct Planned {
    Key key;
    Move move;
};

/// What our PV means to play after its first move and the answer to it, from the game's present
/// position; nothing if it is too short.
Planned think_plan(const Game& game, const Pv& pv);

/// The planned move if the game has come to its position, else MOVE_NONE.
Move think_planned_move(const Planned& planned, const Game& game);

/// What a move is to be found for, and whom to talk to meanwhile.
struct ThinkRequest {
    TurnRequest turn; // game_ply is filled in
    Search* search;
    const Game* game;
    SearchLimits limits;
    Move planned; // the move our last PV meant to play here; MOVE_NONE: none

    void* context; // handed to the two functions below
    /// Looks at waiting input; nullptr if there is none to look at. All times are 0 beforehand.
    Attention (*attend)(void* context, const SearchProgress& progress, AttentionTimes* times);
    /// Hears a line of thinking worth showing, false if nobody reads it; nullptr for silence.
    bool (*show)(void* context, const SearchLine& line, int64_t elapsed_ms);
};

struct ThinkResult {
    SearchReport report;
    bool is_move;     // a move is wanted: not aborted, and on our clock
    Turn turn;        // for turn_end(), once the move is out
    Move best_before; // the best move before the score dropped, if overtime was played
};

/// Searches until the controller, a limit or the input says stop.
ThinkResult think_run(const ThinkRequest& request);
