// `fixed`: the same time for every move, set by `st` or because the game is untimed. Ours.
#pragma once

#include "timing/controller.h"

/// NormalMoveTime and ExtendMaxMoveTime are both the fixed move time less a reserve for GUI
/// overhead, and at most our clock if it is known. In an untimed game and on a node clock nothing
/// is reserved.
ControllerPlan fixed_plan;

/// Returns STOP_ST once the fixed move time is used up, until then STOP_NONE.
ControllerJudge fixed_judge;
