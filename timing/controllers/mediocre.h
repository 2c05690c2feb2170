// `mediocre`: a fortieth of the clock and half of the increment, after the guide on time management
// by the author of Mediocre.
#pragma once

#include "timing/controller.h"

/// The guide's three steps, N = E. Its code divides by 40 where its comment says 2.25 %: 40 it is.
Budget mediocre_plan(const ClockFacts& facts, const ControllerSettings& settings,
                     const ControllerMemory& memory);

/// No new iteration when half of the budget is gone; an end inside one when all of it is.
StopReason mediocre_judge(const Budget& budget, const Progress& progress, Moment moment,
                          const ControllerSettings& settings, const ControllerMemory& memory,
                          Overrun* overrun);

/// MovesToGo.
extern const ControllerParameter mediocre_parameters[];
