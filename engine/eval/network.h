// The evaluation network (chessprogramming wiki: "NNUE"): piece-square inputs from the point of
// view of each side, 768 for each zone of that side's king, and one hidden layer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/board/board.h"
#include "engine/eval/network_kernels.h"

constexpr int NETWORK_ZONES = 3; // king zones, each with its own inputs
constexpr int NETWORK_ZONE_INPUTS = 768;
constexpr int NETWORK_INPUTS = NETWORK_ZONES * NETWORK_ZONE_INPUTS;
constexpr int NETWORK_BUCKETS = 8; // sets of output weights, by the number of pieces on the board
constexpr int NETWORK_PIECES_MAX = 32;

// Fixed point: the integers for 1.0 in the output weights, in the output bias and in the output.
constexpr int NETWORK_OUTPUT_ONE = 1024;
constexpr int NETWORK_BIAS_ONE = NETWORK_HIDDEN_ONE * NETWORK_OUTPUT_ONE >> NETWORK_SQUARE_SHIFT;
constexpr int NETWORK_SUM_ONE = NETWORK_HIDDEN_ONE * NETWORK_BIAS_ONE;

/// Centipawns of an output of 1.0 during training; the file of a network has the network's scale.
constexpr int NETWORK_SCALE = 400;

constexpr int NETWORK_SCALE_MAX = 10000;

constexpr char NETWORK_MAGIC[16] = "Overtime net 3\n";

/// A network as it is stored in its file, little endian.
struct alignas(64) Network {
    char magic[16]; // NETWORK_MAGIC
    uint16_t inputs, hidden_size, buckets;
    uint16_t even;     // the score in centipawns at which a win has probability 1/2
    int32_t scale;     // centipawns of an output of 1.0
    int32_t spread;    // of the win probability, in centipawns (see network_win_chance)
    uint64_t checksum; // FNV-1a of the weights

    alignas(64) int16_t hidden[NETWORK_INPUTS][NETWORK_HIDDEN];
    int16_t hidden_bias[NETWORK_HIDDEN];
    int16_t output[NETWORK_BUCKETS][2][NETWORK_HIDDEN]; // side to move first
    int16_t output_bias[NETWORK_BUCKETS];
};

/// Fills in magic, shape and checksum after weights, even, scale and spread have been set.
void network_fill_header(Network* network);

/// Returns nullptr if these bytes are a valid network, else the reason why not.
const char* network_check(const void* bytes, size_t size);

/// The network built into the program; nullptr if the program has no network or an invalid one.
const Network* network_builtin();

/// The point of view of a side, which depends on the square of its king.
struct NetworkView {
    Colour side;
    int mirror; // xor for squares: 7 (mirrors the files) with the king on files e to h, else 0
    int zone;   // 0: king on its first two ranks, files a-c or f-h; 1: there, files d-e; 2: beyond
};

/// The point of view of a side with its king on this square.
inline NetworkView network_view(Colour side, Square king) {
    const File file = square_file(king);
    const bool is_home = square_rank_for(side, king) <= RANK_2,
               is_aside = file <= FILE_C || file >= FILE_F;
    return {side, file >= FILE_E ? FILE_H : FILE_A, is_home ? (is_aside ? 0 : 1) : 2};
}

/// True if every piece has the same input in both views.
inline bool network_is_same_view(const NetworkView& one, const NetworkView& other) {
    return one.mirror == other.mirror && one.zone == other.zone;
}

/// The input number of a piece in a view.
inline int network_input(const NetworkView& view, Piece piece, Square square) {
    const int own = piece_colour(piece) == view.side ? 0 : 6;
    const int seen = (view.side == WHITE ? square : square_flip(square)) ^ view.mirror;
    return view.zone * NETWORK_ZONE_INPUTS + (own + piece_type(piece) - PAWN) * 64 +
           square_to64(Square(seen));
}

/// The set of output weights for a number of pieces.
inline int network_bucket(int pieces) {
    return (pieces - 1) * NETWORK_BUCKETS / NETWORK_PIECES_MAX;
}

/// The sums of the hidden layer before clipping, for the view of each side.
struct Accumulator {
    alignas(64) int16_t value[COLOUR_NB][NETWORK_HIDDEN];
};

/// Computes a side's sums of the hidden layer from the board.
void network_refresh(const Network& network, const Board& board, Colour side,
                     Accumulator* accumulator);

/// Returns the score in centipawns for the side to move, from the hidden layer's sums.
int network_output(const Network& network, const Accumulator& accumulator, const Board& board);

/// Returns the score in centipawns for the side to move, computed from the board alone.
int network_score(const Network& network, const Board& board);

/// The probability of a win, 0 to 1, at a score of this network (nullptr: of material): 1 / (1 +
/// e^((even - score) / spread)). The probability of a loss is that of a win at the negated score;
/// otherwise the game is drawn.
double network_win_chance(const Network* network, int score);
