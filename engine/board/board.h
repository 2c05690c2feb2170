// The 0x88 board: squares, piece lists, castling rights and incrementally updated hash keys.
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

/// The colour and the side of the castling right with this bit number, in the order K, Q, k, q.
constexpr Colour castling_colour(int index) {
    return index < 2 ? WHITE : BLACK;
}
constexpr bool castling_is_king_side(int index) {
    return index % 2 == 0;
}

/// The fifty-move rule: a draw after this many half-moves without a capture or pawn move, unless
/// the last one mates.
constexpr int BOARD_FIFTY_MOVES = 100;

/// A side has at most ten pieces of a kind: two at the start and eight promoted pawns.
constexpr int PIECE_LIST_MAX = 10;

struct Board {
    // Squares off the board hold PIECE_BORDER. A Square is a byte, so a step over any edge reads a
    // PIECE_BORDER and stops as at a piece.
    Piece piece[256];
    uint8_t slot[SQUARE_NB]; // index in its list of the piece on a square
    Square list[PIECE_NB][PIECE_LIST_MAX];
    uint8_t count[PIECE_NB];

    Colour turn;
    Castling castling;
    Square en_passant; // set only if a legal en passant capture exists, else SQ_NONE
    int fifty;         // half-moves since the last capture or pawn move
    int move_number;   // full moves, from 1

    Move castle[CASTLING_RIGHTS];   // the castling moves, by bit number of the right
    uint8_t castle_mask[SQUARE_NB]; // the rights lost by a move from or to a square

    Key key;
    Key pawn_key;
    Key piece_key[COLOUR_NB]; // all pieces but pawns, by colour
};

/// Clears the board: no pieces, White to move, no rights.
void board_clear(Board* board);

/// board_put() puts a piece on an empty square, board_take() removes a piece, board_shift() moves a
/// piece to an empty square. The piece list must have room. The caller updates the hash keys. Slots
/// of empty squares and unused list entries are kept 0, so that equal boards have equal bytes.
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

/// Undoes board_take(): the piece returns to its old slot in the list, so that make and undo keep
/// the order of the lists.
inline void board_put_back(Board* board, Piece piece, Square square, uint8_t slot) {
    board_put(board, piece, square);
    const uint8_t last_slot = uint8_t(board->count[piece] - 1);
    const Square other = board->list[piece][slot];
    board->list[piece][last_slot] = other;
    board->slot[other] = last_slot;
    board->list[piece][slot] = square;
    board->slot[square] = slot;
}

/// Updates the keys for a piece that was put on a square or taken away.
inline void board_toggle_keys(Board* board, Piece piece, Square square) {
    const Key key = HASH.piece[piece][square];
    board->key ^= key;
    Key& part = piece_type(piece) == PAWN ? board->pawn_key : board->piece_key[piece_colour(piece)];
    part ^= key;
}

/// Adds a castling right with its move. King and rook must be on their squares before castling.
void board_grant_castling(Board* board, Castling right, Move castle);

/// Computes the keys from the squares, after setting up a position.
void board_refresh(Board* board);

/// Returns true if lists, slots, keys, kings and rights are consistent. For assertions and tests.
bool board_is_ok(const Board& board);

inline Square board_king(const Board& board, Colour colour) {
    return board.list[piece_make(colour, KING)][0];
}

/// The value of this side's pieces without pawns, in centipawns.
int board_pieces_value(const Board& board, Colour colour);

/// The number of this side's pieces of a type.
inline int board_count(const Board& board, Colour colour, PieceType type) {
    return board.count[piece_make(colour, type)];
}

/// True if this side has pieces other than king and pawns.
inline bool board_has_pieces(const Board& board, Colour colour) {
    return (board.count[piece_make(colour, KNIGHT)] | board.count[piece_make(colour, BISHOP)] |
            board.count[piece_make(colour, ROOK)] | board.count[piece_make(colour, QUEEN)]) != 0;
}

/// True if no sequence of moves mates: bare kings, one minor piece, or only bishops on squares of
/// one colour.
bool board_is_dead(const Board& board);
