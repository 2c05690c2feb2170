// Tests of pondering and analysis.
#include <sstream>

#include <doctest/doctest.h>

#include "engine/board/notation.h"
#include "protocol/session/display.h"
#include "test/script.h"
#include "timing/ponder.h"

TEST_CASE("ponder credit: half of the time pondered, at most nine tenths of NormalMoveTime") {
    const Budget budget = {14000, 32000};
    CHECK(ponder_credit_ms(budget, 12000) == 6000);
    CHECK(ponder_credit_ms(budget, 1000000) == 12600);
    CHECK(ponder_credit_ms(budget, 0) == 0);
    CHECK(ponder_credit_ms(budget, -5) == 0);
    const Budget hit = ponder_hit_budget(budget, 12000, false);
    CHECK(hit.normal_move_time_ms == 8000);
    CHECK(hit.extend_max_move_time_ms == 32000);
    const Budget settled = ponder_hit_budget(budget, 12000, true);
    CHECK(settled.normal_move_time_ms == 50);
    CHECK(settled.extend_max_move_time_ms == 50); // without further overtime
    CHECK(ponder_hit_budget({1, 1}, 12000, true).normal_move_time_ms == 1);
}

TEST_CASE("ponder hit: continues the search with the clock that the host has just sent") {
    Host host;
    ponder_long(&host, {"time 1000", "otim 2000", "HIT"});
    CHECK(count_heard(host, "move *") == 2);
    CHECK(is_one_search(host, 1));
    REQUIRE(host.records.size() == 2);
    CHECK(host.records[1].facts.own_ms == 10000);
    CHECK(host.session.game.moves.size() == 4);
    CHECK(host.session.player.clock.session_moves == 2);
}

TEST_CASE("ponder hit: may be sent as a bare move or in SAN") {
    Host twin;
    ponder_long(&twin, {"HIT"});
    const std::string san = host_san(twin, 2);
    for (const std::string& line : {std::string("BARE"), san, "usermove " + san}) {
        CAPTURE(line);
        Host host;
        ponder_long(&host, {line});
        CHECK(count_heard(host, "move *") == 2);
        CHECK(is_one_search(host, 1));
    }
}

TEST_CASE("ponder credit: given even if easy, or force and go, came before the expected move") {
    const char* const ends[] = {"easy", "force"};
    for (const char* end : ends) {
        CAPTURE(end);
        Host hit, miss, timed;
        ponder_long(&hit, {end, "ping 1", "force", "HIT", "time 1900", "otim 1900", "go"});
        ponder_long(&miss, {end, "ping 1", "force", "h2h4", "time 1900", "otim 1900", "go"});
        ponder_long(&timed, {end, "force", "HIT", "st 1", "go"});
        const Budget& quick = record_of(hit, 1).budget;
        const Budget& full = record_of(miss, 1).budget;
        CHECK(quick.normal_move_time_ms * 2 < full.normal_move_time_ms);
        CHECK(quick.extend_max_move_time_ms == full.extend_max_move_time_ms);
        CHECK(record_of(timed, 1).used_ms > 900); // with st no time is saved
        // The ponder credit is given only for our next move.
        host_say_all(&hit, {"force", any_move(hit), "time 1900", "otim 1900", "go"});
        CHECK(record_of(hit, 2).budget.normal_move_time_ms > full.normal_move_time_ms / 2);
    }
}

TEST_CASE("ponder miss: the move played is on the board, not the expected move") {
    const Expectation expected = ponder_expectation();
    const std::string other = expected.hint == "a2a3" ? "h2h3" : "a2a3";
    Host host;
    host.upon = "move ";
    host.upon_hearing = {"ping 1", "usermove " + other};
    const std::string heard = host_say_all(&host, PONDER_OPENING);
    CHECK_MESSAGE(text_fits(heard, expected.reply + " | pong 1 | move *"), heard);
    REQUIRE(host.session.game.moves.size() == 4);
    CHECK(notation_coordinate(host.session.game.moves[2]) == other);
}

TEST_CASE("level while pondering: the expected move is not counted as made") {
    Host host;
    host.upon = "move ";
    host.upon_hearing = {"level 40 5 0", "easy"};
    host_say_all(&host, PONDER_OPENING);
    CHECK(host.session.game.moves.size() == 2);
    CHECK(host.xboard.count_start == 2);
}

TEST_CASE("exclude while pondering: a ponder hit clears the excluded moves") {
    const Expectation expected = ponder_expectation();
    Host host;
    host.upon = "move ";
    host.upon_hearing = {"exclude all", "usermove " + expected.hint, "force"};
    host_say_all(&host, PONDER_OPENING);
    CHECK(host.session.game.moves.size() == 3);
    CHECK(host.xboard.position.excluded.count == 0);
}

TEST_CASE("illegal move while pondering: refused, and the game goes on") {
    Host host;
    host.upon = "move ";
    // A move of ours is illegal too, although in the position that we ponder on we are to move.
    host.upon_hearing = {"usermove e1e5", "usermove a7a6", "Ra1xh8", "ping 2"};
    const std::string heard = host_say_all(&host, PONDER_OPENING);
    CHECK_MESSAGE(text_fits(heard, "move * | Illegal move: e1e5 | Illegal move: a7a6 | "
                                   "Illegal move: Ra1xh8 | pong 2"),
                  heard);
    CHECK(host.session.game.moves.size() == 2);
}

TEST_CASE(
    "easy, force, new, analyze and setboard end pondering; the expected move is not on the board") {
    for (const char* line :
         {"easy", "force", "new", "analyze", "setboard 8/8/8/8/8/8/8/K1k4R b - - 0 1"}) {
        CAPTURE(line);
        Host host;
        host.upon = "move ";
        host.upon_hearing = {line, "exit", "ping 3"};
        host_say_all(&host, PONDER_OPENING);
        CHECK(host.heard.back() == "pong 3");
        CHECK(count_heard(host, "tellusererror*") == 0);
        CHECK(host.session.activity == ACTIVITY_NONE);
        const size_t moves = host.session.game.moves.size();
        CHECK((moves == 0 || moves == 2));
    }
}

TEST_CASE("analysis: new and setboard keep it running, force and exit end it") {
    for (const char* line : {"force", "exit"}) {
        CAPTURE(line);
        Host host;
        host.while_thinking = {"new", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "ping 1", line};
        CHECK(host_say(&host, "analyze") == "pong 1");
        CHECK(host.xboard.mode == MODE_FORCE);
        CHECK(host.session.game.board.count[WHITE_PAWN] == 1);
    }
}

TEST_CASE("analysis: of a finished game waits without output") {
    Host host;
    const char* mated = "setboard rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    CHECK(host_say_all(&host, {"force", mated, "post", "analyze", ".", "ping 1"}) == "pong 1");
    CHECK(host_say(&host, "exit") == "");
}

TEST_CASE("`.`: answered while analysing, ignored while idle") {
    Host host;
    host.while_thinking = {".", "exit", "."};
    const std::string heard = host_say(&host, "analyze");
    CHECK_MESSAGE(text_fits(heard, "stat01: * * * * 20 *"), heard);
}

TEST_CASE("analysis: restarted only by commands that change the position or the search") {
    const auto age_cs = [](const char* line) { // time of the running search after the line
        Host host;
        host.step_ms = 10;
        host.thinking_readings = 500;
        host.while_thinking = {line, ".", "exit"};
        const std::string heard = host_say_all(&host, {"new", "force", "analyze"});
        const size_t status = heard.find("stat01: ");
        return status == std::string::npos ? 0 : std::stoi(heard.substr(status + 8));
    };
    for (const char* line :
         {"analyze", "easy", "hard", "?", "sd 2", "st 1", "level 0 1 0", "nps 1", "time 1", "draw",
          "result 1-0 {x}", "option MoveOverhead=40", "option LimitStrength=1", "option Bogus=1",
          "foo", "usermove e2e5", "Ke3"}) {
        CAPTURE(line);
        CHECK(age_cs(line) > 400);
    }
    for (const char* line :
         {"usermove e2e4", "new", "option MultiPV=2", "option ClearHash", "cores 1", "exclude e2e4",
          "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}) {
        CAPTURE(line);
        CHECK(age_cs(line) < 400);
    }
}

TEST_CASE("MultiPV: each depth has several lines, each with another first move") {
    Host host;
    host_say_all(&host, {"option MultiPV=3", "post", "sd 3", "st 1000"});
    host_say(&host, "go");
    int lines = 0;
    std::vector<std::string> leaders;
    for (const std::string& line : host.heard) {
        if (line.compare(0, 2, "3 ") != 0) continue;
        ++lines;
        size_t blank = 0;
        for (int i = 0; i < 4; ++i) blank = line.find(' ', blank) + 1;
        leaders.push_back(line.substr(blank, 4));
    }
    REQUIRE(lines >= 3);
    CHECK(leaders[leaders.size() - 1] != leaders[leaders.size() - 2]);
}

TEST_CASE("exclude and include: select the root moves until the position changes") {
    Host host;
    host_say_all(&host, {"new", "force", "exclude all", "include a2a3", "sd 2", "st 1000"});
    CHECK(host_say(&host, "go") == "move a2a3");
    CHECK(host.xboard.position.excluded.count == 0);
    host_say_all(&host, {"new", "force", "exclude all"});
    CHECK(text_fits(host_say_all(&host, {"sd 1", "go"}), "move *"));
    CHECK(host_say(&host, "exclude e9e4") == "Error (bad argument): exclude e9e4");
}

TEST_CASE("Chess960: castling is sent as O-O or king takes rook, wherever the rooks start") {
    Host host;
    host_say_all(&host, {"new", "variant fischerandom", "force",
                         "setboard 1rk3r1/6p1/8/8/8/8/6P1/1RK3R1 w GBgb - 0 1"});
    CHECK(host_say(&host, "usermove O-O") == "");
    CHECK(host.session.game.board.piece[square_make(FILE_G, 0)] == WHITE_KING);
    CHECK(host_say(&host, "usermove c8b8") == "");
    CHECK(host.session.game.board.piece[square_make(FILE_C, 7)] == BLACK_KING);
    CHECK(host_say(&host, "variant atomic") == "Error (unsupported variant): atomic");
}

TEST_CASE("wildcastle: a king on the d-file castles two squares") {
    Host host;
    host_say_all(&host, {"new", "variant wildcastle", "force",
                         "setboard r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1"});
    CHECK(host_say(&host, "usermove d1b1") == "");
    CHECK(display_board(host.session.game.board).find("r2k3r/8/8/8/8/8/8/1KR4R b kq") !=
          std::string::npos);
    CHECK(host_say(&host, "usermove d8f8") == "");
    CHECK(host_say(&host, "usermove b1d1") == "Illegal move: b1d1");
    host_say(&host, "new"); // back to normal chess
    host_say_all(&host, {"force", "setboard r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1"});
    CHECK(host_say(&host, "usermove d1b1") == "Illegal move: d1b1");
}

TEST_CASE("draw offer: made in force mode, it is valid only for our move after go") {
    const char* lost = "setboard 3rk3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    Host host;
    host_say_all(&host, {"force", lost, "sd 2", "draw"});
    CHECK(text_fits(host_say(&host, "go"), "offer draw | move *"));
    CHECK(text_fits(host_say_all(&host, {"force", lost, "go"}), "move *"));
    CHECK(text_fits(
        host_say_all(&host, {"force", lost, "draw", "usermove e2e3", "usermove e8e7", "go"}),
        "move *"));
}

TEST_CASE("draw offer: dropped by analysis, and if we take the side of the player who made it") {
    const char* even = "setboard 6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 30";
    struct Case {
        std::vector<std::string> lines;
        size_t offers;
    };
    for (const Case& c : {Case{{"usermove g8f8"}, 1}, {{"go"}, 0}, {{"analyze", "go"}, 0}}) {
        CAPTURE(c.lines.front());
        Host host;
        host_say_all(&host, {"force", even, "sd 2", "go", "draw"});
        host.while_thinking = {"exit"};
        host_say_all(&host, c.lines);
        CHECK(count_heard(host, "offer draw") == c.offers);
        CHECK(count_heard(host, "move *") == 2);
    }
}

TEST_CASE("sd: a new depth limit restarts pondering that was complete") {
    Host host;
    host_say_all(&host, {"new", "hard", "post", "sd 2", "usermove e2e4"});
    CHECK(is_thinking_line(host_say(&host, "sd 3")));
}

TEST_CASE("Resign: we resign only if the option is set, after three lost moves in a row") {
    const char* lost = "setboard 4k3/8/8/8/8/8/rr6/5K2 w - - 0 1";
    Host stubborn;
    host_say_all(&stubborn, {"force", lost, "sd 1"});
    CHECK(text_fits(host_say(&stubborn, "go"), "move *"));
    Host polite;
    host_say_all(&polite, {"option Resign=500", "force", lost, "sd 1", "go", "usermove e8e7"});
    CHECK(count_heard(polite, "move *") == 2);
    CHECK(host_say(&polite, "usermove e7e8") == "resign");
    CHECK(host_say(&polite, "ping 1") == "pong 1");
    CHECK(text_fits(host_say_all(&polite, {"undo", "undo", "sd 1", "go"}), "move *"));
    Host offered;
    host_say_all(&offered, {"option Resign=500", "force", lost, "sd 1", "go", "usermove e8e7"});
    CHECK(text_fits(host_say_all(&offered, {"draw", "usermove e7e8"}), "offer draw | move *"));
    CHECK(host_say(&offered, "usermove e8e7") == "resign");
}

TEST_CASE("Resign: after resigning, the position can be analysed and played on") {
    const char* lost = "setboard 4k3/8/8/8/8/8/rr6/5K2 w - - 0 1";
    Host host;
    host_say_all(&host, {"option Resign=500", "force", lost, "sd 1", "go", "usermove e8e7"});
    CHECK(host_say(&host, "usermove e7e8") == "resign");
    CHECK(host_say_all(&host, {"result 0-1 {White resigns}", "post"}) == "");
    host.while_thinking = {"exit"};
    CHECK(text_fits(host_say(&host, "analyze").substr(0, 2), "1 "));
    CHECK(text_fits(host_say_all(&host, {"nopost", "go"}), "move *"));
}

TEST_CASE("pondering: lines that waited for our move are executed before it starts") {
    Host host;
    host.thinking_readings = 2;
    host.while_thinking = {"ping 1"};
    const std::string heard = host_say_all(&host, PONDER_OPENING);
    CHECK_MESSAGE(text_fits(heard, "move * | pong 1"), heard);
}

TEST_CASE("quit: ends the engine while analysing and while pondering") {
    Host analyst;
    analyst.while_thinking = {"quit"};
    CHECK(host_say(&analyst, "analyze") == "");
    CHECK(analyst.session.quit);
    Host player;
    player.upon = "move ";
    player.upon_hearing = {"quit"};
    host_say_all(&player, {"new", "hard", "sd 4", "usermove e2e4"});
    CHECK(player.session.quit);
}

TEST_CASE("ponder hit: a thinking line comes before the move") {
    Host host;
    ponder_long(&host, {"HIT"});
    CHECK(is_one_search(host, 1));
    size_t move = host.heard.size() - 1; // of our second move; pondering lines follow it
    while (move > 1 && host.heard[move].compare(0, 5, "move ") != 0) --move;
    REQUIRE(count_heard(host, "move *") == 2);
    const std::string& last = host.heard[move - 1];
    CHECK(text_fits(last + ' ', "* * * * " + host_san(host, 3) + " *"));
}

TEST_CASE("ponder hit: a line shown while pondering is shown again before the move") {
    Host host;
    ponder_long(&host, {"HIT", "time 1900", "?"});
    size_t hit = 0; // the line of the second move
    for (size_t i = 0; i < host.heard.size(); ++i)
        if (text_fits(host.heard[i], "move *")) hit = i;
    REQUIRE(count_heard(host, "move *") == 2);
    REQUIRE(hit > 2);
    CHECK(is_thinking_line(host.heard[hit - 1]));
    // A variation found before the ponder hit is shown once before and once after it.
    const auto depth = [&host](size_t line) { return std::stoi(host.heard[line]); };
    REQUIRE(is_thinking_line(host.heard[hit - 2]));
    CHECK(depth(hit - 1) == depth(hit - 2));
    // The second line has only the nodes since the hit: XBoard divides the nodes of a thinking line
    // by the time since the ponder hit, or takes them as the clock (`nps`).
    const auto nodes = [&host](size_t line) {
        int64_t told = 0;
        std::istringstream(host.heard[line]) >> told >> told >> told >> told;
        return told;
    };
    CHECK(nodes(hit - 1) < nodes(hit - 2));
}

TEST_CASE("variant: sets up its start position and drops the previous game") {
    Host host;
    host_say_all(&host, {"force", "setboard nonsense", "variant nocastle"});
    CHECK(!host.session.bad_position);
    CHECK(host.session.game.board.castling == CASTLING_NONE);
    host_say(&host, "variant normal");
    CHECK(host.session.game.board.castling == CASTLING_ALL);
}

TEST_CASE("ponder hit: if it completes a draw we claim at once, on a server with our next move") {
    struct Case {
        std::vector<std::string> moves; // after them we are to move
        const char* hear;
    };
    const Case cases[] = {
        {{"setboard 7k/8/8/8/8/8/R7/K7 b - - 98 80"}, "1/2-1/2 {Draw by fifty-move rule}"},
        {{"setboard 6k1/6p1/8/7Q/8/1q6/1r6/K7 w - - 0 1", "h5e8", "g8h7", "e8h5", "h7g8", "h5e8",
          "g8h7"},
         "1/2-1/2 {Draw by repetition}"},
    };
    for (const Case& c : cases) {
        Host host;
        host_say_all(&host, {"force", "hard", "sd 3"});
        host_say_all(&host, c.moves);
        host_say(&host, "go"); // the expected reply draws
        REQUIRE(host.xboard.position.ponder_move != MOVE_NONE);
        const std::string hint = notation_coordinate(host.xboard.position.ponder_move);
        for (const char* server : {"-", "freechess.org"}) {
            CAPTURE(hint);
            CAPTURE(server);
            Host player;
            player.upon = "move ";
            player.upon_hearing = {"usermove " + hint, "ping 1"};
            host_say_all(&player, {std::string("ics ") + server, "force", "hard", "sd 3"});
            host_say_all(&player, c.moves);
            const std::string heard = host_say(&player, "go");
            const bool local = server[0] == '-';
            CHECK_MESSAGE(text_fits(heard, local ? std::string("move * | ") + c.hear + " | pong 1"
                                                 : "move * | offer draw | move * | pong 1"),
                          heard);
        }
    }
}
