// Games without a board: a model of the search and of the host drives clock, overhead, guard and
// controller through the same Turn as a real game, some thousand games per second. Equal seeds give
// equal games.
#pragma once

#include "timing/controller.h"

/// The result tells how much clock is left on average after each of these numbers of own moves.
constexpr int SIMULATE_LOOKS = 4;
constexpr int SIMULATE_LOOK_MOVES[SIMULATE_LOOKS] = {20, 40, 60, 80};

/// The length of a game, in moves of each side.
constexpr int SIMULATE_MOVES_LEAST = 40;
constexpr int SIMULATE_MOVES_MOST = 200;

/// The maximum number of games per call.
constexpr int SIMULATE_GAMES_MAX = 10000000;

struct SimulateSettings {
    const Controller* controller;
    ControllerSettings timing;
    int moves_per_session; // 0 in sudden death
    int64_t base_ms;
    int64_t increment_ms;
    int games;
    int64_t lag_ms;     // mean GUI overhead; each move gets 0.5 to 1.5 times as much
    int64_t late_ms;    // mean lateness; each move gets 0 to 2 times as much
    int spike_percent;  // probability of 20 times the mean, for overhead and lateness separately
    bool whole_seconds; // the host sends whole seconds, not hundredths
    uint64_t seed;
};

struct SimulateResult {
    int64_t games;
    int64_t moves;
    // Games lost on time. In hopeless games overhead and lateness alone would use up a quarter of
    // the clock even with every move played at once; `flags` counts all other lost games.
    int64_t flags;
    int64_t hopeless;
    int64_t easy;     // easy moves
    int64_t overruns; // moves with overtime
    int64_t resolved; // moves with overtime that found an acceptable move
    int64_t thought_ms;
    int64_t longest_ms; // time of the longest move
    int64_t first_flag; // the number of the first game counted in flags, from 0
    // The clock left in thousandths of the base, summed over the games that lasted up to that move.
    int64_t left_sum[SIMULATE_LOOKS];
    int64_t left_games[SIMULATE_LOOKS];
};

/// Plays the games and returns the totals over all games. Out-of-range settings are clamped; the
/// base time is at least 1 ms.
SimulateResult simulate_run(const SimulateSettings& settings);
