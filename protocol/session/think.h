// From a game and a clock to a move: plans the budget, runs the search, answers its questions.
#pragma once

#include "engine/search/search.h"
#include "timing/controller.h"
#include "timing/lag.h"
#include "timing/record.h"
#include "timing/stopwatch.h"

/// What waiting input wants of a running search.
enum Attention : int {
    ATTENTION_NONE,
    ATTENTION_MOVE_NOW,   // play the best move known (once there is one)
    ATTENTION_PONDER_HIT, // the expected move was played: from now on our clock runs
    ATTENTION_ABORT,      // end at once, no move is wanted
};

enum ThinkKind : int {
    THINK_MOVE,    // on our clock
    THINK_PONDER,  // on the opponent's, until a hit makes it THINK_MOVE
    THINK_ANALYSE, // without a clock, until aborted
};

/// When things happened that attend() tells of.
struct AttentionTimes {
    int64_t hit_ms;    // with ATTENTION_PONDER_HIT: when the move was read
    int64_t paused_ms; // for how long nothing was to happen: it does not count
};

/// What a move is to be found for, and whom to talk to meanwhile.
struct ThinkRequest {
    ThinkKind kind;
    Search* search;
    const Game* game;
    const Clock* clock;
    const Lag* lag;               // nullptr: nothing is measured
    const Controller* controller; // used unless the clock calls for another
    ControllerSettings settings;
    ControllerMemory* memory; // of this game; nullptr: nothing is learned
    SearchLimits limits;
    Stopwatch stopwatch; // where the clock counts nodes, it is not asked but for analysis
    Move planned;        // what our last move meant to play here; MOVE_NONE: nothing
    int64_t pondered_ms; // on this very position, by a search that has ended; its table is warm
    int64_t start_ms;    // when our clock (or the pondering, the analysis) began, by the stopwatch

    void* context; // handed to the two functions below
    /// Looks at waiting input; nullptr if there is none to look at. All times are 0 beforehand.
    Attention (*attend)(void* context, const SearchProgress& progress, AttentionTimes* times);
    /// Hears a line of thinking worth pv_output, false if nobody reads it; nullptr for silence.
    bool (*show)(void* context, const SearchLine& line, int64_t elapsed_ms);
};

struct ThinkResult {
    SearchReport report;
    bool is_move;      // a move is wanted: not aborted, and on our clock
    MoveRecord record; // used_ms is up to the end of the search
    Move best_before;  // the best move before the score dropped, if overtime was played
};

/// Searches until the controller, a limit or the input says stop.
ThinkResult think_run(const ThinkRequest& request);
