// Material and piece-square values, each with a middlegame and an endgame half.
#pragma once

#include "engine/piece.h"
#include "engine/square.h"
#include "engine/types.h"

/// Two centipawn values in one integer (endgame in the upper half), so that one addition adds both.
enum Tapered : int32_t {
    TAPERED_ZERO = 0
};

constexpr Tapered tapered(int middle, int end) {
    return Tapered(end * 65536 + middle);
}
constexpr int tapered_middle(Tapered value) {
    return int16_t(uint16_t(uint32_t(value)));
}
constexpr int tapered_end(Tapered value) {
    return int16_t(uint16_t((uint32_t(value) + 0x8000u) >> 16));
}
constexpr Tapered operator+(Tapered a, Tapered b) {
    return Tapered(int(a) + int(b));
}
constexpr Tapered operator-(Tapered a, Tapered b) {
    return Tapered(int(a) - int(b));
}
constexpr Tapered operator-(Tapered a) {
    return Tapered(-int(a));
}
constexpr Tapered operator*(Tapered a, int n) {
    return Tapered(int(a) * n);
}
constexpr Tapered& operator+=(Tapered& a, Tapered b) {
    return a = a + b;
}
constexpr Tapered& operator-=(Tapered& a, Tapered b) {
    return a = a - b;
}

/// Piece values in the middlegame and the endgame; the king has none.
inline constexpr Tapered PIECE_VALUE[PIECE_TYPE_NB] = {
    TAPERED_ZERO,      tapered(82, 104),  tapered(330, 300), tapered(350, 320),
    tapered(475, 540), tapered(990, 980), TAPERED_ZERO,
};

struct PieceSquareTable {
    Tapered value[PIECE_NB][SQUARE_NB];
};

/// Material plus square, positive for White's pieces and negative for Black's.
extern const PieceSquareTable PST;
