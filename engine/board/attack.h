// Attacks by square difference: one table lookup says which pieces could attack along a difference,
// and only sliders need their path walked. (chessprogramming wiki: "0x88", "Square Difference")
#pragma once

#include <cassert>

#include "engine/board/board.h"

struct AttackTable {
    uint16_t pieces[256]; // by to - from + 128: the pieces (bit 1 << Piece) that could attack
    Step step[256];       // the single step from `from` towards `to` on a line, else STEP_NONE
};

extern const AttackTable ATTACK;

inline int attack_index(Square from, Square to) {
    return int(to) - int(from) + 128;
}

/// Could this piece on `from` attack `to` on an empty board?
inline bool attack_is_possible(Piece piece, Square from, Square to) {
    return ATTACK.pieces[attack_index(from, to)] >> piece & 1;
}

/// The step that leads from one square to the other along a rank, file or diagonal, or STEP_NONE.
inline Step attack_step(Square from, Square to) {
    return ATTACK.step[attack_index(from, to)];
}

/// No piece strictly between two squares on a common line; `ignore` counts as empty.
inline bool attack_path_is_clear(const Board& board, Square from, Square to,
                                 Square ignore = SQ_NONE) {
    const Step step = attack_step(from, to);
    assert(step != STEP_NONE);
    for (Square square = from + step; square != to; square += step)
        if (board.piece[square] != NO_PIECE && square != ignore) return false;
    return true;
}

/// Does this side attack the square? `ignore` counts as empty (a king that is about to move away).
bool attack_is_attacked(const Board& board, Square square, Colour by, Square ignore = SQ_NONE);

/// Is the side to move in check?
inline bool attack_in_check(const Board& board) {
    return attack_is_attacked(board, board_king(board, board.turn), colour_opposite(board.turn));
}

/// What binds the side to move: who gives check, and which of its pieces are pinned.
struct Pins {
    int checkers;         // 0, 1, 2 or more
    Square checker;       // one of them
    Step line[SQUARE_NB]; // for a pinned piece the step towards its king's attacker, else STEP_NONE
};

/// Finds out both for the side to move.
void attack_find_pins(const Board& board, Pins* pins);

/// May this pawn of the side to move capture en passant without leaving its king in check?
bool attack_en_passant_is_legal(const Board& board, Square from, Square to);

/// Can any pawn of the side to move legally capture en passant to this square?
bool attack_en_passant_is_usable(const Board& board, Square to);
