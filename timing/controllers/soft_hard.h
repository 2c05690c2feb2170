// `soft-hard`: a hard limit, and a soft limit after which no iteration begins. The soft limit
// depends on the share of nodes below the best move (NodeTM) and on the distance between the search
// score and the static evaluation (ComplexityTM). From the chapter on time management of sscg13's
// guide to engine programming.
#pragma once

#include "timing/controller.h"

/// NormalMoveTime is the soft limit before refinement, ExtendMaxMoveTime the hard limit.
ControllerPlan soft_hard_plan;

/// At the end of an iteration: returns STOP_ITERATION if the soft limit has passed.
ControllerJudge soft_hard_judge;

/// Returns the soft limit in ms, refined by the completed iteration, at most ExtendMaxMoveTime.
int64_t soft_hard_soft_ms(const Budget& budget, const Progress& progress,
                          const ControllerSettings& settings);

/// The parameters NodeTM, ComplexityTM and MovesToGo.
extern const ControllerParameter soft_hard_parameters[];
