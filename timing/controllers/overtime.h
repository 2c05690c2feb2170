// Overtime, which gives the engine its name: if at NormalMoveTime (N) the score has dropped too
// far, or the best move has failed low and no replacement is found yet, the search goes on until it
// finds an acceptable move, at most until ExtendMaxMoveTime (E). A drop by more than rival_drop_cp
// (ControllerSettings), 75 centipawns by default, is too far.
#pragma once

#include "timing/controller.h"

/// The rule of `rival`: from NormalMoveTime on stops as soon as the score is acceptable, at the
/// latest at ExtendMaxMoveTime. The drop is measured from the last score before overtime.
ControllerJudge overtime_judge;

/// Returns true in overtime while the running iteration has no score yet.
bool overtime_is_waiting(const Progress& progress, const Overrun& overrun);

/// The rule shared by all Rivals: from NormalMoveTime on stops as soon as the score is acceptable
/// (compared with reference_cp), at the latest at ExtendMaxMoveTime. Keeps `overrun` up to date.
StopReason overtime_decide(const Budget& budget, const Progress& progress,
                           const ControllerSettings& settings, int reference_cp, bool acceptable,
                           Overrun* overrun);
