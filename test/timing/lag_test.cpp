#include "timing/lag.h"

#include <cstdint>
#include <initializer_list>

#include <doctest/doctest.h>

#include "test/timing/facts.h"
#include "timing/controllers.h"
#include "timing/guard.h"

namespace {

constexpr int64_t START_MS = 30;

// Returns the lag after the first move of a game, which gives no sample.
Lag make_lag() {
    Lag lag = {};
    lag_note_move(&lag, facts_make(60000, 0), 1000);
    lag_note_reading(&lag, 58990);
    CHECK(lag.charged.count == 0);
    return lag;
}

void add_move(Lag* lag, const ClockFacts& facts, int64_t used_ms, int64_t reading_ms) {
    lag_note_move(lag, facts, used_ms);
    lag_note_reading(lag, reading_ms);
}

Lag make_lag(std::initializer_list<int64_t> samples_ms) {
    Lag lag = make_lag();
    for (const int64_t sample_ms : samples_ms)
        add_move(&lag, facts_make(60000, 0), 1234, 60000 - 1234 - sample_ms);
    return lag;
}

int64_t charge_ms(const Lag& lag) {
    return lag_charge_ms(lag, 600000, START_MS);
}

} // namespace

TEST_CASE("lag: a sample is the time charged for a move minus the time used") {
    Lag lag = make_lag();
    add_move(&lag, facts_make(60000, 0), 1480, 58450);
    CHECK(lag_newest_ms(lag) == 70);
    add_move(&lag, facts_make(30000, 2000), 2500, 29430);
    CHECK(lag_newest_ms(lag) == 70);
    CHECK(lag.charged.count == 2);
    add_move(&lag, facts_make(30000, 0), 900, 29400);
    CHECK(lag_newest_ms(lag) == 0); // less was charged than used: the host refunded time
    CHECK(lag.charged.count == 3);
}

TEST_CASE(
    "lag: of five samples, the second largest plus 10 ms is charged; the largest is the spike") {
    const Lag lag = make_lag({70, 65, 72, 310, 68});
    CHECK(charge_ms(lag) == 82);
    CHECK(lag_spike_ms(lag) == 310);
    CHECK(lag_newest_ms(lag) == 68);
}

TEST_CASE("lag: the usual lag is a mean, so that rounded readings cancel out") {
    CHECK(lag_usual_ms(make_lag()) == 0);
    CHECK(lag_usual_ms(make_lag({0, 10, 0, 10, 5, 5})) == 5);
    CHECK(lag_usual_ms(make_lag({-10, 10, -10, 10})) == 0);
    CHECK(lag_usual_ms(make_lag({-300, 10})) == 0);
    CHECK(lag_usual_ms(make_lag({100, 100, 400})) == 200);
    CHECK(lag_usual_ms(make_lag({10, 1900})) == 30);
    CHECK(lag_spike_ms(make_lag({-300, -20})) == 0);
    CHECK(charge_ms(make_lag({-300, -20})) == 10);
}

TEST_CASE("lag: a rare or refunded sample hardly changes the usual lag") {
    const auto usual_ms = [](int64_t others_ms, int64_t rare_ms) {
        Lag lag = make_lag();
        for (int i = 0; i < LAG_SAMPLES_MAX; ++i) {
            const int64_t sample_ms = i == 5 ? rare_ms : others_ms;
            add_move(&lag, facts_make(60000, 0), 1234, 60000 - 1234 - sample_ms);
        }
        return lag_usual_ms(lag);
    };
    CHECK(usual_ms(20, 1900) == (15 * 20 + 4 * 20 + 10) / 16);
    CHECK(usual_ms(0, 1900) == 0);
    CHECK(usual_ms(160, 1600) == (15 * 160 + 4 * 160 + 10) / 16);
    CHECK(usual_ms(30, -15000) == (15 * 30 - 10) / 16);
}

TEST_CASE("lag: a change of colour discards the samples and the last reading") {
    Lag lag = make_lag({50, 60});
    lag_note_reading(&lag, 21000);
    lag_change_side(&lag);
    CHECK(lag.charged.count == 0);
    add_move(&lag, facts_make(20000, 0), 1000, 18900);
    CHECK(lag.charged.count == 0);
    add_move(&lag, facts_make(18900, 0), 1000, 17800);
    CHECK(lag_newest_ms(lag) == 100);
}

TEST_CASE("lag: before any sample the assumed lag is charged") {
    const Lag lag = make_lag();
    CHECK(lag_charge_ms(lag, 600000, START_MS) == START_MS);
    CHECK(lag_charge_ms(lag, 0, 5) == 5);
    CHECK(lag_spike_ms(lag) == 0);
    CHECK(lag_newest_ms(lag) == 0);
}

TEST_CASE("lag: the charge follows from one sample as from many") {
    CHECK(charge_ms(make_lag({40})) == 50);
    CHECK(charge_ms(make_lag({10, 40})) == 50);
    CHECK(charge_ms(make_lag({10, 20, 30, 40, 50, 60, 70, 80, 90, 100})) == 90);
}

TEST_CASE("lag: only the last sixteen samples count") {
    Lag lag = make_lag({1500});
    for (int i = 0; i < 15; ++i) add_move(&lag, facts_make(60000, 0), 1000, 58980);
    CHECK(lag_spike_ms(lag) == 1500);
    CHECK(charge_ms(lag) == 30);
    add_move(&lag, facts_make(60000, 0), 1000, 58980);
    CHECK(lag_spike_ms(lag) == 20);
    CHECK(lag.charged.count == LAG_SAMPLES_MAX);
}

TEST_CASE("lag: the charge is at least 5 ms, at most 5 s and at most a quarter of the clock") {
    const Lag lag = make_lag({400, 400});
    CHECK(lag_charge_ms(lag, 60000, START_MS) == 410);
    CHECK(lag_charge_ms(lag, 1600, START_MS) == 400);
    CHECK(lag_charge_ms(lag, 1000, START_MS) == 250);
    CHECK(lag_charge_ms(lag, 16, START_MS) == 5);
    CHECK(lag_charge_ms(lag, 0, START_MS) == 5);
    Lag slow = make_lag();
    add_move(&slow, facts_make(60000, 0), 1000, 48000);
    CHECK(lag_charge_ms(slow, 600000, START_MS) == 5000);
}

TEST_CASE("lag: time that a user adds to the clock or takes from it is no lag") {
    Lag lag = make_lag();
    add_move(&lag, facts_make(60000, 0), 1000,
             44000); // a lag of a quarter of the clock still counts
    CHECK(lag.charged.count == 1);
    add_move(&lag, facts_make(60000, 0), 1000, 43999);
    CHECK(lag.charged.count == 1);
    add_move(&lag, facts_make(60000, 0), 1000, 74001);
    CHECK(lag.charged.count == 1);
    add_move(&lag, facts_make(4000, 0), 1000, 1000); // two seconds still count on a short clock
    CHECK(lag.charged.count == 2);
    add_move(&lag, facts_make(4000, 0), 1000, 999);
    CHECK(lag.charged.count == 2);
}

TEST_CASE("lag: moves whose charge is unknown are not measured") {
    Lag lag = make_lag();
    add_move(&lag, facts_make(60000, 0, 1), 1000, 58900); // the last move of a session
    CHECK(lag.charged.count == 0);
    ClockFacts facts = facts_make(60000, 0, 2);
    add_move(&lag, facts, 1000, 58900);
    CHECK(lag.charged.count == 1);
    facts.own_known = false; // no reading of our clock came before the move
    add_move(&lag, facts, 1000, 58900);
    CHECK(lag.charged.count == 1);
    facts = facts_make(60000, 0);
    facts.kind = CLOCK_MOVE_TIME;
    add_move(&lag, facts, 1000, 58900);
    CHECK(lag.charged.count == 1);
}

namespace {

// Plays five moves of three seconds with a lag of 50 ms each; our clock shows 5.07 s before the
// first move. After each move the host adds the base and the increment to the clock or, with
// `set_anew`, sets the clock to their sum.
Lag measure_sessions_of_one_move(int64_t increment_ms, bool set_anew) {
    Clock clock = clock_make();
    Lag lag = {};
    int64_t own_ms = 5070;
    clock_set_level(&clock, 1, 5000, increment_ms);
    for (int move = 0; move < 5; ++move) {
        clock_set_own(&clock, own_ms);
        lag_note_reading(&lag, own_ms);
        lag_note_move(&lag, clock_facts(clock, 2 * move), 3000);
        clock_own_move_made(&clock, 3000);
        own_ms = (set_anew ? 0 : own_ms - 3050) + 5000 + increment_ms;
    }
    return lag;
}

} // namespace

TEST_CASE("lag: sessions of one move add the base after every move") {
    for (const int64_t increment_ms : {0, 100}) {
        const Lag lag = measure_sessions_of_one_move(increment_ms, false);
        // The first of the five moves gives no sample, and no reading follows the last one.
        CHECK(lag.charged.count == 3);
        CHECK(lag_usual_ms(lag) == 50);
        CHECK(lag_spike_ms(lag) == 50);
    }
}

TEST_CASE(
    "lag: a clock that the host sets to base plus increment before every move gives no samples") {
    CHECK(measure_sessions_of_one_move(0, true).charged.count == 0);
    CHECK(measure_sessions_of_one_move(100, true).charged.count == 0);
}

TEST_CASE("lag: a reading gives one sample if a move came before it, else none") {
    Lag lag = make_lag({50});
    lag_note_reading(&lag, 58000);
    CHECK(lag.charged.count == 1);
    lag_note_move(&lag, facts_make(60000, 0), 1000);
    lag_note_move(&lag, facts_make(58000, 0), 1000); // no reading came between the two moves
    lag_note_reading(&lag, 56980);
    CHECK(lag.charged.count == 2);
    CHECK(lag_newest_ms(lag) == 20);
}

TEST_CASE("lag: after an interruption one move is not measured, earlier samples stay") {
    Lag lag = make_lag({50});
    lag_note_move(&lag, facts_make(60000, 0), 1000);
    lag_interrupt(&lag);
    lag_note_reading(&lag, 58900);
    CHECK(lag.charged.count == 1);
    add_move(&lag, facts_make(60000, 0), 1000, 58900);
    CHECK(lag.charged.count == 1);
    add_move(&lag, facts_make(60000, 0), 1000, 58900);
    CHECK(lag.charged.count == 2);
    CHECK(lag_spike_ms(lag) == 100);
}

TEST_CASE("lag: three readings show a clock of whole seconds") {
    Lag lag = {};
    for (const int64_t reading_ms : {60000, 60000, 60000, 57000}) {
        lag_note_reading(&lag, reading_ms);
        CHECK(lag_spike_ms(lag) == 0); // equal readings are no evidence
    }
    lag_note_reading(&lag, 52000);
    CHECK(lag_spike_ms(lag) == 1000);
    add_move(&lag, facts_make(52000, 0), 1500, 50000);
    add_move(&lag, facts_make(50000, 0), 1500, 47000);
    CHECK(lag_spike_ms(lag) == 1500);
    lag_note_reading(&lag, 46990);
    CHECK(lag_spike_ms(lag) == 1500);
    lag = {};
    for (const int64_t reading_ms : {60000, 57000, 54010, 52000, 51000})
        lag_note_reading(&lag, reading_ms);
    CHECK(lag_spike_ms(lag) == 0);
}

TEST_CASE("lag: lateness is kept for the last sixteen moves of ours") {
    Lag lag = {};
    CHECK(lag_lateness_mean_ms(lag) == 0);
    CHECK(lag_lateness_max_ms(lag) == 0);
    lag_note_late(&lag, 90);
    CHECK(lag_lateness_mean_ms(lag) == 0); // a single sample does not count
    CHECK(lag_lateness_max_ms(lag) == 90);
    lag_note_late(&lag, 10);
    lag_note_late(&lag, 20);
    CHECK(lag_lateness_mean_ms(lag) == 15);
    CHECK(lag_lateness_max_ms(lag) == 90);
    for (int i = 0; i < LAG_SAMPLES_MAX; ++i) lag_note_late(&lag, 2);
    CHECK(lag_lateness_mean_ms(lag) == 2);
    CHECK(lag_lateness_max_ms(lag) == 2);
    CHECK(lag.charged.count == 0); // the host has charged nothing
    // Absurd lateness, as when the program was stopped or the machine slept, is ignored.
    for (const int64_t absurd : {INT64_MIN, INT64_C(2001), INT64_MAX}) lag_note_late(&lag, absurd);
    CHECK(lag_lateness_max_ms(lag) == 2);
    lag_note_late(&lag, -5);
    CHECK(lag_lateness_mean_ms(lag) == 1);
    lag_note_move(&lag, facts_make(60000, 0), 17000);
    lag_note_late(&lag, 15000);
    CHECK(lag_lateness_max_ms(lag) == 15000);
}

TEST_CASE("lag: the charge stays within its limits with absurd times") {
    Lag lag = make_lag();
    for (const int64_t absurd : {INT64_MIN, INT64_C(-1), INT64_MAX}) {
        add_move(&lag, facts_make(CLOCK_MAX_MS, CLOCK_MAX_MS), absurd, absurd);
        CHECK(lag_charge_ms(lag, CLOCK_MAX_MS, START_MS) >= 5);
        CHECK(lag_charge_ms(lag, CLOCK_MAX_MS, START_MS) <= 5000);
    }
}

TEST_CASE("lag: guard_facts() fills in the lag") {
    const ControllerSettings settings = {};
    Clock clock = clock_make();
    clock_set_level(&clock, 0, 600000, 0);
    clock_set_own(&clock, 60000);
    ClockFacts facts = guard_facts(clock, 20, {}, settings);
    CHECK(facts.lag_ms == 30);
    CHECK(facts.lag_source == LAG_ASSUMED);
    CHECK(guard_facts(clock, 20, make_lag({70}), settings).lag_source == LAG_OF_ONE_MOVE);
    CHECK(facts.lag_spike_ms == 0);
    CHECK(facts.game_ply == 20);

    const Lag lag = make_lag({70, 65, 72, 310, 68});
    facts = guard_facts(clock, 20, lag, settings);
    CHECK(facts.lag_ms == 82);
    CHECK(facts.lag_source == LAG_MEASURED);
    CHECK(facts.lag_spike_ms == 310);
    CHECK(facts.lag_usual_ms == 113);
    clock_set_own(&clock, 100); // the lag is at most a quarter of a known clock
    CHECK(guard_facts(clock, 20, lag, settings).lag_ms == 25);
    clock_own_move_made(&clock, 100); // without a reading the clock bounds nothing
    CHECK(guard_facts(clock, 20, lag, settings).lag_ms == 30);
}

TEST_CASE("lag: samples no larger than the rounding of the clock do not raise the charge") {
    const Lag lag = make_lag({3, 9, 10, 0, 7});
    CHECK(lag_charge_ms(lag, 600000, 5) == 5);
    CHECK(lag_charge_ms(lag, 600000, 30) == 19);
    CHECK(lag_charge_ms(make_lag({11, 11, 11}), 600000, 5) == 21);
    Lag whole = make_lag({-700, 600, 300, -200, 400, -300}); // rounding errors of whole seconds
    CHECK(lag_charge_ms(whole, 600000, 30) == 410);
    whole.whole_seconds = 3;
    CHECK(lag_charge_ms(whole, 600000, 30) == 30);
    for (int64_t& ms : whole.charged.ms) ms += 200;
    CHECK(lag_charge_ms(whole, 600000, 30) == 200 + 16 + 10);
}

TEST_CASE("lag: two stalls in sixteen moves shorten the other moves by less than half") {
    const ControllerSettings settings = {};
    const Controller& rival = *controllers_find("rival");
    const auto normal_ms = [&](int64_t stall_ms, int64_t late_ms) {
        Lag lag = make_lag();
        for (int i = 0; i < LAG_SAMPLES_MAX; ++i) {
            const int64_t sample_ms = i % 8 == 2 ? stall_ms : 10;
            add_move(&lag, facts_make(60000, 0), 1234, 60000 - 1234 - sample_ms);
            lag_note_late(&lag, i % 8 == 2 ? late_ms : 0);
        }
        Clock clock = clock_make();
        clock_set_level(&clock, 0, 10000, 100);
        clock_set_own(&clock, 6000);
        const ClockFacts facts = guard_facts(clock, 40, lag, settings);
        return guard_plan(rival, facts, settings, {}).normal_move_time_ms;
    };
    const int64_t usual_ms = normal_ms(10, 0);
    CHECK(usual_ms > 150);
    CHECK(normal_ms(800, 0) > usual_ms / 2);
    CHECK(normal_ms(10, 800) > usual_ms / 2);
}

TEST_CASE("lag: a large lag that occurs three times in sixteen moves counts as usual") {
    Lag lag = make_lag();
    for (int i = 0; i < LAG_SAMPLES_MAX; ++i) {
        const int64_t ms = i % 5 == 4 ? 200 : 0;
        add_move(&lag, facts_make(60000, 0), 1234, 60000 - 1234 - ms);
        lag_note_late(&lag, ms);
    }
    CHECK(lag_usual_ms(lag) == 3 * 200 / 16);
    CHECK(lag_lateness_mean_ms(lag) == 2 * 200 / 15);
}
