#include "timing/controllers/smooth.h"

#include <algorithm>
#include <cmath>

namespace {

constexpr double MS_PER_SECOND = 1000;

// Ours: without an increment at least 20 moves are planned for, because a longer game than
// estimated would find the clock nearly empty at move 60. Every move gets at least a tenth of its
// even share, however many nodes were searched before a ponder hit.
constexpr double SUDDEN_DEATH_MOVES_MIN = 20;
constexpr double SHARE_MIN = 0.1;

// Ours: the next iteration takes 1 to 4 times as long as the last one.
constexpr double RATIO_MIN = 1;
constexpr double RATIO_MAX = 4;
// Ours: reuse is measured at two plies less than the last search's depth, because two moves were
// played since that search.
constexpr int DEPTHS_BETWEEN_MOVES = 2;

// Bounds of the parameters, chosen so that no formula divides by zero.
constexpr double REUSE_MOST = 0.95;
constexpr double USE_LEAST = 0.05;
constexpr double BUDGET_LEAST = 0.01;
constexpr double RATE_LEAST = 0.1;
constexpr double RATE_MOST = 1000;
constexpr double NPS_MOST = 1e12;
constexpr double STEEPNESS_MOST = 100;
constexpr double MIDPOINT_MOST = 1000;

template <double SmoothSettings::*FIELD> void set(ControllerSettings* settings, double value) {
    settings->smooth.*FIELD = value;
}

// lc0 takes the smaller of its estimate and the moves to go. Ours: the moves to go even if the
// estimate is smaller, because planning for too few moves loses on time.
double moves_left(const ClockFacts& facts, const SmoothSettings& settings) {
    if (facts.moves_to_go > 0) return facts.moves_to_go;
    const double left = smooth_moves_left(settings.midpoint, settings.steepness, facts.game_ply);
    const bool sudden_death = facts.increment_ms <= facts.lag_ms;
    return sudden_death ? std::max(left, SUDDEN_DEATH_MOVES_MIN) : left;
}

double average_ms(const ClockFacts& facts, const SmoothSettings& settings) {
    const double moves = moves_left(facts, settings);
    return (double(facts.own_ms) + double(facts.increment_ms) * (moves - 1)) / moves;
}

struct Estimates {
    double tree_reuse, time_use, nodes_per_second;
};

Estimates make_estimates(const SmoothSettings& settings, const SmoothMemory& memory) {
    const Estimates estimates =
        memory.learned
            ? Estimates{memory.tree_reuse, memory.time_use, memory.nodes_per_second}
            : Estimates{settings.init_tree_reuse, settings.init_timeuse, settings.init_nps};
    return {std::min(estimates.tree_reuse, settings.max_tree_reuse),
            std::max(estimates.time_use, settings.min_timeuse), estimates.nodes_per_second};
}

double carried_ms(const Estimates& estimates, const ControllerMemory& memory) {
    return double(memory.carried_nodes) * MS_PER_SECOND / estimates.nodes_per_second;
}

// The time this search saved: how much sooner than our last search it completed the same depth.
double found_again_ms(const DepthTimes& depths, const SmoothMemory& memory) {
    const int depth = memory.depths.depth - DEPTHS_BETWEEN_MOVES;
    if (depth < 1 || depths.depth < depth) return 0;
    return double(std::max<int64_t>(0, memory.depths.ms[depth] - depths.ms[depth]));
}

double iteration_ratio(const DepthTimes& depths) {
    if (depths.depth < 2) return RATIO_MIN;
    const double before = double(depths.before_last_ms), last = double(depths.last_ms);
    return last <= RATIO_MIN * before   ? RATIO_MIN
           : last >= RATIO_MAX * before ? RATIO_MAX
                                        : last / before;
}

// Learns nothing from the first search of a game, which had no earlier search to reuse.
double learn_tree_reuse(const Estimates& estimates, const Progress& progress,
                        const SmoothSettings& settings, const ControllerMemory& memory) {
    const SmoothMemory& last = memory.smooth;
    if (last.used_ms <= 0) return estimates.tree_reuse;
    const double reused = memory.carried_nodes > 0 ? carried_ms(estimates, memory)
                                                   : found_again_ms(progress.depths, last);
    const double sample = std::min(1.0, reused / double(last.used_ms));
    return std::min(
        settings.max_tree_reuse,
        smooth_decay(estimates.tree_reuse, sample, settings.tree_reuse_update_rate, last.weight));
}

double learn_time_use(const Estimates& estimates, const Budget& budget, double used_ms,
                      const SmoothSettings& settings, double weight) {
    const double granted = double(budget.normal_move_time_ms);
    const double sample = granted > 0 ? std::min(1.0, used_ms / granted) : 1;
    return std::max(settings.min_timeuse,
                    smooth_decay(estimates.time_use, sample, settings.timeuse_update_rate, weight));
}

// The first measured nodes per second replace init-nps, which is a placeholder.
double learn_speed(const Estimates& estimates, const Progress& progress, double used_ms,
                   const SmoothSettings& settings, bool learned) {
    if (progress.nodes <= 0 || used_ms <= 0) return estimates.nodes_per_second;
    const double seconds = used_ms / MS_PER_SECOND;
    const double measured = double(progress.nodes) / seconds;
    if (!learned) return measured;
    return smooth_decay(estimates.nodes_per_second, measured, settings.nps_update_rate, seconds);
}

} // namespace

double smooth_decay(double from, double to, double step, double way) {
    return to - (to - from) * std::pow(0.5, way / step);
}

StopReason smooth_judge_iterations(const Budget& budget, const Progress& progress, Moment moment,
                                   double limit_ms) {
    if (progress.elapsed_ms >= budget.normal_move_time_ms) return STOP_NORMAL;
    if (moment != MOMENT_ITERATION) return STOP_NONE;
    const double expected_ms = double(progress.elapsed_ms) * (1 + iteration_ratio(progress.depths));
    return expected_ms > limit_ms ? STOP_ITERATION : STOP_NONE;
}

double smooth_moves_left(double midpoint, double steepness, int game_ply) {
    const double made = std::max(0, game_ply) / 2.0;
    const double root = 1 / steepness;
    // One formula in two forms, so that a power of a quotient is at most 1, without overflow.
    const double total =
        made <= midpoint ? midpoint * std::pow(1 + 2 * std::pow(made / midpoint, steepness), root)
                         : made * std::pow(2 + std::pow(midpoint / made, steepness), root);
    return std::max(1.0, total - made);
}

const ControllerParameter smooth_parameters[] = {
    {"", "init-tree-reuse", 0, REUSE_MOST, false, set<&SmoothSettings::init_tree_reuse>},
    {"", "max-tree-reuse", 0, REUSE_MOST, false, set<&SmoothSettings::max_tree_reuse>},
    {"", "tree-reuse-update-rate", RATE_LEAST, RATE_MOST, false,
     set<&SmoothSettings::tree_reuse_update_rate>},
    {"", "init-nps", 1, NPS_MOST, false, set<&SmoothSettings::init_nps>},
    {"", "nps-update-rate", RATE_LEAST, RATE_MOST, false, set<&SmoothSettings::nps_update_rate>},
    {"", "init-timeuse", USE_LEAST, 1, false, set<&SmoothSettings::init_timeuse>},
    {"", "min-timeuse", USE_LEAST, 1, false, set<&SmoothSettings::min_timeuse>},
    {"", "timeuse-update-rate", RATE_LEAST, RATE_MOST, false,
     set<&SmoothSettings::timeuse_update_rate>},
    {"", "max-move-budget", BUDGET_LEAST, 1, false, set<&SmoothSettings::max_move_budget>},
    {"mle-legacy", "steepness", 1, STEEPNESS_MOST, false, set<&SmoothSettings::steepness>},
    {"mle-legacy", "midpoint", 1, MIDPOINT_MOST, false, set<&SmoothSettings::midpoint>},
    {},
};

Budget smooth_plan(const ClockFacts& facts, const ControllerSettings& settings,
                   const ControllerMemory& memory) {
    const Estimates estimates = make_estimates(settings.smooth, memory.smooth);
    const double average = average_ms(facts, settings.smooth);
    const double work = average / (1 - estimates.tree_reuse) - carried_ms(estimates, memory);
    const double granted = std::max(work / estimates.time_use, SHARE_MIN * average);
    const double most = settings.smooth.max_move_budget * double(facts.own_ms);
    const int64_t move_ms = clock_floor_ms(std::min(granted, most));
    return {move_ms, move_ms};
}

StopReason smooth_judge(const Budget& budget, const Progress& progress, Moment moment,
                        const ControllerSettings& settings, const ControllerMemory& memory,
                        Overrun*) {
    const double granted = double(budget.normal_move_time_ms);
    const double time_use = make_estimates(settings.smooth, memory.smooth).time_use;
    // The plan has already subtracted the nodes searched before a ponder hit.
    const double found =
        memory.carried_nodes > 0 ? 0 : found_again_ms(progress.depths, memory.smooth);
    return smooth_judge_iterations(budget, progress, moment,
                                   std::max(granted - found / time_use, SHARE_MIN * granted));
}

void smooth_finished(const ClockFacts& facts, const Budget& budget, const Progress& progress,
                     const ControllerSettings& settings, ControllerMemory* memory) {
    const SmoothSettings& smooth = settings.smooth;
    const Estimates estimates = make_estimates(smooth, memory->smooth);
    const int64_t used_ms = std::max<int64_t>(0, progress.elapsed_ms);
    const double used = double(used_ms);
    const double average = average_ms(facts, smooth);
    const double weight = average > 0 ? used / average : 0;

    SmoothMemory learned = {};
    learned.learned = true;
    learned.tree_reuse = learn_tree_reuse(estimates, progress, smooth, *memory);
    learned.time_use = learn_time_use(estimates, budget, used, smooth, weight);
    learned.nodes_per_second =
        learn_speed(estimates, progress, used, smooth, memory->smooth.learned);
    learned.weight = weight;
    learned.used_ms = used_ms;
    learned.depths = progress.depths;
    memory->smooth = learned;
}
