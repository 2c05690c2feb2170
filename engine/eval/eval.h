// The evaluation: one score in centipawns for the side to move.
#pragma once

#include "engine/board/board.h"
#include "engine/eval/accumulator.h"

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

/// How likely the side to move wins and loses, 0 to 1; the rest are draws.
struct Outlook {
    double win;
    double loss;
};

/// The outlook of a score of this network (nullptr: of material). Nobody wins what is known to be
/// drawn, nor without the pieces for it.
Outlook eval_outlook(const Network* network, const Board& board, Score score);
