// A move in 16 bits: `from` in the low byte, `to` in the high byte. 0x88 squares leave bits 3 and 7
// of each byte free; these four bits hold the kind of move.
//
//   bit 15 promotion; then bits 3 and 7 give the piece: 00 knight, 01 bishop, 10 rook, 11 queen
//   bit 11 special: bit 3 clear = en passant, set = castling (with bit 7: from the d-file)
//
// Castling is encoded as the king taking its own rook, which works for Chess960, too.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "engine/board/piece.h"
#include "engine/board/square.h"

enum Move : uint16_t {
    MOVE_NONE = 0,
    MOVE_NULL = 0x1010, // a2a2, which is never a legal move
};

constexpr uint16_t MOVE_PROMOTION_BIT = 0x8000;
constexpr uint16_t MOVE_SPECIAL_BIT = 0x0800;
constexpr uint16_t MOVE_KIND_BITS = 0x8888;
constexpr uint16_t MOVE_EN_PASSANT = MOVE_SPECIAL_BIT;
constexpr uint16_t MOVE_CASTLE = MOVE_SPECIAL_BIT | 0x0008;
constexpr uint16_t MOVE_WILD_BIT = 0x0080;
constexpr uint16_t MOVE_CASTLE_WILD = MOVE_CASTLE | MOVE_WILD_BIT;

constexpr Square move_from(Move move) {
    return Square(move & 0x77);
}
constexpr Square move_to(Move move) {
    return Square(move >> 8 & 0x77);
}

constexpr Move move_make_plain(Square from, Square to) {
    return Move(from | to << 8);
}
constexpr Move move_make_en_passant(Square from, Square to) {
    return Move(from | to << 8 | MOVE_EN_PASSANT);
}
constexpr Move move_make_castle(Square king, Square rook) {
    return Move(king | rook << 8 | MOVE_CASTLE);
}
/// Castling from the d-file in the variant wildcastle: the king goes to the b- or the f-file.
constexpr Move move_make_castle_wild(Square king, Square rook) {
    return Move(king | rook << 8 | MOVE_CASTLE_WILD);
}
/// Makes a promotion to `type`, which is KNIGHT to QUEEN.
constexpr Move move_make_promotion(Square from, Square to, PieceType type) {
    const int code = type - KNIGHT;
    return Move(from | to << 8 | MOVE_PROMOTION_BIT | (code & 1) << 3 | (code & 2) << 6);
}

constexpr bool move_is_promotion(Move move) {
    return (move & MOVE_PROMOTION_BIT) != 0;
}
constexpr bool move_is_en_passant(Move move) {
    return (move & MOVE_KIND_BITS) == MOVE_EN_PASSANT;
}
constexpr bool move_is_castle(Move move) {
    return (move & MOVE_KIND_BITS & ~MOVE_WILD_BIT) == MOVE_CASTLE;
}
constexpr bool move_is_castle_wild(Move move) {
    return (move & MOVE_KIND_BITS) == MOVE_CASTLE_WILD;
}
/// The piece type promoted to, PIECE_TYPE_NONE if the move is no promotion.
constexpr PieceType move_promotion(Move move) {
    if (!move_is_promotion(move)) return PIECE_TYPE_NONE;
    return PieceType(KNIGHT + (move >> 3 & 1) + (move >> 6 & 2));
}

/// Legal positions have at most 218 moves.
constexpr int MOVES_MAX = 256;

struct MoveList {
    int count;
    Move move[MOVES_MAX];
};

inline void move_list_add(MoveList* list, Move move) {
    assert(list->count < MOVES_MAX);
    list->move[list->count++] = move;
}
inline bool move_list_has(const MoveList& list, Move move) {
    const Move* end = list.move + list.count;
    return std::find(list.move, end, move) != end;
}
/// Removes a move from the list, if the list has it.
inline void move_list_remove(MoveList* list, Move move) {
    list->count = int(std::remove(list->move, list->move + list->count, move) - list->move);
}
