// `rival-1996`: the rules of Rival for Windows and WinBoard of 1996, from its source, to compare
// with its author's page and with `rival`.
#pragma once

#include "timing/controller.h"

/// N and E for moves to go, increment or sudden death; E < N means no overtime.
ControllerPlan rival_1996_plan;

/// From N on stops when the best score is within the drop of both the previous iteration's score
/// and the static evaluation, or at E.
ControllerJudge rival_1996_judge;
