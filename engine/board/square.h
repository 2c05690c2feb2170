// 0x88 squares: rank in the high nibble, file in the low one. A square with a bit of 0x88 set is
// off the board. (chessprogramming wiki: "0x88")
#pragma once

#include <cstdint>

#include "engine/board/types.h"

enum Square : uint8_t {
    SQ_A1 = 0x00,
    SQ_B1,
    SQ_C1,
    SQ_D1,
    SQ_E1,
    SQ_F1,
    SQ_G1,
    SQ_H1,
    SQ_A8 = 0x70,
    SQ_B8,
    SQ_C8,
    SQ_D8,
    SQ_E8,
    SQ_F8,
    SQ_G8,
    SQ_H8,
    SQ_NONE = 0x7f,
};
constexpr int SQUARE_NB = 128;

enum File : int {
    FILE_A,
    FILE_B,
    FILE_C,
    FILE_D,
    FILE_E,
    FILE_F,
    FILE_G,
    FILE_H
};
enum Rank : int {
    RANK_1,
    RANK_2,
    RANK_3,
    RANK_4,
    RANK_5,
    RANK_6,
    RANK_7,
    RANK_8
};

/// The difference between a square and its neighbour in a direction.
enum Step : int8_t {
    STEP_NONE = 0,
    STEP_N = 16,
    STEP_S = -16,
    STEP_E = 1,
    STEP_W = -1,
    STEP_NE = 17,
    STEP_NW = 15,
    STEP_SE = -15,
    STEP_SW = -17,
};

inline constexpr Step STEPS_ROOK[4] = {STEP_N, STEP_E, STEP_S, STEP_W};
inline constexpr Step STEPS_BISHOP[4] = {STEP_NE, STEP_SE, STEP_SW, STEP_NW};
inline constexpr Step STEPS_KING[8] = {STEP_N,  STEP_E,  STEP_S,  STEP_W,
                                       STEP_NE, STEP_SE, STEP_SW, STEP_NW};
inline constexpr int8_t STEPS_KNIGHT[8] = {33, 31, 18, 14, -33, -31, -18, -14};

/// The sum may be off the board: check it with square_is_ok() before using it as an index.
constexpr Square operator+(Square square, int step) {
    return Square(int(square) + step);
}
constexpr Square operator-(Square square, int step) {
    return Square(int(square) - step);
}
constexpr Square& operator+=(Square& square, int step) {
    return square = square + step;
}
constexpr Step operator-(Step step) {
    return Step(-int(step));
}

constexpr bool square_is_ok(Square square) {
    return (square & 0x88) == 0;
}
constexpr Square square_make(int file, int rank) {
    return Square(rank * 16 + file);
}
constexpr File square_file(Square square) {
    return File(square & 7);
}
constexpr Rank square_rank(Square square) {
    return Rank(square >> 4);
}
/// The same square seen from the other side of the board (a1 <-> a8).
constexpr Square square_flip(Square square) {
    return Square(square ^ 0x70);
}
/// 0 for dark squares (a1), 1 for light ones.
constexpr int square_shade(Square square) {
    return (square ^ (square >> 4)) & 1;
}
/// The square from the point of view of this side: flipped for Black.
constexpr Square square_for(Colour colour, Square square) {
    return colour == BLACK ? square_flip(square) : square;
}
/// The rank from the point of view of this side: rank 1 is its own first rank.
constexpr Rank square_rank_for(Colour colour, Square square) {
    return Rank(colour == BLACK ? 7 - (square >> 4) : square >> 4);
}
/// The direction of this side's pawns.
constexpr Step square_forward(Colour colour) {
    return colour == WHITE ? STEP_N : STEP_S;
}
/// Converts to and from 0 to 63, in the order a1 b1 ... h8.
constexpr int square_to64(Square square) {
    return (square + (square & 7)) >> 1;
}
constexpr Square square_from64(int index) {
    return Square(index + (index & ~7));
}
