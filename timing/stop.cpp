#include "timing/stop.h"

#include <algorithm>

#include "timing/parameters.h"

namespace {

// An only move is searched for a tenth of NormalMoveTime, at most 200 ms, to get a sound score and
// fill the hash table.
constexpr int64_t ONLY_NORMAL_PART = 10;
constexpr int64_t ONLY_MAX_MS = 200;
// A mate in at most 2 moves is played at once. A mate in n moves is played when the depth is 2 n +
// 2, which excludes a shorter mate.
constexpr int MATE_AT_ONCE_MOVES = 2;
constexpr int MATE_EXTRA_PLIES = 2;

// An easy move is obvious, has been best for 3 plies without the score falling by more than 25 cp,
// and leads every other move by 125 cp. A quarter of NormalMoveTime is enough for an easy move. The
// search is asked for the lead from an eighth of NormalMoveTime on, but not before depth 8.
constexpr int EASY_LEAD_CP = 125;
constexpr int EASY_DROP_CP = 25;
constexpr int EASY_PLIES = 3;
constexpr int EASY_DEPTH_MIN = 8;
constexpr int64_t EASY_NORMAL_PART = 4;
constexpr int64_t EASY_LOOK_PART = 8;

// 64 polls in NormalMoveTime and at least one per millisecond, with bounds in nodes.
constexpr double POLLS_PER_MOVE = 64;
constexpr double POLL_MAX_MS = 1; // on average a move is late by half of this interval
constexpr double POLL_NODES_MIN = 64;
constexpr double POLL_NODES_MAX = 4096;
constexpr int POLL_NODES_UNKNOWN = 256;

bool is_only_move(const Budget& budget, const Progress& progress) {
    const int64_t enough_ms = std::min(budget.normal_move_time_ms / ONLY_NORMAL_PART, ONLY_MAX_MS);
    return progress.legal_moves == 1 && progress.elapsed_ms >= enough_ms;
}

bool is_mate_score(const Progress& progress) {
    return progress.current_score_cp <= -PROGRESS_MATE_CP ||
           progress.current_score_cp >= PROGRESS_MATE_CP;
}

// True if the score is a mate, for or against us, at a depth that excludes a better line.
bool is_mate(const Progress& progress) {
    if (!is_mate_score(progress)) return false;
    const int score_cp = progress.current_score_cp;
    const int moves = score_cp > 0 ? score_cp - PROGRESS_MATE_CP : -(score_cp + PROGRESS_MATE_CP);
    if (score_cp > 0 && moves <= MATE_AT_ONCE_MOVES) return true;
    return progress.depth - MATE_EXTRA_PLIES >= 2 * int64_t(moves);
}

bool has_fallen(const Progress& progress) {
    return progress.fail_low_pending ||
           progress.current_score_cp < progress.previous_score_cp - EASY_DROP_CP;
}

// True if the best move meets all conditions of an easy move except the lead, which costs a search.
bool may_be_easy(const Controller& controller, const Progress& progress,
                 const ControllerSettings& settings, const Overrun& overrun) {
    return settings.easy_move && !controller.exact_time && !overrun.latched &&
           progress.best_obvious && progress.steady_plies >= EASY_PLIES && !has_fallen(progress) &&
           !is_mate_score(progress);
}

StopReason find_short_cut(const Controller& controller, const Budget& budget,
                          const Progress& progress, Moment moment,
                          const ControllerSettings& settings, const Overrun& overrun) {
    if (moment == MOMENT_ITERATION) {
        if (is_only_move(budget, progress)) return STOP_ONLY;
        if (!controller.exact_time && is_mate(progress)) return STOP_MATE;
    }
    const bool easy = progress.best_leads &&
                      progress.elapsed_ms >= budget.normal_move_time_ms / EASY_NORMAL_PART &&
                      may_be_easy(controller, progress, settings, overrun);
    return easy ? STOP_EASY : STOP_NONE;
}

} // namespace

StopReason stop_judge(const Controller& controller, const Budget& budget, const Progress& progress,
                      Moment moment, const ControllerSettings& settings,
                      const ControllerMemory& memory, Overrun* overrun) {
    if (progress.iterations_completed == 0) return STOP_NONE;
    const bool over = progress.elapsed_ms >= budget.extend_max_move_time_ms;
    const StopReason short_cut =
        over ? STOP_NONE : find_short_cut(controller, budget, progress, moment, settings, *overrun);
    if (short_cut != STOP_NONE) return short_cut;
    const Budget refined = stop_refine(controller, budget, progress, settings);
    const StopReason reason =
        controller.judge(refined, progress, moment, settings, memory, overrun);
    // True if NormalMoveTime was reached only because this iteration reduced it.
    const bool by_iteration = moment == MOMENT_ITERATION && reason == STOP_NORMAL &&
                              refined.normal_move_time_ms != budget.normal_move_time_ms;
    if (!over || reason != STOP_NONE) return by_iteration ? STOP_ITERATION : reason;
    // No overtime is possible if NormalMoveTime equals ExtendMaxMoveTime.
    return budget.normal_move_time_ms < budget.extend_max_move_time_ms ? STOP_EXTEND : STOP_NORMAL;
}

Budget stop_refine(const Controller& controller, const Budget& budget, const Progress& progress,
                   const ControllerSettings& settings) {
    if (!controller.refine) return budget;
    const double normal =
        double(budget.normal_move_time_ms) * controller.refine(progress, settings);
    const int64_t most_ms = std::max(budget.normal_move_time_ms, budget.extend_max_move_time_ms);
    return {std::clamp<int64_t>(clock_floor_ms(normal), 1, most_ms),
            budget.extend_max_move_time_ms};
}

void stop_note_iteration(Progress* progress) {
    const int plies = progress->depth - progress->depths.depth;
    progress->steady_plies = has_fallen(*progress) ? 0 : progress->steady_plies + plies;
    depth_times_note(&progress->depths, progress->depth, progress->elapsed_ms);
}

int stop_wanted_lead_cp(const Controller& controller, const Budget& budget,
                        const Progress& progress, const ControllerSettings& settings,
                        const Overrun& overrun) {
    const bool soon = progress.depth >= EASY_DEPTH_MIN &&
                      progress.elapsed_ms >= budget.normal_move_time_ms / EASY_LOOK_PART;
    return soon && may_be_easy(controller, progress, settings, overrun) ? EASY_LEAD_CP : 0;
}

int64_t stop_meant_ms(const Controller& controller, const Budget& budget, const Progress& progress,
                      const ControllerSettings& settings, StopReason stop) {
    const Budget refined = stop_refine(controller, budget, progress, settings);
    const int64_t now_ms = progress.elapsed_ms;
    const bool normal = stop == STOP_NORMAL || stop == STOP_ST || stop == STOP_PONDERHIT;
    if (normal) return std::min(now_ms, refined.normal_move_time_ms);
    return stop == STOP_EXTEND ? std::min(now_ms, refined.extend_max_move_time_ms) : now_ms;
}

int stop_poll_nodes(int64_t nodes, int64_t elapsed_ms, const Budget& budget) {
    if (nodes <= 0 || elapsed_ms <= 0) return POLL_NODES_UNKNOWN;
    const double nodes_per_ms = double(nodes) / double(elapsed_ms);
    const double normal_ms = double(budget.normal_move_time_ms);
    const double between = nodes_per_ms * std::min(normal_ms / POLLS_PER_MOVE, POLL_MAX_MS);
    return int(std::clamp(between, POLL_NODES_MIN, POLL_NODES_MAX));
}

const ControllerParameter stop_parameters[] = {
    {"", "easy", 0, 1, true, parameters_set<&ControllerSettings::easy_move>},
    {},
};
