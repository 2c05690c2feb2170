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

/// Returns the static score of a board, computed from the board alone.
Score eval(const Network* network, const Board& board);

/// The probabilities, 0 to 1, that the side to move wins and loses; otherwise the game is drawn.
struct Outlook {
    double win;
    double loss;
};

/// Converts a score of this network (nullptr: of material) to probabilities. In a known draw both
/// probabilities are 0, and a side whose endgame scale is 0 does not win.
Outlook eval_outlook(const Network* network, const Board& board, Score score);
