// `mediocre`: a fortieth of the clock plus half of the increment, from the guide on time management
// by the author of Mediocre.
#pragma once

#include "timing/controller.h"

/// Sets NormalMoveTime = ExtendMaxMoveTime by the three steps of the code in Mediocre's guide. The
/// guide's comment says 2.25 % of the clock, its code divides the clock by 40; we follow the code.
ControllerPlan mediocre_plan;

/// Starts no iteration after half of NormalMoveTime (STOP_ITERATION) and ends a running iteration
/// after NormalMoveTime (STOP_NORMAL).
ControllerJudge mediocre_judge;

/// The parameter MovesToGo.
extern const ControllerParameter mediocre_parameters[];
