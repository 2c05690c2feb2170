// `mediocre`: a fortieth of the clock plus half of the increment, from the guide on time management
// by the author of Mediocre.
#pragma once

#include "timing/controller.h"

/// The three steps of the guide's code, N = E. The guide's comment says 2.25 % of the clock, its
/// code divides by 40; we follow the code.
ControllerPlan mediocre_plan;

/// Starts no iteration after half of N (STOP_ITERATION) and ends a running one after N
/// (STOP_NORMAL).
ControllerJudge mediocre_judge;

/// The parameter MovesToGo.
extern const ControllerParameter mediocre_parameters[];
