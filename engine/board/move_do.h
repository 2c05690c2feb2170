// Making and unmaking moves.
#pragma once

#include "engine/board/board.h"
#include "engine/board/move.h"

/// What move_undo() cannot compute from the board and the move.
struct Undo {
    Key key;
    Key pawn_key;
    Key piece_key[COLOUR_NB];
    Piece captured;
    uint8_t captured_slot; // only with a capture
    uint8_t pawn_slot;     // only with a promotion
    Castling castling;
    Square en_passant;
    int fifty;
};

/// Makes a legal move and fills in `undo` for move_undo().
void move_make(Board* board, Move move, Undo* undo);

/// Takes back the last move. Restores every byte of the board.
void move_undo(Board* board, Move move, const Undo& undo);

/// Makes and takes back a null move. The side to move must not be in check.
void move_make_null(Board* board, Undo* undo);
void move_undo_null(Board* board, const Undo& undo);

/// The squares to which king and rook go in castling, in Chess960, too.
inline Square move_castle_king_to(Move move) {
    const bool east = move_to(move) > move_from(move);
    const bool wild = move_is_castle_wild(move);
    const File file = east ? (wild ? FILE_F : FILE_G) : (wild ? FILE_B : FILE_C);
    return square_make(file, square_rank(move_from(move)));
}
inline Square move_castle_rook_to(Move move) {
    return move_castle_king_to(move) + (move_to(move) > move_from(move) ? STEP_W : STEP_E);
}

/// The square of the captured piece; a square without an enemy piece if the move is no capture.
inline Square move_victim_square(Move move) {
    if (!move_is_en_passant(move)) return move_to(move);
    return square_make(square_file(move_to(move)), square_rank(move_from(move)));
}

/// The captured piece, NO_PIECE if the move captures nothing.
inline Piece move_victim(const Board& board, Move move) {
    return move_is_castle(move) ? NO_PIECE : board.piece[move_victim_square(move)];
}

/// True if the move is neither a capture nor a promotion.
inline bool move_is_quiet(const Board& board, Move move) {
    return !move_is_promotion(move) && move_victim(board, move) == NO_PIECE;
}
