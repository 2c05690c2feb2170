#include "timing/ponder.h"

#include <algorithm>

namespace {

constexpr int64_t CREDIT_PART = 2;
constexpr int64_t CREDIT_MAX_PERCENT = 90;
constexpr int64_t SETTLED_MS = 50;

} // namespace

int64_t ponder_credit_ms(const Budget& budget, int64_t pondered_ms) {
    const int64_t most_ms = budget.normal_move_time_ms * CREDIT_MAX_PERCENT / 100;
    return std::clamp<int64_t>(pondered_ms / CREDIT_PART, 0, most_ms);
}

Budget ponder_hit_budget(const Budget& budget, int64_t pondered_ms, bool settled) {
    const int64_t credit_ms = ponder_credit_ms(budget, pondered_ms);
    const int64_t normal_ms = std::max<int64_t>(1, budget.normal_move_time_ms - credit_ms);
    if (!settled) return {normal_ms, budget.extend_max_move_time_ms};
    const int64_t moment_ms = std::min(normal_ms, SETTLED_MS);
    return {moment_ms, moment_ms};
}
