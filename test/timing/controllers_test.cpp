// Tests of every controller: its plans for the worked examples, before the guard, and properties of
// its guarded plans for random clocks. In this file T is the own clock and I the increment.
#include "timing/controllers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include <doctest/doctest.h>

#include "test/timing/examples.h"
#include "timing/guard.h"
#include "timing/ponder.h"
#include "timing/random.h"
#include "timing/stop.h"

namespace {

const ControllerSettings SETTINGS = {};

constexpr int64_t PROPERTY_INPUTS = 100000;
constexpr int64_t DAY_MS = 24 * 3600 * 1000;
constexpr int64_t HOUR_MS = 3600 * 1000;

// ---- worked examples ----

// The settings for which test/timing/examples.h gives the plans.
ControllerSettings example_settings() {
    ControllerSettings settings = SETTINGS;
    settings.soft_hard_moves_to_go = false;
    settings.smooth.init_tree_reuse = 0.5;
    settings.smooth.init_timeuse = 0.7;
    return settings;
}

void check_example(const char* name, const Example& row, const Budget& expected) {
    const Controller* controller = controllers_find(name);
    REQUIRE(controller != nullptr);
    const Budget raw = controller->plan(example_facts(row), example_settings(), {});
    CAPTURE(name);
    CAPTURE(row.name);
    CHECK(raw.normal_move_time_ms == expected.normal_move_time_ms);
    CHECK(raw.extend_max_move_time_ms == expected.extend_max_move_time_ms);
}

} // namespace

TEST_CASE("controllers: each is found by its exact name") {
    CHECK(&controllers_at(0) == controllers_find("rival"));
    CHECK(controllers_find("Rival") == nullptr);
    CHECK(controllers_find("") == nullptr);
    for (int i = 0; i < controllers_count(); ++i)
        CHECK(controllers_find(controllers_at(i).name) == &controllers_at(i));
}

namespace {

// Parses a controller with parameters. Returns the reason if it is refused, else "". A refusal must
// change nothing.
std::string parse(const std::string& text, const char** name, ControllerSettings* settings) {
    const Controller& before = controllers_at(1);
    const Controller* controller = &before;
    const char* reason = controllers_parse(text.c_str(), &controller, settings);
    *name = controller->name;
    if (reason) CHECK(controller == &before);
    return reason ? reason : "";
}

void check_refused(const std::string& text, const std::string& reason) {
    ControllerSettings settings = SETTINGS;
    const char* name = nullptr;
    CAPTURE(text);
    CHECK(parse(text, &name, &settings) == reason);
    CHECK(settings.rival_drop_cp == SETTINGS.rival_drop_cp);
    CHECK(settings.soft_hard_node_tm == SETTINGS.soft_hard_node_tm);
    CHECK(settings.smooth.init_timeuse == SETTINGS.smooth.init_timeuse);
    CHECK(settings.smooth.midpoint == SETTINGS.smooth.midpoint);
}

ControllerSettings check_parsed(const std::string& text, const std::string& expected_name) {
    ControllerSettings settings = SETTINGS;
    const char* name = nullptr;
    CAPTURE(text);
    CHECK(parse(text, &name, &settings) == "");
    CHECK(name == expected_name);
    return settings;
}

} // namespace

TEST_CASE("controllers as text: a name, and parameters of every kind") {
    check_parsed("lc0-legacy()", "lc0-legacy");
    for (int i = 0; i < controllers_count(); ++i) {
        const std::string name = controllers_at(i).name;
        if (controllers_at(i).exact_time) continue;
        check_parsed(name, name);
        CHECK_FALSE(check_parsed(name + "(easy=0)", name).easy_move);
        CHECK(check_parsed(name + "(easy=1)", name).easy_move);
    }
    const ControllerSettings rival = check_parsed("rival(drop=50,literal=1)", "rival");
    CHECK(rival.rival_drop_cp == 50);
    CHECK(rival.rival_literal);
    CHECK(rival.rival_overtime);
    for (const char* name : {"rival", "rival-page", "rival-1996"})
        CHECK_FALSE(check_parsed(std::string(name) + "(overtime=0)", name).rival_overtime);
    CHECK(check_parsed("rival-1996(drop=80.0)", "rival-1996").rival_drop_cp == 80);
    CHECK(check_parsed("mediocre(MovesToGo=1)", "mediocre").mediocre_moves_to_go);
    const ControllerSettings soft_hard =
        check_parsed("soft-hard(NodeTM=0,ComplexityTM=0,MovesToGo=0)", "soft-hard");
    CHECK_FALSE(soft_hard.soft_hard_node_tm);
    CHECK_FALSE(soft_hard.soft_hard_complexity_tm);
    CHECK_FALSE(soft_hard.soft_hard_moves_to_go);
    CHECK(check_parsed("soft-hard(NodeTM=0)", "soft-hard").soft_hard_complexity_tm);
}

TEST_CASE("controllers as text: smooth with all its parameters") {
    const SmoothSettings smooth =
        check_parsed("smooth(init-tree-reuse=0.2,max-tree-reuse=.6,tree-reuse-update-rate=3, "
                     "init-nps = 12345.0,nps-update-rate=7,init-timeuse=0.5,min-timeuse=2e-1,"
                     "timeuse-update-rate=9.0,max-move-budget=1,"
                     "mle-legacy(steepness=12.0,midpoint=50))",
                     "smooth")
            .smooth;
    CHECK(smooth.init_tree_reuse == 0.2);
    CHECK(smooth.max_tree_reuse == 0.6);
    CHECK(smooth.tree_reuse_update_rate == 3);
    CHECK(smooth.init_nps == 12345);
    CHECK(smooth.nps_update_rate == 7);
    CHECK(smooth.init_timeuse == 0.5);
    CHECK(smooth.min_timeuse == 0.2);
    CHECK(smooth.timeuse_update_rate == 9);
    CHECK(smooth.max_move_budget == 1);
    CHECK(smooth.steepness == 12);
    CHECK(smooth.midpoint == 50);
    const SmoothSettings two =
        check_parsed("smooth(init-timeuse=0.8,max-move-budget=0.25)", "smooth").smooth;
    CHECK(two.init_timeuse == 0.8);
    CHECK(two.max_move_budget == 0.25);
    CHECK(two.steepness == SETTINGS.smooth.steepness);
    check_parsed("smooth(mle-legacy(midpoint=60),init-nps=5)", "smooth");
}

TEST_CASE("controllers as text: a refusal gives a reason and changes nothing") {
    check_refused("", "no such controller");
    check_refused("Rival", "no such controller");
    check_refused("rival ", "no such controller");
    check_refused("fixed", "no such controller");
    check_refused("fixed(easy=0)", "no such controller");
    check_refused("smooth(init-timeuse=0.5", "closing parenthesis missing");
    check_refused("smooth(init-timeuse=0.5)x", "closing parenthesis missing");
    check_refused("smooth(", "closing parenthesis missing");
    check_refused("smooth(init-timeuse=0.5,)", "malformed parameters");
    check_refused("smooth(init-timeuse=0.5 midpoint=3)", "malformed parameters");
    check_refused("smooth(init-timeuse=0.5))", "malformed parameters");
    check_refused("smooth(init-timeuse)", "malformed parameters");
    check_refused("smooth(=1)", "malformed parameters");
    check_refused("smooth((init-timeuse=1))", "malformed parameters");
    check_refused("smooth(mle-legacy(mle-legacy(midpoint=50)))", "malformed parameters");
    check_refused("smooth(mle-legacy(midpoint=50)", "malformed parameters");
    check_refused("smooth(mle-legacy())", "malformed parameters");
    check_refused("smooth(init-timeuse=0.5,nonsense=1)", "no such parameter");
    check_refused("smooth(midpoint=50)", "no such parameter");
    check_refused("smooth(mle-legacy(init-timeuse=0.5))", "no such parameter");
    check_refused("rival(NodeTM=0)", "no such parameter");
    check_refused("lc0-legacy(drop=5)", "no such parameter");
    for (const char* number : {"", "x", "nan", "inf", "1e999", "1.2.3", "--1", "1e"})
        check_refused(std::string("smooth(init-timeuse=") + number + ")", "not a number");
    check_refused("smooth(init-timeuse=0.5x)", "malformed parameters");
    check_refused("smooth(init-tree-reuse=0x1)", "malformed parameters");
    check_refused("rival(drop=75.5)", "not a whole number");
    check_refused("mediocre(easy=2)", "number out of range");
    check_refused("rival(drop=-1)", "number out of range");
    check_refused("rival(drop=1001)", "number out of range");
    check_refused("soft-hard(NodeTM=2)", "number out of range");
    check_refused("smooth(init-timeuse=0)", "number out of range");
    check_refused("smooth(max-tree-reuse=1)", "number out of range");
    check_refused("smooth(init-nps=0)", "number out of range");
}

TEST_CASE("controllers: plans of the worked examples before the guard, for all but rival") {
    for (const Example& row : EXAMPLES) {
        check_example("rival-page", row, row.page);
        check_example("rival-1996", row, row.rival_1996);
        check_example("mediocre", row, {row.mediocre_ms, row.mediocre_ms});
        check_example("soft-hard", row, row.soft_hard);
        check_example("smooth", row, {row.smooth_ms, row.smooth_ms});
    }
}

namespace {

// ---- random facts ----

// Returns a random number from 0 to `most`; every order of magnitude is equally likely.
int64_t random_size(Random* random, int64_t most) {
    const double exponent = double(random_between(random, 0, 1000)) / 1000;
    return int64_t(std::pow(double(most) + 1, exponent)) - 1;
}

// Returns any time on the clock, often near a value at which a formula changes.
int64_t random_own(Random* random, int64_t base_ms) {
    const int64_t seams[] = {base_ms / 12, base_ms / 4, 10000, 30000, 60000};
    if (random_chance(random, 70)) return random_size(random, DAY_MS);
    const int64_t seam = seams[random_between(random, 0, 4)];
    return std::clamp<int64_t>(seam + random_between(random, -1300, 1300), 0, DAY_MS);
}

int random_moves_to_go(Random* random) {
    if (random_chance(random, 50)) return 0;
    if (random_chance(random, 20)) return 1;
    return int(random_chance(random, 90) ? random_between(random, 1, 80)
                                         : random_size(random, 1000000));
}

ClockFacts random_facts(const Controller& controller, Random* random) {
    ClockFacts facts = {};
    facts.kind = controller.exact_time ? CLOCK_MOVE_TIME : CLOCK_LEVEL;
    facts.base_ms = random_size(random, DAY_MS);
    facts.own_ms = random_own(random, facts.base_ms);
    facts.opponent_ms = random_chance(random, 50) ? CLOCK_UNKNOWN : random_size(random, DAY_MS);
    facts.increment_ms = random_chance(random, 40) ? 0 : random_size(random, HOUR_MS);
    facts.moves_to_go = random_moves_to_go(random);
    facts.game_ply = int(random_between(random, 0, random_chance(random, 80) ? 160 : 2000));
    facts.lag_ms = random_chance(random, 50) ? guard_initial_lag_ms(facts.base_ms, SETTINGS)
                                             : random_size(random, 5000);
    facts.lag_spike_ms = random_chance(random, 70) ? 0 : random_size(random, 5000);
    facts.lag_usual_ms = random_chance(random, 50) ? 0 : random_size(random, 2000);
    facts.lateness_mean_ms = random_chance(random, 70) ? 0 : random_size(random, 1000);
    facts.lateness_max_ms =
        facts.lateness_mean_ms == 0 ? 0 : facts.lateness_mean_ms + random_size(random, 5000);
    facts.move_time_ms = random_size(random, DAY_MS);
    facts.own_known = random_chance(random, 80);
    facts.lag_source = random_chance(random, 70)   ? LAG_MEASURED
                       : random_chance(random, 50) ? LAG_ASSUMED
                                                   : LAG_OF_ONE_MOVE;
    return facts;
}

ControllerMemory random_memory(Random* random) {
    ControllerMemory memory = {};
    memory.moves = int(random_between(random, 0, 3));
    memory.smooth.learned = random_chance(random, 70);
    memory.smooth.tree_reuse = double(random_between(random, 0, 1000)) / 1000;
    memory.smooth.time_use = double(random_between(random, 0, 1000)) / 1000;
    memory.smooth.nodes_per_second = double(1 + random_size(random, 100000000));
    for (int depth = 1; random_chance(random, 80) && depth <= 5; ++depth)
        depth_times_note(&memory.smooth.depths, depth, depth * random_between(random, 0, 100));
    memory.legacy_spared_ms = random_size(random, HOUR_MS) - random_size(random, HOUR_MS);
    memory.carried_nodes = random_chance(random, 70) ? 0 : random_size(random, 1000000000);
    return memory;
}

// ---- random settings ----

// Returns any value that a user may set, both ends included.
double random_value(const ControllerParameter& parameter, Random* random) {
    const double part = double(random_between(random, 0, 20)) / 20;
    const double value = parameter.least + part * (parameter.most - parameter.least);
    return parameter.whole ? std::floor(value) : value;
}

void randomise(const ControllerParameter* parameters, Random* random,
               ControllerSettings* settings) {
    for (const ControllerParameter* row = parameters; row && row->name; ++row)
        if (random_chance(random, 50)) row->set(settings, random_value(*row, random));
}

ControllerSettings random_settings(const Controller& controller, Random* random) {
    ControllerSettings settings = SETTINGS;
    randomise(controller.parameters, random, &settings);
    randomise(stop_parameters, random, &settings);
    settings.opponent_clock = random_chance(random, 50);
    return settings;
}

// ---- properties ----

// Properties that a controller lacks because its formula is kept as its author wrote it.
enum Literal : unsigned {
    LITERAL_NONE = 0,
    LITERAL_SCALE = 1, // has absolute times: ten times the clock does not give ten times the budget
    LITERAL_PERIOD = 2, // does not plan for the last moves before the time control
};

struct LiteralRow {
    const char* name;
    unsigned literal;
};

const LiteralRow LITERAL_ROWS[] = {
    {"rival-page", LITERAL_SCALE},                  // absolute times: 10 s and 30 s
    {"rival-1996", LITERAL_SCALE | LITERAL_PERIOD}, // 200 ms, 10 s, and 3 s kept back
    {"mediocre", LITERAL_SCALE | LITERAL_PERIOD},   // 100 ms, 500 ms; does not count moves to go
    {"lc0-legacy", LITERAL_SCALE | LITERAL_PERIOD}, // 200 ms; sets saved time aside
};

bool is_literal(const Controller& controller, unsigned literal) {
    for (const LiteralRow& row : LITERAL_ROWS)
        if (std::strcmp(row.name, controller.name) == 0) return (row.literal & literal) != 0;
    return false;
}

// Returns true if a controller may plan less for a larger clock or increment, as its formula is
// kept literally: rival-page by 2 I <= T / 2 above 30 s; mediocre by T - 500, or 100, when its plan
// exceeds the clock; `fixed` for `st 0`, which is half a second if the clock is below a second.
bool may_fall(const Controller& controller, const ClockFacts& facts) {
    if (controller.exact_time) return facts.move_time_ms == 0;
    if (std::strcmp(controller.name, "rival-page") == 0) return facts.increment_ms > 15000;
    if (std::strcmp(controller.name, "mediocre") != 0) return false;
    const int64_t unpaid_ms = std::max<int64_t>(0, facts.lag_ms - facts.increment_ms);
    const int64_t own_ms = facts.own_ms - (facts.moves_to_go > 0 ? 0 : 40 * unpaid_ms);
    return own_ms <= 0 || facts.increment_ms >= own_ms;
}

struct Case {
    ClockFacts facts;
    ControllerMemory memory;
    ControllerSettings settings;
};

Case random_case(const Controller& controller, Random* random) {
    return {random_facts(controller, random), random_memory(random), SETTINGS};
}

// Returns a random case, half of the time with random settings.
Case random_user_case(const Controller& controller, Random* random) {
    Case c = random_case(controller, random);
    if (random_chance(random, 50)) c.settings = random_settings(controller, random);
    return c;
}

using Property = bool (*)(const Controller& controller, Random* random);

struct PropertyResult {
    int64_t failures;
    uint64_t failing_seed;
};

PropertyResult check_property(Property property, const Controller& controller, int64_t inputs) {
    PropertyResult result = {};
    for (uint64_t seed = 1; seed <= uint64_t(inputs); ++seed) {
        Random random = {seed};
        if (property(controller, &random)) continue;
        if (result.failures++ == 0) result.failing_seed = seed;
    }
    return result;
}

void check_all(Property property, int64_t inputs = PROPERTY_INPUTS) {
    for (int i = 0; i < controllers_count(); ++i) {
        const Controller& controller = controllers_at(i);
        const PropertyResult result = check_property(property, controller, inputs);
        INFO(std::string(controller.name) << ", first failing seed " << result.failing_seed);
        CHECK(result.failures == 0);
    }
}

Budget plan(const Controller& controller, const ClockFacts& facts, const ControllerMemory& memory) {
    return guard_plan(controller, facts, SETTINGS, memory);
}

Budget plan(const Controller& controller, const Case& c) {
    return guard_plan(controller, c.facts, c.settings, c.memory);
}

bool is_not_above(const Budget& lower, const Budget& upper) {
    return lower.normal_move_time_ms <= upper.normal_move_time_ms &&
           lower.extend_max_move_time_ms <= upper.extend_max_move_time_ms;
}

bool is_same(const Budget& one, const Budget& other) {
    return is_not_above(one, other) && is_not_above(other, one);
}

bool is_ordered(const Controller& controller, Random* random) {
    const Case c = random_user_case(controller, random);
    const Budget budget = plan(controller, c);
    return budget.normal_move_time_ms >= 1 &&
           budget.normal_move_time_ms <= budget.extend_max_move_time_ms;
}

// Time from ExtendMaxMoveTime to the move: until the next poll, and to leave the search.
constexpr int64_t WAY_OUT_MS = 5;

bool fits_clock(const Controller& controller, Random* random) {
    const Case c = random_user_case(controller, random);
    const ClockFacts& facts = c.facts;
    const Budget budget = plan(controller, c);
    const bool clocked = facts.kind == CLOCK_LEVEL || facts.own_known;
    const bool hopeless = facts.own_ms <= 2 * facts.lag_ms + WAY_OUT_MS + 1;
    if (!clocked) return budget.extend_max_move_time_ms <= std::max<int64_t>(1, facts.move_time_ms);
    if (hopeless && budget.extend_max_move_time_ms == 1) return true;
    return budget.extend_max_move_time_ms + facts.lag_ms + WAY_OUT_MS <= facts.own_ms;
}

bool grows_with_own(const Controller& controller, Random* random) {
    const Case c = random_case(controller, random);
    ClockFacts more = c.facts;
    more.own_ms +=
        random_chance(random, 50) ? random_between(random, 1, 2000) : random_size(random, DAY_MS);
    if (may_fall(controller, c.facts)) return true;
    return is_not_above(plan(controller, c.facts, c.memory), plan(controller, more, c.memory));
}

// Returns true if two plans may be compared: both games have no increment, both a small one, or
// both one larger than the lag.
bool is_same_game(const ClockFacts& one, const ClockFacts& other) {
    if (one.moves_to_go > 0) return true;
    return (one.increment_ms > 0) == (other.increment_ms > 0) &&
           (one.increment_ms > one.lag_ms) == (other.increment_ms > other.lag_ms);
}

bool grows_with_increment(const Controller& controller, Random* random) {
    const Case c = random_case(controller, random);
    ClockFacts more = c.facts;
    more.increment_ms += random_size(random, 20000);
    if (!is_same_game(c.facts, more)) return true;
    if (may_fall(controller, c.facts) || may_fall(controller, more)) return true;
    return is_not_above(plan(controller, c.facts, c.memory), plan(controller, more, c.memory));
}

bool shrinks_with_lag(const Controller& controller, Random* random) {
    const Case c = random_case(controller, random);
    ClockFacts more = c.facts;
    more.lag_ms += random_size(random, 5000);
    if (!is_same_game(c.facts, more) || may_fall(controller, more)) return true;
    return is_not_above(plan(controller, more, c.memory), plan(controller, c.facts, c.memory));
}

int64_t random_absurd(Random* random, int64_t sane) {
    const int64_t values[] = {INT64_MIN, -1, 0, INT64_MAX, CLOCK_MAX_MS, sane, sane, sane};
    return values[random_between(random, 0, 7)];
}

int random_absurd_number(Random* random, int sane) {
    const int values[] = {INT32_MIN, -1, 0, INT32_MAX, 1000000000, sane, sane, sane};
    return values[random_between(random, 0, 7)];
}

bool survives_absurd_facts(const Controller& controller, Random* random) {
    Case c = random_user_case(controller, random);
    ClockFacts& facts = c.facts;
    facts.own_ms = random_absurd(random, facts.own_ms);
    facts.opponent_ms = random_absurd(random, facts.opponent_ms);
    facts.increment_ms = random_absurd(random, facts.increment_ms);
    facts.base_ms = random_absurd(random, facts.base_ms);
    facts.lag_ms = random_absurd(random, facts.lag_ms);
    facts.lag_spike_ms = random_absurd(random, facts.lag_spike_ms);
    facts.lag_usual_ms = random_absurd(random, facts.lag_usual_ms);
    facts.lateness_mean_ms = random_absurd(random, facts.lateness_mean_ms);
    facts.lateness_max_ms = random_absurd(random, facts.lateness_max_ms);
    facts.move_time_ms = random_absurd(random, facts.move_time_ms);
    facts.moves_to_go = random_absurd_number(random, facts.moves_to_go);
    facts.game_ply = random_absurd_number(random, facts.game_ply);
    c.memory.carried_nodes = random_absurd(random, c.memory.carried_nodes);
    c.memory.legacy_spared_ms = random_absurd(random, c.memory.legacy_spared_ms);
    const Budget budget = plan(controller, c);
    const bool clocked = facts.kind == CLOCK_LEVEL || facts.own_known;
    const int64_t most_ms =
        clocked ? std::clamp<int64_t>(facts.own_ms, 1, CLOCK_MAX_MS) : CLOCK_MAX_MS;
    return budget.normal_move_time_ms >= 1 &&
           budget.normal_move_time_ms <= budget.extend_max_move_time_ms &&
           budget.extend_max_move_time_ms <= most_ms;
}

// Returns true if one time is ten times the other, within a fifth and 60 ms. The 60 ms are for what
// does not scale: floors, the time that stays on the clock, and the reserve of `st`.
bool is_ten_times(int64_t once_ms, int64_t ten_times_ms) {
    const int64_t expected_ms = 10 * once_ms;
    return std::abs(ten_times_ms - expected_ms) <= expected_ms / 5 + 60;
}

// Returns true if one millisecond of the clock, and so rounding, decides between two formulas.
bool is_at_seam(const Controller& controller, const Case& c) {
    ClockFacts less = c.facts, more = c.facts;
    less.own_ms -= 1;
    more.own_ms += 1;
    const int64_t least_ms = plan(controller, less, c.memory).normal_move_time_ms;
    return plan(controller, more, c.memory).normal_move_time_ms > least_ms + least_ms / 5 + 6;
}

// Returns true if ten times the clock gives ten times the budget. The larger clock stays below the
// absolute times of rival-1996: a clock of 60 s and a base of 120 s.
bool scales(const Controller& controller, Random* random) {
    if (is_literal(controller, LITERAL_SCALE)) return true;
    Case c = random_case(controller, random);
    ClockFacts& facts = c.facts;
    facts.base_ms = random_between(random, 1000, 12000);
    facts.own_ms = random_between(random, 500, 6000);
    facts.increment_ms = random_chance(random, 50) ? 0 : random_size(random, 6000);
    facts.lag_ms = random_between(random, 10, 30);
    facts.lag_spike_ms = random_between(random, 0, 100);
    facts.lag_usual_ms = random_between(random, 0, 20);
    facts.lateness_mean_ms = random_between(random, 0, 5);
    facts.lateness_max_ms = facts.lateness_mean_ms + random_between(random, 0, 50);
    facts.move_time_ms = random_between(random, 100, 6000);
    if (facts.opponent_ms != CLOCK_UNKNOWN) facts.opponent_ms = random_between(random, 0, 6000);
    if (is_at_seam(controller, c)) return true;
    ClockFacts tenfold = facts;
    tenfold.base_ms *= 10;
    tenfold.own_ms *= 10;
    tenfold.increment_ms *= 10;
    tenfold.lag_ms *= 10;
    tenfold.lag_spike_ms *= 10;
    tenfold.lag_usual_ms *= 10;
    tenfold.lateness_mean_ms *= 10;
    tenfold.lateness_max_ms *= 10;
    tenfold.move_time_ms *= 10;
    if (facts.opponent_ms != CLOCK_UNKNOWN) tenfold.opponent_ms *= 10;
    const Budget once = plan(controller, facts, c.memory);
    c.memory.carried_nodes *= 10;
    const Budget ten_times = plan(controller, tenfold, c.memory);
    return is_ten_times(once.normal_move_time_ms, ten_times.normal_move_time_ms);
}

} // namespace

TEST_CASE("every controller: 1 ms <= NormalMoveTime <= ExtendMaxMoveTime") {
    check_all(is_ordered);
}

TEST_CASE("every controller: ExtendMaxMoveTime and the lag are within the clock") {
    check_all(fits_clock);
}

TEST_CASE("every controller: the budget never falls when the clock grows") {
    check_all(grows_with_own);
}

TEST_CASE("every controller: the budget never falls when the increment grows") {
    check_all(grows_with_increment);
}

TEST_CASE("every controller: the budget never rises when the lag grows") {
    check_all(shrinks_with_lag);
}

TEST_CASE("every controller: no overflow with absurd facts") {
    check_all(survives_absurd_facts);
}

TEST_CASE("every controller: ten times the clock gives ten times the budget") {
    check_all(scales);
}

// ---- the end of a search ----

namespace {

Progress random_progress(Random* random, const Budget& budget) {
    Progress progress = {};
    const int64_t times_ms[] = {0, budget.normal_move_time_ms / 4, budget.normal_move_time_ms,
                                budget.extend_max_move_time_ms};
    progress.elapsed_ms = std::max<int64_t>(0, times_ms[random_between(random, 0, 3)] +
                                                   random_between(random, -2, 2));
    progress.iterations_completed = int(random_between(random, 0, 20));
    progress.depth = progress.iterations_completed + 1;
    progress.legal_moves = int(random_between(random, 1, 60));
    progress.root_moves_searched = int(random_between(random, 0, progress.legal_moves));
    progress.previous_score_cp = int(random_between(random, -900, 900));
    progress.current_score_cp = progress.previous_score_cp + int(random_between(random, -200, 200));
    progress.static_score_cp = int(random_between(random, -900, 900));
    progress.fail_low_pending = random_chance(random, 10);
    progress.steady_plies = int(random_between(random, 0, 4));
    progress.best_obvious = random_chance(random, 70);
    progress.best_leads = random_chance(random, 70);
    progress.nodes = random_size(random, 1000000000);
    progress.best_nodes = random_between(random, 0, progress.nodes);
    for (int depth = 1; depth <= progress.iterations_completed; ++depth)
        depth_times_note(&progress.depths, depth, progress.elapsed_ms * depth / progress.depth);
    return progress;
}

// Returns true if a controller stops after depth 1, at ExtendMaxMoveTime at the latest, and decides
// the same for the same input.
bool judges_well(const Controller& controller, Random* random) {
    const Case c = random_user_case(controller, random);
    const Budget budget = plan(controller, c);
    const Progress progress = random_progress(random, budget);
    const Moment moment = Moment(random_between(random, MOMENT_POLL, MOMENT_ITERATION));
    Overrun first = {}, second = {};
    const StopReason reason =
        stop_judge(controller, budget, progress, moment, c.settings, c.memory, &first);
    if (reason != stop_judge(controller, budget, progress, moment, c.settings, c.memory, &second))
        return false;
    if (!is_same(budget, plan(controller, c))) return false;
    if (progress.iterations_completed == 0) return reason == STOP_NONE;
    return reason != STOP_NONE || progress.elapsed_ms < budget.extend_max_move_time_ms;
}

} // namespace

namespace {

// Returns true unless the search stops for an easy move without using a quarter of NormalMoveTime,
// or against a condition of easy moves.
bool is_easy_only_if_so(const Controller& controller, Random* random) {
    const Case c = random_case(controller, random);
    const Budget budget = plan(controller, c.facts, c.memory);
    const Progress progress = random_progress(random, budget);
    const Moment moment = Moment(random_between(random, MOMENT_POLL, MOMENT_ITERATION));
    Overrun overrun = {};
    overrun.latched = random_chance(random, 20);
    const bool calm = !overrun.latched && !progress.fail_low_pending && progress.best_leads &&
                      progress.current_score_cp >= progress.previous_score_cp - 25 &&
                      progress.elapsed_ms >= budget.normal_move_time_ms / 4;
    const StopReason reason =
        stop_judge(controller, budget, progress, moment, SETTINGS, c.memory, &overrun);
    return reason != STOP_EASY || (calm && !controller.exact_time);
}

// Returns true if a search that would stop without a ponder hit also stops after one.
bool hit_is_no_later(const Controller& controller, Random* random) {
    const Case c = random_case(controller, random);
    const Budget budget = plan(controller, c.facts, c.memory);
    const Budget hit =
        ponder_hit_budget(budget, random_size(random, HOUR_MS), random_chance(random, 30));
    if (hit.normal_move_time_ms < 1 || !is_not_above(hit, budget)) return false;
    const Progress progress = random_progress(random, budget);
    const Moment moment = Moment(random_between(random, MOMENT_POLL, MOMENT_ITERATION));
    Overrun first = {}, second = {};
    if (stop_judge(controller, budget, progress, moment, SETTINGS, c.memory, &first) == STOP_NONE)
        return true;
    return stop_judge(controller, hit, progress, moment, SETTINGS, c.memory, &second) != STOP_NONE;
}

} // namespace

TEST_CASE("every controller: a ponder hit never delays the move") {
    check_all(hit_is_no_later);
}

TEST_CASE("every controller: stops with the reason `easy` only for an easy move") {
    check_all(is_easy_only_if_so);
}

TEST_CASE("every controller: stops between depth 1 and ExtendMaxMoveTime, deterministically") {
    check_all(judges_well);
}

// ---- games ----

namespace {

constexpr int GAME_MOVES_LEAST = 10;
constexpr int GAME_MOVES_MOST = 400;
constexpr int64_t GAMES = 2 * PROPERTY_INPUTS / (GAME_MOVES_LEAST + GAME_MOVES_MOST);
constexpr double PERIOD_SHARE = 0.3; // the last moves before the control plan this part of the mean
constexpr int PERIOD_LAST_MOVES = 3;

struct GameClock {
    int64_t base_ms, increment_ms;
    int moves_per_session;
    int64_t own_ms, lag_ms;
    int session_moves;
};

GameClock random_game_clock(Random* random) {
    const bool increment = random_chance(random, 40), sessions = random_chance(random, 40);
    GameClock clock = {};
    clock.base_ms = 1000 + random_size(random, HOUR_MS);
    clock.increment_ms = increment ? random_size(random, clock.base_ms / 10) : 0;
    clock.moves_per_session = sessions ? int(random_between(random, 1, 60)) : 0;
    clock.own_ms = clock.base_ms + clock.increment_ms;
    clock.lag_ms = guard_initial_lag_ms(clock.base_ms, SETTINGS);
    return clock;
}

ClockFacts game_facts(const GameClock& clock, int move) {
    const int of = clock.moves_per_session;
    ClockFacts facts =
        facts_make(clock.own_ms, clock.increment_ms, of > 0 ? of - clock.session_moves % of : 0);
    facts.base_ms = clock.base_ms;
    facts.game_ply = 2 * move;
    facts.lag_ms = clock.lag_ms;
    return facts;
}

int64_t random_used(Random* random, const Budget& budget) {
    const int64_t extend_ms = budget.extend_max_move_time_ms;
    if (random_chance(random, 20)) return extend_ms;
    if (random_chance(random, 60)) return budget.normal_move_time_ms;
    return random_between(random, 1, extend_ms);
}

void game_charge(GameClock* clock, int64_t charged_ms) {
    clock->own_ms += clock->increment_ms - charged_ms;
    ++clock->session_moves;
    if (clock->moves_per_session > 0 && clock->session_moves % clock->moves_per_session == 0)
        clock->own_ms += clock->base_ms;
}

// Returns the limit that a controller aims at: the hard limit for soft-hard, else NormalMoveTime.
int64_t enough_ms(const Controller& controller, const Budget& budget) {
    const bool soft = std::strcmp(controller.name, "soft-hard") == 0;
    return soft ? budget.extend_max_move_time_ms : budget.normal_move_time_ms;
}

// Returns true if the last moves before the time control plan to use their time.
bool is_enough(const Controller& controller, const ClockFacts& facts, const Budget& budget) {
    if (controller.exact_time || is_literal(controller, LITERAL_PERIOD)) return true;
    if (facts.moves_to_go == 0 || facts.moves_to_go > PERIOD_LAST_MOVES) return true;
    const double mean_ms = double(facts.own_ms) / facts.moves_to_go;
    return double(enough_ms(controller, budget) + facts.lag_ms + 1) >= PERIOD_SHARE * mean_ms;
}

// Plays a game in which at most the assumed lag is charged. Returns true if the game is not lost on
// time, or if the clock became too short for any move.
bool keeps_its_flag_up(const Controller& controller, Random* random) {
    if (controller.exact_time) return true;
    GameClock clock = random_game_clock(random);
    ControllerMemory memory = {};
    const bool as_delivered = random_chance(random, 50);
    const ControllerSettings settings =
        as_delivered ? SETTINGS : random_settings(controller, random);
    const int moves = int(random_between(random, GAME_MOVES_LEAST, GAME_MOVES_MOST));
    for (int move = 0; move < moves; ++move) {
        const ClockFacts facts = game_facts(clock, move);
        if (clock.own_ms <= 2 * clock.lag_ms + 6) return true;
        const Budget budget = guard_plan(controller, facts, settings, memory);
        if (as_delivered && !is_enough(controller, facts, budget)) return false;
        Progress progress = random_progress(random, budget);
        progress.elapsed_ms = random_used(random, budget);
        const int64_t charged_ms = progress.elapsed_ms + random_between(random, 0, clock.lag_ms);
        if (charged_ms > clock.own_ms) return false;
        guard_finished(controller, facts, budget, progress, settings, &memory);
        game_charge(&clock, charged_ms);
    }
    return true;
}

} // namespace

TEST_CASE("every controller: loses no game on time and uses the time before the time control") {
    check_all(keeps_its_flag_up, GAMES);
}
