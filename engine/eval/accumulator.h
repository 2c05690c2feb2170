// The hidden layer's sums along a line of play. A move only notes what it changes; the sums follow
// when they are asked for, from the nearest ancestor that has them.
#pragma once

#include "engine/board/move.h"
#include "engine/eval/network.h"

/// What a move changes: the first piece moves, another one goes (a capture) or moves too
/// (castling).
struct NetworkChange {
    int gone, come; // 0 and 0 for a null move
    Piece gone_piece[2], come_piece[2];
    Square gone_square[2], come_square[2];
};

struct AccumulatorPly {
    Accumulator sums;
    bool known[COLOUR_NB]; // are those of this side?
    NetworkChange change;  // since the ply before
};

struct AccumulatorStack {
    AccumulatorPly ply[PLY_MAX + 1];
};

/// The line begins anew at PLY_ROOT, with a board that nothing is known of.
void accumulator_begin(AccumulatorStack* stack);

/// A move or a null move is about to be made on the board of this ply.
void accumulator_make(AccumulatorStack* stack, const Board& before, Move move, Ply ply);
void accumulator_make_null(AccumulatorStack* stack, Ply ply);

/// The sums of the board that the line has reached at this ply.
const Accumulator& accumulator_sums(AccumulatorStack* stack, const Network& network,
                                    const Board& board, Ply ply);
