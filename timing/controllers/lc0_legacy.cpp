#include "timing/controllers/lc0_legacy.h"

#include <algorithm>

#include "timing/controllers/smooth.h"

namespace {

// All numbers are lc0's.
constexpr double LEGACY_MIDPOINT = 51.5;
constexpr double LEGACY_STEEPNESS = 7;
constexpr double LEGACY_OVERHEAD_MS = 200;
constexpr double LEGACY_FIRST_MOVE_BONUS = 1.8;
constexpr double LEGACY_BOOK_PLY_BONUS = 0.25;
constexpr int LEGACY_BOOK_PLIES_MAX = 12;

double legacy_moves_left(const ClockFacts& facts) {
    const double left = smooth_moves_left(LEGACY_MIDPOINT, LEGACY_STEEPNESS, facts.game_ply);
    return facts.moves_to_go > 0 ? std::min<double>(left, facts.moves_to_go) : left;
}

double first_move_factor(int game_ply) {
    const int plies = std::clamp(game_ply, 0, LEGACY_BOOK_PLIES_MAX);
    return 1 + LEGACY_FIRST_MOVE_BONUS + LEGACY_BOOK_PLY_BONUS * plies;
}

} // namespace

Budget lc0_legacy_plan(const ClockFacts& facts, const ControllerSettings&,
                       const ControllerMemory& memory) {
    const double own = double(facts.own_ms);
    const double spared = double(memory.legacy_spared_ms);
    const double moves = legacy_moves_left(facts);
    const double total =
        std::max(0.0, own + double(facts.increment_ms) * (moves - 1) - LEGACY_OVERHEAD_MS);
    double share = std::max(0.0, total - std::max(0.0, spared)) / moves;
    if (memory.moves == 0) share *= first_move_factor(facts.game_ply);
    const int64_t move_ms = clock_floor_ms(std::min(share + spared, own - LEGACY_OVERHEAD_MS));
    return {move_ms, move_ms};
}

StopReason lc0_legacy_judge(const Budget& budget, const Progress& progress, Moment moment,
                            const ControllerSettings&, const ControllerMemory&, Overrun*) {
    return smooth_judge_iterations(budget, progress, moment, double(budget.normal_move_time_ms));
}

void lc0_legacy_finished(const ClockFacts&, const Budget& budget, const Progress& progress,
                         const ControllerSettings&, ControllerMemory* memory) {
    memory->legacy_spared_ms = budget.normal_move_time_ms - progress.elapsed_ms;
}
