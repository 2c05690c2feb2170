// A search of one position with fixed limits, for test suites and the analysis of games.
#pragma once

#include <string>
#include <vector>

#include "engine/search/search.h"
#include "protocol/tools/flags.h"
#include "timing/stopwatch.h"

/// The search stops at the first limit it reaches.
struct StudyLimits {
    double seconds = 1;
    double depth = DEPTH_MAX;
    double nodes = 0; // 0: no limit
    int mate = 0;     // > 0: stop at a mate in this many moves; 0: at any that looks shortest
};

struct StudyResult {
    SearchReport report;
    int64_t used_ms;
};

/// Receives every PV of the search.
struct StudyListener {
    void* context;
    void (*line)(void* context, const SearchLine& line, int64_t elapsed_ms);
};

/// Searches the present position of the game.
StudyResult study_search(Search* search, const Game& game, const StudyLimits& limits,
                         const Stopwatch& stopwatch, const StudyListener* listener = nullptr);

/// Reads one file name, --st SECONDS, --sd DEPTH, --nodes N and the flags of `more`. Without --st,
/// a depth or a number of nodes is the only limit. Returns 0 or the exit status, as flags_read().
int study_read_flags(int count, char** words, StudyLimits* limits, std::vector<Flag> more,
                     std::string* file);
