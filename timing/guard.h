// The safety layer common to all controllers: the one place that may clamp a budget, and the one
// place where the tests that end a search stand together.
#pragma once

#include "timing/controller.h"
#include "timing/lag.h"

/// The lag charged per move, before anything was measured: clamp(B / 400, 5, MoveOverhead), and
/// MoveOverhead itself where that is more than usual.
int64_t guard_initial_lag_ms(int64_t base_ms, const ControllerSettings& settings);

/// The facts for one move: the clock's, with the lag as measured, or as assumed while it is not.
/// Where nodes are counted it is what depth 1 takes.
ClockFacts guard_facts(const Clock& clock, int game_ply, const Lag& lag,
                       const ControllerSettings& settings);

/// The controller's plan, made safe: 1 <= N <= E, and E + G fits the clock unless nothing would.
/// Five steps: lag reserve, OpponentClock, lag subtraction, reserve S, caps.
Budget guard_plan(const Controller& controller, const ClockFacts& facts,
                  const ControllerSettings& settings, const ControllerMemory& memory);

/// Whether to stop, and why. Never while no iteration is complete, whatever the clock says. Before
/// E: an only move, a mate or an easy move, then what the controller says of N as guard_refine()
/// has it. Where that N is reached only because it fell with this iteration: STOP_ITERATION. From E
/// on always, with the controller's reason if it has one, else STOP_EXTEND (STOP_NORMAL where N is
/// E).
StopReason guard_judge(const Controller& controller, const Budget& budget, const Progress& progress,
                       Moment moment, const ControllerSettings& settings,
                       const ControllerMemory& memory, Overrun* overrun);

/// The budget with N as the controller changes it while it thinks, at most E.
Budget guard_refine(const Controller& controller, const Budget& budget, const Progress& progress,
                    const ControllerSettings& settings);

/// Progress after an iteration: its time, and whether it agrees with those before.
void guard_note_iteration(Progress* progress);

/// After an iteration that did not end the search: how far ahead of every other move the best one
/// must be for a quick move, if it is worth looking for that; else 0. The answer comes as
/// progress.best_leads.
int guard_wanted_lead_cp(const Controller& controller, const Budget& budget,
                         const Progress& progress, const ControllerSettings& settings,
                         const Overrun& overrun);

/// The move is found after progress.elapsed_ms: the memory grows by it. facts and budget are those
/// of guard_plan().
void guard_finished(const Controller& controller, const ClockFacts& facts, const Budget& budget,
                    const Progress& progress, const ControllerSettings& settings,
                    ControllerMemory* memory);

/// When the search that has just been told to stop should have ended: at the limit that it has
/// reached, or else now. On a busy machine that was earlier.
int64_t guard_meant_ms(const Controller& controller, const Budget& budget, const Progress& progress,
                       const ControllerSettings& settings, StopReason stop);

/// How many nodes may pass between two polls at this node rate and budget:
/// clamp(nps * min(N / 64, 1 ms) / 1000, 64, 4096); 256 while the rate is unknown (nodes or
/// elapsed_ms 0).
int guard_poll_nodes(int64_t nodes, int64_t elapsed_ms, const Budget& budget);

/// easy: for every controller.
extern const ControllerParameter guard_parameters[];
