// `rival-1996`: the rules of Rival for Windows and WinBoard of 1996, from its source, to compare
// with its author's page and with `rival`.
#pragma once

#include "timing/controller.h"

/// Plans NormalMoveTime (N) and ExtendMaxMoveTime (E). If E < N, there is no overtime.
ControllerPlan rival_1996_plan;

/// From NormalMoveTime on, stops when the best score is at most rival_drop_cp below the previous
/// iteration's score and the static evaluation, at the latest at ExtendMaxMoveTime.
ControllerJudge rival_1996_judge;
