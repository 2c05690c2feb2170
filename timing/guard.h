// The safety layer behind every controller: decides how much of the clock is kept back for GUI
// overhead and lateness, and clamps every plan. Controllers need no safety of their own.
#pragma once

#include "timing/controller.h"
#include "timing/lag.h"

/// Returns the overhead per move assumed before any was measured: clamp(B / 400, 5, MoveOverhead),
/// or MoveOverhead itself if the user set it above the default.
int64_t guard_initial_lag_ms(int64_t base_ms, const ControllerSettings& settings);

/// Returns the facts to plan one move with: the clock's, and overhead and lateness as measured or
/// assumed. On a node clock the overhead is the cost of depth 1.
ClockFacts guard_facts(const Clock& clock, int game_ply, const Lag& lag,
                       const ControllerSettings& settings);

/// Returns the controller's plan made safe: 1 <= N <= E, and E + G fits the clock unless nothing
/// does. In this order: the reserve is taken from the clock, the controller plans, OpponentClock
/// cuts N, the overhead of this move is subtracted, the caps apply, with S left on the clock.
Budget guard_plan(const Controller& controller, const ClockFacts& facts,
                  const ControllerSettings& settings, const ControllerMemory& memory);

/// The move is out after progress.elapsed_ms: lets the controller learn from it. `facts` and
/// `budget` are those of guard_plan().
void guard_finished(const Controller& controller, const ClockFacts& facts, const Budget& budget,
                    const Progress& progress, const ControllerSettings& settings,
                    ControllerMemory* memory);
