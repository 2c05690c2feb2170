// `smooth`: the time manager of lc0. It wants as much work behind every move as behind the next,
// and learns how much is carried over from the move before and how much of its time a move really
// uses. lc0 counts work in the nodes of its tree; here it is counted in time.
#pragma once

#include "timing/controller.h"

/// An even share of the game's time, more by what is carried over and by what will not be used.
Budget smooth_plan(const ClockFacts& facts, const ControllerSettings& settings,
                   const ControllerMemory& memory);

/// smooth_judge_iterations() within N less what need not be searched again.
StopReason smooth_judge(const Budget& budget, const Progress& progress, Moment moment,
                        const ControllerSettings& settings, const ControllerMemory& memory,
                        Overrun* overrun);

/// Learns what part of its time the move used, how fast it was searched, and how much of it the
/// move before had done already.
void smooth_finished(const ClockFacts& facts, const Budget& budget, const Progress& progress,
                     const ControllerSettings& settings, ControllerMemory* memory);

/// `from` on its way to `to`: half of it after one step, three quarters after two.
double smooth_decay(double from, double to, double step, double way);

/// lc0's `mle-legacy`: how many moves a game still lasts, the median of a log-logistic distribution
/// with that midpoint and steepness, at this half-move.
double smooth_moves_left(double midpoint, double steepness, int game_ply);

/// At N, and before an iteration that would end behind limit_ms, going by the last two.
StopReason smooth_judge_iterations(const Budget& budget, const Progress& progress, Moment moment,
                                   double limit_ms);

/// The parameters of `smooth`, named as in lc0.
extern const ControllerParameter smooth_parameters[];
