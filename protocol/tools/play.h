// `overtime play`: a timed game of Overtime against itself, shown move by move with its clocks.
#pragma once

#include <string>

#include "engine/eval/network.h"
#include "engine/search/search_types.h"
#include "protocol/files/book.h"
#include "timing/controller.h"

struct PlaySettings {
    int moves; // what `level` says
    int64_t base_ms, increment_ms;
    std::string pgn;    // the game goes to the end of this file
    std::string report; // a page that shows where its time went; empty: none
    int megabytes, threads;
    const Network* network;
    SearchLimits limits; // the same for both sides
    const Book* book;    // nullptr: none
    bool book_best;      // its heaviest move
    uint64_t seed;       // chooses others, and errors on purpose
    const Controller* controller;
    ControllerSettings timing;
};

/// Plays one game to its end on standard output. Returns the exit status of the process.
int play_run(const PlaySettings& settings);
