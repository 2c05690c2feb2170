// The 0x88 board: squares, piece lists, rights and the running hash keys.
#pragma once

#include <cassert>

#include "engine/board/hash.h"
#include "engine/board/move.h"
#include "engine/board/piece.h"
#include "engine/board/square.h"
#include "engine/board/types.h"

/// Castling rights as a set of bits.
enum Castling : uint8_t {
    CASTLING_NONE = 0,
    CASTLE_WHITE_KING = 1,
    CASTLE_WHITE_QUEEN = 2,
    CASTLE_BLACK_KING = 4,
    CASTLE_BLACK_QUEEN = 8,
    CASTLING_ALL = 15,
};
constexpr int CASTLING_RIGHTS = 4;

/// King-side or queen-side right of a colour.
constexpr Castling castling_right(Colour colour, bool king_side) {
    return Castling((king_side ? 1 : 2) << 2 * colour);
}

/// Of the rights in their order, KQkq.
constexpr Colour castling_colour(int index) {
    return index < 2 ? WHITE : BLACK;
}
constexpr bool castling_is_king_side(int index) {
    return index % 2 == 0;
}

/// The fifty-move rule in half-moves: so many without a capture or a pawn move draw, unless the
/// last one mates.
constexpr int BOARD_FIFTY_MOVES = 100;

/// At most ten of a kind (two and eight promoted pawns).
constexpr int PIECE_LIST_MAX = 10;

struct Board {
    // Off the board stands PIECE_BORDER, and a Square is a byte, so that stepping over any edge
    // stops like at a piece and needs no test of its own.
    Piece piece[256];
    uint8_t slot[SQUARE_NB]; // where in its list the piece on a square stands
    Square list[PIECE_NB][PIECE_LIST_MAX];
    uint8_t count[PIECE_NB];

    Colour turn;
    Castling castling;
    Square en_passant; // the square a pawn can really capture to (legally), else SQ_NONE
    int fifty;         // half-moves since the last capture or pawn move
    int move_number;   // full moves, from 1

    // The moves of the four castling rights (bit order), and which rights a move from or to a
    // square takes away.
    Move castle[CASTLING_RIGHTS];
    uint8_t castle_mask[SQUARE_NB];

    Key key;
    Key pawn_key;
    Key piece_key[COLOUR_NB]; // of everything but the pawns, by colour
};

/// An empty board, White to move, no rights.
void board_clear(Board* board);

/// Puts a piece on an empty square (its list must have room), takes it away, or moves it to an
/// empty square. The hash keys are left to the caller. Slots of empty squares and unused list
/// places stay 0, so that equal boards are equal bytes.
inline void board_put(Board* board, Piece piece, Square square) {
    assert(board->piece[square] == NO_PIECE && board->count[piece] < PIECE_LIST_MAX);
    const uint8_t slot = board->count[piece]++;
    board->piece[square] = piece;
    board->slot[square] = slot;
    board->list[piece][slot] = square;
}

inline void board_take(Board* board, Square square) {
    const Piece piece = board->piece[square];
    assert(piece != NO_PIECE);
    const uint8_t slot = board->slot[square];
    const uint8_t last_slot = --board->count[piece];
    const Square last = board->list[piece][last_slot];
    board->list[piece][slot] = last;
    board->slot[last] = slot;
    board->list[piece][last_slot] = SQ_A1;
    board->slot[square] = 0;
    board->piece[square] = NO_PIECE;
}

inline void board_shift(Board* board, Square from, Square to) {
    const Piece piece = board->piece[from];
    assert(piece != NO_PIECE && board->piece[to] == NO_PIECE);
    const uint8_t slot = board->slot[from];
    board->piece[from] = NO_PIECE;
    board->slot[from] = 0;
    board->piece[to] = piece;
    board->slot[to] = slot;
    board->list[piece][slot] = to;
}

/// Takes back a board_take(): the piece returns to its old place in the list, which may lie before
/// the end, so that lists keep their order over make and undo.
inline void board_put_back(Board* board, Piece piece, Square square, uint8_t slot) {
    board_put(board, piece, square);
    const uint8_t last_slot = uint8_t(board->count[piece] - 1);
    const Square other = board->list[piece][slot];
    board->list[piece][last_slot] = other;
    board->slot[other] = last_slot;
    board->list[piece][slot] = square;
    board->slot[square] = slot;
}

/// Grants the right to a castling move: fills castle and castle_mask (king and rook must stand
/// where the move says).
void board_grant_castling(Board* board, Castling right, Move castle);

/// Computes the keys anew from the squares, after a set-up.
void board_refresh(Board* board);

/// Every redundancy agrees: lists, slots, keys, kings, rights. For assertions and tests.
bool board_is_ok(const Board& board);

inline Square board_king(const Board& board, Colour colour) {
    return board.list[piece_make(colour, KING)][0];
}

/// What the pieces of this side but its pawns are worth, in centipawns.
int board_pieces_value(const Board& board, Colour colour);

/// How many of a kind this side has.
inline int board_count(const Board& board, Colour colour, PieceType type) {
    return board.count[piece_make(colour, type)];
}

/// Does this side have anything but king and pawns?
inline bool board_has_pieces(const Board& board, Colour colour) {
    return (board.count[piece_make(colour, KNIGHT)] | board.count[piece_make(colour, BISHOP)] |
            board.count[piece_make(colour, ROOK)] | board.count[piece_make(colour, QUEEN)]) != 0;
}

/// No mate is possible by any play: bare kings, one minor piece, or only bishops on one colour.
bool board_is_dead(const Board& board);
