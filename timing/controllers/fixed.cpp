#include "timing/controllers/fixed.h"

#include <algorithm>

namespace {

// Exceeding a fixed move time loses the game: twice the overhead is kept back, at least 20 ms.
constexpr int64_t FIXED_LAG_FACTOR = 2;
constexpr int64_t FIXED_RESERVE_MIN_MS = 20;
constexpr int64_t FIXED_TRUNCATED_MS = 1000;

// cutechess-cli truncates `st 0.5` to `st 0`; our clock, if below 1 s, is then the limit.
bool is_truncated(const ClockFacts& facts) {
    return facts.move_time_ms == 0 && facts.own_known && facts.own_ms < FIXED_TRUNCATED_MS;
}

int64_t move_limit_ms(const ClockFacts& facts) {
    if (is_truncated(facts)) return facts.own_ms;
    return facts.own_known ? std::min(facts.move_time_ms, facts.own_ms) : facts.move_time_ms;
}

} // namespace

Budget fixed_plan(const ClockFacts& facts, const ControllerSettings&, const ControllerMemory&) {
    if (facts.kind == CLOCK_UNTIMED) return {facts.move_time_ms, facts.move_time_ms};
    const int64_t limit_ms = move_limit_ms(facts);
    if (facts.by_nodes) return {limit_ms, limit_ms};
    const int64_t reserve_ms = std::max(FIXED_LAG_FACTOR * facts.lag_ms, FIXED_RESERVE_MIN_MS);
    const int64_t move_ms = std::max<int64_t>(1, limit_ms - reserve_ms);
    return {move_ms, move_ms};
}

StopReason fixed_judge(const Budget& budget, const Progress& progress, Moment,
                       const ControllerSettings&, const ControllerMemory&, Overrun*) {
    return progress.elapsed_ms >= budget.normal_move_time_ms ? STOP_ST : STOP_NONE;
}
