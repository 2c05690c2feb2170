#include "engine/eval/network.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace {

// Without a network scores count material; even and spread are then rough guesses.
constexpr int MATERIAL_EVEN = 150, MATERIAL_SPREAD = 150;

constexpr size_t VERSION_AT = 13; // offset of the version in the magic

// The checksum of the weights, by FNV-1a (Fowler, Noll, Vo).
uint64_t checksum_of(const Network& network) {
    const auto* byte = reinterpret_cast<const unsigned char*>(&network);
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = offsetof(Network, hidden); i < sizeof network; ++i)
        sum = (sum ^ byte[i]) * 0x100000001b3u;
    return sum;
}

bool has_our_shape(const Network& network) {
    return network.inputs == NETWORK_INPUTS && network.hidden_size == NETWORK_HIDDEN &&
           network.buckets == NETWORK_BUCKETS;
}

bool is_sensible(const Network& network) {
    const int16_t* first = &network.output[0][0][0];
    const bool fits =
        std::all_of(first, first + sizeof network.output / sizeof *first,
                    [](int weight) { return std::abs(weight) <= NETWORK_OUTPUT_MAX; });
    return fits && network.scale > 0 && network.scale <= NETWORK_SCALE_MAX && network.spread > 0;
}

int count_pieces(const Board& board) {
    int pieces = 0;
    for (const uint8_t count : board.count) pieces += count;
    return pieces;
}

} // namespace

void network_fill_header(Network* network) {
    std::memcpy(network->magic, NETWORK_MAGIC, sizeof network->magic);
    network->inputs = NETWORK_INPUTS;
    network->hidden_size = NETWORK_HIDDEN;
    network->buckets = NETWORK_BUCKETS;
    network->checksum = checksum_of(*network);
}

const char* network_check(const void* bytes, size_t size) {
    if (size < sizeof NETWORK_MAGIC || std::memcmp(bytes, NETWORK_MAGIC, VERSION_AT) != 0)
        return "is not an Overtime network";
    if (std::memcmp(bytes, NETWORK_MAGIC, sizeof NETWORK_MAGIC) != 0)
        return "is a network of another version of Overtime";
    if (size != sizeof(Network)) return "is a network of another shape";
    const auto network = std::make_unique<Network>(); // `bytes` may not be aligned
    std::memcpy(static_cast<void*>(network.get()), bytes, sizeof *network);
    if (!has_our_shape(*network)) return "is a network of another shape";
    if (network->checksum != checksum_of(*network) || !is_sensible(*network))
        return "is a damaged network";
    return nullptr;
}

void network_refresh(const Network& network, const Board& board, Colour side,
                     Accumulator* accumulator) {
    int16_t* sums = accumulator->value[side];
    const NetworkKernels& kernels = network_kernels();
    const NetworkView view = network_view(side, board_king(board, side));
    const int16_t* from = network.hidden_bias;
    for (int piece = WHITE_PAWN; piece <= BLACK_KING; ++piece)
        for (int i = 0; i < board.count[piece]; ++i) {
            kernels.add(sums, from,
                        network.hidden[network_input(view, Piece(piece), board.list[piece][i])]);
            from = sums;
        }
}

int network_output(const Network& network, const Accumulator& accumulator, const Board& board) {
    const NetworkKernels& kernels = network_kernels();
    const int bucket = network_bucket(count_pieces(board));
    const Colour us = board.turn, them = colour_opposite(us);
    const int64_t total =
        int64_t(kernels.output(accumulator.value[us], network.output[bucket][0])) +
        kernels.output(accumulator.value[them], network.output[bucket][1]);
    const int64_t sum = total + int64_t(network.output_bias[bucket]) * NETWORK_HIDDEN_ONE;
    return int(sum * network.scale / NETWORK_SUM_ONE);
}

int network_score(const Network& network, const Board& board) {
    Accumulator accumulator;
    network_refresh(network, board, WHITE, &accumulator);
    network_refresh(network, board, BLACK, &accumulator);
    return network_output(network, accumulator, board);
}

double network_win_chance(const Network* network, int score) {
    const int even = network ? network->even : MATERIAL_EVEN;
    const int spread = network ? network->spread : MATERIAL_SPREAD;
    return 1 / (1 + std::exp(double(even - score) / spread));
}
