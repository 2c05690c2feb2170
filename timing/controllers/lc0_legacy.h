// `lc0-legacy`: the time manager that lc0 had before `smooth`, from its source.
#pragma once

#include "timing/controller.h"

/// N = E: an even share of the game's time plus what the previous move did not use. The first move
/// of a game gets a multiple, more if it comes after a book.
ControllerPlan lc0_legacy_plan;

/// smooth_judge_iterations() with N as its limit.
ControllerJudge lc0_legacy_judge;

/// Learns how much of its time the move did not use; negative if it used more.
ControllerFinished lc0_legacy_finished;
