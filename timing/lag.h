// Measures two delays per move. GUI overhead (`lag` in names): what the host charges beyond the
// time we used; every reading of our clock after a move of ours gives one sample. Lateness: how
// much later than its limit a move went out because the program waited for a processor.
#pragma once

#include "timing/clock.h"

/// The number of samples that a ring buffer keeps.
constexpr int LAG_SAMPLES_MAX = 16;

/// A ring buffer with one sample for each of the last moves.
struct LagSamples {
    int64_t ms[LAG_SAMPLES_MAX];
    int count;
    int next; // index of the next sample
};

/// The delays measured in this game; all members are zero at first.
struct Lag {
    LagSamples charged; // overhead; negative if the host gave time back
    LagSamples late;    // lateness; never negative
    bool first_made;    // a move was made since the game began or was last interrupted
    bool due;           // the next reading gives a sample of the last move
    int64_t own_ms;     // our clock when the last move was planned
    int64_t credit_ms;  // what the host adds after the last move
    int64_t used_ms;    // the time that the last move used
    int64_t reading_ms; // the last reading of our clock
    int whole_seconds;  // changed readings in a row that were whole seconds
};

/// After `level`, `st`, `setboard`, `undo` or `go` our clock no longer follows from our moves: like
/// the first move of a game, neither our last move nor our next one gives an overhead sample.
void lag_interrupt(Lag* lag);

/// Call when we change colours. Clears the overhead samples, because the host's reading of the
/// opponent's clock may have been taken for ours.
void lag_change_side(Lag* lag);

/// Notes our move: the facts it was planned with, and used_ms from reading the opponent's move to
/// writing ours. The move gives no sample unless our clock and what the host adds to it are known.
void lag_note_move(Lag* lag, const ClockFacts& facts, int64_t used_ms);

/// Notes a reading of our own clock, which gives an overhead sample of our last move. A sample too
/// large to be overhead is ignored: someone added or removed time.
void lag_note_reading(Lag* lag, int64_t own_ms);

/// Notes that our move went out late_ms too late. Call after lag_note_move(). A delay too long for
/// a busy machine is ignored: the program was stopped or the machine slept.
void lag_note_late(Lag* lag, int64_t late_ms);

/// Returns G, the overhead to expect per move: start_ms before the first sample, then the 80th
/// percentile of the samples + 10 ms, between 5 ms and min(own_ms / 4, 5 s). A percentile that may
/// be the host's rounding does not raise G: up to 10 ms, G is at most start_ms; up to 1 s if the
/// host sends whole seconds, G is at most max(start_ms, lag_usual_ms() + 10 ms).
int64_t lag_charge_ms(const Lag& lag, int64_t own_ms, int64_t start_ms);

/// Returns the largest overhead sample, 0 without samples, and at least 1 s if the host sends whole
/// seconds.
int64_t lag_spike_ms(const Lag& lag);

/// Returns the mean overhead, 0 if there are no samples or their mean is negative. The rounding of
/// all readings but the first and the last cancels out in the sum, so the mean shows overheads
/// below the host's resolution of 10 ms. The two largest samples count at most 4 times the third
/// largest plus the host's rounding, and no sample counts less than minus that rounding.
int64_t lag_usual_ms(const Lag& lag);

/// Return mean and largest lateness of the last moves, 0 without samples. The mean lateness leaves
/// out the largest sample, because a single late move is no habit, and counts the second largest
/// sample as at most 4 times the third.
int64_t lag_lateness_mean_ms(const Lag& lag);
int64_t lag_lateness_max_ms(const Lag& lag);

/// Returns the newest overhead sample, 0 without samples or if that sample is negative.
int64_t lag_newest_ms(const Lag& lag);
