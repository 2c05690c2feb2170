// When a search stops: the tests common to every controller, in front of and behind the
// controller's own judgement.
#pragma once

#include "timing/controller.h"

/// Whether to stop, and why. Never before the first iteration is complete. Before E: an only move,
/// a mate or an easy move, then the controller's judgement with N as stop_refine() gives it. If N
/// was reached only because it shrank in this iteration: STOP_ITERATION. From E on always: the
/// controller's reason if it has one, else STOP_EXTEND (STOP_NORMAL where N equals E).
StopReason stop_judge(const Controller& controller, const Budget& budget, const Progress& progress,
                      Moment moment, const ControllerSettings& settings,
                      const ControllerMemory& memory, Overrun* overrun);

/// The budget with N as the controller adjusts it during the search; N stays at most E.
Budget stop_refine(const Controller& controller, const Budget& budget, const Progress& progress,
                   const ControllerSettings& settings);

/// An iteration is complete: notes its time, and for how many plies the best move has been steady.
void stop_note_iteration(Progress* progress);

/// After an iteration that did not end the search: by how many centipawns the best move must lead
/// every other move to count as easy, or 0 if that is not worth a search. The search answers in
/// progress.best_leads.
int stop_wanted_lead_cp(const Controller& controller, const Budget& budget,
                        const Progress& progress, const ControllerSettings& settings,
                        const Overrun& overrun);

/// When the search that stopped for this reason should have stopped: at the limit it reached, or
/// now if no limit was reached. The difference to now is its lateness.
int64_t stop_meant_ms(const Controller& controller, const Budget& budget, const Progress& progress,
                      const ControllerSettings& settings, StopReason stop);

/// Nodes between two polls: clamp(nodes per ms * min(N / 64, 1 ms), 64, 4096), or 256 while the
/// speed is unknown (nodes or elapsed_ms is 0).
int stop_poll_nodes(int64_t nodes, int64_t elapsed_ms, const Budget& budget);

/// `easy`, a parameter of every controller.
extern const ControllerParameter stop_parameters[];
