// `fixed`: the same time for every move, set by `st` or because the game is untimed. Ours.
#pragma once

#include "timing/controller.h"

/// NormalMoveTime and ExtendMaxMoveTime are both the fixed move time less a reserve for GUI
/// overhead, at most our clock if known. Untimed games and node clocks have no such reserve.
ControllerPlan fixed_plan;

/// Returns STOP_ST once the fixed move time is used up, until then STOP_NONE.
ControllerJudge fixed_judge;
