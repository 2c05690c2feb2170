// The evaluation: one score in centipawns for the side to move.
#pragma once

#include "engine/accumulator.h"
#include "engine/board.h"
#include "engine/pawn.h"

/// What one thread evaluates with.
struct Evaluator {
    const Network* network; // nullptr: the hand-made terms
    PawnCache pawns;
    AccumulatorStack accumulators;
};

/// The static score of the board that a line of play has reached at this ply (see accumulator.h),
/// from the point of view of the side to move, within +-SCORE_EVAL_MAX.
Score eval_position(Evaluator* evaluator, const Board& board, Ply ply);

/// The same of a board alone, with a network.
Score eval_network(const Network& network, const Board& board);

/// The hand-made terms.
Score eval(PawnCache* pawns, const Board& board);

/// Material, squares and pawns alone, at a tenth of the price: hardly ever further than
/// EVAL_ROUGH_ERROR from eval().
Score eval_rough(PawnCache* pawns, const Board& board);
constexpr int EVAL_ROUGH_ERROR = 200;
