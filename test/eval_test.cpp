#include "engine/eval.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/fen.h"
#include "test/helpers.h"

namespace {

constexpr uint64_t SEED = 0xe7a1;

std::unique_ptr<PawnCache> fresh_cache() {
    return std::make_unique<PawnCache>(PawnCache{});
}

Score fresh_eval(const std::string& fen) {
    const auto cache = fresh_cache();
    return eval(cache.get(), position_make(fen));
}

// The same pawns make the same entry, in whatever order they are listed.
bool same_entry(PawnEntry a, PawnEntry b) {
    if (a.key != b.key || a.score != b.score) return false;
    for (const Colour colour : {WHITE, BLACK}) {
        if (a.passed_count[colour] != b.passed_count[colour] || a.files[colour] != b.files[colour])
            return false;
        std::sort(a.passed[colour], a.passed[colour] + a.passed_count[colour]);
        std::sort(b.passed[colour], b.passed[colour] + b.passed_count[colour]);
        if (!std::equal(a.passed[colour], a.passed[colour] + a.passed_count[colour],
                        b.passed[colour]))
            return false;
    }
    return true;
}

// Positions of games and random ones, as FEN.
std::vector<std::string> many_positions() {
    std::vector<std::string> fens;
    playout_visit(SEED, 60, 80, [&](const Board& board) { fens.push_back(fen_write(board)); });
    Dice dice = {SEED};
    for (int i = 0; i < 2000; ++i) fens.push_back(position_random_fen(&dice));
    return fens;
}

// Such as games between players reach.
const char* const QUIET_POSITIONS[] = {
    FEN_START,
    "r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8",
    "2rq1rk1/pb1nbppp/1p2pn2/3p4/3P4/1P1BPN2/PB1NQPPP/2R2RK1 b - - 3 13",
    "r2q1rk1/pp1bbppp/2n1p3/3pP3/3P4/P2B1N2/1P3PPP/R1BQR1K1 b - - 2 14",
    "3r1rk1/p4ppp/1qp1bn2/3pN3/3P4/P1N1P3/1PQ2PPP/2R2RK1 b - - 0 17",
    "8/pp3pk1/2p2qp1/3p3p/3P3P/1P2QPP1/P5K1/8 w - - 0 34",
    "8/5pk1/4p1p1/3pP2p/1r1P1P1P/3K2P1/R7/8 b - - 3 45",
    "8/8/1p2k1p1/3n1p1p/3P1P1P/1K2B1P1/8/8 w - - 8 50",
    "8/1p1k4/p2p4/P1pPp1p1/1PP1Pp1p/3K1P1P/6P1/8 w - - 0 40",
};

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
    {"a knight in the centre", "4k3/pppp4/8/8/4N3/8/PPPP4/4K3 w - - 0 1",
     "4k3/pppp4/8/8/8/8/PPPP4/N3K3 w - - 0 1"},
    {"two bishops", "4k3/pppp4/8/8/8/8/PPPP4/2B1KB2 w - - 0 1",
     "4k3/pppp4/8/8/8/8/PPPP4/2B1K1N1 w - - 0 1"},
    {"a king behind its pawns", "r2qr1k1/ppp2ppp/8/8/8/8/PPP2PPP/R2QR1K1 w - - 0 1",
     "r2qr1k1/ppp2ppp/8/8/3K4/8/PPP2PPP/R2QR3 w - - 0 1"},
    {"a king in the centre of an ending", "7k/ppp5/8/8/4K3/8/PPP5/8 w - - 0 1",
     "7k/ppp5/8/8/8/8/PPP5/7K w - - 0 1"},
};

} // namespace

TEST_CASE("eval: colours exchanged, the side to move has the same score") {
    const auto cache = fresh_cache();
    Tally tally;
    tally.seed = SEED;
    for (const std::string& fen : many_positions()) {
        const Score score = eval(cache.get(), position_make(fen));
        const Score mirrored = eval(cache.get(), position_make(position_mirror(fen)));
        tally_add(&tally, score == mirrored, [&] {
            return fen + ": " + std::to_string(score) + ", mirrored " + std::to_string(mirrored);
        });
    }
    tally_check(tally, 4000);
}

TEST_CASE("eval: within its bounds, far from mate, whatever the material") {
    const auto cache = fresh_cache();
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
    for (const std::string& fen : fens) {
        const Score score = eval(cache.get(), position_make(fen));
        const bool good =
            score <= SCORE_EVAL_MAX && score >= -SCORE_EVAL_MAX && !score_is_mate(score);
        tally_add(&tally, good, [&] { return fen + ": " + std::to_string(score); });
    }
    tally_check(tally, 4000);
}

TEST_CASE("eval: a cache that has seen much gives what a fresh one gives") {
    const auto warm = fresh_cache();
    Tally tally;
    tally.seed = SEED;
    for (const std::string& fen : many_positions()) {
        const Board board = position_make(fen);
        const Score first = eval(warm.get(), board), again = eval(warm.get(), board);
        tally_add(&tally, first == again && first == fresh_eval(fen), [&] { return fen; });
    }
    tally_check(tally, 4000);
}

TEST_CASE("pawn_probe: a hit is what would be computed, colliding entries are not mixed up") {
    const auto warm = fresh_cache();
    const auto fresh = fresh_cache();
    Tally tally;
    tally.seed = SEED;
    for (const std::string& fen : many_positions()) {
        const Board board = position_make(fen);
        *fresh = PawnCache{};
        const PawnEntry computed = *pawn_probe(fresh.get(), board);
        pawn_probe(warm.get(), board);
        const PawnEntry hit = *pawn_probe(warm.get(), board);
        // Another set of pawns that wants the same entry.
        Board other = board;
        other.pawn_key ^= Key(1) << 40;
        const PawnEntry pushed_out = *pawn_probe(warm.get(), other);
        const bool good = same_entry(hit, computed) && computed.key == board.pawn_key &&
                          pushed_out.key == other.pawn_key && pushed_out.score == computed.score &&
                          same_entry(*pawn_probe(warm.get(), board), computed);
        tally_add(&tally, good, [&] { return fen; });
    }
    tally_check(tally, 4000);
}

TEST_CASE("pawn_probe: passed pawns and files") {
    const auto cache = fresh_cache();
    const PawnEntry entry =
        *pawn_probe(cache.get(), position_make("4k3/p7/8/1P2P3/5p1p/8/P6P/4K3 w - - 0 1"));
    CHECK(entry.files[WHITE] == 0b10010011);
    CHECK(entry.files[BLACK] == 0b10100001);
    // The a, b and h pawns meet each other; the e and f pawns have gone past one another.
    CHECK(entry.passed_count[WHITE] == 1);
    CHECK(entry.passed[WHITE][0] == square_make(FILE_E, RANK_5));
    CHECK(entry.passed_count[BLACK] == 1);
    CHECK(entry.passed[BLACK][0] == square_make(FILE_F, RANK_4));
    const PawnEntry free =
        *pawn_probe(cache.get(), position_make("4k3/8/P7/8/8/2p5/8/4K3 w - - 0 1"));
    CHECK(free.passed_count[WHITE] == 1);
    CHECK(free.passed[WHITE][0] == square_make(FILE_A, RANK_6));
    CHECK(free.passed_count[BLACK] == 1);
    CHECK(free.passed[BLACK][0] == square_make(FILE_C, RANK_3));
    // A pawn beside does not stand in the way.
    CHECK(pawn_probe(cache.get(), position_make("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"))
              ->passed_count[WHITE] == 1);
    CHECK(pawn_probe(cache.get(), position_make("4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1"))
              ->passed_count[WHITE] == 0);
    const PawnEntry none = *pawn_probe(cache.get(), position_make("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    CHECK(none.score == TAPERED_ZERO);
    CHECK(none.files[WHITE] == 0);
    CHECK(none.passed_count[BLACK] == 0);
}

TEST_CASE("pawn_shelter: the same from a cache that has seen other kings") {
    const auto warm = fresh_cache();
    Tally tally;
    tally.seed = SEED;
    for (const std::string& fen : many_positions())
        for (const Colour colour : {WHITE, BLACK}) {
            const Board board = position_make(fen);
            const auto cache = fresh_cache();
            const int fresh = pawn_shelter(pawn_probe(cache.get(), board), board, colour);
            const int cached = pawn_shelter(pawn_probe(warm.get(), board), board, colour);
            const Board mirrored = position_make(position_mirror(fen));
            const int mirror =
                pawn_shelter(pawn_probe(warm.get(), mirrored), mirrored, colour_opposite(colour));
            tally_add(&tally, fresh == cached && fresh == mirror, [&] { return fen; });
        }
    tally_check(tally, 8000);
}

TEST_CASE("eval_rough: colours exchanged the same, within bounds, hardly ever far off") {
    const auto cache = fresh_cache();
    Tally tally;
    tally.seed = SEED;
    int near = 0, games = 0;
    for (const std::string& fen : many_positions()) {
        const Score rough = eval_rough(cache.get(), position_make(fen));
        const Score mirrored = eval_rough(cache.get(), position_make(position_mirror(fen)));
        const bool bounded = rough <= SCORE_EVAL_MAX && rough >= -SCORE_EVAL_MAX;
        tally_add(&tally, rough == mirrored && bounded, [&] { return fen; });
    }
    tally_check(tally, 4000);
    for (const char* fen : QUIET_POSITIONS) {
        const Board board = position_make(fen);
        const int error = eval_rough(cache.get(), board) - eval(cache.get(), board);
        near += std::abs(error) <= EVAL_ROUGH_ERROR;
        ++games;
    }
    CHECK(near >= games - 1);
}

TEST_CASE("eval: what every player would rather have") {
    for (const OrderRow& row : ORDER_ROWS) {
        INFO(std::string(row.why));
        CHECK(fresh_eval(row.better) > fresh_eval(row.worse));
        CHECK(fresh_eval(position_mirror(row.better)) > fresh_eval(position_mirror(row.worse)));
    }
}

TEST_CASE("eval: the start is about even, a queen up is winning, a lone knight wins nothing") {
    CHECK(std::abs(int(fresh_eval(FEN_START))) < 60);
    CHECK(fresh_eval("4k3/8/8/8/8/8/8/3QK3 w - - 0 1") > 500);
    CHECK(fresh_eval("4k3/8/8/8/8/8/8/3QK3 b - - 0 1") < -500);
    CHECK(std::abs(int(fresh_eval("4k3/8/8/8/8/8/8/3NK3 w - - 0 1"))) < 100);
}

TEST_CASE("tapered: two halves in one number, of either sign") {
    Tally tally;
    for (const int middle : {-3000, -977, -1, 0, 1, 350, 3000})
        for (const int end : {-3000, -642, -1, 0, 1, 99, 3000}) {
            const Tapered value = tapered(middle, end);
            const Tapered sum = value + tapered(-12, 34) - tapered(5, -6) * 3;
            const bool good = tapered_middle(value) == middle && tapered_end(value) == end &&
                              tapered_middle(-value) == -middle && tapered_end(-value) == -end &&
                              tapered_middle(sum) == middle - 12 - 15 &&
                              tapered_end(sum) == end + 34 + 18;
            tally_add(&tally, good,
                      [&] { return std::to_string(middle) + ' ' + std::to_string(end); });
        }
    tally_check(tally, 49);
}
