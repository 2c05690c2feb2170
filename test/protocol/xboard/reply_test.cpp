#include "protocol/xboard/reply.h"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/notation.h"
#include "test/helpers.h"

namespace {

std::string result_of(const char* fen) {
    const Game game = game_from(fen);
    return game_result_text(game, game_result(game));
}

// Returns the thinking line for these moves. With `ponder` the first move is the pondered one.
std::string thinking_of(Bound bound, const std::vector<std::string>& moves, bool ponder = false,
                        const char* fen = FEN_START) {
    Game game = game_from(fen);
    const Board root = game.board;
    Pv pv = {};
    Move before = MOVE_NONE;
    for (const std::string& text : moves) {
        const Move move = notation_parse(game.board, text.c_str());
        REQUIRE(move != MOVE_NONE);
        game_make(&game, move);
        if (ponder && before == MOVE_NONE)
            before = move;
        else
            pv.move[pv.length++] = move;
    }
    return reply_thinking(root, {0, Depth(11), Score(-43), bound, 615000, pv}, 2078, before);
}

} // namespace

TEST_CASE("reply_quote: control characters are replaced and long text is cut") {
    CHECK(reply_quote("e2e4") == "e2e4");
    CHECK(reply_quote("") == "");
    CHECK(reply_quote("a\x01\x7f\xff\tz") == "a????z");
    CHECK(reply_quote(std::string(100, 'x')) == std::string(100, 'x'));
    CHECK(reply_quote(std::string(5000, 'x')) == std::string(100, 'x') + "...");
}

TEST_CASE("errors: have the protocol's form") {
    CHECK(reply_error("unknown command", "foo bar") == "Error (unknown command): foo bar");
    CHECK(reply_illegal_move("e2e5") == "Illegal move: e2e5");
    CHECK(reply_illegal_position("king missing", "8/8 w") ==
          "tellusererror Illegal position (king missing): 8/8 w");
}

TEST_CASE("results: name the winner and the reason") {
    CHECK(result_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") == "");
    CHECK(result_of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3") ==
          "0-1 {Black mates}");
    CHECK(result_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1") == "1-0 {White mates}");
    CHECK(result_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1") == "1/2-1/2 {Stalemate}");
    CHECK(result_of("7k/8/6K1/8/8/8/8/8 b - - 0 1") ==
          "1/2-1/2 {Draw by insufficient mating material}");
    CHECK(result_of("7k/8/6K1/8/8/8/8/R7 w - - 100 80") == "1/2-1/2 {Draw by fifty-move rule}");
    CHECK(result_of("7k/8/6K1/8/8/8/8/R7 w - - 99 80") == "");
    CHECK(result_of("R6k/8/6K1/8/8/8/8/8 b - - 100 80") == "1-0 {White mates}");
    // In these positions mate is still possible: a claim of a draw would lose the game.
    CHECK(result_of("7k/8/6K1/8/8/8/8/NN6 w - - 0 1") == "");
    CHECK(result_of("7k/5b2/6K1/8/8/8/8/N7 w - - 0 1") == "");
    CHECK(result_of("7k/5n2/6K1/8/8/8/8/N7 w - - 0 1") == "");
    CHECK(result_of("5b1k/8/6K1/8/8/8/8/2B5 w - - 0 1") ==
          "1/2-1/2 {Draw by insufficient mating material}"); // both bishops stand on dark squares
    CHECK(result_of("6bk/8/6K1/8/8/8/8/2B5 w - - 0 1") == "");
}

TEST_CASE("results: as PGN tokens") {
    const Game start = game_from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CHECK(std::string(game_result_token(start, GAME_ONGOING)) == "*");
    CHECK(std::string(game_result_token(start, GAME_CHECKMATE)) == "0-1");
    CHECK(std::string(game_result_token(start, GAME_REPETITION)) == "1/2-1/2");
}

TEST_CASE("scores: in centipawns, a mate as 100000 plus the number of moves") {
    CHECK(score_cp(Score(-43)) == -43);
    CHECK(score_cp(score_mate_in(Ply(1))) == 100001);
    CHECK(score_cp(score_mate_in(Ply(3))) == 100002);
    CHECK(score_cp(score_mated_in(Ply(0))) == -100000);
    CHECK(score_cp(score_mated_in(Ply(2))) == -100001);
    CHECK(score_cp(score_mated_in(Ply(4))) == -100002);
}

TEST_CASE("thinking line: has its moves in SAN") {
    CHECK(thinking_of(BOUND_EXACT, {"e2e4"}) == "11 -43 207 615000 e4");
    CHECK(thinking_of(BOUND_UPPER, {"e2e4", "b8c6"}) == "11 -43 207 615000 e4 Nc6 ?");
    CHECK(thinking_of(BOUND_LOWER, {"g1f3"}) == "11 -43 207 615000 Nf3 !");
    CHECK(thinking_of(BOUND_LOWER, {}) == "11 -43 207 615000");
    CHECK(thinking_of(BOUND_EXACT, {"e1g1", "b2a1q", "g1h2"}, false,
                      "4k3/8/8/8/8/8/1p6/R3K2R w KQ - 0 1") == "11 -43 207 615000 O-O bxa1=Q Kh2");
    CHECK(thinking_of(BOUND_EXACT, {"d1d8"}, false, "6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1") ==
          "11 -43 207 615000 Rd8#");
}

TEST_CASE("thinking line: while pondering it starts with the expected move") {
    CHECK(thinking_of(BOUND_EXACT, {"e2e4", "e7e5", "g1f3"}, true) ==
          "11 -43 207 615000 e4 e5 Nf3");
    CHECK(thinking_of(BOUND_UPPER, {"e2e4"}, true) == "11 -43 207 615000 e4");
}

TEST_CASE("thinking line: the longest one is below 500 bytes") {
    std::vector<std::string> moves;
    const char* round[] = {"a1b1", "h8g8", "b1a1", "g8h8"};
    for (int i = 0; i + 1 < PLY_MAX; ++i) moves.push_back(round[i % 4]);
    const std::string text =
        thinking_of(BOUND_LOWER, moves, false, "7k/8/8/8/8/8/8/R2R3K w - - 0 1");
    CHECK(text.size() < 500);
    CHECK(text.size() > 480);
}

TEST_CASE("stat01: names the root move that is being searched") {
    const Game game = game_from(FEN_START);
    SearchProgress progress = {};
    progress.depth = Depth(9);
    progress.nodes = 12345;
    progress.root_moves = 20;
    progress.root_moves_searched = 4;
    progress.root_move = notation_parse(game.board, "g1f3");
    CHECK(reply_status(game.board, progress, 1239) == "stat01: 123 12345 9 16 20 Nf3");
}

TEST_CASE(
    "features: begin with done=0, have every feature that we offer, and no line is too long") {
    const std::string features = reply_features();
    CHECK(features.compare(0, 15, "feature done=0\n") == 0);
    for (const char* feature : {" ping=1",
                                " setboard=1",
                                " playother=1",
                                " san=0",
                                " usermove=1",
                                " time=1",
                                " draw=1",
                                " sigint=0",
                                " sigterm=0",
                                " reuse=1",
                                " analyze=1",
                                " colors=0",
                                " ics=1",
                                " name=1",
                                " pause=1",
                                " nps=1",
                                " debug=1",
                                " memory=1",
                                " smp=1",
                                " exclude=1",
                                " variants=\"normal,nocastle,wildcastle,fischerandom\"",
                                " myname=\"Overtime"}) {
        CAPTURE(feature);
        CHECK(features.find(feature) != std::string::npos);
    }
    CHECK(features.find("done=1") == std::string::npos);
    CHECK(features.back() != '\n');
    size_t start = 0;
    while (start < features.size()) {
        const size_t end = std::min(features.find('\n', start), features.size());
        CHECK(features.compare(start, 8, "feature ") == 0);
        CHECK(end - start < 200);
        start = end + 1;
    }
}

TEST_CASE("reply_quote alters the words that XBoard reacts to anywhere in a line") {
    const char* const triggers[] = {
        "time",    "otim",    "draw",      "Draw",        "analyze",      "protover",
        "illegal", "Illegal", "not found", "can't alloc", "No such file", "Permission denied"};
    for (const char* trigger : triggers) {
        CAPTURE(trigger);
        const std::string text = std::string("x") + trigger + trigger + "y";
        CHECK(reply_quote(text).find(trigger) == std::string::npos);
        CHECK(reply_quote(text).size() == text.size());
        CHECK(reply_error("unknown command", text).find(trigger) == std::string::npos);
    }
    CHECK(reply_quote("time odd timeline") == "t?me odd t?meline");
    CHECK(reply_quote("8/8/8/8 w - - 0 1") == "8/8/8/8 w - - 0 1");
}

TEST_CASE("chat: has depth, our score and a few moves") {
    Game game;
    game_reset(&game);
    SearchReport report = {};
    report.depth = Depth(12);
    report.score = Score(-34);
    report.pv.length = 3;
    Board board = game.board;
    const char* const moves[] = {"e2e4", "e7e5", "g1f3"};
    for (int i = 0; i < 3; ++i) {
        Undo undo;
        report.pv.move[i] = notation_parse(board, moves[i]);
        move_make(&board, report.pv.move[i], &undo);
    }
    CHECK(reply_chat("tellall", game.board, report) == "tellall depth 12, -0.34: e4 e5 Nf3");
    report.score = score_mate_in(Ply(5));
    report.pv.length = 0;
    CHECK(reply_chat("tellall", game.board, report) == "tellall depth 12, mate in 3:");
}
