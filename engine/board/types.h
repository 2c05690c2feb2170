// Colour, depth, ply and score are distinct types, so that the compiler reports mix-ups.
#pragma once

#include <cstdint>

using Key = uint64_t;

enum Colour : uint8_t {
    WHITE,
    BLACK,
};
constexpr int COLOUR_NB = 2;

constexpr Colour colour_opposite(Colour colour) {
    return Colour(colour ^ 1);
}

/// Remaining depth of a search in plies.
enum Depth : int {
    DEPTH_ZERO = 0,
    DEPTH_MAX = 100,
};

/// Distance from the root in half-moves.
enum Ply : int {
    PLY_ROOT = 0,
    PLY_MAX = 128,
};

/// Centipawns, from the point of view of the side to move unless a name says otherwise.
enum Score : int {
    SCORE_DRAW = 0,
    SCORE_EVAL_MAX = 20000, // static scores are within +-this
    SCORE_MATE_MIN = 29000, // scores from here on are mates
    SCORE_MATE = 30000,     // checkmate on the board, for the winner
    SCORE_INFINITE = 31000,
    SCORE_NONE = 32000, // no score
};

#define OVERTIME_ARITHMETIC(T)                                                                     \
    constexpr T operator+(T a, int b) {                                                            \
        return T(int(a) + b);                                                                      \
    }                                                                                              \
    constexpr T operator-(T a, int b) {                                                            \
        return T(int(a) - b);                                                                      \
    }                                                                                              \
    constexpr T operator-(T a) {                                                                   \
        return T(-int(a));                                                                         \
    }                                                                                              \
    constexpr T& operator+=(T& a, int b) {                                                         \
        return a = a + b;                                                                          \
    }                                                                                              \
    constexpr T& operator-=(T& a, int b) {                                                         \
        return a = a - b;                                                                          \
    }                                                                                              \
    constexpr T& operator++(T& a) {                                                                \
        return a = a + 1;                                                                          \
    }

OVERTIME_ARITHMETIC(Depth)
OVERTIME_ARITHMETIC(Ply)
OVERTIME_ARITHMETIC(Score)

/// The score of giving mate, or of being mated, at this ply.
constexpr Score score_mate_in(Ply ply) {
    return SCORE_MATE - int(ply);
}
constexpr Score score_mated_in(Ply ply) {
    return Score(int(ply)) - SCORE_MATE;
}
constexpr bool score_is_mate(Score score) {
    return score >= SCORE_MATE_MIN || score <= -SCORE_MATE_MIN;
}
/// Full moves to the mate, negative if the side to move is mated. Only for mate scores.
constexpr int score_mate_moves(Score score) {
    return score > 0 ? (SCORE_MATE - score + 1) / 2 : -((SCORE_MATE + score) / 2);
}

/// In CECP and the time controllers mate in n moves, for or against us, is +-(SCORE_CP_MATE + n).
constexpr int SCORE_CP_MATE = 100000;

/// The score in centipawns; a mate in n moves is +-(SCORE_CP_MATE + n).
constexpr int score_cp(Score score) {
    if (!score_is_mate(score)) return score;
    const int moves = score_mate_moves(score);
    return score > 0 ? SCORE_CP_MATE + moves : moves - SCORE_CP_MATE;
}
