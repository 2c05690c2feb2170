#include "timing/controllers/overtime.h"

#include <algorithm>

namespace {

// Ours: if both scores are winning, a drop is no reason for overtime.
constexpr int WON_CP = 500;
// The score of the first iteration has no earlier score to be compared with.
constexpr int ITERATIONS_TO_COMPARE = 2;

// True if every root move gets us mated: more time finds no better one.
bool is_lost(const Progress& progress) {
    return progress.current_score_cp <= -PROGRESS_MATE_CP &&
           progress.root_moves_searched >= progress.legal_moves;
}

bool is_acceptable(const Progress& progress, const ControllerSettings& settings, int reference_cp) {
    if (progress.legal_moves == 1 || is_lost(progress)) return true;
    // The best move failed low, and current_score_cp is still the score from before the fail low.
    if (progress.fail_low_pending) return false;
    const int current_cp = progress.current_score_cp;
    if (reference_cp >= PROGRESS_MATE_CP) return current_cp >= PROGRESS_MATE_CP;
    if (!settings.rival_literal && current_cp >= WON_CP && reference_cp >= WON_CP) return true;
    return current_cp >= reference_cp - settings.rival_drop_cp;
}

StopReason resolve(const Progress& progress, Overrun* overrun) {
    if (is_lost(progress)) return STOP_MATE;
    overrun->resolved_depth = progress.depth;
    overrun->resolved_move = std::max(1, progress.root_moves_searched);
    return STOP_RESOLVED;
}

} // namespace

bool overtime_is_waiting(const Progress& progress, const Overrun& overrun) {
    return overrun.latched && progress.root_moves_searched == 0;
}

StopReason overtime_decide(const Budget& budget, const Progress& progress,
                           const ControllerSettings& settings, int reference_cp, bool acceptable,
                           Overrun* overrun) {
    const int64_t extend_ms = budget.extend_max_move_time_ms;
    if (progress.elapsed_ms < budget.normal_move_time_ms) return STOP_NONE;
    if (!settings.rival_overtime || extend_ms <= budget.normal_move_time_ms) return STOP_NORMAL;
    acceptable |= progress.iterations_completed < ITERATIONS_TO_COMPARE;
    if (acceptable && !overrun->latched) return STOP_NORMAL;
    if (!overrun->latched) {
        overrun->latched = true;
        overrun->reference_cp = reference_cp;
        overrun->drop_depth = progress.depth;
    }
    overrun->drop_cp = std::max(overrun->drop_cp, reference_cp - progress.current_score_cp);
    if (acceptable) return resolve(progress, overrun);
    overrun->fallen |= !progress.fail_low_pending;
    return progress.elapsed_ms >= extend_ms ? STOP_EXTEND : STOP_NONE;
}

StopReason overtime_judge(const Budget& budget, const Progress& progress, Moment,
                          const ControllerSettings& settings, const ControllerMemory&,
                          Overrun* overrun) {
    // Ours: overtime keeps its reference, or a second bad iteration would be acceptable.
    const int reference_cp = overrun->latched ? overrun->reference_cp : progress.previous_score_cp;
    const bool acceptable = is_acceptable(progress, settings, reference_cp);
    return overtime_decide(budget, progress, settings, reference_cp, acceptable, overrun);
}
