// `smooth`: the time manager of lc0. It spends the same search effort on every move, and learns how
// much of it is reused from the previous move and how much of its time a move really uses. lc0
// counts effort in nodes of its tree; here it is time.
#pragma once

#include "timing/controller.h"

/// N = E: an even share of the game's time, increased for reuse and for time that will not be used,
/// at most max-move-budget of the clock.
ControllerPlan smooth_plan;

/// smooth_judge_iterations() with a limit of N less the work found again in the hash table.
ControllerJudge smooth_judge;

/// Learns which part of its time the move used, the speed, and how much work was reused from the
/// previous move.
ControllerFinished smooth_finished;

/// Returns `from` moved towards `to`: half of the distance after way = step, 3/4 after two steps
/// (lc0).
double smooth_decay(double from, double to, double step, double way);

/// lc0's `mle-legacy`: returns how many moves the game will still last, at least 1. Lengths of
/// games follow a log-logistic distribution with this midpoint (in moves) and steepness; this is
/// the median of the games that have reached game_ply half-moves.
double smooth_moves_left(double midpoint, double steepness, int game_ply);

/// Stops at N, and before an iteration that would end after limit_ms, estimated from the ratio of
/// the last two.
StopReason smooth_judge_iterations(const Budget& budget, const Progress& progress, Moment moment,
                                   double limit_ms);

/// The parameters of `smooth`, named as in lc0.
extern const ControllerParameter smooth_parameters[];
