#include "timing/lag.h"

#include <algorithm>

namespace {

// Ours: GUI overhead G = 80th percentile + 10 ms, between 5 ms and min(5000 ms, clock / 4). The 10
// ms are the resolution of the host's readings; samples up to 10 ms may be rounding and do not
// raise G, because raising G costs strength at fast time controls (TRIED.md).
constexpr int CHARGE_SHARE = 4, CHARGE_SHARES = 5; // the 80th percentile of the samples
constexpr int64_t CHARGE_RESOLUTION_MS = 10;
constexpr int64_t CHARGE_MIN_MS = 5;
constexpr int64_t CHARGE_MAX_MS = 5000;
constexpr int64_t CHARGE_CLOCK_PART = 4; // a twentieth made the GUI overhead shrink with the clock

// Samples beyond max(2 s, clock / 4) are no overhead: time was added, or the game was adjourned.
constexpr int64_t SAMPLE_MAX_MS = 2000;
constexpr int64_t SAMPLE_CLOCK_PART = 4;

// The two largest samples may be stalls and count at most 4 times the third largest in the mean:
// the mean is reserved for many moves, and many stalls would be the whole clock.
constexpr int STALLS_MAX = 2;
constexpr int64_t STALL_FACTOR = 4;

constexpr int64_t WHOLE_SECOND_MS = 1000;
// Of readings in hundredths of a second, one in a hundred is a whole second by chance.
constexpr int WHOLE_READINGS_MIN = 3;

bool is_lag(int64_t sample_ms, int64_t own_ms) {
    const int64_t bound_ms = std::max(SAMPLE_MAX_MS, own_ms / SAMPLE_CLOCK_PART);
    return sample_ms <= bound_ms && sample_ms >= -bound_ms;
}

void add(LagSamples* samples, int64_t ms) {
    samples->ms[samples->next] = ms;
    samples->next = (samples->next + 1) % LAG_SAMPLES_MAX;
    samples->count = std::min(samples->count + 1, LAG_SAMPLES_MAX);
}

LagSamples sorted(LagSamples samples) {
    std::sort(samples.ms, samples.ms + samples.count);
    return samples;
}

// The mean of the samples. Limits how much the `stalls` largest and the negative samples count.
int64_t mean_ms(const LagSamples& samples, int stalls, int64_t rounding_ms) {
    const int usual = std::max(0, samples.count - 1 - stalls);
    const int64_t usual_ms = std::max<int64_t>(0, sorted(samples).ms[usual]);
    int64_t sum_ms = 0;
    for (int i = 0; i < samples.count; ++i)
        sum_ms += std::clamp(samples.ms[i], -rounding_ms, STALL_FACTOR * usual_ms + rounding_ms);
    return std::max<int64_t>(0, sum_ms / samples.count);
}

// Returns by how much the host's rounding of readings can make a sample too large or too small.
int64_t rounding_ms(const Lag& lag) {
    return lag.whole_seconds >= WHOLE_READINGS_MIN ? WHOLE_SECOND_MS : CHARGE_RESOLUTION_MS;
}

int64_t most_ms(const LagSamples& samples, int64_t least_ms) {
    for (int i = 0; i < samples.count; ++i) least_ms = std::max(least_ms, samples.ms[i]);
    return least_ms;
}

void count_whole_seconds(Lag* lag, int64_t own_ms) {
    if (own_ms == lag->reading_ms) return;
    const bool whole = own_ms % WHOLE_SECOND_MS == 0;
    lag->whole_seconds = whole ? std::min(lag->whole_seconds + 1, WHOLE_READINGS_MIN) : 0;
    lag->reading_ms = own_ms;
}

} // namespace

void lag_interrupt(Lag* lag) {
    lag->due = false;
    lag->first_made = false;
}

void lag_change_side(Lag* lag) {
    lag_interrupt(lag);
    lag->charged = {};
}

void lag_note_move(Lag* lag, const ClockFacts& facts, int64_t used_ms) {
    lag->due = lag->first_made && facts.kind == CLOCK_LEVEL && facts.own_known &&
               facts.credit_ms != CLOCK_UNKNOWN;
    lag->first_made = true;
    lag->own_ms = facts.own_ms;
    lag->credit_ms = facts.credit_ms;
    lag->used_ms = std::clamp<int64_t>(used_ms, 0, CLOCK_MAX_MS);
}

void lag_note_reading(Lag* lag, int64_t own_ms) {
    const int64_t reading_ms = std::clamp<int64_t>(own_ms, 0, CLOCK_MAX_MS);
    count_whole_seconds(lag, reading_ms);
    if (!lag->due) return;
    lag->due = false;
    const int64_t charged_ms = lag->own_ms - reading_ms + lag->credit_ms;
    const int64_t sample_ms = charged_ms - lag->used_ms;
    if (is_lag(sample_ms, lag->own_ms)) add(&lag->charged, sample_ms);
}

void lag_note_late(Lag* lag, int64_t late_ms) {
    if (is_lag(late_ms, lag->own_ms)) add(&lag->late, std::max<int64_t>(0, late_ms));
}

int64_t lag_charge_ms(const Lag& lag, int64_t own_ms, int64_t start_ms) {
    const int count = lag.charged.count;
    if (count == 0) return start_ms;
    const int index = (CHARGE_SHARE * count + CHARGE_SHARES - 1) / CHARGE_SHARES - 1;
    const int64_t bound_ms = std::min(CHARGE_MAX_MS, own_ms / CHARGE_CLOCK_PART);
    const int64_t usual_ms = std::max<int64_t>(0, sorted(lag.charged).ms[index]);
    int64_t charge_ms = usual_ms + CHARGE_RESOLUTION_MS;
    if (usual_ms <= CHARGE_RESOLUTION_MS)
        charge_ms = std::min(charge_ms, start_ms);
    else if (usual_ms <= rounding_ms(lag))
        charge_ms =
            std::min(charge_ms, std::max(start_ms, lag_usual_ms(lag) + CHARGE_RESOLUTION_MS));
    return std::clamp(charge_ms, CHARGE_MIN_MS, std::max(CHARGE_MIN_MS, bound_ms));
}

int64_t lag_spike_ms(const Lag& lag) {
    return most_ms(lag.charged, lag.whole_seconds >= WHOLE_READINGS_MIN ? WHOLE_SECOND_MS : 0);
}

int64_t lag_usual_ms(const Lag& lag) {
    return lag.charged.count > 0 ? mean_ms(lag.charged, STALLS_MAX, rounding_ms(lag)) : 0;
}

int64_t lag_lateness_mean_ms(const Lag& lag) {
    LagSamples others = sorted(lag.late);
    return --others.count > 0 ? mean_ms(others, STALLS_MAX - 1, 0) : 0;
}

int64_t lag_lateness_max_ms(const Lag& lag) {
    return most_ms(lag.late, 0);
}

int64_t lag_newest_ms(const Lag& lag) {
    const LagSamples& samples = lag.charged;
    if (samples.count == 0) return 0;
    return std::max<int64_t>(0, samples.ms[(samples.next + LAG_SAMPLES_MAX - 1) % LAG_SAMPLES_MAX]);
}
