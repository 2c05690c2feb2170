// `lc0-legacy`: the time manager that lc0 had before `smooth`, from its source.
#pragma once

#include "timing/controller.h"

/// N = E: an even share of the game's time plus what the previous move did not use. The first move
/// of a game gets a multiple, more if it comes after a book.
Budget lc0_legacy_plan(const ClockFacts& facts, const ControllerSettings& settings,
                       const ControllerMemory& memory);

/// smooth_judge_iterations() with N as its limit.
StopReason lc0_legacy_judge(const Budget& budget, const Progress& progress, Moment moment,
                            const ControllerSettings& settings, const ControllerMemory& memory,
                            Overrun* overrun);

/// Learns how much of its time the move did not use; negative if it used more.
void lc0_legacy_finished(const ClockFacts& facts, const Budget& budget, const Progress& progress,
                         const ControllerSettings& settings, ControllerMemory* memory);
