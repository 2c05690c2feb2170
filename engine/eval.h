// The evaluation: one score in centipawns for the side to move.
#pragma once

#include "engine/accumulator.h"
#include "engine/board.h"

/// What one thread evaluates with.
struct Evaluator {
    const Network* network; // nullptr: material alone
    AccumulatorStack accumulators;
};

/// The static score of the board that a line of play has reached at this ply (see accumulator.h),
/// from the point of view of the side to move, within +-SCORE_EVAL_MAX.
Score eval_position(Evaluator* evaluator, const Board& board, Ply ply);

/// The same of a board alone; nullptr: by material alone.
Score eval(const Network* network, const Board& board);
