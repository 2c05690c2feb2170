// The evaluation network: which piece stands where, seen by each side, through one hidden layer.
// (chessprogramming wiki: "NNUE"; the inputs are the piece-square ones, 768 for each zone of the
// side's king.)
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/board/board.h"
#include "engine/eval/network_kernels.h"

constexpr int NETWORK_ZONES = 3; // of a side's king, each with its own inputs
constexpr int NETWORK_ZONE_INPUTS = 768;
constexpr int NETWORK_INPUTS = NETWORK_ZONES * NETWORK_ZONE_INPUTS;
constexpr int NETWORK_BUCKETS = 8; // output weights by the number of pieces on the board
constexpr int NETWORK_PIECES_MAX = 32;

// Fixed point: what is one among the output weights, in their bias and in the sum of both.
constexpr int NETWORK_OUTPUT_ONE = 1024;
constexpr int NETWORK_BIAS_ONE = NETWORK_HIDDEN_ONE * NETWORK_OUTPUT_ONE >> NETWORK_SQUARE_SHIFT;
constexpr int NETWORK_SUM_ONE = NETWORK_HIDDEN_ONE * NETWORK_BIAS_ONE;

/// While it learns an output of one is so many centipawns; what they are in the end is measured.
constexpr int NETWORK_SCALE = 400;

constexpr int NETWORK_SCALE_MAX = 10000;

constexpr char NETWORK_MAGIC[16] = "Overtime net 3\n";

/// A network as its file holds it, little endian.
struct alignas(64) Network {
    char magic[16]; // NETWORK_MAGIC
    uint16_t inputs, hidden_size, buckets;
    uint16_t even;     // the score in centipawns at which a win is as likely as not
    int32_t scale;     // centipawns of an output of one
    int32_t spread;    // of the results around a score (see network_win_chance)
    uint64_t checksum; // of the weights

    alignas(64) int16_t hidden[NETWORK_INPUTS][NETWORK_HIDDEN];
    int16_t hidden_bias[NETWORK_HIDDEN];
    int16_t output[NETWORK_BUCKETS][2][NETWORK_HIDDEN]; // side to move first
    int16_t output_bias[NETWORK_BUCKETS];
};

/// Writes what the file says of itself (magic, shape, checksum) once weights, even, scale and
/// spread are set.
void network_fill_header(Network* network);

/// Are these bytes a network? nullptr, or what is wrong with them.
const char* network_check(const void* bytes, size_t size);

/// The network that the program was built with; nullptr if it was built without.
const Network* network_builtin();

/// How a side sees the board, by where its king stands.
struct NetworkView {
    Colour side;
    int mirror; // what exchanges left and right with the king on files e to h: 7, else 0
    int zone;   // 0: on its first two ranks at a side, 1: there in the middle, 2: beyond
};

/// How this side sees it with its king there.
inline NetworkView network_view(Colour side, Square king) {
    const File file = square_file(king);
    const bool is_home = square_rank_for(side, king) <= RANK_2,
               is_aside = file <= FILE_C || file >= FILE_F;
    return {side, file >= FILE_E ? FILE_H : FILE_A, is_home ? (is_aside ? 0 : 1) : 2};
}

/// Has every piece the same input in both?
inline bool network_is_same_view(const NetworkView& one, const NetworkView& other) {
    return one.mirror == other.mirror && one.zone == other.zone;
}

/// The input of a piece: seen with its own side below.
inline int network_input(const NetworkView& view, Piece piece, Square square) {
    const int own = piece_colour(piece) == view.side ? 0 : 6;
    const int seen = (view.side == WHITE ? square : square_flip(square)) ^ view.mirror;
    return view.zone * NETWORK_ZONE_INPUTS + (own + piece_type(piece) - PAWN) * 64 +
           square_to64(Square(seen));
}

/// Which output weights belong to so many pieces.
inline int network_bucket(int pieces) {
    return (pieces - 1) * NETWORK_BUCKETS / NETWORK_PIECES_MAX;
}

/// The sums of the hidden layer, before clipping, as each side sees the board.
struct Accumulator {
    alignas(64) int16_t value[COLOUR_NB][NETWORK_HIDDEN];
};

/// Computes a side's sums from the board alone.
void network_refresh(const Network& network, const Board& board, Colour side,
                     Accumulator* accumulator);

/// The score in centipawns for the side to move, from sums that belong to the board.
int network_output(const Network& network, const Accumulator& accumulator, const Board& board);

/// The same, computed from nothing but the board.
int network_score(const Network& network, const Board& board);

/// How likely a score of this network (nullptr: of material) wins, 0 to 1: 1 / (1 + e^((even -
/// score) / spread)). It loses as often as the negative one wins; the rest are draws.
double network_win_chance(const Network* network, int score);
