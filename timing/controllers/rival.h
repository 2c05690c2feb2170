// `rival`, the default: NormalMoveTime for each move, and overtime up to ExtendMaxMoveTime while
// the score has dropped and no acceptable move is found. From the Rival of 1996 (its source) and
// its author's page on timing moves; what neither says is ours.
#pragma once

#include "timing/controller.h"

/// Plans NormalMoveTime (N) and ExtendMaxMoveTime (E). If E < N, there is no overtime.
ControllerPlan rival_plan;

/// Sudden death by Rival's page. rival_moves_left() returns the moves left after game_ply
/// half-moves, 0 in a long game: like the program of 1996, the page counts half-moves as moves.
/// rival_reserve_ms() returns what stays on the clock, 5 ms per minute of base time.
int rival_moves_left(int game_ply);
int64_t rival_reserve_ms(int64_t base_ms);

/// Returns the factor that `doubt` applies to NormalMoveTime: the smaller the best move's share of
/// the nodes and the fewer plies agree on the best move, the larger the factor. The share also
/// falls while an iteration takes long. The factor is 1 until the first iteration is complete.
ControllerRefine rival_refine;

/// The parameters drop and overtime, for all Rivals, and literal and doubt, for `rival` only.
extern const ControllerParameter rival_parameters[];
