#include "timing/simulate.h"

#include <cstring>
#include <string>

#include <doctest/doctest.h>

#include "timing/controllers.h"

namespace {

SimulateSettings make_settings(const char* controller, int64_t base_ms, int64_t increment_ms,
                               int games) {
    SimulateSettings settings = {};
    settings.controller = controllers_find(controller);
    settings.base_ms = base_ms;
    settings.increment_ms = increment_ms;
    settings.games = games;
    settings.seed = 1;
    return settings;
}

// Switches `doubt` off, so that NormalMoveTime stays as planned.
SimulateSettings without_doubt(SimulateSettings settings) {
    settings.timing.rival_doubt = false;
    return settings;
}

bool is_same(const SimulateResult& one, const SimulateResult& other) {
    return std::memcmp(&one, &other, sizeof one) == 0; // no padding: all members are 64-bit numbers
}

// Checks how many per cent of the base are left after 20, 40, 60 and 80 moves.
void check_left(const SimulateSettings& settings, const int (&percent)[SIMULATE_LOOKS]) {
    constexpr double NEAR = 10;
    const SimulateResult result = simulate_run(settings);
    for (int look = 0; look < SIMULATE_LOOKS; ++look) {
        CAPTURE(settings.controller->name);
        CAPTURE(look);
        const double left = double(result.left_sum[look]) / double(result.left_games[look]) / 10;
        CHECK(left > percent[look] - NEAR);
        CHECK(left < percent[look] + NEAR);
    }
}

} // namespace

TEST_CASE("simulation: the same seed plays the same games") {
    SimulateSettings settings = make_settings("rival", 10000, 100, 20);
    settings.lag_ms = 15;
    settings.spike_percent = 1;
    const SimulateResult result = simulate_run(settings);
    CHECK(is_same(result, simulate_run(settings)));
    CHECK(result.games == 20);
    CHECK(result.moves >= 20 * 40);
    CHECK(result.moves <= 20 * 200);
    CHECK(result.left_games[0] == 20);
    settings.seed = 2;
    CHECK_FALSE(is_same(result, simulate_run(settings)));
}

TEST_CASE("simulation: overtime, its resolution, easy moves and long moves occur") {
    const SimulateResult result = simulate_run(make_settings("rival", 300000, 0, 50));
    CHECK(result.overruns * 100 > result.moves);
    CHECK(result.overruns * 100 < 8 * result.moves);
    CHECK(result.resolved > result.overruns / 4);
    CHECK(result.resolved < result.overruns);
    CHECK(result.easy * 100 > 2 * result.moves);
    CHECK(result.easy * 100 < 5 * result.moves);
    CHECK(result.longest_ms > 5000);
    CHECK(result.thought_ms > 50 * 150000);
    CHECK(result.thought_ms < 50 * 300000);
}

TEST_CASE("simulation: easy moves save time, unless they are switched off") {
    SimulateSettings settings = make_settings("rival", 300000, 0, 50);
    const SimulateResult with = simulate_run(settings);
    settings.timing.easy_move = false;
    const SimulateResult without = simulate_run(settings);
    CHECK(without.easy == 0);
    CHECK(with.left_sum[0] > without.left_sum[0]);
}

TEST_CASE("simulation: after 20 to 80 moves as much of the clock is left as was calibrated") {
    check_left(without_doubt(make_settings("rival", 300000, 0, 100)), {69, 34, 11, 4});
    check_left(make_settings("rival-page", 300000, 0, 100), {71, 36, 3, 3});
    check_left(make_settings("rival-page", 10000, 100, 100), {105, 110, 115, 120});
    check_left(make_settings("mediocre", 300000, 0, 100), {70, 49, 34, 24});
    check_left(make_settings("mediocre", 10000, 100, 100), {84, 72, 64, 59});
    check_left(without_doubt(make_settings("rival", 180000, 2000, 100)), {57, 29, 11, 8});
}

TEST_CASE("simulation: games that lag alone would lose count as hopeless, not as lost") {
    SimulateSettings settings = make_settings("rival", 1000, 0, 10);
    settings.lag_ms = 200;
    const SimulateResult result = simulate_run(settings);
    CHECK(result.hopeless == 10);
    CHECK(result.flags == 0);
    CHECK(result.moves < 100);
}

namespace {

struct ControlRow {
    int moves_per_session;
    int64_t base_ms, increment_ms;
};

const ControlRow CONTROLS[] = {
    {0, 1000, 10},     {0, 2000, 20},      {0, 5000, 50},  {0, 10000, 100}, {0, 60000, 600},
    {0, 180000, 2000}, {0, 900000, 10000}, {0, 2000, 0},   {0, 6000, 0},    {0, 60000, 0},
    {0, 300000, 0},    {40, 4000, 0},      {40, 20000, 0}, {40, 300000, 0}, {40, 2400000, 0},
    {1, 5000, 0},      {2, 5000, 0},       {2, 10000, 0},  {0, 60000, 100}, {0, 300000, 1000},
};
const int64_t LAGS_MS[] = {0, 5, 15, 100, 600};

// A base of 400 times the lag or more: a spike of twenty times the lag is then at most a twentieth
// of the base, and no controller may lose by it.
constexpr int64_t SPIKES_BASE_PART = 400;

// Plays games and checks that none is lost on time; else prints how to repeat the first one.
// Returns the number of games without the hopeless ones.
int64_t check_no_flags(const SimulateSettings& settings) {
    const SimulateResult result = simulate_run(settings);
    INFO(std::string(settings.controller->name)
         << ": " << settings.moves_per_session << "/" << settings.base_ms << "+"
         << settings.increment_ms << " ms, lag " << settings.lag_ms << " ms, spikes "
         << settings.spike_percent << "%, whole seconds " << settings.whole_seconds << ", seed "
         << settings.seed << ", first game lost " << result.first_flag);
    CHECK(result.flags == 0);
    return result.games - result.hopeless;
}

int64_t check_control(const ControlRow& control, const char* controller, int games) {
    SimulateSettings settings =
        make_settings(controller, control.base_ms, control.increment_ms, games);
    settings.moves_per_session = control.moves_per_session;
    int64_t borne = 0;
    for (const int64_t lag_ms : LAGS_MS) {
        settings.lag_ms = lag_ms;
        settings.spike_percent = 0;
        borne += check_no_flags(settings);
        settings.spike_percent = lag_ms * SPIKES_BASE_PART <= control.base_ms ? 1 : 0;
        if (settings.spike_percent) borne += check_no_flags(settings);
    }
    return borne;
}

void check_all_controls(int games) {
    int64_t borne = 0, cases = 0;
    for (const ControlRow& control : CONTROLS) {
        for (int i = 0; i < controllers_count(); ++i) {
            if (controllers_at(i).exact_time) continue;
            borne += check_control(control, controllers_at(i).name, games);
            cases += games * int64_t(sizeof LAGS_MS / sizeof *LAGS_MS);
        }
    }
    CHECK(borne > cases);
}

} // namespace

TEST_CASE("simulation: no loss on time with any controller, time control and lag") {
    check_all_controls(4);
}

TEST_CASE("simulation: no loss on time in many games" * doctest::skip()) {
    check_all_controls(200);
}

TEST_CASE("simulation: no loss on time on a clock of whole seconds") {
    for (int i = 0; i < controllers_count(); ++i) {
        if (controllers_at(i).exact_time) continue;
        for (const int64_t increment_ms : {0, 2000, 10000}) {
            SimulateSettings settings =
                make_settings(controllers_at(i).name, 120000, increment_ms, 20);
            settings.whole_seconds = true;
            check_no_flags(settings);
            settings.lag_ms = 100;
            check_no_flags(settings);
        }
    }
}

TEST_CASE("simulation: no loss on time on a busy machine") {
    for (int i = 0; i < controllers_count(); ++i) {
        if (controllers_at(i).exact_time) continue;
        for (const int64_t base_ms : {5000, 10000}) {
            SimulateSettings settings =
                make_settings(controllers_at(i).name, base_ms, base_ms / 100, 60);
            settings.late_ms = 15;
            settings.spike_percent = 1;
            check_no_flags(settings);
        }
    }
}

TEST_CASE("simulation: absurd settings do no harm") {
    SimulateSettings settings = make_settings("rival", INT64_MIN, INT64_MIN, 3);
    settings.lag_ms = settings.late_ms = INT64_MIN;
    settings.moves_per_session = INT32_MIN;
    CHECK(simulate_run(settings).games == 3);
    settings = make_settings("rival", INT64_MAX, INT64_MAX, 3);
    settings.moves_per_session = INT32_MAX;
    CHECK(simulate_run(settings).flags == 0);
    settings.games = -1;
    CHECK(simulate_run(settings).games == 0);
}
