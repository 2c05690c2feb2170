// `rival-1996`: as the Rival for Windows and WinBoard of 1996 really planned. For comparison with
// what its author's page says of it, and with `rival`.
#pragma once

#include "timing/controller.h"

/// N and E by moves to go, increment or sudden death; E < N where it allowed no overtime.
Budget rival_1996_plan(const ClockFacts& facts, const ControllerSettings& settings,
                       const ControllerMemory& memory);

/// From N on, stop when the best score is within the drop of the previous iteration's and of the
/// static score, or at E.
StopReason rival_1996_judge(const Budget& budget, const Progress& progress, Moment moment,
                            const ControllerSettings& settings, const ControllerMemory& memory,
                            Overrun* overrun);
