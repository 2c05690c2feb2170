#include "timing/controllers/rival.h"

#include <algorithm>

#include "timing/parameters.h"

namespace {

// Moves to go: from Rival's page, NormalMoveTime (N) is 3/4 of the mean time per move; from Rival
// 1996, ExtendMaxMoveTime (E) is at most 7/4 of that mean, and 3 s stay on the clock. Ours: at most
// 1/20 of the clock is kept instead of 3 s, and half a mean is left for every later move.
constexpr double SESSION_NORMAL_SHARE = 3.0 / 4;
constexpr double SESSION_EXTEND_SHARE = 7.0 / 4;
constexpr double SESSION_RESERVE_MAX_MS = 3000;
constexpr double SESSION_RESERVE_PART = 20;
constexpr double SESSION_LATER_SHARE = 1.0 / 2;

// Rival 1996 saves time with less than L = 10 s on the clock, Rival's page spends more above H = 30
// s. Ours: with a short base time, L is base / 12 and H is base / 4.
constexpr double LOW_MAX_MS = 10000;
constexpr double LOW_BASE_PART = 12;
constexpr double HIGH_MAX_MS = 30000;
constexpr double HIGH_BASE_PART = 4;

// Rival 1996 with an increment I: NormalMoveTime N = I + (clock - L) / 35 and ExtendMaxMoveTime =
// min(4 N, clock / 3); with less than L on the clock (at most 10 s) both are 0.75 I.
constexpr double INCREMENT_MOVES = 35;
constexpr double INCREMENT_EXTEND_FACTOR = 4;
constexpr double INCREMENT_EXTEND_PART = 3;
constexpr double INCREMENT_LOW_SHARE = 0.75;
// Above H (at most 30 s) on the clock Rival's page has NormalMoveTime of at least 2 increments and
// ExtendMaxMoveTime of at least 4 increments, but no more than half of the clock.
constexpr double INCREMENT_PAGE_NORMAL = 2;
constexpr double INCREMENT_PAGE_EXTEND = 4;
constexpr double INCREMENT_PAGE_PART = 2;

// Sudden death: by Rival's page a game lasts 80 half-moves, from half-move 60 on 100 (the page
// lacks this number; 100 continues the series), from half-move 100 on 120. By the page 5 ms per
// minute of base time stay on the clock. Ours: we expect at least 20 more moves, 64 with less than
// L on the clock (at most 10 s); ExtendMaxMoveTime is twice NormalMoveTime, as it is on the page
// with an increment.
constexpr int GAME_SHORT_PLY = 60;
constexpr int GAME_MEDIUM_PLY = 100;
constexpr int GAME_SHORT_TOTAL = 80;
constexpr int GAME_MEDIUM_TOTAL = 100;
constexpr int GAME_LONG_TOTAL = 120;
constexpr int GAME_LEFT_MIN = 20;
constexpr int GAME_LEFT_MIN_LOW = 64;
constexpr int64_t GAME_RESERVE_MS_PER_MINUTE = 5;
constexpr int64_t MS_PER_MINUTE = 60000;
constexpr double GAME_EXTEND_FACTOR = 2;
// Rival 1996: NormalMoveTime (N) is cut to 3/4 if the opponent's clock is ahead by more than 1.5 N.
constexpr double HURRY_LEAD = 1.5;
constexpr double HURRY_SHARE = 0.75;

// Ours, `doubt`: NormalMoveTime grows if the best move's share of the nodes is below the usual 0.6
// and if the best move has been steady for fewer than the usual 4 plies, and else shrinks.
constexpr double DOUBT_USUAL_SHARE = 0.6;
constexpr double DOUBT_SHARE_WEIGHT = 0.8;
constexpr double DOUBT_USUAL_STEADY = 4;
constexpr int DOUBT_STEADY_MAX = 8;
constexpr double DOUBT_STEADY_WEIGHT = 0.4;
// Ours: as sure moves save time, with moves to go `doubt` has 0.95 of the mean time, not 0.75.
constexpr double DOUBT_SESSION = 0.95 / SESSION_NORMAL_SHARE;

double low_ms(const ClockFacts& facts) {
    return std::min(LOW_MAX_MS, double(facts.base_ms) / LOW_BASE_PART);
}

double high_ms(const ClockFacts& facts) {
    return std::min(HIGH_MAX_MS, double(facts.base_ms) / HIGH_BASE_PART);
}

Budget plan_session(const ClockFacts& facts) {
    const double own = double(facts.own_ms);
    const double increment = double(facts.increment_ms);
    const double moves = facts.moves_to_go;
    const double later = moves - 1;
    const double free = own - std::min(SESSION_RESERVE_MAX_MS, own / SESSION_RESERVE_PART);
    const double sum = free + increment * later;
    const double kept = increment > 0 ? 0 : SESSION_LATER_SHARE * sum * later / moves;
    const double extend = std::min(SESSION_EXTEND_SHARE * sum / moves, free - kept);
    return {clock_floor_ms(SESSION_NORMAL_SHARE * sum / moves), clock_floor_ms(extend)};
}

Budget plan_increment(const ClockFacts& facts) {
    const double own = double(facts.own_ms);
    const double increment = double(facts.increment_ms);
    const double low = low_ms(facts);
    if (own <= low) {
        const int64_t saving = clock_floor_ms(INCREMENT_LOW_SHARE * increment);
        return {saving, saving};
    }
    double normal = increment + (own - low) / INCREMENT_MOVES;
    double extend = std::min(INCREMENT_EXTEND_FACTOR * normal, own / INCREMENT_EXTEND_PART);
    if (own > high_ms(facts)) {
        const double most = own / INCREMENT_PAGE_PART;
        normal = std::max(normal, std::min(INCREMENT_PAGE_NORMAL * increment, most));
        extend = std::max(extend, std::min(INCREMENT_PAGE_EXTEND * increment, most));
    }
    return {clock_floor_ms(normal), clock_floor_ms(extend)};
}

Budget plan_sudden_death(const ClockFacts& facts) {
    const double own = double(facts.own_ms);
    const double increment = double(facts.increment_ms);
    const double low = low_ms(facts);
    const int moves = std::max(GAME_LEFT_MIN, rival_moves_left(facts.game_ply));
    const int moves_low = std::max(GAME_LEFT_MIN_LOW, moves);
    const int64_t low_share = clock_floor_ms(std::min(own, low) / moves_low + increment);
    if (own <= low) return {low_share, low_share};

    const double reserve = double(rival_reserve_ms(facts.base_ms));
    double normal = (own - reserve) / moves + increment;
    const bool behind =
        facts.opponent_ms != CLOCK_UNKNOWN && double(facts.opponent_ms) - HURRY_LEAD * normal > own;
    if (behind) normal *= HURRY_SHARE;
    // In spite of reserve and hurry, NormalMoveTime is never less than with low_ms() on the clock.
    return {std::max(clock_floor_ms(normal), low_share),
            clock_floor_ms(GAME_EXTEND_FACTOR * normal)};
}

} // namespace

const ControllerParameter rival_parameters[] = {
    {"", "drop", 0, RIVAL_DROP_MAX_CP, true,
     [](ControllerSettings* settings, double value) { settings->rival_drop_cp = int(value); }},
    {"", "literal", 0, 1, true, parameters_set<&ControllerSettings::rival_literal>},
    {"", "overtime", 0, 1, true, parameters_set<&ControllerSettings::rival_overtime>},
    {"", "doubt", 0, 1, true, parameters_set<&ControllerSettings::rival_doubt>},
    {},
};

int rival_moves_left(int game_ply) {
    const int ply = std::max(0, game_ply);
    const int total = ply < GAME_SHORT_PLY    ? GAME_SHORT_TOTAL
                      : ply < GAME_MEDIUM_PLY ? GAME_MEDIUM_TOTAL
                                              : GAME_LONG_TOTAL;
    return std::max(0, total - ply);
}

int64_t rival_reserve_ms(int64_t base_ms) {
    return GAME_RESERVE_MS_PER_MINUTE * (base_ms / MS_PER_MINUTE);
}

Budget rival_plan(const ClockFacts& facts, const ControllerSettings&, const ControllerMemory&) {
    if (facts.moves_to_go > 0) return plan_session(facts);
    if (facts.increment_ms > facts.lag_ms) return plan_increment(facts);
    return plan_sudden_death(facts);
}

double rival_refine(const Progress& progress, const ControllerSettings& settings) {
    if (!settings.rival_doubt || progress.best_nodes <= 0) return 1;
    const double share = double(progress.best_nodes) / double(progress.nodes);
    const double steady = std::min(progress.steady_plies, DOUBT_STEADY_MAX);
    const double session = progress.moves_to_go > 0 ? DOUBT_SESSION : 1;
    return session * (1 + DOUBT_SHARE_WEIGHT * (DOUBT_USUAL_SHARE - std::min(share, 1.0))) *
           (1 + DOUBT_STEADY_WEIGHT * (1 - steady / DOUBT_USUAL_STEADY));
}
