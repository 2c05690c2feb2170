// Games of the program against itself, as positions to learn from.
#pragma once

#include <cstdint>

#include "engine/eval/network.h"
#include "engine/learn/sample.h"

struct SelfplaySettings {
    const char* path; // the data file; what it holds already is kept and continued
    int games;        // in the file in the end
    int threads;
    uint64_t nodes; // a move: an iteration begun is finished
    uint64_t seed;  // game n of a seed is the same game on every machine and with any threads
    const Network* network = network_builtin(); // to play with; nullptr: by material
    int random_each = 0;                        // one move in so many is a random one; 0: none
};

struct SelfplayProgress {
    int games;         // in the file
    int played;        // of them in this run
    int64_t positions; // of this run
};

/// Plays until the file holds so many games, or until told to stop (the answer of `progress`, asked
/// after every game, on one thread at a time). Nullptr, or what went wrong with the file. A file
/// cut off in the middle of a game loses that game only.
const char* selfplay_run(const SelfplaySettings& settings, void* context,
                         bool (*progress)(void* context, const SelfplayProgress& progress));

/// One game of the series: its positions, at most `room` of them. For tests and for those who want
/// to see what is generated.
int selfplay_game(const SelfplaySettings& settings, uint32_t number, Sample* samples, int room);
