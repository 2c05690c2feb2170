// `fixed`: the same time for every move, set by `st` or because the game is untimed. Ours.
#pragma once

#include "timing/controller.h"

/// N = E: the move time less a reserve for overhead, and no more than the clock if that is known.
/// In an untimed game and on a node clock there is no reserve.
ControllerPlan fixed_plan;

/// Returns STOP_ST once the time is used up; nothing else ends the move.
ControllerJudge fixed_judge;
