#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "engine/board/fen.h"
#include "engine/eval/eval.h"
#include "test/fuzz/fuzz.h"
#include "test/helpers.h"

namespace {

// Checks that bytes of another size than a network's are refused.
void check_bytes(const uint8_t* data, size_t size) {
    FUZZ_CHECK(size == sizeof(Network) || network_check(data, size) != nullptr);
}

void check_scores(const Network& network) {
    for (const char* fen : PLAYOUT_STARTS) {
        Board board;
        FUZZ_CHECK(fen_parse(fen, &board, FEN_CLASSIC) == nullptr);
        FUZZ_CHECK(std::abs(int(eval(&network, board))) <= SCORE_EVAL_MAX);
        const double chance = network_win_chance(&network, eval(&network, board));
        FUZZ_CHECK(chance >= 0 && chance <= 1);
    }
}

} // namespace

// The input overwrites the header of a network and its first weights.
void fuzz_network(const uint8_t* data, size_t size) {
    check_bytes(data, size);
    const auto network = std::make_unique<Network>();
    network->scale = 400;
    network->spread = 100;
    network_fill_header(network.get());
    std::memcpy(static_cast<void*>(network.get()), data, std::min(size, sizeof *network));
    if (network_check(network.get(), sizeof *network) == nullptr) check_scores(*network);
    network_fill_header(network.get());
    if (network_check(network.get(), sizeof *network) == nullptr) check_scores(*network);
}
