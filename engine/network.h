// The evaluation network: which piece stands where, seen by each side, through one hidden layer.
// (chessprogramming wiki: "NNUE"; the inputs are the plain piece-square ones, 768 a side.)
#pragma once

#include <cstdint>

#include "engine/board.h"

constexpr int NETWORK_INPUTS = 768;
constexpr int NETWORK_HIDDEN = 128;
constexpr int NETWORK_BUCKETS = 8; // output weights by the number of pieces on the board
constexpr int NETWORK_PIECES_MAX = 32;

// Fixed point: one is HIDDEN_ONE in the hidden layer and OUTPUT_ONE among the output weights; an
// output of one is NETWORK_SCALE centipawns.
constexpr int NETWORK_HIDDEN_ONE = 255;
constexpr int NETWORK_OUTPUT_ONE = 64;
constexpr int NETWORK_SCALE = 400;

/// The weights as the file holds them, 16 bits each, little endian.
struct Network {
    int16_t hidden[NETWORK_INPUTS][NETWORK_HIDDEN];
    int16_t hidden_bias[NETWORK_HIDDEN];
    int16_t output[NETWORK_BUCKETS][2][NETWORK_HIDDEN]; // side to move first
    int16_t output_bias[NETWORK_BUCKETS];               // in units of HIDDEN_ONE * OUTPUT_ONE
};

/// The input of a piece as `view` sees it. Its own side is always below, and with its king on
/// files e to h left and right are exchanged: `mirror` is network_mirror() of that king.
inline int network_input(Colour view, int mirror, Piece piece, Square square) {
    const int own = piece_colour(piece) == view ? 0 : 6;
    const int seen = (view == WHITE ? square : square_flip(square)) ^ mirror;
    return (own + piece_type(piece) - PAWN) * 64 + square_to64(Square(seen));
}

/// What exchanges left and right for a side whose king stands there: 7 on files e to h, else 0.
inline int network_mirror(Square king) {
    return square_file(king) >= FILE_E ? FILE_H : FILE_A;
}

inline int network_bucket(int pieces) {
    return (pieces - 1) * NETWORK_BUCKETS / NETWORK_PIECES_MAX;
}

/// The sums of the hidden layer, before clipping, as each side sees the board.
struct Accumulator {
    alignas(64) int16_t value[COLOUR_NB][NETWORK_HIDDEN];
};

/// Computes a side's sums from the board alone.
void network_refresh(const Network& network, const Board& board, Colour view,
                     Accumulator* accumulator);

/// The score in centipawns for the side to move, computed from nothing but the board.
int network_score(const Network& network, const Board& board);

/// The same from sums that belong to the board.
int network_output(const Network& network, const Accumulator& accumulator, Colour turn, int pieces);
