#include "timing/controllers/soft_hard.h"

#include <algorithm>
#include <cmath>

#include "timing/parameters.h"

namespace {

// sscg13's guide: the hard limit is 1/20 of the clock + 3/5 of the increment, the soft limit half
// of that.
constexpr int64_t HARD_CLOCK_PARTS = 20;
constexpr int64_t HARD_INCREMENT_NUMERATOR = 3;
constexpr int64_t HARD_INCREMENT_DENOMINATOR = 5;
constexpr int64_t SOFT_PART = 2;

// The refinements of sscg13's guide, which applies ComplexityTM from depth 6 on. Ours: NodeTM
// starts at depth 6, too, because at lower depths the share of nodes below the best move is noise.
constexpr int REFINED_DEPTH = 6;
constexpr double COMPLEXITY_FULL_CP = 200;
constexpr double COMPLEXITY_LEAST = 0.3;
constexpr double COMPLEXITY_RANGE = 0.4;
constexpr double NODE_MOST = 1.5;

double complexity_share(const Progress& progress) {
    const double complexity_cp =
        std::abs(double(progress.current_score_cp) - double(progress.static_score_cp));
    return COMPLEXITY_LEAST +
           COMPLEXITY_RANGE * std::clamp(complexity_cp / COMPLEXITY_FULL_CP, 0.0, 1.0);
}

double node_factor(const Progress& progress) {
    if (progress.nodes <= 0) return 1;
    const double share = double(progress.best_nodes) / double(progress.nodes);
    return NODE_MOST - std::clamp(share, 0.0, 1.0);
}

} // namespace

const ControllerParameter soft_hard_parameters[] = {
    {"", "NodeTM", 0, 1, true, parameters_set<&ControllerSettings::soft_hard_node_tm>},
    {"", "ComplexityTM", 0, 1, true, parameters_set<&ControllerSettings::soft_hard_complexity_tm>},
    {"", "MovesToGo", 0, 1, true, parameters_set<&ControllerSettings::soft_hard_moves_to_go>},
    {},
};

Budget soft_hard_plan(const ClockFacts& facts, const ControllerSettings& settings,
                      const ControllerMemory&) {
    // Ours: with few moves to go, a twentieth of the clock per move would leave time unused.
    const int64_t parts =
        settings.soft_hard_moves_to_go ? clock_parts(facts, HARD_CLOCK_PARTS) : HARD_CLOCK_PARTS;
    const int64_t hard_ms = facts.own_ms / parts + HARD_INCREMENT_NUMERATOR * facts.increment_ms /
                                                       HARD_INCREMENT_DENOMINATOR;
    return {hard_ms / SOFT_PART, hard_ms};
}

int64_t soft_hard_soft_ms(const Budget& budget, const Progress& progress,
                          const ControllerSettings& settings) {
    if (progress.depth < REFINED_DEPTH) return budget.normal_move_time_ms;
    const double hard_ms = double(budget.extend_max_move_time_ms);
    double soft_ms = double(budget.normal_move_time_ms);
    // sscg13's guide takes a share of the hard limit; we scale the soft limit, which the guard may
    // have cut.
    if (settings.soft_hard_complexity_tm) soft_ms *= double(SOFT_PART) * complexity_share(progress);
    if (settings.soft_hard_node_tm) soft_ms *= node_factor(progress);
    return int64_t(std::min(soft_ms, hard_ms));
}

StopReason soft_hard_judge(const Budget& budget, const Progress& progress, Moment moment,
                           const ControllerSettings& settings, const ControllerMemory&, Overrun*) {
    if (moment != MOMENT_ITERATION) return STOP_NONE;
    const bool over = progress.elapsed_ms >= soft_hard_soft_ms(budget, progress, settings);
    return over ? STOP_ITERATION : STOP_NONE;
}
