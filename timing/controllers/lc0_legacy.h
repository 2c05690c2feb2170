// `lc0-legacy`: the time manager that lc0 had before `smooth`, from its source.
#pragma once

#include "timing/controller.h"

/// NormalMoveTime and ExtendMaxMoveTime are both an even share of the time left for the game plus
/// the time that our previous move did not use. Our first search in a game gets 2.8 times its
/// share, or more if book moves came before it.
ControllerPlan lc0_legacy_plan;

/// Calls smooth_judge_iterations() with NormalMoveTime as the limit.
ControllerJudge lc0_legacy_judge;

/// Notes NormalMoveTime less the time that the move used; a negative result shortens the next move.
ControllerFinished lc0_legacy_finished;
