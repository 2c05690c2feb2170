#include "protocol/session/game_log.h"

#include <vector>

#include <doctest/doctest.h>

#include "engine/board/notation.h"
#include "protocol/session/option.h"
#include "test/helpers.h"
#include "test/script.h"

namespace {

// A session with a log.
struct LoggedHost : Host {
    TestFile file;
    LoggedHost() {
        session.settings.console = true; // so that `uci` is understood
        REQUIRE(option_set(&session, "LogFile", file.path.string()) == nullptr);
    }
    // Returns the lines of the game log, without time and mark.
    std::vector<std::string> lines() {
        log_flush(&input.log);
        std::vector<std::string> found;
        for (const std::string& line : file.lines())
            if (const size_t at = line.find(" = # "); at != std::string::npos)
                found.push_back(line.substr(at + 5));
        return found;
    }
};

} // namespace

TEST_CASE("game log: the line of the game precedes our first move (CECP)") {
    LoggedHost host;
    host_say_all(&host, {"new", "level 40 5 2", "name Fairy-Max 5.0b", "sd 2", "time 30000",
                         "otim 29900", "usermove e2e4", "usermove g1f3"});
    const std::vector<std::string> lines = host.lines();
    REQUIRE(lines.size() == 3);
    CHECK(lines[0] == "game ply=0 own=black moves=40 base=300000 I=2000 opponent=Fairy-Max 5.0b");
    CHECK(text_fits(lines[1], "tm rival T=300000 * O=299000 ply=1 move=" + host_san(host, 1) +
                                  " last=e4 score=* depth=2 before=-"));
    CHECK(text_fits(lines[2], "tm rival * ply=3 move=" + host_san(host, 3) + " last=Nf3 *"));
}

TEST_CASE("game log: UCI games have the same lines; the base is the first clock minus increment") {
    LoggedHost host;
    const std::string clock = "go depth 2 wtime 299000 btime 302000 winc 2000 binc 2000";
    host_say_all(&host, {"uci", "ucinewgame", "position startpos moves e2e4", clock});
    const std::string reply = host.heard.back().substr(9, 4);
    host_say_all(&host, {"position startpos moves e2e4 " + reply + " g1f3", clock, "debug on",
                         "ucinewgame", "position startpos moves d2d4", clock});
    const std::vector<std::string> lines = host.lines();
    REQUIRE(lines.size() == 4);
    CHECK(lines[0] == "game ply=0 own=black moves=0 base=300000 I=2000");
    CHECK(text_fits(lines[1], "tm rival T=302000 * O=299000 ply=1 move=* last=e4 *"));
    CHECK(text_fits(lines[2], "tm rival * ply=3 move=* last=Nf3 *"));
    CHECK(lines[3] == lines[0]); // a new game with the same settings
    CHECK(count_heard(host, "info string tm rival * ply=1 move=* last=d4 *") == 1);
}

TEST_CASE("game log: after a ponder hit in UCI the opponent's clock is unknown") {
    LoggedHost host;
    host.step_ms = 1;
    host_say_all(&host, {"uci", "position startpos moves e2e4"});
    host.while_thinking = {"ponderhit"};
    host_say(&host, "go ponder wtime 3000 btime 3000");
    REQUIRE(host.lines().size() == 2);
    CAPTURE(host.lines()[1]);
    CHECK(text_fits(host.lines()[1], "tm rival T=3000 * O=- *"));
}

TEST_CASE("game log: `new`, `setboard` and our first move after a result begin a new game") {
    LoggedHost host;
    const auto games = [&] {
        size_t count = 0;
        for (const std::string& line : host.lines()) count += line.rfind("game ", 0) == 0;
        return count;
    };
    host_say_all(&host, {"new", "sd 1", "usermove e2e4", "undo", "undo", "usermove d2d4", "remove",
                         "usermove e2e4", "st 5", "force", "usermove d2d4", "go"});
    CHECK(games() == 1);
    host_say_all(&host, {"result 1-0 {White mates}", "undo", "go"});
    CHECK(games() == 2);
    host_say_all(&host, {"setboard 4k3/8/8/8/8/8/4P3/4K3 b - - 0 30", "go"});
    CHECK(games() == 3);
    host_say_all(&host, {"new", "sd 1", "go"});
    CHECK(games() == 4);
    std::vector<std::string> lines = host.lines();
    CHECK(lines[lines.size() - 4] == "game ply=59 own=black");
    CHECK(lines[lines.size() - 2] == "game ply=0 own=white");
}

TEST_CASE("game log: in UCI a few moves back is the same game, a position further back a new one") {
    LoggedHost host;
    const std::string start = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
                      go = "go depth 1 wtime 1000 btime 1000";
    host_say_all(&host, {"uci", start, go, start + " b5a4 g8f6 e1g1 f8e7", go, start, go});
    CHECK(host.lines().size() == 4); // the game and three moves
    host_say_all(&host, {"position startpos moves e2e4", go});
    CHECK(host.lines().size() == 6);
    host_say_all(&host, {"position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", go});
    REQUIRE(host.lines().size() == 8);
    CHECK(host.lines()[6] == "game ply=0 own=white moves=0 base=1000 I=0");
}

TEST_CASE("game log: has results by the rules, and the last result that the host sends") {
    constexpr const char* MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    const std::string over = "result ply=1 last=Ra8# 1-0 {White mates}";
    LoggedHost host;
    host_say_all(&host, {"result 1-0 {no game of ours}", std::string("setboard ") + MATE_IN_ONE,
                         "sd 2", "go"});
    REQUIRE(host.lines().size() == 3);
    CHECK(host.lines()[2] == over);
    host_say(&host, "result 1/2-1/2 {Draw agreed}");
    CHECK(host.lines().back() == "result ply=1 last=Ra8# 1/2-1/2 {Draw agreed}");
    host_say(&host, "result 0-1 {again}");
    CHECK(host.lines().size() == 4);
    LoggedHost uci;
    host_say_all(&uci, {"uci", std::string("position fen ") + MATE_IN_ONE,
                        "go depth 2 wtime 1000 btime 1000"});
    CHECK(uci.lines().back() == over);
}

TEST_CASE("game log: `before=` is the best move before the score dropped") {
    LoggedHost host;
    GameLog game_log = {&host.input.log, false, false, ""};
    const Game& game = host.session.game;
    ThinkResult result = {};
    result.turn.record.controller = "rival";
    result.report.best = position_move(game.board, "g1f3");
    result.best_before = position_move(game.board, "b1c3");
    result.turn.record.overrun.reference_cp = -31;
    CHECK(text_fits(game_log_move(&game_log, game, host.session.player.clock, result),
                    "tm * move=Nf3 * before=-"));
    result.turn.record.overrun.latched = true;
    CHECK(text_fits(game_log_move(&game_log, game, host.session.player.clock, result),
                    "tm * move=Nf3 * before=Nc3/-31"));
}

TEST_CASE("game log: a book move has a line of its own") {
    LoggedHost host;
    const TestFile book;
    Game game;
    game_reset(&game);
    game_make(&game, position_move(game.board, "e2e4"));
    std::vector<BookEntry> entries = {
        {book_key(game), book_encode(position_move(game.board, "c7c5")), 1, 0}};
    book.write(book_bytes(&entries));
    host_say_all(&host, {"new", "level 0 1 0", "option BookFile=" + book.path.string(),
                         "option OwnBook=1", "time 5900", "otim 5800"});
    host.now_ms += 100;
    host_say(&host, "usermove e2e4");
    REQUIRE(host.lines().size() == 3);
    CHECK(host.lines()[1] == "book T=59000 O=58000 ply=1 move=c5 last=e4");
}
