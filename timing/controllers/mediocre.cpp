#include "timing/controllers/mediocre.h"

#include "timing/parameters.h"

namespace {

// All numbers are from the Mediocre guide.
constexpr int64_t CLOCK_PARTS = 40;
constexpr int64_t INCREMENT_PART = 2;
constexpr int64_t TOO_MUCH_RESERVE_MS = 500;
constexpr int64_t NO_TIME_MS = 100;
// The next iteration is expected to take at least as long as all earlier iterations together.
constexpr int64_t NEXT_ITERATION_FACTOR = 2;

} // namespace

const ControllerParameter mediocre_parameters[] = {
    {"", "MovesToGo", 0, 1, true, parameters_set<&ControllerSettings::mediocre_moves_to_go>},
    {},
};

Budget mediocre_plan(const ClockFacts& facts, const ControllerSettings& settings,
                     const ControllerMemory&) {
    // Mediocre's guide ignores moves to go, which leaves a third of the time of every 40 moves
    // unused. The parameter MovesToGo is ours.
    const int64_t parts =
        settings.mediocre_moves_to_go ? clock_parts(facts, CLOCK_PARTS) : CLOCK_PARTS;
    int64_t move_ms = facts.own_ms / parts + facts.increment_ms / INCREMENT_PART;
    if (move_ms >= facts.own_ms) move_ms = facts.own_ms - TOO_MUCH_RESERVE_MS;
    if (move_ms < 0) move_ms = NO_TIME_MS;
    return {move_ms, move_ms};
}

StopReason mediocre_judge(const Budget& budget, const Progress& progress, Moment moment,
                          const ControllerSettings&, const ControllerMemory&, Overrun*) {
    const int64_t budget_ms = budget.normal_move_time_ms;
    if (progress.elapsed_ms > budget_ms) return STOP_NORMAL;
    const bool too_late =
        moment == MOMENT_ITERATION && NEXT_ITERATION_FACTOR * progress.elapsed_ms > budget_ms;
    return too_late ? STOP_ITERATION : STOP_NONE;
}
