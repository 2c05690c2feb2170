#include "engine/eval/network.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/move_do.h"
#include "engine/eval/accumulator.h"
#include "engine/eval/eval.h"
#include "engine/eval/network_kernels.h"
#include "test/helpers.h"

namespace {

constexpr uint64_t SEED = 0x9e7;

// Random weights within the limits of the trainer.
std::unique_ptr<Network> random_network() {
    auto network = std::make_unique<Network>();
    Dice dice = {SEED};
    const auto fill = [&dice](int16_t* weight, size_t count, int range) {
        for (size_t i = 0; i < count; ++i)
            weight[i] = int16_t(dice_roll(&dice, 2 * range + 1) - range);
    };
    fill(&network->hidden[0][0], NETWORK_INPUTS * NETWORK_HIDDEN, 120);
    fill(network->hidden_bias, NETWORK_HIDDEN, 120);
    fill(&network->output[0][0][0], NETWORK_BUCKETS * 2 * NETWORK_HIDDEN, NETWORK_OUTPUT_MAX);
    fill(network->output_bias, NETWORK_BUCKETS, 9999);
    network->scale = 400;
    network->spread = 100;
    network_fill_header(network.get());
    return network;
}

// Plays a random game with null moves and with branches that are taken back, as in a search.
struct Walk {
    Dice dice;
    const Network* network;
    AccumulatorStack* stack;
    Board board;
    Tally* tally;
};

bool sums_are_right(Walk* walk, Ply ply) {
    const Accumulator& sums = accumulator_sums(walk->stack, *walk->network, walk->board, ply);
    Accumulator fresh;
    for (const Colour view : {WHITE, BLACK})
        network_refresh(*walk->network, walk->board, view, &fresh);
    return std::memcmp(&sums, &fresh, sizeof fresh) == 0;
}

void walk_on(Walk* walk, int plies, Ply ply);

void walk_null(Walk* walk, int plies, Ply ply) {
    Undo undo;
    accumulator_make_null(walk->stack, ply);
    move_make_null(&walk->board, &undo);
    walk_on(walk, plies, ply);
    move_undo_null(&walk->board, undo);
}

void walk_on(Walk* walk, int plies, Ply ply) {
    if (dice_roll(&walk->dice, 3) > 0)
        tally_add(walk->tally, sums_are_right(walk, ply), [&] { return fen_write(walk->board); });
    for (int branch = 0; branch < 2 && plies > 0; ++branch) {
        const std::vector<Move> moves = position_moves(walk->board);
        if (moves.empty()) return;
        const Move move = moves[size_t(dice_roll(&walk->dice, int(moves.size())))];
        Undo undo;
        accumulator_make(walk->stack, walk->board, move, ply);
        move_make(&walk->board, move, &undo);
        const bool quiet = !attack_in_check(walk->board);
        if (quiet && branch == 0 && dice_roll(&walk->dice, 8) == 0) walk_null(walk, 2, ply + 1);
        walk_on(walk, branch == 0 ? plies - 1 : std::min(plies - 1, 2), ply + 1);
        move_undo(&walk->board, move, undo);
    }
}

std::vector<int16_t> random_row(Dice* dice, int range) {
    std::vector<int16_t> row(NETWORK_HIDDEN);
    for (int16_t& value : row) value = int16_t(dice_roll(dice, 2 * range + 1) - range);
    return row;
}

} // namespace

TEST_CASE("network: updated accumulators equal refreshed ones") {
    const auto network = random_network();
    const auto stack = std::make_unique<AccumulatorStack>();
    Tally tally;
    tally.seed = SEED;
    for (int game = 0; game < 300; ++game) {
        const char* fen = PLAYOUT_STARTS[size_t(game) % std::size(PLAYOUT_STARTS)];
        Walk walk = {
            {SEED + uint64_t(game)}, network.get(), stack.get(), position_make(fen), &tally};
        accumulator_begin(stack.get());
        walk_on(&walk, 60, PLY_ROOT);
    }
    tally_check(tally, 20000);
}

TEST_CASE("network: all kernels give the same integers") {
    REQUIRE(network_kernels_at(0) == &network_kernels());
    Dice dice = {SEED};
    for (int round = 0; round < 200; ++round) {
        const int range = round < 100 ? 400 : 32767;
        const auto from = random_row(&dice, range), plus = random_row(&dice, range),
                   minus = random_row(&dice, range), minus2 = random_row(&dice, range),
                   weights = random_row(&dice, NETWORK_OUTPUT_MAX);
        std::vector<int16_t> added(NETWORK_HIDDEN), moved(NETWORK_HIDDEN), captured(NETWORK_HIDDEN);
        int64_t output = 0;
        for (size_t i = 0; i < NETWORK_HIDDEN; ++i) {
            added[i] = int16_t(from[i] + plus[i]);
            moved[i] = int16_t(added[i] - minus[i]);
            captured[i] = int16_t(moved[i] - minus2[i]);
            const int clipped = std::clamp(int(from[i]), 0, NETWORK_HIDDEN_ONE);
            output += (clipped * clipped >> NETWORK_SQUARE_SHIFT) * weights[i];
        }
        const NetworkKernels* kernels = network_kernels_at(0);
        for (int p = 0; kernels; kernels = network_kernels_at(++p)) {
            INFO(std::string(kernels->name));
            std::vector<int16_t> to(NETWORK_HIDDEN);
            kernels->add(to.data(), from.data(), plus.data());
            CHECK(to == added);
            kernels->move(to.data(), from.data(), plus.data(), minus.data());
            CHECK(to == moved);
            kernels->capture(to.data(), from.data(), plus.data(), minus.data(), minus2.data());
            CHECK(to == captured);
            to = from;
            kernels->add(to.data(), to.data(), plus.data());
            CHECK(to == added);
            CHECK(kernels->output(from.data(), weights.data()) == output);
        }
    }
}

TEST_CASE("network: the largest sums and weights do not overflow the output") {
    const std::vector<int16_t> sums(NETWORK_HIDDEN, INT16_MAX);
    const NetworkKernels* kernels = network_kernels_at(0);
    for (int p = 0; kernels; kernels = network_kernels_at(++p))
        for (const int weight : {NETWORK_OUTPUT_MAX, -NETWORK_OUTPUT_MAX}) {
            const std::vector<int16_t> weights(NETWORK_HIDDEN, int16_t(weight));
            CHECK(kernels->output(sums.data(), weights.data()) ==
                  int64_t(NETWORK_HIDDEN_ONE * NETWORK_HIDDEN_ONE >> NETWORK_SQUARE_SHIFT) *
                      weight * NETWORK_HIDDEN);
        }
}

TEST_CASE("network: mirrored positions have the same score") {
    const auto network = random_network();
    Tally tally;
    tally.seed = SEED;
    playout_visit(SEED, 60, 80, [&](const Board& board) {
        const Board mirrored = position_make(position_mirror(fen_write(board)));
        tally_add(&tally, eval(network.get(), board) == eval(network.get(), mirrored),
                  [&] { return fen_write(board); });
    });
    tally_check(tally, 2000);
    CHECK(eval(network.get(), position_make("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1")) ==
          eval(network.get(), position_make("4k3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1")));
}

TEST_CASE("network: the own king's zone and the mirroring of files select the inputs") {
    const auto at = [](const char* name) { return square_make(name[0] - 'a', name[1] - '1'); };
    const auto zone = [&](Colour side, const char* king) {
        return network_view(side, at(king)).zone;
    };
    for (const char* king : {"a1", "c2", "f1", "g1", "h2"}) CHECK(zone(WHITE, king) == 0);
    for (const char* king : {"d1", "e1", "e2"}) CHECK(zone(WHITE, king) == 1);
    for (const char* king : {"a3", "e4", "h8"}) CHECK(zone(WHITE, king) == 2);
    CHECK(zone(BLACK, "g8") == 0);
    CHECK(zone(BLACK, "e7") == 1);
    CHECK(zone(BLACK, "g1") == 2);
    const auto input = [&](const char* king, const char* pawn) {
        return network_input(network_view(WHITE, at(king)), WHITE_PAWN, at(pawn));
    };
    CHECK(input("b1", "a2") == input("g1", "h2"));
    CHECK(input("b1", "a2") != input("g1", "a2"));
    CHECK(input("e1", "a2") == input("g1", "a2") + NETWORK_ZONE_INPUTS);
    CHECK(input("h8", "a7") < NETWORK_INPUTS);
}

TEST_CASE("network: search_eval and eval_position agree with eval") {
    const auto network = random_network();
    const OwnedSearch search = search_owned();
    search_set_network(search.get(), network.get());
    CHECK(search_network(search.get()) == network.get());
    const Game game = game_from(PLAYOUT_STARTS[1]);
    CHECK(search_eval(search.get(), game) == eval(network.get(), game.board));
    const auto evaluator = std::make_unique<Evaluator>();
    evaluator->network = network.get();
    accumulator_begin(&evaluator->accumulators);
    CHECK(eval_position(evaluator.get(), game.board, PLY_ROOT) == eval(network.get(), game.board));
}

TEST_CASE("network: endgame knowledge comes before the network") {
    const auto network = random_network();
    CHECK(eval(network.get(), position_make("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1")) == SCORE_DRAW);
    CHECK(eval(network.get(), position_make("4k3/8/8/8/8/8/8/2Q1K3 w - - 0 1")) > 500);
}

TEST_CASE("network_check: refuses damaged networks and files of another kind") {
    const auto network = random_network();
    std::vector<char> bytes(sizeof(Network) + 1);
    std::memcpy(bytes.data(), network.get(), sizeof(Network));
    const auto check = [&](size_t size) {
        const char* error = network_check(bytes.data(), size);
        return std::string(error ? error : "good");
    };
    CHECK(check(sizeof(Network)) == "good");
    CHECK(check(sizeof(Network) + 1) == "is a network of another shape");
    CHECK(check(sizeof(Network) - 1) == "is a network of another shape");
    CHECK(check(0) == "is not an Overtime network");
    bytes[sizeof(Network) - 100] ^= 1;
    CHECK(check(sizeof(Network)) == "is a damaged network");
    bytes[sizeof(Network) - 100] ^= 1;
    bytes[offsetof(Network, hidden_size)] ^= 1;
    CHECK(check(sizeof(Network)) == "is a network of another shape");
    bytes[13] = '1';
    CHECK(check(sizeof(Network)) == "is a network of another version of Overtime");
    bytes[0] ^= 1;
    CHECK(check(sizeof(Network)) == "is not an Overtime network");
    Network senseless = *network;
    senseless.scale = 0;
    CHECK(network_check(&senseless, sizeof senseless) != nullptr);
    Network too_large = *network;
    too_large.output[0][1][7] = -NETWORK_OUTPUT_MAX - 1;
    network_fill_header(&too_large);
    CHECK(network_check(&too_large, sizeof too_large) != nullptr);
}

TEST_CASE("network: the built-in network is valid") {
    const Network* network = network_builtin(); // nullptr also if it is damaged
#ifdef EVALFILE
    CHECK(network != nullptr);
#else
    CHECK(network == nullptr);
#endif
}
