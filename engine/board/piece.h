// Piece types, coloured pieces and their letters.
#pragma once

#include <cstdint>

#include "engine/board/types.h"

enum PieceType : uint8_t {
    PIECE_TYPE_NONE,
    PAWN,
    KNIGHT,
    BISHOP,
    ROOK,
    QUEEN,
    KING,
};
constexpr int PIECE_TYPE_NB = 7;

/// A Piece has its type in the low three bits and its colour in bit 3.
enum Piece : uint8_t {
    NO_PIECE = 0,
    PIECE_BORDER = 0x80, // squares off the board: neither empty nor a piece of either colour
    WHITE_PAWN = 1,
    WHITE_KNIGHT,
    WHITE_BISHOP,
    WHITE_ROOK,
    WHITE_QUEEN,
    WHITE_KING,
    BLACK_PAWN = 9,
    BLACK_KNIGHT,
    BLACK_BISHOP,
    BLACK_ROOK,
    BLACK_QUEEN,
    BLACK_KING,
};
constexpr int PIECE_NB = 16;

constexpr Piece piece_make(Colour colour, PieceType type) {
    return Piece(colour << 3 | type);
}
constexpr PieceType piece_type(Piece piece) {
    return PieceType(piece & 7);
}
/// Piece values in centipawns, for static exchange evaluation and endgames.
inline constexpr int PIECE_VALUE[PIECE_TYPE_NB] = {0, 100, 325, 325, 500, 975, 0};

/// The colour of a piece; meaningless for NO_PIECE.
constexpr Colour piece_colour(Piece piece) {
    return Colour(piece >> 3);
}
constexpr bool piece_is(Piece piece, Colour colour) {
    return piece != NO_PIECE && piece_colour(piece) == colour;
}
/// True for bishops, rooks and queens.
constexpr bool piece_is_slider(Piece piece) {
    return piece_type(piece) >= BISHOP && piece_type(piece) <= QUEEN;
}

/// 'P' to 'K' for White, 'p' to 'k' for Black, '.' for NO_PIECE.
constexpr char piece_letter(Piece piece) {
    return ".PNBRQK..pnbrqk."[piece];
}
/// NO_PIECE if the letter stands for no piece.
constexpr Piece piece_from_letter(char letter) {
    for (int piece = WHITE_PAWN; piece <= BLACK_KING; ++piece)
        if (letter != '.' && piece_letter(Piece(piece)) == letter) return Piece(piece);
    return NO_PIECE;
}
