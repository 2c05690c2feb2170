// The evaluation: one score in centipawns for the side to move, one function per term.
#pragma once

#include "engine/board.h"
#include "engine/pawn.h"

/// The static score from the point of view of the side to move, within +-SCORE_EVAL_MAX.
Score eval(PawnCache* pawns, const Board& board);

/// Material, squares and pawns alone, at a tenth of the price: hardly ever further than
/// EVAL_ROUGH_ERROR from eval().
Score eval_rough(PawnCache* pawns, const Board& board);
constexpr int EVAL_ROUGH_ERROR = 200;
