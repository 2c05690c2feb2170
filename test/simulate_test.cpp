#include "timing/simulate.h"

#include <cstring>

#include <doctest/doctest.h>

#include "timing/controllers.h"

namespace {

SimulateSettings make_settings(const char* controller, int64_t base_ms, int64_t increment_ms,
                               int games) {
    SimulateSettings settings = {};
    settings.controller = controllers_find(controller);
    settings.timing = controller_settings_default();
    settings.base_ms = base_ms;
    settings.increment_ms = increment_ms;
    settings.games = games;
    settings.seed = 1;
    return settings;
}

bool is_same(const SimulateResult& one, const SimulateResult& other) {
    return std::memcmp(&one, &other, sizeof one) == 0; // nothing but 64-bit numbers
}

// Parts of the base that are left after 20, 40, 60 and 80 moves, in per cent.
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

TEST_CASE("simulation: every part of the search occurs") {
    const SimulateResult result = simulate_run(make_settings("rival", 300000, 0, 50));
    CHECK(result.overruns * 100 > result.moves);
    CHECK(result.overruns * 100 < 8 * result.moves);
    CHECK(result.resolved > result.overruns / 4);
    CHECK(result.resolved < result.overruns);
    CHECK(result.longest_ms > 5000);
    CHECK(result.thought_ms > 50 * 150000);
    CHECK(result.thought_ms < 50 * 300000);
}

TEST_CASE("simulation: the clock is left as it was calibrated") {
    check_left(make_settings("rival", 300000, 0, 100), {69, 34, 11, 4});
    check_left(make_settings("rival-page", 300000, 0, 100), {71, 36, 3, 3});
    check_left(make_settings("rival-page", 10000, 100, 100), {105, 110, 115, 120});
    check_left(make_settings("mediocre", 300000, 0, 100), {70, 49, 34, 24});
    check_left(make_settings("mediocre", 10000, 100, 100), {84, 72, 64, 59});
    check_left(make_settings("rival", 180000, 2000, 100), {57, 29, 11, 8});
}

TEST_CASE("simulation: a lag that eats half of the clock is nobody's fault") {
    SimulateSettings settings = make_settings("rival", 1000, 0, 10);
    settings.lag_ms = 200;
    const SimulateResult result = simulate_run(settings);
    CHECK(result.hopeless == 10);
    CHECK(result.flags == 0);
    CHECK(result.moves < 100);
}

TEST_CASE("simulation: absurd settings") {
    SimulateSettings settings = make_settings("rival", INT64_MIN, INT64_MIN, 3);
    settings.lag_ms = INT64_MIN;
    settings.moves_per_session = INT32_MIN;
    CHECK(simulate_run(settings).games == 3);
    settings = make_settings("rival", INT64_MAX, INT64_MAX, 3);
    settings.moves_per_session = INT32_MAX;
    CHECK(simulate_run(settings).flags == 0);
    settings.games = -1;
    CHECK(simulate_run(settings).games == 0);
}
