#include "engine/eval/eval.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/fen.h"
#include "test/helpers.h"

namespace {

constexpr uint64_t SEED = 0xe7a1;

// The built-in network, and nullptr for the count of material.
const Network* const EVALUATIONS[] = {network_builtin(), nullptr};

// Positions of random games and positions with random pieces, as FENs.
std::vector<std::string> many_positions() {
    std::vector<std::string> fens;
    playout_visit(SEED, 60, 80, [&](const Board& board) { fens.push_back(fen_write(board)); });
    Dice dice = {SEED};
    for (int i = 0; i < 2000; ++i) fens.push_back(position_random_fen(&dice));
    return fens;
}

struct OrderRow {
    const char* why;
    const char* better; // for the side to move
    const char* worse;
};

constexpr OrderRow ORDER_ROWS[] = {
    {"a queen", "4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1",
     "4k3/pppppppp/8/8/8/8/PPPPPPPP/3RK3 w - - 0 1"},
    {"a rook", "4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w - - 0 1",
     "4k3/pppppppp/8/8/8/8/PPPPPPPP/1N2K3 w - - 0 1"},
    {"a bishop", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4KB2 w - - 0 1",
     "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"},
    {"a pawn", "4k3/ppp2ppp/8/8/8/8/PPPP1PPP/4K3 w - - 0 1",
     "4k3/ppp2ppp/8/8/8/8/PPP2PPP/4K3 w - - 0 1"},
    {"a pawn less for the other side", "4k3/ppp2ppp/8/8/8/8/PPPP1PPP/4K3 w - - 0 1",
     "4k3/pppp1ppp/8/8/8/8/PPPP1PPP/4K3 w - - 0 1"},
    {"an advanced passed pawn", "8/P6k/8/8/8/8/6K1/8 w - - 0 1", "8/7k/8/8/P7/8/6K1/8 w - - 0 1"},
    {"a passed pawn and not a blocked one", "7k/8/8/2p5/P7/8/8/7K w - - 0 1",
     "7k/8/8/p7/P7/8/8/7K w - - 0 1"},
    {"pawns side by side and not doubled", "4k3/pp6/8/8/8/8/1PP5/4K3 w - - 0 1",
     "4k3/pp6/8/8/8/1P6/1P6/4K3 w - - 0 1"},
    {"two bishops", "4k3/pppp4/8/8/8/8/PPPP4/2B1KB2 w - - 0 1",
     "4k3/pppp4/8/8/8/8/PPPP4/2B1K1N1 w - - 0 1"},
    {"a king behind its pawns", "r2qr1k1/ppp2ppp/8/8/8/8/PPP2PPP/R2QR1K1 w - - 0 1",
     "r2qr1k1/ppp2ppp/8/8/3K4/8/PPP2PPP/R2QR3 w - - 0 1"},
    {"a king in the centre of an ending", "7k/ppp5/8/8/4K3/8/PPP5/8 w - - 0 1",
     "7k/ppp5/8/8/8/8/PPP5/7K w - - 0 1"},
};

Score builtin_eval(const std::string& fen) {
    return eval(network_builtin(), position_make(fen));
}

} // namespace

TEST_CASE("eval: the mirrored position has the same score") {
    Tally tally;
    tally.seed = SEED;
    for (const Network* network : EVALUATIONS)
        for (const std::string& fen : many_positions()) {
            const Score score = eval(network, position_make(fen));
            const Score mirrored = eval(network, position_make(position_mirror(fen)));
            tally_add(&tally, score == mirrored, [&] {
                return fen + ": " + std::to_string(score) + ", mirrored " +
                       std::to_string(mirrored);
            });
        }
    tally_check(tally, 8000);
}

TEST_CASE("eval: the score is within SCORE_EVAL_MAX with any material") {
    Tally tally;
    tally.seed = SEED;
    std::vector<std::string> fens = many_positions();
    for (const char* fen : {
             "4k3/8/8/8/8/8/QQQQQQQQ/Q3K3 b - - 0 1",
             "4k3/8/8/8/8/8/QQQQQQQQ/QRRBKBNN b - - 0 1",
             "qrrbkbnn/qqqqqqqq/8/8/8/8/8/4K3 w - - 0 1",
             "7k/PPPPPPPP/8/8/8/8/8/K7 b - - 0 1",
             "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
         }) {
        fens.push_back(fen);
        fens.push_back(position_mirror(fen));
    }
    for (const Network* network : EVALUATIONS)
        for (const std::string& fen : fens) {
            const Score score = eval(network, position_make(fen));
            const bool good =
                score <= SCORE_EVAL_MAX && score >= -SCORE_EVAL_MAX && !score_is_mate(score);
            tally_add(&tally, good, [&] { return fen + ": " + std::to_string(score); });
        }
    tally_check(tally, 8000);
}

TEST_CASE("eval: the network prefers obviously better positions") {
    for (const OrderRow& row : ORDER_ROWS) {
        INFO(std::string(row.why));
        CHECK(builtin_eval(row.better) > builtin_eval(row.worse));
        CHECK(builtin_eval(position_mirror(row.better)) > builtin_eval(position_mirror(row.worse)));
    }
}

TEST_CASE("eval: about 0 at the start and with a lone knight, above 500 with a lone queen") {
    for (const Network* network : EVALUATIONS) {
        const auto score = [&](const char* fen) { return int(eval(network, position_make(fen))); };
        CHECK(std::abs(score(FEN_START)) < 60);
        CHECK(score("4k3/8/8/8/8/8/8/3QK3 w - - 0 1") > 500);
        CHECK(score("4k3/8/8/8/8/8/8/3QK3 b - - 0 1") < -500);
        CHECK(std::abs(score("4k3/8/8/8/8/8/8/3NK3 w - - 0 1")) < 100);
    }
}

TEST_CASE("eval_outlook: no chance to win in a known draw or without mating material") {
    for (const Network* network : EVALUATIONS) {
        const auto outlook = [&](const char* fen, int score) {
            return eval_outlook(network, position_make(fen), Score(score));
        };
        for (const char* fen : {"8/8/8/4k3/8/8/8/4KB2 w - - 0 1", "8/8/8/4k3/8/8/8/3NKN2 w - - 0 1",
                                "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "7k/8/8/8/8/8/7P/7K w - - 0 1"}) {
            INFO(std::string(fen));
            CHECK(outlook(fen, 0).win == 0);
            CHECK(outlook(fen, 0).loss == 0);
        }
        const Outlook even = outlook(FEN_START, 0);
        CHECK(even.win == doctest::Approx(network_win_chance(network, 0)));
        CHECK(even.win == even.loss);
        CHECK(outlook("8/8/8/4k3/4p3/8/8/4KB2 w - - 0 1", 0).win == 0);
        CHECK(outlook("8/8/8/4k3/4p3/8/8/4KB2 w - - 0 1", 0).loss > 0);
        CHECK(outlook("8/8/8/4k3/8/8/8/3QK3 w - - 0 1", 500).loss == 0);
        CHECK(outlook(FEN_START, int(score_mate_in(Ply(5)))).win == 1);
        CHECK(outlook(FEN_START, int(score_mated_in(Ply(4)))).loss == 1);
    }
}

TEST_CASE("eval: counts material without a network") {
    const auto score = [](const char* fen) { return int(eval(nullptr, position_make(fen))); };
    CHECK(score(FEN_START) == 0);
    CHECK(score("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1") == -PIECE_VALUE[PAWN]);
    CHECK(score("rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQq - 0 1") ==
          PIECE_VALUE[ROOK] - PIECE_VALUE[KNIGHT]);
    CHECK(score("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1") == -PIECE_VALUE[QUEEN]);
}
