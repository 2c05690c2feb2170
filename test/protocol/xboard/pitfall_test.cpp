// Known mistakes of CECP engines, one test each.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <poll.h>
#include <unistd.h>

#include "engine/board/fen.h"
#include "engine/board/notation.h"
#include "protocol/session/option.h"
#include "protocol/xboard/reply.h"
#include "test/script.h"

namespace {

constexpr const char* KNIGHTS_OUT_AND_BACK[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
constexpr int READINGS = 10; // readings of the clock around a search, one millisecond each
constexpr const char* BARE_KINGS = "8/8/8/8/8/4k3/8/4K3 w - - 0 1";

// Counts the thinking lines after the last line that fits the pattern.
int thinking_lines_behind(const Host& host, const std::string& pattern) {
    int lines = 0;
    for (const std::string& line : host.heard) {
        if (text_fits(line, pattern)) lines = 0;
        lines += is_thinking_line(line);
    }
    return lines;
}

} // namespace

TEST_CASE("pitfall 1: SIGINT from the host or the terminal does not kill us") {
    void (*before)(int) = std::signal(SIGINT, SIG_DFL);
    Host host;
    host_say(&host, "xboard");
    std::raise(SIGINT); // would kill this test program
    const bool ignored = std::signal(SIGINT, before) == SIG_IGN;
    CHECK(ignored);
    CHECK(reply_features().find(" sigint=0 ") != std::string::npos);
    CHECK(reply_features().find("sigint=0 sigterm=0") != std::string::npos);
}

TEST_CASE("pitfall 2: pong comes after the move, once for every ping, in order") {
    Host host;
    host_say_all(&host, {"new", "st 1000"});
    host.while_thinking = {"ping 1", "ping 2", "random", "ping 3", "?"};
    CHECK(text_fits(host_say(&host, "usermove e2e4"), "move * | pong 1 | pong 2 | pong 3"));
    // Pings before and after a command that ends the search: no move comes between the two pongs.
    host.while_thinking = {"ping 4", "force", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "ping 5"};
    host.thinking_readings = 20;
    CHECK(host_say(&host, "usermove d2d4") == "pong 4 | pong 5");
    CHECK(host.session.game.moves.empty());
}

TEST_CASE("pitfall 3: no move after the host has ended the search") {
    for (const char* line :
         {"force", "result * {}", "new", "analyze", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
          "edit", "undo", "playother", "quit"}) {
        CAPTURE(line);
        Host host;
        host_say_all(&host, {"new", "st 1000"});
        host.while_thinking = {line, ".", "exit", "force"};
        CHECK(count_heard(host, "move *") == 0);
        host_say(&host, "usermove e2e4");
        CHECK(count_heard(host, "move *") == 0);
    }
    // A move that was sent before `force` has been made; the host takes it back with undo.
    Host late;
    CHECK(text_fits(host_say_all(&late, {"new", "sd 1", "usermove e2e4"}), "move *"));
    CHECK(host_say_all(&late, {"force", "undo"}) == "");
    CHECK(late.session.game.moves.size() == 1);
}

TEST_CASE("pitfall 4: after `new` we play Black, and answer a move although no `go` was sent") {
    Host host;
    script_check(&host, {
                            {"xboard", ""},
                            {"new", ""},
                            {"random", ""},
                            {"sd 2", ""},
                            {"time 30000", ""},
                            {"otim 30000", ""},
                            {"usermove e2e4", "move *"},
                            {"time 29900", ""},
                            {"otim 29900", ""},
                            {"usermove d2d4", "move *"},
                        });
    CHECK(host.session.engine_colour == BLACK);
    CHECK(host.session.game.moves.size() == 4);
}

TEST_CASE("pitfall 5: after moves in force mode, `go` makes us play the side to move") {
    Host host;
    script_check(&host, {
                            {"new", ""},
                            {"sd 2", ""},
                            {"force", ""},
                            {"usermove e2e4", ""},
                            {"usermove e7e5", ""},
                            {"time 1000", ""},
                            {"otim 2000", ""},
                            {"go", "move *"},
                        });
    CHECK(host.session.engine_colour == WHITE);
    host_say(&host, "usermove a7a6");
    CHECK(host.session.game.moves.size() == 5);
    host_say_all(&host, {"force", "go"});
    CHECK(host.session.engine_colour == BLACK);
}

TEST_CASE("pitfall 6: `time` is the clock of the colour we play, `otim` the opponent's") {
    Host host;
    host_say_all(&host,
                 {"new", "level 0 5 0", "sd 1", "time 30000", "otim 20000", "usermove e2e4"});
    CHECK(record_of(host, 0).facts.own_ms == 300000);
    // The user changes sides: the host sends the clock of the colour that we will play.
    host_say_all(&host, {"force", "time 19000", "otim 29000", "go"});
    CHECK(host.session.engine_colour == WHITE);
    CHECK(record_of(host, 1).facts.own_ms == 190000);
    CHECK(record_of(host, 1).facts.opponent_ms == 290000);
}

TEST_CASE("pitfall 7: commands that only inform us do not end pondering, `easy` ends it") {
    Host host;
    ponder_long(&host, {"time 1000",
                        "otim 2000",
                        "hard",
                        "post",
                        "draw",
                        ".",
                        "ping 1",
                        "name X",
                        "hint",
                        "bk",
                        "?",
                        "computer",
                        "random",
                        "rating 1 2",
                        "exit",
                        "option Chat=say",
                        "option Resign=900",
                        "option Bogus=1",
                        "a7a6",
                        "HIT"});
    REQUIRE(count_heard(host, "move *") == 2);
    CHECK(count_heard(host, "pong 1") == 1);
    CHECK(count_heard(host, "stat01: *") == 1);
    CHECK(count_heard(host, "Hint: *") == 1);
    CHECK(count_heard(host, "Error (unknown option): *") == 1);
    CHECK(count_heard(host, "Illegal move: a7a6") == 1);
    CHECK(last_record(host).facts.own_ms == 10000);
    CHECK(is_one_search(host, 1));

    // Settings for the next move restart pondering.
    for (const char* line : {"easy", "sd 30", "option MoveOverhead=500", "option MultiPV=2"}) {
        CAPTURE(line);
        Host other;
        ponder_long(&other, {line, "HIT"});
        CHECK(count_heard(other, "move *") == 2);
        CHECK_FALSE(is_one_search(other, 1));
    }
}

TEST_CASE("pitfall 8: a `?` that comes after our move does not make the next move instant") {
    Host host;
    host.step_ms = 10;
    host_say_all(&host, {"new", "st 1"});
    host.upon = "move";
    host.upon_hearing = {"?"};
    host_say_all(&host, {"usermove e2e4", "usermove d2d4"});
    CHECK(last_record(host).stop == STOP_ST);

    Host pondering;
    pondering.upon = "move ";
    pondering.upon_hearing = {"?", "ping 4"};
    const std::string heard = host_say_all(&pondering, PONDER_OPENING);
    CHECK_MESSAGE(text_fits(heard, "move * | pong 4"), heard);
}

TEST_CASE("pitfall 9: commands that arrive while we think are handled while we think") {
    struct Case {
        std::vector<std::string> lines;
        const char* heard;
    };
    const Case cases[] = {
        {{"?"}, "move *"},
        {{"draw", "?"}, "move *"},
        {{"foo", "?"}, "Error (unknown command): foo | move *"},
        {{"force", "ping 1"}, "pong 1"},
        {{"result 1-0 {Black resigns}", "force", "ping 2"}, "pong 2"},
        {{"quit"}, ""},
    };
    for (const Case& c : cases) {
        CAPTURE(c.lines.front());
        Host host;
        host.step_ms = 1;
        host_say_all(&host, {"new", "level 0 600 0"});
        host.while_thinking = c.lines;
        const int64_t start_ms = host.now_ms;
        std::string heard = host_say(&host, "usermove e2e4");
        const std::string welcome = "offer draw | "; // the draw may be accepted or not
        if (heard.compare(0, welcome.size(), welcome) == 0) heard.erase(0, welcome.size());
        CHECK_MESSAGE(text_fits(heard, c.heard), heard);
        CHECK(host.now_ms - start_ms < 1000);
    }
}

TEST_CASE("pitfall 10: a line may arrive in several pieces, and one piece may have several lines") {
    static LineQueue queue(stopwatch_steady()); // static: the reader thread outlives this test
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const int before = dup(STDIN_FILENO);
    dup2(ends[0], STDIN_FILENO);
    line_start_reader(&queue);
    const auto send = [&](const std::string& text) {
        CHECK(write(ends[1], text.data(), text.size()) == ssize_t(text.size()));
    };
    Line first, second, third, fourth, none;
    send("usermove ");
    CHECK_FALSE(line_peek(&queue, 0, &first));
    send("e2");
    send("e4\nping 1\n\r\nforce");
    CHECK(line_pop(&queue, &first));
    CHECK(line_pop(&queue, &second));
    CHECK(line_pop(&queue, &third));
    close(ends[1]);
    CHECK(line_pop(&queue, &fourth));
    CHECK_FALSE(line_pop(&queue, &none));
    dup2(before, STDIN_FILENO);
    std::clearerr(stdin);
    close(before);
    close(ends[0]);
    CHECK(first.text == "usermove e2e4");
    CHECK(second.text == "ping 1");
    CHECK(fourth.text == "force");
}

TEST_CASE("pitfall 11: output is flushed at once, also to a pipe") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    std::fflush(stdout);
    const int before = dup(STDOUT_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    LineQueue input(stopwatch_steady());
    LineOutput stream = {&input, false};
    line_write(line_stdout(&stream), "feature done=1");
    pollfd output = {ends[0], POLLIN, 0};
    const int ready = poll(&output, 1, 0);
    std::fflush(stdout);
    dup2(before, STDOUT_FILENO);
    char text[100] = "";
    const ssize_t length = read(ends[0], text, sizeof text - 1);
    for (const int end : {before, ends[0], ends[1]}) close(end);
    CHECK(ready == 1);
    CHECK(length == 15);
    CHECK(std::string(text) == "feature done=1\n");
}

namespace {

// Patterns of all lines that we may send to a host without `debug`, except thinking lines.
constexpr const char* SAYINGS[] = {
    "feature *",
    "move *",
    "pong *",
    "Illegal move: *",
    "tellusererror Illegal position (*): *",
    "Error (*): *",
    "Hint: *",
    "stat01: *",
    "offer draw",
    "resign",
    " no book",
    "",
    "1-0 {*}",
    "0-1 {*}",
    "1/2-1/2 {*}",
};

// Words that hosts take for a claim, an offer or a failure anywhere in a line.
constexpr const char* LOADED[] = {
    "llegal",
    "draw",
    "Draw",
    "analyze",
    "protover",
    "not found",
    "No such file",
    "can't alloc",
    "Permission denied",
    "unknown host",
    "No remote directory",
};

bool is_saying(const std::string& line) {
    if (is_thinking_line(line)) return true;
    for (const char* saying : SAYINGS)
        if (text_fits(line, saying)) return true;
    return false;
}

} // namespace

TEST_CASE("pitfall 12: only lines of the protocol are sent") {
    Host host;
    for (const char* line : {"xboard",
                             "protover 2",
                             "rejected debug",
                             "d",
                             "help",
                             "eval",
                             "perft 2",
                             "bench 1",
                             "White resigns",
                             "Black mates",
                             "Drawn?",
                             "# note",
                             "telluser x",
                             "setboard x",
                             "12 34 5",
                             "hint",
                             "bk",
                             "post",
                             "new",
                             "option MultiPV=2",
                             "sd 3",
                             "usermove e2e4",
                             "hint",
                             "draw",
                             "usermove a2a3",
                             "undo",
                             "remove",
                             "force",
                             "memory x",
                             "level x"})
        host_say(&host, line);
    host.while_thinking = {".", "bk", "exit"};
    host_say(&host, "analyze");
    for (const std::string& line : host.heard) CHECK_MESSAGE(is_saying(line), line);
}

TEST_CASE("pitfall 13: `level` is read in all its forms, and `time` overrides its clock") {
    struct Case {
        const char* level;
        int64_t own_ms, increment_ms;
        int moves_to_go;
    };
    const Case cases[] = {
        {"level 40 5 0", 300000, 0, 40},     {"level 40 0:30 0", 30000, 0, 40},
        {"level 0 5:00 0", 300000, 0, 0},    {"level 0 40 0.1", 2400000, 100, 0},
        {"level 0 1:30 0.5", 90000, 500, 0}, {"level 40 5 2", 300000, 2000, 40},
        {"level 0 0 12", 0, 12000, 0},       {"level 20 22 0", 1320000, 0, 20},
    };
    for (const Case& c : cases) {
        CAPTURE(c.level);
        Host host, timed;
        host_say_all(&host, {"new", c.level, "sd 1", "usermove e2e4"});
        CHECK(last_record(host).facts.own_ms == c.own_ms);
        CHECK(last_record(host).facts.increment_ms == c.increment_ms);
        CHECK(last_record(host).facts.moves_to_go == c.moves_to_go);
        host_say_all(&timed, {"new", c.level, "sd 1", "time 400", "usermove e2e4"});
        CHECK(last_record(timed).facts.own_ms == 4000);
    }
    Host host; // a new session begins with all its moves and time
    host_say_all(&host, {"new", "level 2 1 0", "sd 1"});
    const int expected[] = {2, 1, 2, 1};
    for (size_t i = 0; i < 4; ++i) host_say(&host, "usermove " + any_move(host));
    for (size_t i = 0; i < 4; ++i) CHECK(record_of(host, i).facts.moves_to_go == expected[i]);
    CHECK(record_of(host, 2).facts.own_ms > record_of(host, 1).facts.own_ms + 50000);
}

TEST_CASE("pitfall 14: a move takes at most `st`, and comes even with `st 0` or a clock at 0") {
    for (const int move_time_ms : {100, 500, 1000, 3000}) {
        CAPTURE(move_time_ms);
        Host host;
        host.step_ms = std::max(1, move_time_ms / 400);
        host_say_all(&host,
                     {"new", "st " + std::to_string(move_time_ms / 1000.0), "usermove e2e4"});
        CHECK(last_record(host).used_ms < move_time_ms);
    }
    const char* const controls[] = {
        "level 0 0 0",      "level 0 0 12", "level 1 0 0", "level 40 0:01 0", "level 0 0 0.02",
        "level 0 0 1e-05",  "st 0",         "st 0.01",     "st 1e-9",         "level 1000000 1 0",
        "level 0 0:00.1 0",
    };
    const char* const clocks[] = {"time 0", "time 1", "time -1", "time -99999999999999999999",
                                  "time 5", "otim 0", "otim -7"};
    for (const char* control : controls)
        for (const char* clock : clocks) {
            CAPTURE(control);
            CAPTURE(clock);
            Host host;
            host.step_ms = 50;
            CHECK(
                text_fits(host_say_all(&host, {"new", control, clock, "usermove e2e4"}), "move *"));
            CHECK(last_record(host).used_ms < 15000);
        }
}

TEST_CASE("pitfall 15: new clears the state of a game and nothing else") {
    Host host;
    host_say_all(&host, {"post", "hard", "option RivalDrop=50", "name Joe", "rating 1 2",
                         "computer", "ics host", "level 40 5 0", "sd 3", "force", "e2e4"});
    host_say_all(&host, {"new", "new", "new"});
    const Settings& settings = host.session.settings;
    CHECK(host_fen(host) == FEN_START);
    CHECK(host.session.engine_colour == BLACK);
    CHECK(host.xboard.mode == MODE_PLAY);
    CHECK(host.xboard.depth == 0);
    CHECK(host.xboard.opponent.own_rating == 0);
    CHECK_FALSE(host.xboard.opponent.is_computer);
    CHECK(settings.post);
    CHECK(settings.ponder);
    CHECK(settings.timing.rival_drop_cp == 50);
    CHECK(host.xboard.ics_host == "host");
    CHECK(host.session.player.clock.moves_per_session == 40);
}

TEST_CASE("pitfall 16: repetitions count over undo and force mode, and not over setboard") {
    Host host;
    host_say_all(&host, {"new", "force", "sd 1"});
    for (const char* move : KNIGHTS_OUT_AND_BACK) CHECK(host_say(&host, move) == "");
    host_say_all(&host, {"g1f3", "g8f6", "remove", "b1c3", "undo", "g1f3", "g8f6", "f3g1"});
    CHECK(host_say_all(&host, {"playother", "usermove f6g8"}) == "1/2-1/2 {Draw by repetition}");
    CHECK(host_say(&host, "ping 1") == "pong 1");
    // A position that was taken back no longer counts as a repetition.
    host_say_all(&host, {"undo", "playother"});
    CHECK(text_fits(host_say(&host, "usermove f6e4"), "move *"));
    // Positions before setboard do not count as repetitions, even if they are equal.
    host_say_all(&host, {"new", "force", "sd 1"});
    for (const char* move : KNIGHTS_OUT_AND_BACK) CHECK(host_say(&host, move) == "");
    host_say(&host, std::string("setboard ") + FEN_START);
    host_say_all(&host, {"g1f3", "g8f6", "f3g1", "playother"});
    CHECK(text_fits(host_say(&host, "usermove f6g8"), "move *"));

    script_check({
        {"force", ""},
        {"e2e4", ""},
        {"setboard 4k3/8/8/8/8/8/R7/4K3 b - - 98 60", ""},
        {"undo", "Error (command not legal now): undo"},
        {"usermove e8e7", ""},
        {"sd 1", ""},
        {"go", "move * | 1/2-1/2 {Draw by fifty-move rule}"},
    });
}

TEST_CASE("pitfall 17: we accept a draw by `offer draw` before our move, and the game goes on") {
    Host host;
    const char* lost = "setboard 3rk3/8/8/8/8/8/4P3/4K3 b - - 0 1";
    host_say_all(&host, {"force", lost, "sd 2", "playother", "draw", "force", "usermove d8d4"});
    CHECK(text_fits(host_say(&host, "go"), "move *"));
    host_say_all(&host, {"force", lost, "sd 2", "playother", "draw"});
    CHECK(text_fits(host_say(&host, "usermove d8d4"), "offer draw | move *"));
    CHECK(text_fits(host_say(&host, "usermove d4d8"),
                    "move *")); // the opponent has offered only once
    const char* won = "setboard 4k3/3p4/8/8/8/8/4P3/3RK3 b - - 0 1";
    host_say_all(&host, {"force", won, "sd 2", "playother", "draw"});
    CHECK(text_fits(host_say(&host, "usermove d7d6"), "move *"));
}

TEST_CASE("pitfall 18: we claim a result on the board, and no draw while a mate is possible") {
    for (const char* fen : {"7k/8/6K1/8/8/8/8/NN6 w - - 0 1", "7k/5b2/8/6K1/8/8/8/N7 w - - 0 1",
                            "7k/5n2/8/6K1/8/8/8/N7 w - - 0 1", "6bk/8/8/6K1/8/8/8/2B5 w - - 0 1"}) {
        CAPTURE(fen);
        Host host;
        host_say_all(&host, {"force", std::string("setboard ") + fen, "sd 1", "playother"});
        host_say(&host, "usermove g" + std::string(fen[5] == '6' ? "6f6" : "5f5"));
        CHECK(count_heard(host, "Illegal move*") == 0);
        CHECK(count_heard(host, "*{*}") == 0);
    }
    // If our move mates, the move is sent before the result.
    Host host;
    host_say_all(&host, {"force", "setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "sd 3"});
    CHECK(host_say(&host, "go") == "move a1a8 | 1-0 {White mates}");
}

TEST_CASE("pitfall 19: no legal move is called illegal") {
    struct Case {
        const char* fen;
        std::vector<std::string> spellings;
        const char* after;
    };
    const Case cases[] = {
        {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1",
         {"e7e8q", "e7e8Q", "e8=Q", "e8Q", "e7e8=q", "e8=Q+"},
         "4Q3/6k1/8/8/8/8/8/4K3 b - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1",
         {"e1g1", "O-O", "0-0", "O-O+"},
         "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", // the rook is attacked
         {"e1c1", "O-O-O"},
         "r3k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", // a square that it passes is attacked
         {"e1c1", "0-0-0"},
         "1r2k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", {"d4e3", "dxe3"}, "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"},
    };
    for (const Case& c : cases)
        for (const std::string& spelling : c.spellings) {
            CAPTURE(spelling);
            Host host;
            host_say_all(&host, {"force", std::string("setboard ") + c.fen});
            CHECK(host_say(&host, "usermove " + spelling) == "");
            CHECK(host_fen(host) == c.after);
        }
    for (const char* spelling : {"O-O", "c1g1"}) {
        CAPTURE(spelling);
        Host host;
        host_say_all(&host, {"variant fischerandom", "force",
                             "setboard 1rk3r1/6p1/8/8/8/8/6P1/1RK3R1 w GBgb - 0 1"});
        CHECK(host_say(&host, std::string("usermove ") + spelling) == "");
        CHECK(host.session.game.board.piece[square_make(FILE_G, 0)] == WHITE_KING);
    }
}

TEST_CASE("pitfall 20: words that a host reacts to are altered in text that we quote") {
    Host host;
    for (const std::string word : LOADED)
        for (const char* line : {"x", "setboard ", "usermove ", "option ", "variant ", "level "}) {
            host.heard.clear();
            host_say_all(&host, {"force", line + word, line + word + word});
            for (std::string heard : host.heard) {
                CAPTURE(heard);
                if (text_fits(heard, "Illegal move: *")) heard.erase(0, 8);
                if (text_fits(heard, "tellusererror Illegal*")) heard.erase(0, 22);
                for (const char* loaded : LOADED) CHECK(heard.find(loaded) == std::string::npos);
            }
        }
}

TEST_CASE("pitfall 21: after an illegal position no move is legal until the next position") {
    const char* const bad[] = {
        "setboard",
        "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
        "setboard kkkkkkkk/8/8/8/8/8/8/K7 w - - 0 1",
        "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1",
        "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "setboard 4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "setboard 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "setboard e2e4",
        "setboard QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQKkQQ w",
    };
    for (const char* line : bad) {
        CAPTURE(line);
        script_check({
            {"new", ""},
            {line, "tellusererror Illegal position (*): *"},
            {"usermove e2e4", "Illegal move: e2e4"},
            {"e2e4", "Illegal move: e2e4"},
            {"go", "Error (command not legal now): go"},
            {"playother", "Error (command not legal now): playother"},
            {"ping 1", "pong 1"},
            {"setboard 4k3/8/8/8/8/8/4P3/4K3 w", ""},
            {"usermove e2e4", ""},
            {line, "tellusererror Illegal position (*): *"},
            {"new", ""},
            {"sd 1", ""},
            {"usermove e2e4", "move *"},
        });
    }
    // Positions that are unusual but must be accepted.
    for (const char* line : {"setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b",
                             "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b HAha - 0 1",
                             "setboard 4k3/8/8/8/4P3/8/8/4K3 b KQkq e3 0 1",
                             "setboard 4k3/8/8/8/8/8/8/R3K2R b KQ e6 9 1"}) {
        CAPTURE(line);
        script_check({{"variant fischerandom", ""},
                      {"force", ""},
                      {line, ""},
                      {"sd 1", ""},
                      {"go", "move *"}});
    }
}

TEST_CASE("pitfall 22: `quit` ends the engine in every state without output") {
    for (const char* state : {"force", "go", "analyze", "edit", "sd 1"}) {
        CAPTURE(state);
        Host host;
        host.while_thinking = {"quit", "ping 1", "usermove e2e4"};
        host_say_all(&host, {"new", "st 1000", state, "quit"});
        CHECK(host.session.quit);
        CHECK(host.heard.empty());
    }
}

TEST_CASE("pitfall 23: the end of input ends the running search and every search that waits") {
    Host host;
    host_say_all(&host, {"new", "st 1000"});
    host.while_thinking = {"ping 1", "go", "ping 2", "usermove e7e5"};
    host.close_while_thinking = true;
    CHECK(host_say(&host, "usermove e2e4") == "pong 1 | pong 2");

    Host analyst;
    analyst.close_while_thinking = true;
    CHECK(host_say(&analyst, "analyze") == "");

    Host pondering; // without the end of input it would ponder forever
    pondering.step_ms = 10;
    pondering.thinking_readings = 500;
    pondering.close_while_thinking = true;
    CHECK(text_fits(host_say_all(&pondering, {"new", "hard", "st 1", "usermove e2e4"}), "move *"));
}

TEST_CASE("pitfall 24: analysis sends no move, has no time limit, and follows the position") {
    Host host;
    host.step_ms = 100;
    host.thinking_readings = 100; // the lines arrive after ten seconds
    host.while_thinking = {"usermove e2e4", "ping 1", "undo", "usermove d2d4", "exit", "ping 2"};
    const std::string heard =
        host_say_all(&host, {"new", "force", "st 0.1", "sd 1", "time 1", "analyze"});
    CHECK(heard == "pong 1 | pong 2");
    REQUIRE(host.session.game.moves.size() == 1);
    CHECK(notation_coordinate(host.session.game.moves[0]) == "d2d4");
    CHECK(host.xboard.mode == MODE_FORCE);

    // When the search of the analysis is complete, the engine waits for a command.
    Host done;
    host_say_all(&done, {"force", std::string("setboard ") + BARE_KINGS, "analyze"});
    CHECK(done.heard.empty());
    CHECK(done.xboard.mode == MODE_ANALYSE);
    CHECK(host_say_all(&done, {"usermove e1d1", "ping 1", "undo", "ping 2", ".", "exit"}) ==
          "pong 1 | pong 2");
}

TEST_CASE("pitfall 25: pondering starts only after our own move") {
    for (const char* line : {"time 1000", "force", "g1f3", "playother", "new", "undo", "hint"}) {
        CAPTURE(line);
        Host host;
        host_say_all(&host, {"new", "hard", "sd 2", "post", "force", "e2e4", "e7e5"});
        host_say(&host, line);
        CHECK(count_heard(host, "Illegal move*") == 0);
        CHECK(host.session.progress.nodes == 0);
    }
    Host host;
    host_say_all(&host, {"new", "post", "hard", "sd 4"});
    CHECK(host.session.progress.nodes == 0);
    host_say(&host, "usermove e2e4");
    CHECK(thinking_lines_behind(host, "move *") > 0);
    for (const char* line : {"remove", "force", "easy"}) {
        CAPTURE(line);
        Host other;
        other.upon = "move ";
        other.upon_hearing = {line, "ping 1"};
        host_say_all(&other, {"new", "post", "hard", "sd 4", "usermove e2e4"});
        CHECK(thinking_lines_behind(other, "pong 1") == 0);
    }
}

TEST_CASE("pitfall 26: after a ponder hit our clock runs from the move on, not from the start of "
          "pondering") {
    Host host;
    ponder_long(&host, {"HIT"});
    REQUIRE(count_heard(host, "move *") == 2);
    CHECK(is_one_search(host, 1));
    const MoveRecord& first = record_of(host, 0);
    const MoveRecord& second = record_of(host, 1);
    // Pondering took more than a second, and only the time after the hit is charged.
    const int64_t since_hit_ms = host.now_ms - host.pushed_ms;
    CHECK(host.pushed_ms > 1000 + first.used_ms + 1000);
    CHECK(second.used_ms <= since_hit_ms);
    CHECK(second.used_ms >= since_hit_ms - READINGS);
    CHECK(second.facts.own_ms == 20000 - first.used_ms);
    CHECK(second.used_ms >= second.meant_ms);
    CHECK(second.meant_ms > 0);
    CHECK(second.used_ms <= second.budget.extend_max_move_time_ms + READINGS);
}

TEST_CASE(
    "pitfall 27: `memory` and `cores` are clamped; `memory` with the same size keeps the table") {
    Host host;
    script_check(&host, {{"memory 0", ""}, {"memory -5", ""}, {"cores 0", ""}, {"cores -9", ""}});
    CHECK(host.session.settings.megabytes == 1);
    script_check(&host, {{"cores 99999999999999999999", ""}, {"sd 1000000", ""}});
    CHECK(host.xboard.depth == DEPTH_MAX);
    script_check(&host, {{"sd 0", ""}, {"rating 99999999999 -4", ""}});
    CHECK(host.xboard.depth == 0);
    CHECK(host.xboard.opponent.own_rating == 9999);
    CHECK(host.xboard.opponent.rating == 0);

    host_say_all(&host, {"cores 1", "force", "sd 7", "go", "force", "undo"});
    const auto remembered = [&] {
        return search_hash_move(host.session.search, host.session.game) != MOVE_NONE;
    };
    CHECK(remembered());
    host_say_all(&host, {"memory 1", "cores 1", "memory 0", "cores 2", "cores 1"});
    CHECK(remembered());
    host_say(&host, "memory 2");
    CHECK_FALSE(remembered());
}

TEST_CASE("pitfall 28: depth, score and time are integers, and the score is ours") {
    struct Case {
        const char* fen;
        const char* line;
    };
    const Case cases[] = {
        {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "* 100001 * * Ra8*"},
        {"7k/6pp/8/8/8/8/qr6/6K1 b - - 0 1", "* 100001 * * *"},
        {"7k/8/8/8/8/r7/1r6/6K1 w - - 0 1", "* -100001 * * *"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.fen);
        Host host;
        host_say_all(&host, {"force", std::string("setboard ") + c.fen, "post", "sd 6", "go"});
        CHECK_MESSAGE(count_heard(host, c.line) > 0, host.heard.back());
    }
    Host black;
    host_say_all(&black, {"force", "setboard 3qk3/8/8/8/8/8/4P3/4K3 b - - 0 1", "post", "sd 6"});
    host_say(&black, "go");
    for (const std::string& line : black.heard)
        if (is_thinking_line(line)) {
            CHECK(line.size() < 500);
            CHECK(line.find_first_not_of("0123456789") == line.find(' '));
            CHECK(std::stoi(line.substr(line.find(' '))) > 300);
        }
}

TEST_CASE(
    "pitfall 29: options with blanks, with = in the value, before done=1 and during a search") {
    Host host;
    script_check(&host, {
                            {"xboard", ""},
                            {"option MoveOverhead=77", ""},
                            {"option Own Book=0", "Error (unknown option): option Own Book=0"},
                            {"option Controller=smooth(init-timeuse=0.7)", ""},
                            {"option Move Overhead=5", "Error (unknown option): *"},
                        });
    host_say(&host, "protover 2");
    CHECK(count_heard(host, "feature option=\"MoveOverhead -spin 77 *") == 1);
    CHECK(host.session.settings.timing.smooth.init_timeuse == doctest::Approx(0.7));
    host_say_all(&host, {"new", "st 1000"});
    host.while_thinking = {"option ClearHash", "option MoveOverhead=78", "?"};
    CHECK(text_fits(host_say(&host, "usermove e2e4"), "move *"));
    CHECK(host.session.settings.timing.move_overhead_ms == 78);
}

TEST_CASE("pitfall 30: `result` may come twice, with *, or as the echo of our own claim") {
    Host host;
    host_say_all(&host, {"new", "sd 1", "usermove e2e4"});
    CHECK(host_say_all(&host, {"result * {aborted}", "result 1-0 {again}"}) == "");
    CHECK(host_say(&host, "usermove d2d4") == "");
    CHECK(host.xboard.mode == MODE_FORCE);
    CHECK(host_say_all(&host, {"new", "new", "sd 1"}) == "");
    CHECK(text_fits(host_say(&host, "usermove e2e4"), "move *"));

    host_say_all(&host, {"force", "setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "sd 3"});
    CHECK(host_say(&host, "go") == "move a1a8 | 1-0 {White mates}");
    CHECK(host_say_all(&host, {"result 1-0 {White mates}", "result 1-0 {White mates}", "force",
                               "ping 1"}) == "pong 1");
}

TEST_CASE("pitfall 31: no command except `quit` ends the engine") {
    Host host;
    host_say_all(&host, {"new", "sd 1"});
    for (const char* line : {"foo",
                             "usermove e9e4",
                             "level",
                             "st x",
                             "time",
                             "memory x",
                             "option Bogus=1",
                             "remove",
                             "undo",
                             "variant atomic",
                             "sd -1",
                             "egtpath syzygy /none",
                             "accepted quit",
                             "fritz",
                             "reset",
                             "exclude x9",
                             "cores none",
                             "protover",
                             "xboard",
                             "edit quit",
                             "rating",
                             "ping"})
        host_say(&host, line);
    CHECK_FALSE(host.session.quit);
    CHECK(text_fits(host_say_all(&host, {"force", "new", "sd 1", "usermove e2e4"}), "move *"));
}
