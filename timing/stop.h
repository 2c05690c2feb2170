// When a search stops: tests common to all controllers, before and after the controller's own test.
#pragma once

#include "timing/controller.h"

/// Returns why to stop; STOP_NONE to go on, and until the first iteration is complete. Before
/// ExtendMaxMoveTime (E) an only move, a mate or an easy move stops the search; else the controller
/// judges, with NormalMoveTime (N) from stop_refine(). If N was reached only because this iteration
/// reduced N, the reason is STOP_ITERATION. From E on, returns the controller's reason if there is
/// one, else STOP_EXTEND (STOP_NORMAL if N equals E).
StopReason stop_judge(const Controller& controller, const Budget& budget, const Progress& progress,
                      Moment moment, const ControllerSettings& settings,
                      const ControllerMemory& memory, Overrun* overrun);

/// Returns the budget with NormalMoveTime refined by the controller, 1 ms to ExtendMaxMoveTime.
Budget stop_refine(const Controller& controller, const Budget& budget, const Progress& progress,
                   const ControllerSettings& settings);

/// After an iteration: notes its time and for how many plies the best move has been steady.
void stop_note_iteration(Progress* progress);

/// Call after an iteration that did not end the search. Returns by how many centipawns the best
/// move must lead every other move to be easy, 0 if the lead is not worth a search. The search sets
/// progress.best_leads.
int stop_wanted_lead_cp(const Controller& controller, const Budget& budget,
                        const Progress& progress, const ControllerSettings& settings,
                        const Overrun& overrun);

/// Returns when a search that stopped for this reason should have stopped: at the time limit it
/// reached, or now if it reached no limit. The move's time beyond the result is its lateness.
int64_t stop_meant_ms(const Controller& controller, const Budget& budget, const Progress& progress,
                      const ControllerSettings& settings, StopReason stop);

/// Returns the nodes between two polls: as many as are searched in 1/64 of NormalMoveTime, at most
/// 1 ms, but 64 to 4096 nodes; 256 while the speed is unknown (nodes or elapsed_ms is 0).
int stop_poll_nodes(int64_t nodes, int64_t elapsed_ms, const Budget& budget);

/// The parameter `easy`, for all controllers.
extern const ControllerParameter stop_parameters[];
