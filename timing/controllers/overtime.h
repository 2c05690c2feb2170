// Overtime, which gives the engine its name: if the score at N has dropped too far, or the best
// move has failed low and its replacement is not yet found, the search goes on until it finds an
// acceptable move, at most until E. How far is too far: rival_drop_cp in ControllerSettings, 75
// centipawns unless the user changes it.
#pragma once

#include "timing/controller.h"

/// The rule of `rival`: from N on stops as soon as the score is acceptable, at the latest at E. The
/// drop is measured from the previous iteration's score when overtime began.
ControllerJudge overtime_judge;

/// Returns true in overtime while the running iteration has no score yet.
bool overtime_is_waiting(const Progress& progress, const Overrun& overrun);

/// The rule shared by all Rivals: at N stops if the score is acceptable, else as soon as it is
/// again, or at E. `acceptable` was judged by reference_cp. Keeps `overrun` up to date.
StopReason overtime_decide(const Budget& budget, const Progress& progress,
                           const ControllerSettings& settings, int reference_cp, bool acceptable,
                           Overrun* overrun);
