#include "engine/network.h"

#include <algorithm>
#include <cstring>

namespace {

void add(int16_t* sums, const int16_t* weights) {
    for (int i = 0; i < NETWORK_HIDDEN; ++i) sums[i] = int16_t(sums[i] + weights[i]);
}

// Squared clipped ReLU times the output weights. clipped * weight fits 16 bits, since the trainer
// keeps output weights within +-127.
int32_t half_output(const int16_t* sums, const int16_t* weights) {
    int32_t total = 0;
    for (int i = 0; i < NETWORK_HIDDEN; ++i) {
        const int16_t clipped =
            std::clamp<int16_t>(sums[i], int16_t(0), int16_t(NETWORK_HIDDEN_ONE));
        total += int32_t(int16_t(clipped * weights[i])) * clipped;
    }
    return total;
}

} // namespace

void network_refresh(const Network& network, const Board& board, Colour view,
                     Accumulator* accumulator) {
    int16_t* sums = accumulator->value[view];
    std::memcpy(sums, network.hidden_bias, sizeof network.hidden_bias);
    const int mirror = network_mirror(board_king(board, view));
    for (int piece = WHITE_PAWN; piece <= BLACK_KING; ++piece)
        for (int i = 0; i < board.count[piece]; ++i)
            add(sums,
                network.hidden[network_input(view, mirror, Piece(piece), board.list[piece][i])]);
}

int network_output(const Network& network, const Accumulator& accumulator, Colour turn,
                   int pieces) {
    const int bucket = network_bucket(pieces);
    const int64_t total =
        int64_t(half_output(accumulator.value[turn], network.output[bucket][0])) +
        half_output(accumulator.value[colour_opposite(turn)], network.output[bucket][1]);
    const int64_t sum = total / NETWORK_HIDDEN_ONE + network.output_bias[bucket];
    return int(sum * NETWORK_SCALE / (NETWORK_HIDDEN_ONE * NETWORK_OUTPUT_ONE));
}

int network_score(const Network& network, const Board& board) {
    Accumulator accumulator;
    network_refresh(network, board, WHITE, &accumulator);
    network_refresh(network, board, BLACK, &accumulator);
    int pieces = 0;
    for (const uint8_t count : board.count) pieces += count;
    return network_output(network, accumulator, board.turn, pieces);
}
