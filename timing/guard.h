// The safety layer over every controller: measures what a move costs beyond its thinking, decides
// how much of the clock is kept back for that, and clamps every plan. The only place that may clamp
// a budget.
#pragma once

#include "timing/controller.h"
#include "timing/lag.h"

/// The overhead per move assumed before any was measured: clamp(B / 400, 5, MoveOverhead), or
/// MoveOverhead itself if the user set it above the default.
int64_t guard_initial_lag_ms(int64_t base_ms, const ControllerSettings& settings);

/// The facts to plan one move with: the clock's, and the overhead as measured or assumed. On a node
/// clock the overhead is the cost of depth 1.
ClockFacts guard_facts(const Clock& clock, int game_ply, const Lag& lag,
                       const ControllerSettings& settings);

/// The controller's plan made safe: 1 <= N <= E, and E + G fits the clock unless nothing would. In
/// this order: the reserve for overhead, OpponentClock, the overhead of this move, the time that
/// stays on the clock (S), the caps.
Budget guard_plan(const Controller& controller, const ClockFacts& facts,
                  const ControllerSettings& settings, const ControllerMemory& memory);

/// The move was found after progress.elapsed_ms: the controller learns from it. `facts` and
/// `budget` are those of guard_plan().
void guard_finished(const Controller& controller, const ClockFacts& facts, const Budget& budget,
                    const Progress& progress, const ControllerSettings& settings,
                    ControllerMemory* memory);
