#include "protocol/session/draw_offer.h"

#include <doctest/doctest.h>

#include "test/helpers.h"
#include "test/script.h"

namespace {

const char* const MIDDLEGAME = "r2q1rk1/pp1bbppp/2n1p3/3pP3/3P4/P2B1N2/1P3PPP/R1BQR1K1 b - - 2 24";

Clock clock_at(int64_t own_ms, int64_t opponent_ms) {
    Clock clock = clock_make();
    clock_set_level(&clock, 0, 300000, 0);
    clock_set_own(&clock, own_ms);
    clock_set_opponent(&clock, opponent_ms);
    return clock;
}

// Returns the highest score at which a draw offer is accepted, -1000 if there is none.
int limit(const char* fen, const Clock& clock, Score cost = SCORE_DRAW, bool computer = false) {
    const Board board = position_make(fen);
    for (int score = 1000; score > -1000; --score)
        if (draw_offer_is_welcome(board, Score(score), cost, clock, computer)) return score;
    return -1000;
}

const Clock EVEN = clock_at(100000, 100000);

} // namespace

// ---- the cost of a draw

TEST_CASE("draw_offer_cost: follows the rating difference, 0 while a rating is unknown") {
    CHECK(draw_offer_cost({false, 2000, 1800}, 10) == 20);
    CHECK(draw_offer_cost({false, 1800, 2000}, 10) == -20);
    CHECK(draw_offer_cost({true, 2000, 2000}, 10) == 0);
    CHECK(draw_offer_cost({false, 2000, 1800}, 0) == 0);
    CHECK(draw_offer_cost({false, 0, 1800}, 10) == 0);
    CHECK(draw_offer_cost({false, 2000, 0}, 10) == 0);
    CHECK(draw_offer_cost({false, 9999, 1}, 50) == 100);
    CHECK(draw_offer_cost({false, 1, 9999}, 50) == -100);
}

// ---- accepting an offer

TEST_CASE("draw offer: accepted if we are not better") {
    CHECK(limit(MIDDLEGAME, EVEN) == 0);
    CHECK(limit(position_mirror(MIDDLEGAME).c_str(), EVEN) == 0);
    CHECK(limit(MIDDLEGAME, clock_make()) == 0);
}

TEST_CASE("draw offer: accepted in the opening only if we are worse") {
    CHECK(limit("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", EVEN) == -30);
    CHECK(limit("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 13", EVEN) == 0);
}

TEST_CASE("draw offer: the cost of a draw shifts the score at which it is accepted") {
    CHECK(limit(MIDDLEGAME, EVEN, Score(25)) == -25);
    CHECK(limit(MIDDLEGAME, EVEN, Score(-25)) == 25);
}

TEST_CASE("draw offer: accepted with a small lead and little material, and if we cannot mate") {
    CHECK(limit("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47", EVEN) == 30);
    CHECK(limit("8/5pk1/4p1p1/3pP2p/1r1P1P1P/3K2P1/R7/8 b - - 3 45", EVEN) == 0);
    CHECK(limit("8/8/4k3/8/8/2B5/3p4/6K1 w - - 0 60", EVEN) == 1000); // a bishop alone cannot mate
    CHECK(limit("8/8/4k3/8/8/1NB5/3p4/6K1 w - - 0 60", EVEN) == 30);
    CHECK(limit("8/8/4k3/8/8/2B5/3p4/6K1 b - - 0 60", EVEN) ==
          30); // we have the pawn and could win
}

TEST_CASE("draw offer: a side short of time accepts earlier, its opponent later") {
    const Clock ours = clock_at(5000, 60000), theirs = clock_at(60000, 5000);
    CHECK(limit(MIDDLEGAME, ours) == 80);
    CHECK(limit(MIDDLEGAME, theirs) == -80);
    CHECK(limit(MIDDLEGAME, theirs, SCORE_DRAW, true) == 0);
    CHECK(limit(MIDDLEGAME, clock_at(5000, 8000)) == 0);
    CHECK(limit(MIDDLEGAME, clock_at(60000, 250000)) == 0);
    Clock each_move = theirs;
    clock_set_move_time(&each_move, 60000);
    CHECK(limit(MIDDLEGAME, each_move) == 0);
}

TEST_CASE("draw offer: declined if we mate, accepted if we are mated") {
    const Board board = position_make("8/8/4k3/8/8/2B5/3p4/6K1 w - - 0 60");
    CHECK_FALSE(draw_offer_is_welcome(board, score_mate_in(Ply(5)), SCORE_DRAW, EVEN, false));
    CHECK(draw_offer_is_welcome(board, score_mated_in(Ply(6)), SCORE_DRAW, EVEN, false));
}

// ---- over the protocol

TEST_CASE("draw offer: at an even score accepted from a stronger opponent, not from a weaker one") {
    const char* even = "setboard 8/5pk1/4p1p1/3pP2p/1r1P1P1P/3K2P1/R7/8 w - - 3 45";
    const auto answer = [&](const char* rating) {
        Host host;
        host_say_all(&host, {"new", rating, "force", even, "sd 1", "playother", "draw"});
        return host_say(&host, "usermove d3c3");
    };
    CHECK(text_fits(answer("rating 1800 2800"), "offer draw | move *"));
    CHECK(text_fits(answer("rating 2800 1800"), "move *"));
}

TEST_CASE("Contempt: a dead draw scores below 0 for the stronger side, above 0 for the weaker") {
    const auto score = [](const char* option, const char* rating) {
        Host host;
        host_say_all(&host, {"new", option, rating, "force", "post", "sd 2",
                             "setboard 7k/8/8/8/8/8/6r1/7K w - - 0 1"});
        const std::string heard = host_say(&host, "go");
        return heard.substr(0, heard.find(' ', heard.find(' ') + 1));
    };
    CHECK(score("option Contempt=0", "rating 2000 1800") == "1 0");
    CHECK(score("option Contempt=10", "rating 2000 1800") == "1 -20");
    CHECK(score("option Contempt=10", "rating 1800 2000") == "1 20");
    CHECK(score("option Contempt=10", "rating 0 2000") == "1 0");
}
