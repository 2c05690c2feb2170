#include "timing/guard.h"

#include <algorithm>
#include <limits>

namespace {

// All numbers of the guard are ours; TRIED.md has the simulated games from which they come.

// The GUI overhead (G) assumed before any was measured: base / 400, at least 5 ms, and at most a
// quarter of the clock, because G will soon be measured and is no reason to move at once.
constexpr int64_t LAG_BASE_PART = 400;
constexpr int64_t LAG_MIN_MS = 5;
constexpr int64_t LAG_START_CLOCK_PART = 4;
// The reserve in sudden death, for overhead that the increment does not pay for: 40 times G and,
// once overhead was measured, the mean overhead for the rest of a game of 200 moves. That mean
// overhead, rare overhead and lateness together reserve at most a quarter of the base.
constexpr int64_t LAG_RESERVE_MOVES = 40;
constexpr int64_t LAG_LONG_GAME_MOVES = 200;
constexpr int64_t LAG_LONG_GAME_BASE_PART = 4;
// 80 times the mean overhead stay on the clock, 60 times if the increment pays for an overhead. An
// overhead of 20 times the mean is rare, but a few may come before the clock has recovered.
constexpr int64_t LAG_RARE_MOVES = 80;
constexpr int64_t LAG_RARE_PAID_MOVES = 60;
// For rare overhead 120 times the mean overhead are reserved, because a move played at once uses a
// millisecond as well. The increment pays for rare overhead only if it is much larger than the mean
// overhead, because controllers spend the increment.
constexpr int64_t LAG_RESERVE_RARE_MOVES = 120;
constexpr int64_t LAG_RARE_PAID_FACTOR = 3;
// On a busy machine 80 times the mean lateness stays on the clock, and the lateness that the
// increment does not pay for is reserved for all moves of a game of 240. Subtracting lateness from
// every move, like overhead, was weaker (TRIED.md).
constexpr int64_t LATE_MOVES = 80;
constexpr int64_t LATE_GAME_MOVES = 240;

// GUI overhead takes at most half of a plan if it was reserved, so that some thinking is done.
constexpr int64_t RESERVED_LAG_PART = 2;

// Numbers for kept_ms(), which says how much time stays on the clock.
constexpr int64_t KEPT_LAG_FACTOR = 2;
constexpr int64_t KEPT_MS = 5;
constexpr int64_t KEPT_PART = 50;
// A single overhead sample may have been a stall and keeps at most half of the clock unused.
constexpr int64_t STALL_CLOCK_PART = 2;
// Caps for one move. A third of the clock before any overhead was measured, because two moves may
// come before that; a third of what may be spent if the only sample may be a stall. Later 75 %
// (NormalMoveTime) and 80 % (ExtendMaxMoveTime) of the clock without the reserve, so that no
// controller spends the reserve; but not for the last move of a session.
constexpr int64_t LAG_ASSUMED_PART = 3;
constexpr int64_t NORMAL_MAX_PERCENT = 75;
constexpr int64_t EXTEND_MAX_PERCENT = 80;

// OpponentClock: NormalMoveTime is cut to 75 % if the opponent has less than a third of our clock,
// so that he can think less on our time; but not in time odds games, in which he began with less
// than half of our base.
constexpr int64_t OPPONENT_SHORT_PART = 3;
constexpr int64_t OPPONENT_ODDS_PART = 2;
constexpr int64_t OPPONENT_SHORT_PERCENT = 75;

// A node clock has no GUI overhead, but depth 1 is searched even with no nodes left on it.
constexpr int64_t DEPTH_ONE_NODES = 200;

// Bounds an overhead or a lateness so that multiplying it by a number of moves cannot overflow.
int64_t clamp_lag_ms(int64_t ms) {
    constexpr int64_t LAG_MAX_MS = INT64_C(1) << 31;
    return std::min(clock_clamp_ms(ms), LAG_MAX_MS);
}

ClockFacts clean_facts(const ClockFacts& given) {
    ClockFacts facts = given;
    facts.own_ms = clock_clamp_ms(given.own_ms);
    facts.increment_ms = clock_clamp_ms(given.increment_ms);
    facts.base_ms = clock_clamp_ms(given.base_ms);
    facts.lag_ms = clamp_lag_ms(given.lag_ms);
    facts.lag_spike_ms = clamp_lag_ms(given.lag_spike_ms);
    facts.lag_usual_ms = clamp_lag_ms(given.lag_usual_ms);
    facts.lateness_mean_ms = clamp_lag_ms(given.lateness_mean_ms);
    facts.lateness_max_ms = clamp_lag_ms(given.lateness_max_ms);
    facts.move_time_ms = clock_clamp_ms(given.move_time_ms);
    if (given.opponent_ms != CLOCK_UNKNOWN) facts.opponent_ms = clock_clamp_ms(given.opponent_ms);
    return facts;
}

// Returns by how much an overhead exceeds the increment.
int64_t unpaid_ms(int64_t lag_ms, const ClockFacts& facts) {
    return std::max<int64_t>(0, lag_ms - facts.increment_ms);
}

// Returns the reserve for rare overhead: LAG_RESERVE_RARE_MOVES times the mean overhead if the
// increment is not above that mean, falling linearly to 0 at an increment of LAG_RARE_PAID_FACTOR
// times the mean.
int64_t unpaid_rare_ms(int64_t usual_ms, const ClockFacts& facts) {
    const int64_t unpaid = unpaid_ms(LAG_RARE_PAID_FACTOR * usual_ms, facts);
    return std::min(LAG_RESERVE_RARE_MOVES * usual_ms,
                    LAG_RESERVE_RARE_MOVES * unpaid / (LAG_RARE_PAID_FACTOR - 1));
}

// If the increment pays for an overhead, the clock recovers from a rare large overhead.
int64_t rare_lag_ms(const ClockFacts& facts) {
    const bool paid = facts.increment_ms >= facts.lag_ms;
    return facts.lag_usual_ms * (paid ? LAG_RARE_PAID_MOVES : LAG_RARE_MOVES);
}

// True if a single overhead sample keeps more than half of the clock and may have been a stall.
bool may_be_stall(const ClockFacts& facts) {
    return facts.lag_source == LAG_OF_ONE_MOVE &&
           rare_lag_ms(facts) > facts.own_ms / STALL_CLOCK_PART;
}

// Returns the reserve for the overhead and the lateness of all moves that may still come.
int64_t lag_reserve_ms(const ClockFacts& facts) {
    const int64_t made = facts.game_ply / 2;
    const int64_t more = std::max<int64_t>(0, LAG_LONG_GAME_MOVES - LAG_RESERVE_MOVES - made);
    const int64_t long_game_ms =
        more * unpaid_ms(facts.lag_usual_ms, facts) + unpaid_rare_ms(facts.lag_usual_ms, facts);
    const int64_t late_moves = std::max(LATE_MOVES, LATE_GAME_MOVES - made);
    const int64_t late_ms = std::max(late_moves * unpaid_ms(facts.lateness_mean_ms, facts),
                                     unpaid_rare_ms(facts.lateness_mean_ms, facts));
    const int64_t reserve_ms =
        LAG_RESERVE_MOVES * unpaid_ms(facts.lag_ms, facts) +
        std::min(long_game_ms + late_ms, facts.base_ms / LAG_LONG_GAME_BASE_PART);
    return facts.lag_source == LAG_OF_ONE_MOVE
               ? std::min(reserve_ms, facts.own_ms / STALL_CLOCK_PART)
               : reserve_ms;
}

// Returns the facts a controller plans with. The reserve is taken from both clocks, so that a
// controller can compare the clocks.
ClockFacts reserve_lag(const ClockFacts& given) {
    ClockFacts facts = given;
    if (given.moves_to_go > 0) return facts;
    const int64_t reserve_ms = lag_reserve_ms(given);
    facts.own_ms = clock_clamp_ms(given.own_ms - reserve_ms);
    if (given.opponent_ms != CLOCK_UNKNOWN)
        facts.opponent_ms = clock_clamp_ms(given.opponent_ms - reserve_ms);
    return facts;
}

// ExtendMaxMoveTime is raised to NormalMoveTime before the bounds, else it could fall when the
// clock grows.
Budget bound(const Budget& plan, int64_t normal_max_ms, int64_t extend_max_ms) {
    const int64_t planned_ms = std::max(plan.extend_max_move_time_ms, plan.normal_move_time_ms);
    const int64_t normal_ms =
        std::clamp<int64_t>(plan.normal_move_time_ms, 1, std::max<int64_t>(1, normal_max_ms));
    return {normal_ms, std::clamp(planned_ms, normal_ms, std::max(normal_ms, extend_max_ms))};
}

// Returns what a move must leave on our clock T: S = max(2 G + 5 ms, T / 50, the largest recent
// overhead, rare overhead + the unpaid overhead of the later moves of the session) + lateness,
// where G is the GUI overhead.
int64_t kept_ms(const ClockFacts& facts) {
    const int64_t later = std::max(1, facts.moves_to_go) - 1;
    const int64_t rare_ms =
        may_be_stall(facts) ? facts.own_ms / STALL_CLOCK_PART : rare_lag_ms(facts);
    const int64_t late_ms = facts.lateness_max_ms + LATE_MOVES * facts.lateness_mean_ms;
    return late_ms + std::max({KEPT_LAG_FACTOR * facts.lag_ms + KEPT_MS,
                               (facts.own_ms + KEPT_PART - 1) / KEPT_PART, facts.lag_spike_ms,
                               rare_ms + later * unpaid_ms(facts.lag_ms, facts)});
}

// Returns how much of a plan overhead must leave for thinking: half of the plan if the reserve has
// paid for the overhead (sudden death), and in a session at most an even share of the free time.
int64_t least_usable_ms(int64_t charged_ms, const ClockFacts& facts) {
    if (facts.moves_to_go <= 0)
        return facts.lag_ms >= facts.increment_ms ? charged_ms / RESERVED_LAG_PART : 0;
    const int64_t free_ms = std::max<int64_t>(0, facts.own_ms - kept_ms(facts));
    return std::min(charged_ms / RESERVED_LAG_PART, free_ms / (int64_t(facts.moves_to_go) + 1));
}

// Controllers plan the time that the host charges; the search may use that time less the overhead.
int64_t usable_ms(int64_t planned_ms, const ClockFacts& facts) {
    const int64_t charged_ms = clock_clamp_ms(planned_ms);
    return std::max(charged_ms - facts.lag_ms, least_usable_ms(charged_ms, facts));
}

Budget cap(const Budget& budget, const ClockFacts& facts) {
    int64_t cap_ms = facts.own_ms - kept_ms(facts);
    if (cap_ms < 1) return {1, 1};
    if (facts.lag_source == LAG_ASSUMED) cap_ms = std::min(cap_ms, facts.own_ms / LAG_ASSUMED_PART);
    if (may_be_stall(facts)) cap_ms /= LAG_ASSUMED_PART;
    if (facts.moves_to_go == 1) return bound(budget, cap_ms, cap_ms);
    const int64_t free_ms = reserve_lag(facts).own_ms;
    return bound(budget, std::min(cap_ms, free_ms * NORMAL_MAX_PERCENT / 100),
                 std::min(cap_ms, free_ms * EXTEND_MAX_PERCENT / 100));
}

// True only in sudden death: increments or new sessions would refill the opponent's clock.
bool is_opponent_short(const ClockFacts& facts) {
    return facts.opponent_ms != CLOCK_UNKNOWN && facts.moves_to_go == 0 &&
           facts.increment_ms <= facts.lag_ms &&
           facts.opponent_base_ms >= facts.base_ms / OPPONENT_ODDS_PART &&
           facts.opponent_ms < facts.own_ms / OPPONENT_SHORT_PART;
}

Budget cap_exact(const Budget& budget, const ClockFacts& facts) {
    const bool clocked = facts.own_known && facts.kind != CLOCK_UNTIMED;
    const int64_t lag_ms = facts.by_nodes ? 0 : facts.lag_ms; // a node budget is met exactly
    const int64_t cap_ms = clocked ? facts.own_ms - lag_ms : CLOCK_MAX_MS;
    return bound(budget, cap_ms, cap_ms);
}

} // namespace

int64_t guard_initial_lag_ms(int64_t base_ms, const ControllerSettings& settings) {
    const int64_t most_ms = clock_clamp_ms(settings.move_overhead_ms);
    if (most_ms > MOVE_OVERHEAD_DEFAULT_MS) return most_ms; // the user raised MoveOverhead
    return std::min(std::max(LAG_MIN_MS, base_ms / LAG_BASE_PART), most_ms);
}

ClockFacts guard_facts(const Clock& clock, int game_ply, const Lag& lag,
                       const ControllerSettings& settings) {
    ClockFacts facts = clock_facts(clock, game_ply);
    if (facts.by_nodes) {
        facts.lag_ms = clock_nodes_to_ms(clock.node_rate, DEPTH_ONE_NODES);
        return facts;
    }
    int64_t start_ms = guard_initial_lag_ms(clock.base_ms, settings);
    if (facts.kind == CLOCK_LEVEL && facts.own_known)
        start_ms = std::min(start_ms, std::max(LAG_MIN_MS, facts.own_ms / LAG_START_CLOCK_PART));
    facts.lag_ms = facts.own_known ? lag_charge_ms(lag, facts.own_ms, start_ms) : start_ms;
    facts.lag_source = lag.charged.count > 1    ? LAG_MEASURED
                       : lag.charged.count == 1 ? LAG_OF_ONE_MOVE
                                                : LAG_ASSUMED;
    facts.lag_spike_ms = lag_spike_ms(lag);
    facts.lag_usual_ms = lag_usual_ms(lag);
    facts.lateness_mean_ms = lag_lateness_mean_ms(lag);
    facts.lateness_max_ms = lag_lateness_max_ms(lag);
    return facts;
}

Budget guard_plan(const Controller& controller, const ClockFacts& facts,
                  const ControllerSettings& settings, const ControllerMemory& memory) {
    const ClockFacts clean = clean_facts(facts);
    if (controller.exact_time) return cap_exact(controller.plan(clean, settings, memory), clean);
    Budget planned = controller.plan(reserve_lag(clean), settings, memory);
    if (settings.opponent_clock && is_opponent_short(clean))
        planned.normal_move_time_ms =
            clock_clamp_ms(planned.normal_move_time_ms) * OPPONENT_SHORT_PERCENT / 100;
    return cap({usable_ms(planned.normal_move_time_ms, clean),
                usable_ms(planned.extend_max_move_time_ms, clean)},
               clean);
}

void guard_finished(const Controller& controller, const ClockFacts& facts, const Budget& budget,
                    const Progress& progress, const ControllerSettings& settings,
                    ControllerMemory* memory) {
    controller_change(controller, memory);
    if (controller.finished)
        controller.finished(reserve_lag(clean_facts(facts)), budget, progress, settings, memory);
    memory->carried_nodes = 0;
    if (memory->moves < std::numeric_limits<int>::max()) ++memory->moves;
}
