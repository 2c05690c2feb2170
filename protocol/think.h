// From a game and a clock to a move: plans the budget, runs the search, answers its questions.
#pragma once

#include "engine/search.h"
#include "timing/controller.h"
#include "timing/recorder.h"
#include "timing/stopwatch.h"

/// What waiting input wants of a running search.
enum Attention : int {
    ATTENTION_NONE,
    ATTENTION_MOVE_NOW, // play the best move known (once there is one)
    ATTENTION_ABORT,    // end at once, no move is wanted
};

/// What a move is to be found for, and whom to talk to meanwhile.
struct ThinkRequest {
    Search* search;
    const Game* game;
    const Clock* clock;
    const Controller* controller; // used unless the clock calls for another
    ControllerSettings settings;
    ControllerMemory* memory; // of this game; nullptr: nothing is learned
    SearchLimits limits;
    Stopwatch stopwatch;
    int64_t start_ms; // when our clock began to run, by the stopwatch

    void* context; // handed to the two functions below
    /// Looks at waiting input; nullptr if there is none to look at.
    Attention (*attend)(void* context);
    /// Hears a line of thinking worth showing; nullptr for silence.
    void (*show)(void* context, const SearchLine& line, int64_t elapsed_ms);
};

struct ThinkResult {
    SearchReport report;
    MoveRecord
        record; // stop is STOP_ABORT if no move is wanted; used_ms is up to the end of search
};

/// Searches until the controller, a limit or the input says stop.
ThinkResult think_run(const ThinkRequest& request);
