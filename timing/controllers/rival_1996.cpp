#include "timing/controllers/rival_1996.h"

#include <algorithm>

#include "timing/controllers/overtime.h"
#include "timing/controllers/rival.h"

namespace {

// All numbers are those of the 1996 program; with moves to go that program takes 3/4 of the mean
// time per move in one code path and the whole mean in another; we take 3/4.

constexpr int64_t SESSION_RESERVE_MS = 3000;
constexpr int64_t SESSION_NORMAL_NUMERATOR = 3;
constexpr int64_t SESSION_EXTEND_NUMERATOR = 7;
constexpr int64_t SESSION_DENOMINATOR = 4;

constexpr int64_t INCREMENT_LOW_MS = 10000;
constexpr int64_t INCREMENT_MOVES = 35;
constexpr int64_t INCREMENT_EXTEND_FACTOR = 4;
constexpr int64_t INCREMENT_EXTEND_PART = 3;

constexpr int OPENING_PLIES = 24;
constexpr int64_t OPENING_PART = 40;
constexpr int64_t GAME_PART = 25;
constexpr int64_t GAME_NORMAL_MIN_MS = 200;

// Up to 10 s on the clock take 0.75 of the increment. In sudden death NormalMoveTime (N) is cut to
// 0.75 N if the opponent's clock is ahead by more than 1.5 N, and ExtendMaxMoveTime is 1.5 N.
int64_t three_quarters(int64_t ms) {
    return ms * 3 / 4;
}

int64_t one_and_a_half(int64_t ms) {
    return ms * 3 / 2;
}

Budget plan_session(const ClockFacts& facts) {
    const int64_t free_ms = std::max<int64_t>(0, facts.own_ms - SESSION_RESERVE_MS);
    const int64_t parts = SESSION_DENOMINATOR * facts.moves_to_go;
    return {SESSION_NORMAL_NUMERATOR * free_ms / parts,
            std::min(SESSION_EXTEND_NUMERATOR * free_ms / parts, free_ms)};
}

Budget plan_increment(const ClockFacts& facts) {
    if (facts.own_ms <= INCREMENT_LOW_MS) return {three_quarters(facts.increment_ms), 0};
    // 35 times NormalMoveTime, not rounded: the 1996 program multiplied by 4 before it rounded.
    const int64_t normal = INCREMENT_MOVES * facts.increment_ms + facts.own_ms - INCREMENT_LOW_MS;
    return {normal / INCREMENT_MOVES, std::min(facts.own_ms / INCREMENT_EXTEND_PART,
                                               INCREMENT_EXTEND_FACTOR * normal / INCREMENT_MOVES)};
}

Budget plan_sudden_death(const ClockFacts& facts) {
    int64_t normal_ms = facts.own_ms / (facts.game_ply < OPENING_PLIES ? OPENING_PART : GAME_PART);
    const bool behind = facts.opponent_ms != CLOCK_UNKNOWN &&
                        facts.opponent_ms - one_and_a_half(normal_ms) > facts.own_ms;
    if (behind) normal_ms = three_quarters(normal_ms);
    normal_ms = std::max(normal_ms, GAME_NORMAL_MIN_MS);
    return {normal_ms, one_and_a_half(normal_ms)};
}

} // namespace

Budget rival_1996_plan(const ClockFacts& facts, const ControllerSettings&,
                       const ControllerMemory&) {
    if (facts.moves_to_go > 0) return plan_session(facts);
    return facts.increment_ms > 0 ? plan_increment(facts) : plan_sudden_death(facts);
}

StopReason rival_1996_judge(const Budget& budget, const Progress& progress, Moment,
                            const ControllerSettings& settings, const ControllerMemory&,
                            Overrun* overrun) {
    const int reference_cp = progress.previous_score_cp;
    const int current_cp = progress.current_score_cp;
    const bool acceptable = !overtime_is_waiting(progress, *overrun) &&
                            current_cp >= reference_cp - settings.rival_drop_cp &&
                            current_cp > progress.static_score_cp - settings.rival_drop_cp;
    return overtime_decide(budget, progress, settings, reference_cp, acceptable, overrun);
}
