#include "engine/search/bias.h"

#include <string>

#include <doctest/doctest.h>

#include "engine/search/search.h"
#include "test/helpers.h"

namespace {

SearchReport run(Search* search, const std::string& fen, int depth, const SearchBias& bias) {
    SearchMonitor monitor = {nullptr, search_never_stops, nullptr, 1000};
    return search_run(search, game_from(fen), {Depth(depth), 0, 1, nullptr, bias}, &monitor);
}

Score score_of(const std::string& fen, int depth, const SearchBias& bias) {
    return run(search_owned().get(), fen, depth, bias).score;
}

constexpr SearchBias WHITE_DISLIKES_DRAWS = {Score(-30), 0, 0};
constexpr SearchBias BLACK_DISLIKES_DRAWS = {Score(30), 0, 0};

// Draws by insufficient material, by stalemate and by perpetual check.
const char* const DRAWS[] = {
    "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
    "7k/8/7K/8/8/8/Q5q1/R7 b - - 0 1",
    "6k1/6p1/8/7Q/8/8/qr4PP/6K1 w - - 0 1",
};

const char* const MIDDLEGAME =
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8";

} // namespace

// ---- draws ----

TEST_CASE("bias: a draw scores what SearchBias says, and 0 with SEARCH_UNBIASED") {
    for (const char* fen : DRAWS)
        for (const std::string& side : {std::string(fen), position_mirror(fen)}) {
            INFO(side);
            const int white = side.find(" w ") != std::string::npos ? 1 : -1;
            CHECK(score_of(side, 9, SEARCH_UNBIASED) == SCORE_DRAW);
            CHECK(score_of(side, 9, WHITE_DISLIKES_DRAWS) == Score(-30 * white));
            CHECK(score_of(side, 9, BLACK_DISLIKES_DRAWS) == Score(30 * white));
        }
}

TEST_CASE("bias: a won position keeps its score") {
    const char* won = "k7/2Q5/8/1K6/8/8/8/8 w - - 0 1";
    CHECK(score_of(won, 6, WHITE_DISLIKES_DRAWS) == score_of(won, 6, SEARCH_UNBIASED));
}

// ---- evaluation noise ----

TEST_CASE("bias: evaluation errors are at most the noise, mostly small, and 0 on average") {
    const SearchBias bias = {SCORE_DRAW, 100, 42};
    Dice dice = {12345};
    int small = 0, large = 0, most = 0;
    int64_t sum = 0;
    for (int i = 0; i < 10000; ++i) {
        const Key key = Key(dice_roll(&dice, 1 << 30)) << 32 ^ Key(dice_roll(&dice, 1 << 30));
        const int error = bias_error(bias, key);
        sum += error;
        most = std::max(most, std::abs(error));
        small += std::abs(error) < 25;
        large += std::abs(error) > 75;
    }
    CHECK(most <= 100);
    CHECK(most > 90);
    CHECK(std::abs(sum) < 10000 * 3);
    CHECK(small > 3 * large);
    CHECK(large > 300);
}

TEST_CASE("bias: evaluation errors depend on the seed, and are 0 without noise") {
    const SearchBias first = {SCORE_DRAW, 100, 1}, second = {SCORE_DRAW, 100, 2};
    int different = 0;
    for (Key key = 1; key <= 100; ++key) {
        CHECK(bias_error(first, key) == bias_error(first, key));
        CHECK(bias_eval(SEARCH_UNBIASED, Score(17), key) == Score(17));
        different += bias_error(first, key) != bias_error(second, key);
    }
    CHECK(different > 90);
    CHECK(bias_eval({SCORE_DRAW, 1000, 3}, SCORE_EVAL_MAX, 5) <= SCORE_EVAL_MAX);
}

TEST_CASE("bias: a search with noise depends on the seed, not on the searches before it") {
    const OwnedSearch search = search_owned();
    const SearchBias noisy = {SCORE_DRAW, 150, 7};
    const SearchReport plain = run(search.get(), MIDDLEGAME, 6, SEARCH_UNBIASED);
    const SearchReport bent = run(search.get(), MIDDLEGAME, 6, noisy);
    const SearchReport again = run(search.get(), MIDDLEGAME, 6, SEARCH_UNBIASED);
    CHECK(again.nodes == plain.nodes);
    CHECK(again.score == plain.score);
    CHECK(bent.nodes != plain.nodes);
    CHECK(bent.nodes == run(search_owned().get(), MIDDLEGAME, 6, noisy).nodes);
}

TEST_CASE("bias: mates are found despite noise") {
    for (uint64_t seed = 1; seed <= 20; ++seed)
        CHECK(score_of("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, {SCORE_DRAW, 500, seed}) ==
              score_mate_in(Ply(1)));
}
