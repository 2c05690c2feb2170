// The evaluation: one score in centipawns for the side to move.
#pragma once

#include "engine/board/board.h"
#include "engine/eval/accumulator.h"

/// The evaluation of one thread.
struct Evaluator {
    const Network* network; // nullptr: count material
    AccumulatorStack accumulators;
};

/// Returns the static score for the side to move, within +-SCORE_EVAL_MAX. `board` is the position
/// at `ply` of the line in the evaluator's accumulators.
Score eval_position(Evaluator* evaluator, const Board& board, Ply ply);

/// The same for a board without a line of play.
Score eval(const Network* network, const Board& board);

/// Probabilities, 0 to 1, that the side to move wins and loses; the rest are draws.
struct Outlook {
    double win;
    double loss;
};

/// Converts a score of this network (nullptr: of material) to probabilities. A known draw has no
/// winner, and neither side wins where its endgame scale is 0.
Outlook eval_outlook(const Network* network, const Board& board, Score score);
