// `rival-page`: the formulas and the rule exactly as printed on the page on timing moves by Rival's
// author, for comparison. `rival` decides what the page leaves open and repairs what is unsafe.
#pragma once

#include "timing/controller.h"

/// 3/4 and 7/4 of the mean with moves to go; the page's code for increment and sudden death. E < N
/// means no overtime.
Budget rival_page_plan(const ClockFacts& facts, const ControllerSettings& settings,
                       const ControllerMemory& memory);

/// From N on stops when the best score is within the drop of the previous iteration's, or at E.
StopReason rival_page_judge(const Budget& budget, const Progress& progress, Moment moment,
                            const ControllerSettings& settings, const ControllerMemory& memory,
                            Overrun* overrun);
