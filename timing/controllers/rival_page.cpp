#include "timing/controllers/rival_page.h"

#include <algorithm>

#include "timing/controllers/overtime.h"
#include "timing/controllers/rival.h"

namespace {

// With moves to go Rival's page has NormalMoveTime = 3/4 of the mean time per move, but no
// ExtendMaxMoveTime: 7/4 of the mean is from Rival 1996.
constexpr int64_t SESSION_NORMAL_NUMERATOR = 3;
constexpr int64_t SESSION_EXTEND_NUMERATOR = 7;
constexpr int64_t SESSION_DENOMINATOR = 4;

// Numbers for games with an increment, from Rival's page.
constexpr int64_t INCREMENT_HIGH_MS = 30000;
constexpr int64_t INCREMENT_NORMAL = 2;
constexpr int64_t INCREMENT_EXTEND = 4;
constexpr int64_t INCREMENT_PART = 2;

// Numbers for sudden death, from Rival's page.
constexpr int64_t GAME_LOW_MS = 10000;

Budget plan_session(const ClockFacts& facts) {
    const int64_t parts = SESSION_DENOMINATOR * facts.moves_to_go;
    return {SESSION_NORMAL_NUMERATOR * facts.own_ms / parts,
            SESSION_EXTEND_NUMERATOR * facts.own_ms / parts};
}

Budget plan_increment(const ClockFacts& facts) {
    if (facts.own_ms <= INCREMENT_HIGH_MS) return {facts.increment_ms, 0};
    const int64_t most_ms = facts.own_ms / INCREMENT_PART;
    return {std::min(INCREMENT_NORMAL * facts.increment_ms, most_ms),
            std::min(INCREMENT_EXTEND * facts.increment_ms, most_ms)};
}

Budget plan_sudden_death(const ClockFacts& facts) {
    const int moves = rival_moves_left(facts.game_ply);
    if (moves == 0 || facts.own_ms <= GAME_LOW_MS) return {0, 0};
    return {std::max<int64_t>(0, facts.own_ms - rival_reserve_ms(facts.base_ms)) / moves, 0};
}

} // namespace

Budget rival_page_plan(const ClockFacts& facts, const ControllerSettings&,
                       const ControllerMemory&) {
    if (facts.moves_to_go > 0) return plan_session(facts);
    return facts.increment_ms > 0 ? plan_increment(facts) : plan_sudden_death(facts);
}

StopReason rival_page_judge(const Budget& budget, const Progress& progress, Moment,
                            const ControllerSettings& settings, const ControllerMemory&,
                            Overrun* overrun) {
    const int reference_cp = progress.previous_score_cp;
    const bool acceptable = !overtime_is_waiting(progress, *overrun) &&
                            progress.current_score_cp >= reference_cp - settings.rival_drop_cp;
    return overtime_decide(budget, progress, settings, reference_cp, acceptable, overrun);
}
