// `smooth`: the time manager of lc0. It spends the same search effort on every move, and learns
// which part of the effort is reused from the previous move and which part of the granted time a
// move really uses. lc0 counts effort in nodes of its tree; here effort is time.
#pragma once

#include "timing/controller.h"

/// NormalMoveTime and ExtendMaxMoveTime are both an even share of the time left for the game,
/// increased for reuse and for time expected to stay unused, at most max-move-budget.
ControllerPlan smooth_plan;

/// Calls smooth_judge_iterations() with NormalMoveTime less the work found in the hash table.
ControllerJudge smooth_judge;

/// Learns which part of NormalMoveTime the move used, the nodes per second, and how much work was
/// reused from the previous move.
ControllerFinished smooth_finished;

/// Returns a value between `from` and `to`, as lc0 does: the value has covered half of the distance
/// if `way` is one `step`, 3/4 if `way` is two steps.
double smooth_decay(double from, double to, double step, double way);

/// lc0's `mle-legacy`: returns how many moves the game will still last, at least 1. Lengths of
/// games are taken to follow a log-logistic distribution with this midpoint (in moves) and
/// steepness; the result is the median over the games that have reached game_ply half-moves.
double smooth_moves_left(double midpoint, double steepness, int game_ply);

/// Stops at NormalMoveTime, and before an iteration that would end after limit_ms. The next
/// iteration's time is estimated from the ratio of the last two iterations' times.
StopReason smooth_judge_iterations(const Budget& budget, const Progress& progress, Moment moment,
                                   double limit_ms);

/// The parameters of `smooth`, named as in lc0.
extern const ControllerParameter smooth_parameters[];
