// Games without a board: a model of a search and of a host drives clock, lag, guard and controller
// as a real game does, some thousand games a second, and always alike for the same seed.
#pragma once

#include "timing/controller.h"

/// After how many own moves the clock is looked at.
constexpr int SIMULATE_LOOKS = 4;
constexpr int SIMULATE_LOOK_MOVES[SIMULATE_LOOKS] = {20, 40, 60, 80};

/// How long a game lasts, in moves of each side.
constexpr int SIMULATE_MOVES_LEAST = 40;
constexpr int SIMULATE_MOVES_MOST = 200;

/// The most games of one call.
constexpr int SIMULATE_GAMES_MAX = 10000000;

struct SimulateSettings {
    const Controller* controller;
    ControllerSettings timing;
    int moves_per_session; // 0: the whole game in one session
    int64_t base_ms;
    int64_t increment_ms;
    int games;
    int64_t lag_ms;     // what the host charges beyond our use: half to one and a half of it
    int64_t late_ms;    // how late a busy machine lets the engine move: up to twice that
    int spike_percent;  // of the moves have twenty times the lag, and are so late
    bool whole_seconds; // the host tells its clock in them, not in hundredths
    uint64_t seed;
};

struct SimulateResult {
    int64_t games;
    int64_t moves;
    // Games lost on time. In hopeless ones the lag did it: a quarter of the clock would not
    // have been enough for it, had every move been played at once.
    int64_t flags;
    int64_t hopeless;
    int64_t easy;     // moves played early because they were
    int64_t overruns; // moves that went beyond NormalMoveTime for the score
    int64_t resolved; // of them those that found an acceptable move
    int64_t thought_ms;
    int64_t longest_ms; // the longest think
    int64_t first_flag; // the number of the first game lost (not hopeless), counted from 0
    // Parts of a thousand of the base, summed up over the games that lasted so long.
    int64_t left_sum[SIMULATE_LOOKS];
    int64_t left_games[SIMULATE_LOOKS];
};

/// Plays the games, each of 40 to 200 moves of ours. Times are clamped as by the clock.
SimulateResult simulate_run(const SimulateSettings& settings);
