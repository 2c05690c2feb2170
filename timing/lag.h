// Measures two delays per move. GUI overhead (`lag` in names): what the host charges beyond the
// time we used; every reading of our clock after a move of ours gives one sample. Lateness: how
// much later than its limit a move went out because the program waited for a processor.
#pragma once

#include "timing/clock.h"

/// The number of samples kept.
constexpr int LAG_SAMPLES_MAX = 16;

/// A ring buffer with one sample for each of the last moves.
struct LagSamples {
    int64_t ms[LAG_SAMPLES_MAX];
    int count;
    int next; // index of the next sample
};

/// What was measured in this game. All zero at first.
struct Lag {
    LagSamples charged; // overhead; negative if the host gave time back
    LagSamples late;    // lateness; never negative
    bool first_made;    // a move was made since the game began or was last interrupted
    bool due;           // the next reading gives a sample of the last move
    int64_t own_ms;     // T when the last move was planned
    int64_t credit_ms;  // what the host adds after it
    int64_t used_ms;    // what it used
    int64_t reading_ms; // the last reading
    int whole_seconds;  // changed readings in a row that were whole seconds
};

/// The clock no longer follows from our moves (`level`, `st`, `setboard`, `undo`, `go`): neither
/// the last move nor the next one gives a sample of the overhead, like the first move of a game.
void lag_interrupt(Lag* lag);

/// We play the other colour from now on. Clears the overhead samples, because a reading of the
/// other clock may have been taken for one.
void lag_change_side(Lag* lag);

/// Our move is out: the facts it was planned with, and used_ms from reading the opponent's move to
/// writing ours. Gives no sample unless the clock was known and what the host adds is certain.
void lag_note_move(Lag* lag, const ClockFacts& facts, int64_t used_ms);

/// A reading of our own clock. Gives a sample of the last move, unless it is too large to be
/// overhead: then someone added or removed time.
void lag_note_reading(Lag* lag, int64_t own_ms);

/// Our move is out, late_ms after it should have been. Call after lag_note_move(). Ignored if it is
/// too much for a busy machine: the program was stopped or the machine slept.
void lag_note_late(Lag* lag, int64_t late_ms);

/// Returns G, the overhead to expect per move: start_ms before the first sample, then the 80th
/// percentile of the samples + 10 ms, between 5 ms and min(own_ms / 4, 5 s). A percentile that may
/// be the host's rounding does not raise G: up to 10 ms, G is at most start_ms; up to 1 s if the
/// host sends whole seconds, G is at most the larger of start_ms and lag_usual_ms() + 10 ms.
int64_t lag_charge_ms(const Lag& lag, int64_t own_ms, int64_t start_ms);

/// Returns the largest overhead sample, 0 if there is none; at least 1 s if the host sends whole
/// seconds.
int64_t lag_spike_ms(const Lag& lag);

/// Returns the mean overhead, 0 without samples or if it is negative. The rounding of all readings
/// but the first and the last cancels out in the sum, so the mean shows overheads below the host's
/// resolution of 10 ms. The two largest samples count at most 4 times the third largest plus the
/// rounding, and none counts less than minus the rounding.
int64_t lag_usual_ms(const Lag& lag);

/// Return the lateness of the last moves, 0 without samples. The mean leaves out the largest
/// sample, because a single late move is no habit, and counts the second largest at most 4 times
/// the third.
int64_t lag_lateness_mean_ms(const Lag& lag);
int64_t lag_lateness_max_ms(const Lag& lag);

/// Returns the newest overhead sample, 0 if there is none or it is negative.
int64_t lag_newest_ms(const Lag& lag);
