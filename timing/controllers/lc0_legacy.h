// `lc0-legacy`: the time manager that lc0 had before `smooth`.
#pragma once

#include "timing/controller.h"

/// An even share, what the move before has saved, and much more for the first move of a game.
Budget lc0_legacy_plan(const ClockFacts& facts, const ControllerSettings& settings,
                       const ControllerMemory& memory);

/// smooth_judge_iterations() within N.
StopReason lc0_legacy_judge(const Budget& budget, const Progress& progress, Moment moment,
                            const ControllerSettings& settings, const ControllerMemory& memory,
                            Overrun* overrun);

/// Keeps what the move has left of its time.
void lc0_legacy_finished(const ClockFacts& facts, const Budget& budget, const Progress& progress,
                         const ControllerSettings& settings, ControllerMemory* memory);
