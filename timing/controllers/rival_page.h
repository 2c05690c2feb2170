// `rival-page`: the formulas and the rule exactly as printed on the page on timing moves by Rival's
// author, for comparison. `rival` decides what the page leaves open and repairs what is unsafe.
#pragma once

#include "timing/controller.h"

/// 3/4 and 7/4 of the mean with moves to go; the page's code for increment and sudden death. E < N
/// means no overtime.
ControllerPlan rival_page_plan;

/// From N on stops when the best score is within the drop of the previous iteration's, or at E.
ControllerJudge rival_page_judge;
