// Attacks by square difference: a table lookup tells which pieces could attack from one square to
// another; only sliders also need a check that the path is clear. (chessprogramming wiki: "0x88",
// "Square Difference")
#pragma once

#include <cassert>

#include "engine/board/board.h"

struct AttackTable {
    // Both arrays are indexed by to - from + 128.
    uint16_t pieces[256]; // bits (1 << Piece) of the pieces that could attack
    Step step[256];       // the step from `from` towards `to` if they are on a line, else STEP_NONE
};

extern const AttackTable ATTACK;

inline int attack_index(Square from, Square to) {
    return int(to) - int(from) + 128;
}

/// True if this piece on `from` would attack `to` on an empty board.
inline bool attack_is_possible(Piece piece, Square from, Square to) {
    return ATTACK.pieces[attack_index(from, to)] >> piece & 1;
}

/// The step from one square towards another along a rank, file or diagonal, STEP_NONE without a
/// common line.
inline Step attack_step(Square from, Square to) {
    return ATTACK.step[attack_index(from, to)];
}

/// True if no piece is between two squares on a common line. The square `ignore` counts as empty.
inline bool attack_path_is_clear(const Board& board, Square from, Square to,
                                 Square ignore = SQ_NONE) {
    const Step step = attack_step(from, to);
    assert(step != STEP_NONE);
    for (Square square = from + step; square != to; square += step)
        if (board.piece[square] != NO_PIECE && square != ignore) return false;
    return true;
}

/// True if this piece on `from` attacks `to`. The square `ignore` counts as empty.
inline bool attack_reaches(const Board& board, Piece piece, Square from, Square to,
                           Square ignore = SQ_NONE) {
    return attack_is_possible(piece, from, to) &&
           (!piece_is_slider(piece) || attack_path_is_clear(board, from, to, ignore));
}

/// True if this side attacks the square. The square `ignore` counts as empty, such as that of a
/// king about to move.
bool attack_is_attacked(const Board& board, Square square, Colour by, Square ignore = SQ_NONE);

/// True if the side to move is in check.
inline bool attack_in_check(const Board& board) {
    return attack_is_attacked(board, board_king(board, board.turn), colour_opposite(board.turn));
}

/// Checks and pins of the side to move.
struct Pins {
    int checkers;         // number of pieces that give check
    Square checker;       // one of these pieces
    Step line[SQUARE_NB]; // of a pinned piece the step towards the pinning piece, else STEP_NONE
};

/// Finds the checks and pins of the side to move.
void attack_find_pins(const Board& board, Pins* pins);

/// True if this pawn of the side to move can capture en passant without leaving its king in check.
bool attack_en_passant_is_legal(const Board& board, Square from, Square to);

/// True if a pawn of the side to move can legally capture en passant to this square.
bool attack_en_passant_is_usable(const Board& board, Square to);
