// `rival-page`: the formulas and the rule exactly as printed on the page on timing moves by Rival's
// author, for comparison. `rival` decides what the page leaves open and repairs what is unsafe.
#pragma once

#include "timing/controller.h"

/// With moves to go NormalMoveTime is 3/4 and ExtendMaxMoveTime 7/4 of the mean time per move; else
/// the page's code decides. There is no overtime if ExtendMaxMoveTime is smaller.
ControllerPlan rival_page_plan;

/// From NormalMoveTime on, stops when the best score is at most rival_drop_cp below the previous
/// iteration's score, at the latest at ExtendMaxMoveTime.
ControllerJudge rival_page_judge;
