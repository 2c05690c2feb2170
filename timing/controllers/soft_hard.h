// `soft-hard`: a hard limit, and a soft one after which no new iteration begins; the soft one moves
// with the share of nodes below the best move (NodeTM) and with the distance between search and
// static score (ComplexityTM). After the chapter on time management of sscg13's guide to engine
// programming.
#pragma once

#include "timing/controller.h"

/// N is the soft limit before any refinement, E the hard one.
Budget soft_hard_plan(const ClockFacts& facts, const ControllerSettings& settings,
                      const ControllerMemory& memory);

/// STOP_ITERATION at the end of an iteration beyond the soft limit.
StopReason soft_hard_judge(const Budget& budget, const Progress& progress, Moment moment,
                           const ControllerSettings& settings, const ControllerMemory& memory,
                           Overrun* overrun);

/// The soft limit for what the completed iteration has shown; at most E.
int64_t soft_hard_soft_ms(const Budget& budget, const Progress& progress,
                          const ControllerSettings& settings);

/// NodeTM, ComplexityTM, MovesToGo.
extern const ControllerParameter soft_hard_parameters[];
