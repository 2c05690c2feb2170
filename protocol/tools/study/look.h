// A look at a position with a fixed effort, for suites and annotations.
#pragma once

#include "engine/search/search.h"
#include "timing/stopwatch.h"

/// Where a look ends; whatever comes first.
struct LookEffort {
    double seconds = 1;
    double depth = DEPTH_MAX;
    double nodes = 0; // 0: no limit
    int mate = 0; // 0: any that looks as if it could not become shorter; else one in so many moves
};

struct Look {
    SearchReport report;
    int64_t used_ms;
};

/// Hears every line of thinking as it comes.
struct LookListener {
    void* context;
    void (*line)(void* context, const SearchLine& line, int64_t elapsed_ms);
};

/// Searches the game's present position; a mate ends it early.
Look look_run(Search* search, const Game& game, const LookEffort& effort,
              const Stopwatch& stopwatch, const LookListener* listener = nullptr);
