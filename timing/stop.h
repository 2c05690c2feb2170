// When a search stops: the tests common to all controllers, before and after the controller's own.
#pragma once

#include "timing/controller.h"

/// Returns whether to stop, and why: STOP_NONE until the first iteration is complete. Before E an
/// only move, a mate or an easy move stops the search; else the controller judges, with N from
/// stop_refine(). If N was reached only because this iteration reduced it: STOP_ITERATION. From E
/// on always stops: with the controller's reason if it has one, else STOP_EXTEND (STOP_NORMAL if N
/// equals E).
StopReason stop_judge(const Controller& controller, const Budget& budget, const Progress& progress,
                      Moment moment, const ControllerSettings& settings,
                      const ControllerMemory& memory, Overrun* overrun);

/// Returns the budget with N as the controller adjusts it during the search, from 1 ms to E.
Budget stop_refine(const Controller& controller, const Budget& budget, const Progress& progress,
                   const ControllerSettings& settings);

/// An iteration is complete: notes its time and for how many plies the best move has been steady.
void stop_note_iteration(Progress* progress);

/// After an iteration that did not end the search: returns by how many centipawns the best move
/// must lead every other to be easy, or 0 if that is not worth a search. The search answers in
/// progress.best_leads.
int stop_wanted_lead_cp(const Controller& controller, const Budget& budget,
                        const Progress& progress, const ControllerSettings& settings,
                        const Overrun& overrun);

/// Returns when the search that stopped for this reason should have stopped: at the limit it
/// reached, or now if it reached none. What the move uses beyond that is its lateness.
int64_t stop_meant_ms(const Controller& controller, const Budget& budget, const Progress& progress,
                      const ControllerSettings& settings, StopReason stop);

/// Returns the nodes between two polls: clamp(nodes per ms * min(N / 64, 1 ms), 64, 4096), or 256
/// while the speed is unknown (nodes or elapsed_ms is 0).
int stop_poll_nodes(int64_t nodes, int64_t elapsed_ms, const Budget& budget);

/// The parameter `easy`, for all controllers.
extern const ControllerParameter stop_parameters[];
