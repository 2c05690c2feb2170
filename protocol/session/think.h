// Finds a move: runs the search (engine/search) and asks timing/turn when to stop.
#pragma once

#include "engine/search/search.h"
#include "timing/turn.h"

/// What a running search has to do because of waiting input.
enum Attention : int {
    ATTENTION_NONE,
    ATTENTION_MOVE_NOW,   // stop after depth 1 at the earliest, and move
    ATTENTION_PONDER_HIT, // the expected move was played: our clock runs
    ATTENTION_ABORT,      // stop at once, without a move
};

struct AttentionTimes {
    int64_t hit_ms;    // with ATTENTION_PONDER_HIT: when the move was read
    int64_t paused_ms; // time of pauses, which does not count
};

/// A move, and the position it is planned for.
struct Planned {
    Key key;
    Move move;
};

/// Returns our planned answer: the third move of a PV that starts at the game's position. The
/// result is empty if the PV is too short.
Planned think_plan(const Game& game, const Pv& pv);

/// The planned move if it is for the game's position, else MOVE_NONE.
Move think_planned_move(const Planned& planned, const Game& game);

struct ThinkRequest {
    TurnRequest turn; // think_run() sets game_ply
    Search* search;
    const Game* game;
    SearchLimits limits;
    Move planned; // the move planned for this position, or MOVE_NONE

    void* context; // for the two functions below
    /// Looks at waiting input; may be nullptr. `times` are 0 before the call.
    Attention (*attend)(void* context, const SearchProgress& progress, AttentionTimes* times);
    /// Shows a thinking line. Returns false if the line could not be shown; may be nullptr.
    bool (*show)(void* context, const SearchLine& line, int64_t elapsed_ms);
};

struct ThinkResult {
    SearchReport report;
    bool is_move;     // the best move is to be played: not aborted, and on our clock
    Turn turn;        // for turn_end() after the move has been sent
    Move best_before; // the best move before the score dropped, if overtime was played
};

/// Searches until the controller, a limit or the input stops the search.
ThinkResult think_run(const ThinkRequest& request);
