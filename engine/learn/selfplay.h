// Self-play: games of the program against itself, written as training positions.
#pragma once

#include <cstdint>

#include "engine/eval/network.h"
#include "engine/learn/sample.h"

struct SelfplaySettings {
    const char* path; // the data file; an existing one is continued
    int games;        // games in the file at the end
    int threads;
    uint64_t nodes; // searched for a move; the running iteration is completed
    uint64_t seed;  // game n of a seed is the same on every machine, with any number of threads
    const Network* network = network_builtin(); // the players' network; nullptr: count material
    int random_each = 0;                        // one move in this many is random; 0: no move
};

struct SelfplayProgress {
    int games;         // games in the file
    int played;        // games played in this run
    int64_t positions; // positions written in this run
};

/// Plays until the file has the wanted number of games or `progress` returns false, which is called
/// after each game, by one thread at a time. Returns nullptr, or what went wrong with the file. If
/// an existing file ends in the middle of a game, only that game is lost.
const char* selfplay_run(const SelfplaySettings& settings, void* context,
                         bool (*progress)(void* context, const SelfplayProgress& progress));

/// For tests: plays game `number` and returns the number of stored positions, at most `room`.
int selfplay_game(const SelfplaySettings& settings, uint32_t number, Sample* samples, int room);
