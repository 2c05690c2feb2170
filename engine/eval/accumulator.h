// The accumulators of the network (the hidden layer's sums) along a line of play. Making a move
// only records which pieces change. When the evaluation needs the sums, they are computed from the
// nearest earlier ply that has them.
#pragma once

#include "engine/board/move.h"
#include "engine/eval/network.h"

/// The pieces that a move removes from and adds to squares. In the arrays index 0 is the moving
/// piece and index 1 the captured piece, or the rook in castling.
struct NetworkChange {
    int removed, added; // how many pieces; both 0 for a null move
    Piece removed_piece[2], added_piece[2];
    Square removed_square[2], added_square[2];
};

struct AccumulatorPly {
    Accumulator sums;
    bool known[COLOUR_NB]; // the sums of this side are computed
    NetworkChange change;  // by the move that led to this ply
};

struct AccumulatorStack {
    AccumulatorPly ply[PLY_MAX + 1];
};

/// Starts a new line of play at PLY_ROOT; no sums are known yet.
void accumulator_begin(AccumulatorStack* stack);

/// Records a move or a null move that is about to be made on the board of this ply.
void accumulator_make(AccumulatorStack* stack, const Board& before, Move move, Ply ply);
void accumulator_make_null(AccumulatorStack* stack, Ply ply);

/// Returns the hidden layer's sums for the board at this ply, and computes sums that are missing.
const Accumulator& accumulator_sums(AccumulatorStack* stack, const Network& network,
                                    const Board& board, Ply ply);
