// The lag: what the host charges for a move beyond what we used of our clock. Every reading of our
// own clock after a move of ours says exactly how much that was. And how late we were: what we used
// beyond what was meant, waiting for a processor.
#pragma once

#include "timing/clock.h"

/// How many moves are remembered.
constexpr int LAG_SAMPLES_MAX = 16;

/// One number for each of the last moves, in a ring.
struct LagSamples {
    int64_t ms[LAG_SAMPLES_MAX];
    int count;
    int next; // where the next one goes
};

/// All zero: nothing measured yet.
struct Lag {
    LagSamples charged; // beyond our use; below 0 where the host gave lag back
    LagSamples late;    // beyond what was meant; never below 0
    bool first_made;    // a move was made since the game or the last interruption began
    bool due;           // the next reading measures the move that the next three tell of
    int64_t own_ms;     // T when it was planned
    int64_t credit_ms;  // what the host adds for it
    int64_t used_ms;
    int64_t reading_ms; // the last one
    int whole_seconds;  // readings in a row that were, each different from the one before
};

/// The time to come is not what our own moves leave (`level`, `st`, `setboard`, `undo`, `go`):
/// the next move is not measured, as the first of a game is not.
void lag_interrupt(Lag* lag);

/// We play the other side from now on: what was told of its clock is no sample of ours, though it
/// may have been taken for one already. Nothing is measured.
void lag_change_side(Lag* lag);

/// Our move is out: the facts it was planned with, and the time from reading the opponent's move to
/// writing ours. Not measured if the clock was not known, or what the host adds to it.
void lag_note_move(Lag* lag, const ClockFacts& facts, int64_t used_ms);

/// A reading of our own clock. After a measured move it gives a sample, unless time was added or
/// taken.
void lag_note_reading(Lag* lag, int64_t own_ms);

/// Our move is out so much later than it was meant to be. After lag_note_move(); forgotten if it is
/// too much for a busy machine: the program was stopped, or the machine slept.
void lag_note_late(Lag* lag, int64_t late_ms);

/// G: start_ms while nothing is measured; else what four of five moves are charged at most, and
/// 10 ms. Where that charge is no more than 10 ms, which may be the host's rounding, at most
/// start_ms; where clocks are told in whole seconds and it is no more than one, at most the larger
/// of start_ms and the usual lag and 10 ms. Always from 5 ms to a quarter of own_ms, at most 5 s.
int64_t lag_charge_ms(const Lag& lag, int64_t own_ms, int64_t start_ms);

/// The largest of the samples; at least a second when the clock is told in whole seconds.
int64_t lag_spike_ms(const Lag& lag);

/// The mean of the samples, 0 if there is none or the host gave back as much as it charged. In a
/// sum of samples the rounding of all readings but two cancels out: it tells lags that are shorter
/// than a hundredth of a second. The two largest count as 4 times the next one and the rounding at
/// most, and none as less than the rounding below 0.
int64_t lag_usual_ms(const Lag& lag);

/// How late the moves of late were: the mean of all but the latest (a single one is no habit), the
/// next one counting as 4 times the third at most; and the most. 0 before any.
int64_t lag_lateness_mean_ms(const Lag& lag);
int64_t lag_lateness_max_ms(const Lag& lag);

/// The newest sample, 0 if there is none.
int64_t lag_newest_ms(const Lag& lag);
