// `fixed`: the same time for every move, as `st` demands or because the game is untimed.
#pragma once

#include "timing/controller.h"

/// The move time less a reserve for the lag, and no more than the clock if that is known. All of an
/// untimed move's time.
Budget fixed_plan(const ClockFacts& facts, const ControllerSettings& settings,
                  const ControllerMemory& memory);

/// STOP_ST once the time is over; nothing else ends the move.
StopReason fixed_judge(const Budget& budget, const Progress& progress, Moment moment,
                       const ControllerSettings& settings, const ControllerMemory& memory,
                       Overrun* overrun);
