// The safety layer behind every controller: decides how much of the clock is kept back for GUI
// overhead and lateness, and clamps every plan. Controllers need no safety of their own.
#pragma once

#include "timing/controller.h"
#include "timing/lag.h"

/// Returns the GUI overhead per move assumed before any was measured: base / 400, at least 5 ms and
/// at most MoveOverhead; or MoveOverhead itself if the user set it above the default.
int64_t guard_initial_lag_ms(int64_t base_ms, const ControllerSettings& settings);

/// Returns the facts to plan one move with: the clock's facts, and GUI overhead and lateness as
/// measured or assumed. On a node clock the time for depth 1 counts as overhead.
ClockFacts guard_facts(const Clock& clock, int game_ply, const Lag& lag,
                       const ControllerSettings& settings);

/// Returns the controller's plan made safe: 1 ms <= N <= E, and E + GUI overhead fits our clock if
/// that is possible. Takes the reserve from the clock, lets the controller plan, cuts N if
/// OpponentClock says so, subtracts the overhead of this move, and applies the caps, in this order.
Budget guard_plan(const Controller& controller, const ClockFacts& facts,
                  const ControllerSettings& settings, const ControllerMemory& memory);

/// The move is out after progress.elapsed_ms: lets the controller learn from it. `facts` and
/// `budget` are the argument and the result of guard_plan().
void guard_finished(const Controller& controller, const ClockFacts& facts, const Budget& budget,
                    const Progress& progress, const ControllerSettings& settings,
                    ControllerMemory* memory);
