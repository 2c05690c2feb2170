#include "timing/guard.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string>

#include <doctest/doctest.h>

#include "timing/controllers.h"

static const ControllerSettings SETTINGS = controller_settings_default();

constexpr uint64_t PROPERTY_INPUTS = 100000;
constexpr int64_t DAY_MS = 24 * 3600 * 1000;
constexpr int64_t HOUR_MS = 3600 * 1000;

// ---- random facts ----

/// splitmix64: the same inputs on every machine.
struct Random {
    uint64_t state;
};

static uint64_t random_next(Random* random) {
    uint64_t value = random->state += UINT64_C(0x9E3779B97F4A7C15);
    value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
    return value ^ (value >> 31);
}

static int64_t random_between(Random* random, int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_next(random) % static_cast<uint64_t>(high - low + 1));
}

static bool random_chance(Random* random, int percent) {
    return random_between(random, 1, 100) <= percent;
}

/// Every order of magnitude up to most is as likely as the next.
static int64_t random_size(Random* random, int64_t most) {
    const double exponent = static_cast<double>(random_between(random, 0, 1000)) / 1000;
    return static_cast<int64_t>(std::pow(static_cast<double>(most) + 1, exponent)) - 1;
}

/// Mostly anywhere, often near one of the places where a formula changes.
static int64_t random_own(Random* random, int64_t base_ms) {
    const int64_t seams[] = {base_ms / 12, base_ms / 4, 10000, 30000, 60000};
    if (random_chance(random, 70)) return random_size(random, DAY_MS);
    const int64_t seam = seams[random_between(random, 0, 4)];
    return std::clamp<int64_t>(seam + random_between(random, -1300, 1300), 0, DAY_MS);
}

static int random_moves_to_go(Random* random) {
    if (random_chance(random, 50)) return 0;
    if (random_chance(random, 20)) return 1;
    return static_cast<int>(random_chance(random, 90) ? random_between(random, 1, 80)
                                                      : random_size(random, 1000000));
}

static ClockFacts random_facts(const Controller& controller, Random* random) {
    ClockFacts facts = {};
    facts.kind = controller.exact_time ? CLOCK_MOVE_TIME : CLOCK_LEVEL;
    facts.base_ms = random_size(random, DAY_MS);
    facts.own_ms = random_own(random, facts.base_ms);
    facts.opponent_ms = random_chance(random, 50) ? CLOCK_UNKNOWN : random_size(random, DAY_MS);
    facts.increment_ms = random_chance(random, 40) ? 0 : random_size(random, HOUR_MS);
    facts.moves_to_go = random_moves_to_go(random);
    facts.game_ply =
        static_cast<int>(random_between(random, 0, random_chance(random, 80) ? 160 : 2000));
    facts.lag_ms = random_chance(random, 50) ? guard_initial_lag_ms(facts.base_ms, SETTINGS)
                                             : random_size(random, 5000);
    facts.move_time_ms = random_size(random, DAY_MS);
    facts.own_known = random_chance(random, 80);
    return facts;
}

// ---- properties ----

using Property = bool (*)(const Controller& controller, Random* random);

struct PropertyResult {
    int64_t failures;
    uint64_t failing_seed;
};

static PropertyResult property_check(Property property, const Controller& controller) {
    PropertyResult result = {};
    for (uint64_t seed = 1; seed <= PROPERTY_INPUTS; ++seed) {
        Random random = {seed};
        if (property(controller, &random)) continue;
        if (result.failures++ == 0) result.failing_seed = seed;
    }
    return result;
}

static void property_check_all(Property property) {
    for (int i = 0; i < controllers_count(); ++i) {
        const Controller& controller = controllers_at(i);
        const PropertyResult result = property_check(property, controller);
        INFO(std::string(controller.name) << ", first failing seed " << result.failing_seed);
        CHECK(result.failures == 0);
    }
}

static bool budget_not_above(const Budget& lower, const Budget& upper) {
    return lower.normal_move_time_ms <= upper.normal_move_time_ms &&
           lower.extend_max_move_time_ms <= upper.extend_max_move_time_ms;
}

static bool property_ordered(const Controller& controller, Random* random) {
    const Budget budget = guard_plan(controller, random_facts(controller, random), SETTINGS);
    return budget.normal_move_time_ms >= 1 &&
           budget.normal_move_time_ms <= budget.extend_max_move_time_ms;
}

static bool property_fits_clock(const Controller& controller, Random* random) {
    const ClockFacts facts = random_facts(controller, random);
    const Budget budget = guard_plan(controller, facts, SETTINGS);
    const bool clocked = facts.kind == CLOCK_LEVEL || facts.own_known;
    const bool hopeless = facts.own_ms <= 2 * facts.lag_ms + 6;
    if (!clocked) return budget.extend_max_move_time_ms <= std::max<int64_t>(1, facts.move_time_ms);
    if (hopeless && budget.extend_max_move_time_ms == 1) return true;
    return budget.extend_max_move_time_ms + facts.lag_ms <= facts.own_ms;
}

static bool property_grows_with_own(const Controller& controller, Random* random) {
    ClockFacts facts = random_facts(controller, random);
    const Budget lower = guard_plan(controller, facts, SETTINGS);
    facts.own_ms +=
        random_chance(random, 50) ? random_between(random, 1, 2000) : random_size(random, DAY_MS);
    return budget_not_above(lower, guard_plan(controller, facts, SETTINGS));
}

/// An increment that pays for the lag is another kind of game: no order across that line.
static bool property_same_game(const ClockFacts& one, const ClockFacts& other) {
    return (one.increment_ms > one.lag_ms) == (other.increment_ms > other.lag_ms);
}

static bool property_grows_with_increment(const Controller& controller, Random* random) {
    const ClockFacts facts = random_facts(controller, random);
    ClockFacts more = facts;
    more.increment_ms += random_size(random, 20000);
    if (facts.moves_to_go == 0 && !property_same_game(facts, more)) return true;
    return budget_not_above(guard_plan(controller, facts, SETTINGS),
                            guard_plan(controller, more, SETTINGS));
}

static bool property_shrinks_with_lag(const Controller& controller, Random* random) {
    const ClockFacts facts = random_facts(controller, random);
    ClockFacts more = facts;
    more.lag_ms += random_size(random, 5000);
    if (facts.moves_to_go == 0 && !property_same_game(facts, more)) return true;
    return budget_not_above(guard_plan(controller, more, SETTINGS),
                            guard_plan(controller, facts, SETTINGS));
}

static int64_t random_absurd(Random* random, int64_t sane) {
    const int64_t values[] = {INT64_MIN, -1, 0, INT64_MAX, CLOCK_MAX_MS, sane, sane, sane};
    return values[random_between(random, 0, 7)];
}

static bool property_survives_absurd_facts(const Controller& controller, Random* random) {
    ClockFacts facts = random_facts(controller, random);
    facts.own_ms = random_absurd(random, facts.own_ms);
    facts.opponent_ms = random_absurd(random, facts.opponent_ms);
    facts.increment_ms = random_absurd(random, facts.increment_ms);
    facts.base_ms = random_absurd(random, facts.base_ms);
    facts.lag_ms = random_absurd(random, facts.lag_ms);
    facts.move_time_ms = random_absurd(random, facts.move_time_ms);
    facts.moves_to_go = static_cast<int>(random_absurd(random, facts.moves_to_go));
    facts.game_ply = static_cast<int>(random_absurd(random, facts.game_ply));
    const Budget budget = guard_plan(controller, facts, SETTINGS);
    const bool clocked = facts.kind == CLOCK_LEVEL || facts.own_known;
    const int64_t most_ms =
        clocked ? std::clamp<int64_t>(facts.own_ms, 1, CLOCK_MAX_MS) : CLOCK_MAX_MS;
    return budget.normal_move_time_ms >= 1 &&
           budget.normal_move_time_ms <= budget.extend_max_move_time_ms &&
           budget.extend_max_move_time_ms <= most_ms;
}

/// Within a fifth, but for the milliseconds that are not scaled: floors, S and the reserve of `st`.
static bool property_is_ten_times(int64_t once_ms, int64_t ten_times_ms) {
    const int64_t expected_ms = 10 * once_ms;
    return std::abs(ten_times_ms - expected_ms) <= expected_ms / 5 + 60;
}

/// Only where the ten-fold game is still below the absolute times of the Rival of 1996: a clock of
/// 60 s and a base of 120 s.
static bool property_scales(const Controller& controller, Random* random) {
    ClockFacts facts = random_facts(controller, random);
    facts.base_ms = random_between(random, 1000, 12000);
    facts.own_ms = random_between(random, 500, 6000);
    facts.increment_ms = random_chance(random, 50) ? 0 : random_size(random, 6000);
    facts.lag_ms = random_between(random, 10, 30);
    facts.move_time_ms = random_between(random, 100, 6000);
    if (facts.opponent_ms != CLOCK_UNKNOWN) facts.opponent_ms = random_between(random, 0, 6000);
    ClockFacts tenfold = facts;
    tenfold.base_ms *= 10;
    tenfold.own_ms *= 10;
    tenfold.increment_ms *= 10;
    tenfold.lag_ms *= 10;
    tenfold.move_time_ms *= 10;
    if (facts.opponent_ms != CLOCK_UNKNOWN) tenfold.opponent_ms *= 10;
    const Budget once = guard_plan(controller, facts, SETTINGS);
    const Budget ten_times = guard_plan(controller, tenfold, SETTINGS);
    return property_is_ten_times(once.normal_move_time_ms, ten_times.normal_move_time_ms);
}

TEST_CASE("every controller: 1 <= N <= E") {
    property_check_all(property_ordered);
}

TEST_CASE("every controller: E and the lag fit the clock") {
    property_check_all(property_fits_clock);
}

TEST_CASE("every controller: N and E never fall when the clock grows") {
    property_check_all(property_grows_with_own);
}

TEST_CASE("every controller: N and E never fall when the increment grows") {
    property_check_all(property_grows_with_increment);
}

TEST_CASE("every controller: N and E never rise with the lag") {
    property_check_all(property_shrinks_with_lag);
}

TEST_CASE("every controller: no overflow whatever the facts") {
    property_check_all(property_survives_absurd_facts);
}

TEST_CASE("every controller: ten times the clock is ten times the thinking") {
    property_check_all(property_scales);
}

// ---- plan ----

static Budget stub_budget;
static ClockFacts stub_facts;
static StopReason stub_reason;

static Budget stub_plan(const ClockFacts& facts, const ControllerSettings&) {
    stub_facts = facts;
    return stub_budget;
}

static StopReason stub_judge(const Budget&, const Progress&, Moment, const ControllerSettings&,
                             Overrun*) {
    return stub_reason;
}

static const Controller STUB = {"stub", "whatever a test wants", stub_plan, stub_judge, false};
static const Controller STUB_EXACT = {"stub", "its own reserve", stub_plan, stub_judge, true};

static ClockFacts guard_facts(int64_t own_ms, int64_t increment_ms, int moves_to_go) {
    ClockFacts facts = {};
    facts.kind = CLOCK_LEVEL;
    facts.own_ms = own_ms;
    facts.opponent_ms = CLOCK_UNKNOWN;
    facts.increment_ms = increment_ms;
    facts.moves_to_go = moves_to_go;
    facts.lag_ms = 30;
    facts.own_known = true;
    return facts;
}

static void guard_check(const Controller& controller, const Budget& raw, const ClockFacts& facts,
                        const Budget& expected) {
    stub_budget = raw;
    const Budget budget = guard_plan(controller, facts, SETTINGS);
    CHECK(budget.normal_move_time_ms == expected.normal_move_time_ms);
    CHECK(budget.extend_max_move_time_ms == expected.extend_max_move_time_ms);
}

TEST_CASE("the lag assumed at the start") {
    CHECK(guard_initial_lag_ms(0, SETTINGS) == 5);
    CHECK(guard_initial_lag_ms(4000, SETTINGS) == 10);
    CHECK(guard_initial_lag_ms(900000, SETTINGS) == 30);
    CHECK(guard_initial_lag_ms(INT64_MIN, SETTINGS) == 5);
    CHECK(guard_initial_lag_ms(INT64_MAX, SETTINGS) == 30);
    ControllerSettings settings = SETTINGS;
    settings.move_overhead_ms = 500;
    CHECK(guard_initial_lag_ms(900000, settings) == 500);
    settings.move_overhead_ms = 0;
    CHECK(guard_initial_lag_ms(900000, settings) == 0);
    settings.move_overhead_ms = -10;
    CHECK(guard_initial_lag_ms(900000, settings) == 0);
}

TEST_CASE("the lag of forty moves is kept back where no increment pays for it") {
    stub_budget = {100, 100};
    ClockFacts facts = guard_facts(100000, 0, 0);
    facts.opponent_ms = 90000;
    guard_plan(STUB, facts, SETTINGS);
    CHECK(stub_facts.own_ms == 98800);
    CHECK(stub_facts.opponent_ms == 88800);
    guard_plan(STUB, guard_facts(100000, 10, 0), SETTINGS);
    CHECK(stub_facts.own_ms == 99200);
    CHECK(stub_facts.opponent_ms == CLOCK_UNKNOWN);
    guard_plan(STUB, guard_facts(1000, 0, 0), SETTINGS);
    CHECK(stub_facts.own_ms == 0);
    guard_plan(STUB, guard_facts(100000, 30, 0), SETTINGS);
    CHECK(stub_facts.own_ms == 100000);
    guard_plan(STUB, guard_facts(100000, 0, 5), SETTINGS);
    CHECK(stub_facts.own_ms == 100000);
}

TEST_CASE("a plan loses the lag and is capped") {
    const ClockFacts facts = guard_facts(10000, 0, 0);
    guard_check(STUB, {500, 1500}, facts, {470, 1470});
    guard_check(STUB, {500, 0}, facts, {470, 470});
    guard_check(STUB, {9000, 9000}, facts, {7500, 8000});
    guard_check(STUB, {9000, 3000}, facts, {7500, 8000});
    guard_check(STUB, {INT64_MAX, INT64_MAX}, facts, {7500, 8000});
    guard_check(STUB, {INT64_MIN, INT64_MIN}, facts, {1, 1});
    guard_check(STUB, {10, 20}, facts, {1, 1});
}

TEST_CASE("the last move before the control may use nearly everything") {
    guard_check(STUB, {20000, 20000}, guard_facts(10000, 0, 1), {9800, 9800});
    guard_check(STUB, {20000, 20000}, guard_facts(1000, 0, 1), {935, 935});
    guard_check(STUB, {20000, 20000}, guard_facts(10001, 0, 1), {9800, 9800});
    guard_check(STUB, {20000, 20000}, guard_facts(67, 0, 1), {2, 2});
    guard_check(STUB, {20000, 20000}, guard_facts(66, 0, 1), {1, 1});
    guard_check(STUB, {20000, 20000}, guard_facts(65, 0, 1), {1, 1});
    guard_check(STUB, {20000, 20000}, guard_facts(0, 0, 1), {1, 1});
}

TEST_CASE("an exact time keeps all of the clock but the lag") {
    ClockFacts facts = guard_facts(3000, 0, 0);
    facts.kind = CLOCK_MOVE_TIME;
    guard_check(STUB_EXACT, {2940, 2940}, facts, {2940, 2940});
    guard_check(STUB_EXACT, {5000, 5000}, facts, {2970, 2970});
    guard_check(STUB_EXACT, {0, 0}, facts, {1, 1});
    facts.own_known = false;
    guard_check(STUB_EXACT, {5000, 5000}, facts, {5000, 5000});
}

// ---- judge ----

static StopReason guard_ask(const Controller& controller, const Progress& progress, Moment moment) {
    Overrun overrun = {};
    return guard_judge(controller, {10000, 20000}, progress, moment, SETTINGS, &overrun);
}

static Progress guard_progress(int64_t elapsed_ms) {
    return {elapsed_ms, 5, 6, 30, 30, 10, 10, false};
}

TEST_CASE("depth 1 is always completed") {
    Progress progress = guard_progress(INT64_MAX);
    progress.iterations_completed = 0;
    stub_reason = STOP_NORMAL;
    for (const Moment moment : {MOMENT_POLL, MOMENT_ROOT_MOVE})
        CHECK(guard_ask(STUB, progress, moment) == STOP_NONE);
    progress.iterations_completed = 1;
    CHECK(guard_ask(STUB, progress, MOMENT_POLL) == STOP_NORMAL);
}

TEST_CASE("nothing outlasts E, and the controller may name the reason") {
    stub_reason = STOP_NONE;
    CHECK(guard_ask(STUB, guard_progress(19999), MOMENT_POLL) == STOP_NONE);
    for (const Moment moment : {MOMENT_POLL, MOMENT_ROOT_MOVE, MOMENT_ITERATION})
        CHECK(guard_ask(STUB, guard_progress(20000), moment) == STOP_EXTEND);
    stub_reason = STOP_NORMAL;
    CHECK(guard_ask(STUB, guard_progress(20000), MOMENT_POLL) == STOP_NORMAL);
}

TEST_CASE("every controller stops at E") {
    for (int i = 0; i < controllers_count(); ++i) {
        Progress progress = guard_progress(20000);
        progress.fail_low_pending = true;
        CHECK(guard_ask(controllers_at(i), progress, MOMENT_POLL) != STOP_NONE);
        progress.iterations_completed = 0;
        CHECK(guard_ask(controllers_at(i), progress, MOMENT_POLL) == STOP_NONE);
    }
}

TEST_CASE("an only move is played after a tenth of N, 200 ms at most, when an iteration ends") {
    stub_reason = STOP_NONE;
    Progress progress = guard_progress(200);
    progress.legal_moves = 1;
    CHECK(guard_ask(STUB, progress, MOMENT_ITERATION) == STOP_ONLY);
    CHECK(guard_ask(STUB_EXACT, progress, MOMENT_ITERATION) == STOP_ONLY);
    CHECK(guard_ask(STUB, progress, MOMENT_POLL) == STOP_NONE);
    progress.elapsed_ms = 199;
    CHECK(guard_ask(STUB, progress, MOMENT_ITERATION) == STOP_NONE);
    progress.elapsed_ms = 50;
    Overrun overrun = {};
    CHECK(guard_judge(STUB, {500, 900}, progress, MOMENT_ITERATION, SETTINGS, &overrun) ==
          STOP_ONLY);
    progress.legal_moves = 2;
    CHECK(guard_judge(STUB, {500, 900}, progress, MOMENT_ITERATION, SETTINGS, &overrun) ==
          STOP_NONE);
}

static StopReason guard_ask_mate(const Controller& controller, int score_cp, int depth,
                                 Moment moment) {
    Progress progress = guard_progress(100);
    progress.current_score_cp = score_cp;
    progress.depth = depth;
    return guard_ask(controller, progress, moment);
}

TEST_CASE("a mate is played once no shorter one can be found") {
    stub_reason = STOP_NONE;
    const int mate = PROGRESS_MATE_CP;
    CHECK(guard_ask_mate(STUB, mate + 2, 3, MOMENT_ITERATION) == STOP_MATE);
    CHECK(guard_ask_mate(STUB, mate + 2, 3, MOMENT_ROOT_MOVE) == STOP_NONE);
    CHECK(guard_ask_mate(STUB, mate + 3, 7, MOMENT_ITERATION) == STOP_NONE);
    CHECK(guard_ask_mate(STUB, mate + 3, 8, MOMENT_ITERATION) == STOP_MATE);
    CHECK(guard_ask_mate(STUB, mate - 1, 99, MOMENT_ITERATION) == STOP_NONE);
    CHECK(guard_ask_mate(STUB_EXACT, mate + 1, 99, MOMENT_ITERATION) == STOP_NONE);
}

TEST_CASE("being mated ends the search once the longest defence was looked for") {
    stub_reason = STOP_NONE;
    const int mated = -PROGRESS_MATE_CP;
    CHECK(guard_ask_mate(STUB, mated - 1, 3, MOMENT_ITERATION) == STOP_NONE);
    CHECK(guard_ask_mate(STUB, mated - 1, 4, MOMENT_ITERATION) == STOP_MATE);
    CHECK(guard_ask_mate(STUB, mated - 3, 7, MOMENT_ITERATION) == STOP_NONE);
    CHECK(guard_ask_mate(STUB, mated - 3, 8, MOMENT_ITERATION) == STOP_MATE);
    CHECK(guard_ask_mate(STUB, mated + 1, 99, MOMENT_ITERATION) == STOP_NONE);
    CHECK(guard_ask_mate(STUB_EXACT, mated - 1, 99, MOMENT_ITERATION) == STOP_NONE);
}

// ---- polls ----

TEST_CASE("nodes between two polls") {
    const Budget second = {1000, 2000};
    CHECK(guard_poll_nodes(0, 100, second) == 256);
    CHECK(guard_poll_nodes(1000, 0, second) == 256);
    CHECK(guard_poll_nodes(-1, -1, second) == 256);
    CHECK(guard_poll_nodes(100000, 1000, second) == 1562);
    CHECK(guard_poll_nodes(1000000, 1000, second) == 4096);
    CHECK(guard_poll_nodes(1000, 1000, second) == 64);
    CHECK(guard_poll_nodes(1000000, 1000, {1, 1}) == 64);
    CHECK(guard_poll_nodes(INT64_MAX, 1, {CLOCK_MAX_MS, CLOCK_MAX_MS}) == 4096);
}
