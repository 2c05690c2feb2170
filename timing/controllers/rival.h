// `rival`, the default: NormalMoveTime for each move, and overtime up to ExtendMaxMoveTime while
// the score has dropped and no acceptable move is found. From the Rival of 1996 (its source) and
// its author's page on timing moves; what both leave open is ours.
#pragma once

#include "timing/controller.h"

/// N and E for moves to go, increment or sudden death. E < N means no overtime.
ControllerPlan rival_plan;

/// Rival's page, sudden death: returns the moves left after game_ply half-moves, 0 in a long game
/// (like the 1996 program it counts half-moves as moves); and the reserve for a base, 5 ms per
/// minute.
int rival_moves_left(int game_ply);
int64_t rival_reserve_ms(int64_t base_ms);

/// Returns the factor for N, by `doubt`: larger if a smaller share of the nodes is below the best
/// move and if fewer plies agree on it; also while an iteration takes long. 1 before the first
/// iteration.
ControllerRefine rival_refine;

/// The parameters drop and overtime, for all Rivals; literal and doubt only change `rival`.
extern const ControllerParameter rival_parameters[];
