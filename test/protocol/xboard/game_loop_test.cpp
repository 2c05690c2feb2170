#include "protocol/xboard/game_loop.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/fen.h"
#include "engine/search/strength.h"
#include "test/helpers.h"
#include "test/script.h"

// ---- sides

TEST_CASE("sides: old hosts may send white and black before time, otim and go") {
    for (const char* first : {"white", "black"}) {
        CAPTURE(first);
        Host white, black; // the colour we play
        host_say_all(&white, {"new", "sd 1", first, "time 1000", "otim 1000", "white"});
        CHECK(text_fits(host_say(&white, "go"), "move *"));
        CHECK(white.session.engine_colour == WHITE);
        host_say_all(&black, {"new", "sd 1", "force", "e2e4", first, "time 1000", "otim 1000"});
        CHECK(text_fits(host_say_all(&black, {"black", "go"}), "move *"));
        CHECK(black.session.engine_colour == BLACK);
    }
}

TEST_CASE("protocol 1: moves are sent without usermove, and no features are asked for") {
    script_check({
        {"xboard", ""},
        {"new", ""},
        {"random", ""},
        {"level 40 5 0", ""},
        {"post", ""},
        {"nopost", ""},
        {"hard", ""},
        {"easy", ""},
        {"sd 1", ""},
        {"time 30000", ""},
        {"otim 30000", ""},
        {"e2e4", "move *"},
        {"force", ""},
        {"undo", ""},
        {"undo", ""},
        {"undo", "Error (command not legal now): undo"},
    });
}

TEST_CASE("playother: we play the side that is not on move") {
    Host host;
    script_check(&host, {
                            {"new", ""},
                            {"sd 1", ""},
                            {"force", ""},
                            {"usermove e2e4", ""},
                            {"playother", ""}, // Black is on move, so we play White
                            {"usermove e7e5", "move *"},
                        });
    CHECK(host.session.engine_colour == WHITE);
}

TEST_CASE("remove: takes back a move of each side, and then we wait for the opponent") {
    Host host;
    host_say_all(&host, {"new", "sd 1", "usermove e2e4", "usermove d2d4"});
    CHECK(host_say(&host, "remove") == "");
    CHECK(host.session.game.moves.size() == 2);
    CHECK(text_fits(host_say(&host, "usermove g1f3"), "move *"));
    CHECK(host_say_all(&host, {"remove", "remove"}) == "");
    CHECK(host_say(&host, "remove") == "Error (command not legal now): remove");
    CHECK(host_fen(host) == FEN_START);
}

TEST_CASE("undo: refused at the start of the game") {
    Host host;
    host_say_all(&host, {"new", "sd 1"});
    CHECK(host_say(&host, "undo") == "Error (command not legal now): undo");
    CHECK(text_fits(host_say(&host, "usermove e2e4"), "move *"));
}

TEST_CASE("undo: may be repeated back to the start of the game") {
    Host host;
    host_say_all(&host, {"new", "force", "e2e4", "e7e5", "g1f3", "b8c6"});
    for (int i = 0; i < 4; ++i) CHECK(host_say(&host, "undo") == "");
    CHECK(host_fen(host) == FEN_START);
    CHECK(host_say(&host, "undo") == "Error (command not legal now): undo");
}

// ---- positions

TEST_CASE("setboard: while we wait for the opponent it leads to force mode") {
    Host host;
    host_say_all(&host, {"new", "sd 1", "usermove e2e4"});
    CHECK(host_say(&host, "setboard 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1") == "");
    CHECK(host_say(&host, "usermove e8d8") == "");
    CHECK(host.xboard.mode == MODE_FORCE);
}

// ---- results

TEST_CASE("results: our mate is announced once, right after the move, and again if go asks") {
    Host host;
    script_check(&host, {
                            {"force", ""},
                            {"setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", ""},
                            {"sd 3", ""},
                            {"go", "move a1a8 | 1-0 {White mates}"},
                            {"ping 1", "pong 1"},
                            {"usermove g8h8", "Illegal move: g8h8"},
                            {"time 100", ""},
                            {"go", "1-0 {White mates}"},
                            {"result 1-0 {White mates}", ""},
                            {"force", ""},
                            {"ping 2", "pong 2"},
                        });
}

TEST_CASE("results: mates, stalemates and draws by the opponent's move are announced once") {
    struct Case {
        const char* fen;
        const char* move;
        const char* heard;
    };
    const Case cases[] = {
        {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "1-0 {White mates}"},
        {"7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f7", "1/2-1/2 {Stalemate}"},
        {"7k/8/8/8/8/4n3/3K4/8 w - - 0 1", "d2e3",
         "1/2-1/2 {Draw by insufficient mating material}"},
        {"7k/8/8/8/8/8/3K4/R7 w - - 99 90", "a1a2", "1/2-1/2 {Draw by fifty-move rule}"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.fen);
        Host host;
        host_say_all(&host, {"force", std::string("setboard ") + c.fen, "playother", "sd 1"});
        CHECK(host_say(&host, std::string("usermove ") + c.move) == c.heard);
        CHECK(host_say_all(&host, {"ping 1", "time 100", "otim 100", "?"}) == "pong 1");
        CHECK(host_say(&host, "new") == "");
    }
}

TEST_CASE("results: no result is announced in force mode until `go`") {
    Host host;
    host_say_all(&host, {"new", "force", "f2f3", "e7e5", "g2g4"});
    CHECK(host_say(&host, "d8h4") == "");
    CHECK(host_say(&host, "ping 1") == "pong 1");
    CHECK(host_say(&host, "go") == "0-1 {Black mates}");
    CHECK(host_say(&host, "ping 2") == "pong 2");
    CHECK(host_say(&host, "go") == "0-1 {Black mates}"); // a second `go` asks for the result again
}

// ---- the hint

TEST_CASE("hint: answered with the expected move until the position changes") {
    Host host;
    CHECK(host_say(&host, "hint") == "");
    host_say_all(&host, {"new", "sd 3", "usermove e2e4"});
    CHECK(text_fits(host_say(&host, "hint"), "Hint: *"));
    host_say(&host, "force");
    host_say(&host, any_move(host));
    CHECK(host_say(&host, "hint") == "");
}

// ---- clocks

TEST_CASE("planned answer: kept for the position in which it can be played") {
    Host host;
    host_say_all(&host, {"new", "sd 6", "usermove e2e4"});
    const Session& session = host.session;
    REQUIRE(session.planned.move != MOVE_NONE);
    CHECK(session.planned.key != session.game.board.key);
    Game expected = session.game;
    game_make(&expected, host.xboard.position.ponder_move);
    CHECK(session.planned.key == expected.board.key);
    const std::vector<Move> moves = position_moves(expected.board);
    CHECK(std::count(moves.begin(), moves.end(), session.planned.move) == 1);
    host_say(&host, "new");
    CHECK(session.planned.move == MOVE_NONE);
}

TEST_CASE("time and otim: set the clocks, with any number") {
    struct Case {
        const char* line;
        int64_t own_ms;
    };
    const Case cases[] = {
        {"time 30000", 300000},
        {"time 1", 10},
        {"time 0", 0},
        {"time -500", 0},
        {"time 99999999999999999999", CLOCK_MAX_MS / 10 * 10},
        {"time 86400", 864000},
    };
    for (const Case& c : cases) {
        CAPTURE(c.line);
        Host host;
        host_say_all(&host, {"new", "level 0 5 0", "sd 1", c.line, "otim 100", "usermove e2e4"});
        CHECK(last_record(host).facts.own_ms == c.own_ms);
        CHECK(last_record(host).facts.opponent_ms == 1000);
    }
}

namespace {

const char* const CLOCK_LINES[] = {"level 40 5 0", "level 0 0:30 0.1", "level 0 5 12", "st 7",
                                   "time 30000",   "otim 29000",       "nps 5000",     "sd 9"};

// Changes or appends one to three characters of a line.
std::string random_damage(std::string line, Dice* dice) {
    constexpr char LETTERS[] = "0123456789.:+-eExnaif \t%,;";
    const int changes = 1 + dice_roll(dice, 3);
    for (int i = 0; i < changes; ++i) {
        const size_t at = line.find(' ') + 1 + size_t(dice_roll(dice, 6));
        const char letter = LETTERS[dice_roll(dice, int(sizeof LETTERS) - 1)];
        if (at < line.size())
            line[at] = letter;
        else
            line += letter;
    }
    return line;
}

std::vector<int64_t> clock_times(const Host& host) {
    const Clock& clock = host.session.player.clock;
    return {clock.own_ms,       clock.opponent_ms,  clock.base_ms,           clock.level_base_ms,
            clock.move_time_ms, clock.increment_ms, clock.moves_per_session, clock.kind,
            clock.node_rate,    host.xboard.depth};
}

} // namespace

TEST_CASE("clock commands: a damaged one is refused without effect unless it is still valid") {
    Tally tally;
    tally.seed = 20;
    Dice dice = {tally.seed};
    Host host;
    host_say_all(&host, {"new", "level 40 5 0", "time 20000", "otim 20000"});
    int refused = 0;
    for (int i = 0; i < 4000; ++i) {
        const std::string line =
            random_damage(CLOCK_LINES[dice_roll(&dice, int(std::size(CLOCK_LINES)))], &dice);
        const std::vector<int64_t> before = clock_times(host);
        const std::string answer = host_say(&host, line);
        const std::vector<int64_t> after = clock_times(host);
        const bool sane = std::all_of(after.begin(), after.end(), [](int64_t ms) {
            return ms >= CLOCK_UNKNOWN && ms <= CLOCK_MAX_MS;
        });
        refused += !answer.empty();
        tally_add(&tally, sane && (answer.empty() || before == after), [&] { return line; });
    }
    tally_check(tally, 4000);
    CHECK(refused > 1000);
    CHECK(refused < 3000);
}

TEST_CASE("level: without time commands we count our clock down from it") {
    Host host;
    host.step_ms = 7;
    host_say_all(&host, {"new", "level 0 5 2", "sd 2", "usermove e2e4", "usermove d2d4"});
    const MoveRecord& first = record_of(host, 0);
    CHECK(first.facts.own_ms == 300000);
    CHECK(first.used_ms > 0);
    CHECK(record_of(host, 1).facts.own_ms == 300000 - first.used_ms + 2000);
}

TEST_CASE("moves to go: our moves are counted from the last level or position on") {
    Host host;
    host_say_all(&host,
                 {"new", "level 10 5 0", "sd 1", "force", "e2e4", "e7e5", "g1f3", "b8c6", "f1b5"});
    host_say(&host, "go"); // we play Black, who has made two moves
    CHECK(last_record(host).facts.moves_to_go == 8);
    host_say_all(&host, {"force", "go"}); // we play White, who has made three moves
    CHECK(last_record(host).facts.moves_to_go == 7);
    host_say_all(&host, {"undo", "go"});
    CHECK(last_record(host).facts.moves_to_go == 7);
    host_say_all(&host, {"level 10 5 0", any_move(host)}); // the count starts again for both sides
    CHECK(last_record(host).facts.moves_to_go == 10);
    host_say_all(&host, {"force", "go"});
    CHECK(last_record(host).facts.moves_to_go == 9);
    host_say_all(&host, {"new", "sd 1", "level 10 5 0", "force", "e2e4", "e7e5", "g1f3", "b8c6",
                         "level 10 5 0", "undo", "undo", "f1c4", "g8f6", "go"});
    CHECK(last_record(host).facts.moves_to_go ==
          9); // one move of White, f1c4, came after the level
    host_say_all(&host, {"setboard 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 30", "go"});
    CHECK(last_record(host).facts.moves_to_go == 10);
}

TEST_CASE("level and st replace each other") {
    Host host;
    host_say_all(&host, {"new", "sd 1", "level 40 5 0", "st 3", "usermove e2e4"});
    CHECK(last_record(host).facts.kind == CLOCK_MOVE_TIME);
    CHECK(last_record(host).facts.move_time_ms == 3000);
    host_say_all(&host, {"level 40 5 0", "usermove d2d4"});
    CHECK(last_record(host).facts.kind == CLOCK_LEVEL);
    CHECK(last_record(host).facts.own_ms == 300000);
    host_say_all(&host, {"st 0", any_move(host)});
    CHECK(last_record(host).facts.kind == CLOCK_MOVE_TIME);
    CHECK(last_record(host).facts.move_time_ms == 0);
    host_say_all(&host, {"level 0 0 0", any_move(host)});
    CHECK(count_heard(host, "Illegal move*") == 0);
    CHECK(last_record(host).facts.kind == CLOCK_UNTIMED);
}

TEST_CASE("time used: counts from when the opponent's move was read") {
    Host host;
    host_say_all(&host, {"new", "sd 1", "level 0 5 0"});
    line_push(&host.input, "usermove e2e4");
    host.now_ms += 400; // the move waits in the queue
    host_say(&host, "nopost");
    CHECK(last_record(host).used_ms == 400);
}

TEST_CASE("lag: measured from our second move on, with usermove alone or with force and go") {
    for (const bool forced : {false, true}) {
        CAPTURE(forced);
        Host host;
        host_say_all(&host, {"new", "level 0 5 0", "sd 1"});
        host_say_all(&host, {"time 30000", "otim 30000", "usermove e2e4"});
        for (const char* clock : {"time 29900", "time 29850", "time 29830"}) {
            if (forced) host_say(&host, "force");
            host_say_all(&host, {clock, "otim 30000", any_move(host)});
            if (forced) host_say(&host, "go");
        }
        REQUIRE(host.session.player.lag.charged.count == 2);
        CHECK(host.session.player.lag.charged.ms[0] == 500);
        CHECK(host.session.player.lag.charged.ms[1] == 200);
    }
}

TEST_CASE("lag: a level sent before every move does not interrupt the measurement") {
    const auto samples = [](const char* level) {
        Host host;
        host_say_all(&host, {"new", "level 0 5 2", "sd 1"});
        for (const int left : {29000, 28000, 27000, 26000}) {
            host_say_all(&host, {level, "time " + std::to_string(left)});
            host_say(&host, "usermove " + any_move(host));
        }
        return host.session.player.lag.charged.count;
    };
    CHECK(samples("otim 1") == 3 - 1);
    CHECK(samples("level 0 4 2") == 3 - 1);
    CHECK(samples("level 40 4 2") == 0); // more moves per session: a new time control
}

TEST_CASE("lag: a change of sides restarts the measurement") {
    Host host; // XBoard's Machine White sends the other clock before `go`
    host_say_all(&host, {"new", "level 0 5 0", "sd 1"});
    for (const int left : {29900, 29800, 29700})
        host_say_all(&host, {"time " + std::to_string(left), "usermove " + any_move(host)});
    CHECK(host.session.player.lag.charged.count == 1);
    host_say_all(&host, {"time 25500", "otim 29600", "go"});
    CHECK(host.session.engine_colour == WHITE);
    CHECK(host.session.player.lag.charged.count == 0);
}

TEST_CASE("lag: not measured by a move of ours that the host made") {
    Host host;
    host_say_all(&host, {"new", "level 0 5 0", "sd 1", "time 30000", "usermove e2e4", "time 29900",
                         "usermove d2d4", "force"});
    for (int ply = 0; ply < 3; ++ply) host_say(&host, any_move(host)); // the second move is ours
    host_say_all(&host, {"time 29000", "go"});
    CHECK(host.session.player.lag.charged.count == 0);
}

// ---- thinking

TEST_CASE("post: thinking lines are sent only after `post`") {
    Host host;
    host_say_all(&host, {"new", "sd 3", "nopost", "usermove e2e4"});
    CHECK(count_heard(host, "* * * * *") == 0);
    host_say_all(&host, {"post", "usermove d2d4"});
    REQUIRE(host.heard.size() >= 3);
    CHECK(text_fits(host.heard.back(), "move *"));
    const std::string& line = host.heard[host.heard.size() - 2];
    CHECK(text_fits(line, "3 * * * *"));
    CHECK(text_fits(line + ' ', "* " + host_san(host, 3) + " *"));
}

TEST_CASE("post and nopost: take effect while we think") {
    Host host;
    host_say_all(&host, {"new", "st 1000"});
    host.while_thinking = {"post", "?"};
    host.step_ms = 1;
    const std::string heard = host_say(&host, "usermove e2e4");
    INFO(heard);
    CHECK(text_fits(heard.substr(0, heard.find(" | ")), "* * * * *"));
    CHECK(text_fits(host.heard.back(), "move *"));
}

TEST_CASE("`?`: while we think the move comes at once; otherwise `?` changes nothing") {
    Host host;
    host.step_ms = 10;
    host_say_all(&host, {"new", "st 1"});
    host.while_thinking = {"?"};
    CHECK(text_fits(host_say(&host, "usermove e2e4"), "move *"));
    CHECK(last_record(host).stop == STOP_NOW);
    CHECK(last_record(host).used_ms < 500);
    CHECK(host_say(&host, "?") == "");
    CHECK(text_fits(host_say(&host, "usermove d2d4"), "move *"));
    CHECK(last_record(host).stop == STOP_ST);
    CHECK(last_record(host).used_ms > 500);
}

TEST_CASE("a move that arrives while we think: executed after our move, and then answered") {
    Host host;
    host.step_ms = 10;
    host_say_all(&host, {"new", "st 1"});
    host.while_thinking = {"time 5000", "otim 5000", "usermove a2a3"};
    const int64_t start_ms = host.now_ms;
    CHECK(text_fits(host_say(&host, "usermove e2e4"), "move * | move *"));
    CHECK(host.session.game.moves.size() == 4);
    // The time for the answer counts from our move on, with the clock that the host sent.
    CHECK(record_of(host, 1).facts.own_ms == 50000);
    CHECK(record_of(host, 1).used_ms < 1000);
    CHECK(host.now_ms - start_ms >= record_of(host, 0).used_ms + record_of(host, 1).used_ms);
    CHECK(record_of(host, 0).stop == STOP_ST);
}

TEST_CASE("a move and go that arrive while we think: go starts no further search") {
    Host host;
    host_say_all(&host, {"new", "sd 2"});
    host.while_thinking = {"usermove a2a3", "go", "ping 1"};
    host.thinking_readings = 2;
    CHECK(text_fits(host_say(&host, "usermove e2e4"), "move * | move * | pong 1"));
}

TEST_CASE("time, otim and go that arrive while we think: go starts no further search") {
    Host host;
    host_say_all(&host, {"new", "sd 2"});
    host.while_thinking = {"time 5000", "otim 5000", "go", "ping 1"};
    host.thinking_readings = 2;
    CHECK(text_fits(host_say(&host, "usermove e2e4"), "move * | pong 1"));
}

TEST_CASE("after an aborting command the waiting lines are executed in order") {
    Host host;
    host_say_all(&host, {"new", "st 1000"});
    host.while_thinking = {"force",        "usermove e7e5", "usermove g1f3",
                           "result * {x}", "force",         "ping 9"};
    CHECK(host_say(&host, "usermove e2e4") == "pong 9");
    CHECK(host.session.game.moves.size() == 3);
}

TEST_CASE("a search that begins while an aborting command waits is ended, too") {
    Host host;
    host_say_all(&host, {"new", "st 1000"});
    host.while_thinking = {"force", "go", "ping 1", "new", "force", "go", "quit"};
    CHECK(host_say(&host, "usermove e2e4") == "pong 1");
    CHECK(host.session.quit);
}

TEST_CASE("bad commands while we think get an Error, and the search goes on") {
    Host host;
    host_say_all(&host, {"new", "st 1000"});
    host.while_thinking = {"foo", "remove", "lift e2", "?"};
    CHECK(text_fits(host_say(&host, "usermove e2e4"),
                    "Error (unknown command): foo | Error (command not legal now): remove | Error "
                    "(unknown command): lift e2 | move *"));
}

TEST_CASE("a flood of lines that fills the queue makes us move at once") {
    Host host;
    host_say_all(&host, {"new", "st 1000"});
    host.while_thinking.assign(LINE_QUEUE_MAX, "ping 1");
    host_say(&host, "usermove e2e4");
    CHECK(text_fits(host.heard.front(), "move *"));
    CHECK(count_heard(host, "pong 1") == LINE_QUEUE_MAX);
}

TEST_CASE("a flood of unknown commands does not stop the clock") {
    Host host;
    host.step_ms = 10;
    host_say_all(&host, {"new", "st 1"});
    host.while_thinking.assign(LINE_QUEUE_MAX - 1, "foo");
    host_say(&host, "usermove e2e4");
    CHECK(last_record(host).stop == STOP_ST);
    CHECK(count_heard(host, "Error (unknown command): foo") == LINE_QUEUE_MAX - 1);
}

TEST_CASE("undo while we think takes back the opponent's move") {
    Host host;
    host_say_all(&host, {"new", "st 1000"});
    host.while_thinking = {"undo"};
    CHECK(host_say(&host, "usermove e2e4") == "");
    CHECK(host_fen(host) == FEN_START);
    CHECK(host.xboard.mode == MODE_FORCE);
}

TEST_CASE("edit and setboard: while we think they end the search and set up the position") {
    Host host;
    host_say_all(&host, {"new", "st 1000"});
    host.while_thinking = {"edit", "#", "Ke1", "c", "Ke8", "Pe7", ".", "ping 1"};
    CHECK(host_say(&host, "usermove e2e4") == "pong 1");
    CHECK(host_fen(host) == "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1");
    host.while_thinking = {"setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "ping 2"};
    host.thinking_readings = 20;
    CHECK(host_say(&host, "go") == "pong 2");
    CHECK(host_fen(host) == "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

TEST_CASE("settings that arrive while we think take effect at the next move") {
    Host host;
    host_say_all(&host, {"new", "level 0 5 0"});
    host.while_thinking = {"level 20 3 0", "sd 2", "option RivalDrop=10", "memory 2", "?"};
    host_say(&host, "usermove e2e4");
    CHECK(record_of(host, 0).facts.moves_to_go == 0);
    host_say(&host, any_move(host));
    CHECK(record_of(host, 1).facts.moves_to_go == 20);
    CHECK(record_of(host, 1).facts.own_ms == 180000);
    CHECK(record_of(host, 1).stop == STOP_DEPTH);
    CHECK(host.session.settings.megabytes == 2);
    CHECK(host.session.settings.timing.rival_drop_cp == 10);
}

TEST_CASE("perft and bench: an aborting command ends them, and no totals are sent") {
    for (const char* work : {"perft 8", "bench 60"}) {
        CAPTURE(work);
        Host host;
        host.session.settings.console = true;
        line_push(&host.input, work);
        line_push(&host.input, "remove"); // remove waits, as perft uses the board
        line_push(&host.input, "force");
        CHECK(host_say(&host, "ping 1") == "Error (command not legal now): remove | pong 1");
        host.heard.clear();
        line_push(&host.input, work);
        line_close(&host.input);
        CHECK(host_say(&host, "ping 2") == "pong 2");
    }
}

TEST_CASE("perft: other commands wait for its end") {
    Host host;
    host.session.settings.console = true;
    line_push(&host.input, "perft 3");
    host_say(&host, "foo");
    CHECK(host.heard.size() == 23); // twenty moves, two totals and the Error
    CHECK(host.heard.back() == "Error (unknown command): foo");
}

// ---- nps

TEST_CASE("nps: until `new` the clock counts nodes, with st, sd and level") {
    Host host;
    host.step_ms = 50; // a slow machine
    host_say_all(&host, {"new", "post", "st 8", "nps 1000", "usermove e2e4"});
    CHECK(last_record(host).stop == STOP_ST);
    CHECK(last_record(host).used_ms == 8000);
    CHECK(text_fits(host.heard[host.heard.size() - 2], "* * 800 8000 *"));
    host_say_all(&host, {"sd 2", "usermove d2d4"});
    CHECK(last_record(host).stop == STOP_DEPTH);
    CHECK(last_record(host).used_ms < 8000);
    host_say_all(&host, {"sd 0", "level 40 1 0", "time 6000", "otim 6000"});
    host_say(&host, any_move(host));
    CHECK(last_record(host).facts.lag_ms == 200); // the nodes of depth 1
    CHECK(last_record(host).facts.own_ms == 60000);
    const int64_t used_ms = last_record(host).used_ms;
    CHECK(host.session.player.clock.own_ms == 60000 - used_ms);
    host_say_all(&host, {"nps -1", "st 1"});
    host_say(&host, any_move(host));
    CHECK(last_record(host).used_ms % 50 == 0);
    host_say_all(&host, {"nps 1000", "new"});
    CHECK(host.session.player.clock.node_rate == CLOCK_BY_TIME);
}

TEST_CASE("nps: the same commands give the same game") {
    std::vector<std::string> heard[2];
    for (auto& lines : heard) {
        Host host;
        host.step_ms = &lines == heard ? 1 : 30;
        host_say_all(&host, {"new", "level 0 1 0", "nps 2000", "usermove e2e4", "usermove d2d4",
                             "usermove g1f3", "usermove b1c3"});
        lines = host.heard;
    }
    CHECK(heard[0].size() == 4);
    CHECK(heard[0] == heard[1]);
}

TEST_CASE("nps 0 (CPU clock) is refused and changes nothing") {
    Host host;
    host_say_all(&host, {"new", "st 8", "nps 1000"});
    CHECK(host_say(&host, "nps 0") == "Error (CPU clock not supported): nps 0");
    CHECK(host.session.player.clock.node_rate == 1000);
}

TEST_CASE("new, force and setboard: a move that waited for the aborted search is dropped") {
    for (const char* line : {"new", "force", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1"}) {
        CAPTURE(line);
        Host host;
        host_say_all(&host, {"new", "st 1000"});
        host.while_thinking = {"usermove d2d4", "usermove g8f6", line, "ping 1"};
        CHECK(host_say(&host, "usermove e2e4") == "pong 1");
        CHECK(host_say_all(&host, {"force", "usermove h1"}) == "Illegal move: h1");
    }
}

TEST_CASE("Chat: one line after each move of ours, only on a server and if the option is set") {
    struct Case {
        const char* chat;
        const char* command;
    };
    for (const Case& c :
         {Case{"kibitz", "tellall"}, Case{"whisper", "tellothers"}, Case{"say", "tellopponent"}}) {
        CAPTURE(c.chat);
        Host host;
        const std::string told = std::string(c.command) + " depth 2, *.*: *";
        host_say_all(&host, {"new", "ics freechess.org", "sd 2"});
        CHECK(text_fits(host_say(&host, "usermove e2e4"), "move *"));
        CHECK(count_heard(host, "tell*") == 0);
        CHECK(host_say(&host, std::string("option Chat=") + c.chat) == "");
        CHECK(text_fits(host_say(&host, "usermove d2d4"), "move * | " + told));
        host_say(&host, "ics -");
        CHECK(text_fits(host_say(&host, "usermove g1f3"), "move *"));
        host_say(&host, "ics");
        CHECK(text_fits(host_say(&host, "usermove f1e2"), "move *"));
        CHECK(count_heard(host, "tell*") == 1);
        CHECK(host_say(&host, "option Chat=shout") == "tellusererror bad value: Chat=shout");
        CHECK(host_say(&host, "option Chat=off") == "");
    }
}

// ---- pause

TEST_CASE("pause: stops our clock; resume continues the search") {
    for (const int idle : {0, 50, 400}) { // number of lines during the pause, one every 10 ms
        CAPTURE(idle);
        Host host;
        host.step_ms = 10;
        host_say_all(&host, {"new", "st 2"});
        host.while_thinking.assign(size_t(idle) + 1, "ping 1");
        host.while_thinking.front() = "pause";
        host.while_thinking.push_back("resume");
        host_say(&host, "usermove e2e4");
        CHECK(last_record(host).stop == STOP_ST);
        CHECK(last_record(host).used_ms > 1800);
        CHECK(last_record(host).used_ms <= 2000);
        CHECK(host.now_ms >= 1000 + 10 * idle + 1800);
    }
}

TEST_CASE("pause: an analysis does not count the time of the pause") {
    for (const char* clock : {"nps -1", "nps 10000"}) {
        CAPTURE(clock);
        Host host;
        host.step_ms = 10;
        host_say_all(&host, {"new", clock});
        host.while_thinking.assign(1000, "ping 1"); // 10 ms each
        host.while_thinking.front() = "pause";
        host.while_thinking.insert(host.while_thinking.end(), {"resume", "post"});
        host.upon = "3 ";
        host.upon_hearing = {"exit"};
        host_say(&host, "analyze");
        REQUIRE(is_thinking_line(host.heard.back()));
        int depth = 0, score = 0, centiseconds = 0;
        std::istringstream(host.heard.back()) >> depth >> score >> centiseconds;
        CHECK(centiseconds < 900); // the pause alone took more
    }
}

TEST_CASE("pause: lines that arrive meanwhile are executed after it, in order") {
    Host host;
    host_say_all(&host, {"new", "st 1000"});
    host.while_thinking = {"pause", ".", "ping 1", "?", "foo", "resume"};
    const std::string heard = host_say(&host, "usermove e2e4");
    CHECK_MESSAGE(text_fits(heard, "stat01: * | move * | pong 1 | Error (unknown command): foo"),
                  heard);
}

TEST_CASE("pause: while no search runs, the lines that follow it wait for resume") {
    Host host;
    host.step_ms = 10;
    for (const char* line : {"pause", "st 2", "usermove e2e4", "ping 1"})
        line_push(&host.input, line);
    host.now_ms += 5000;
    line_push(&host.input, "resume");
    const std::string heard = host_say(&host, "ping 2");
    CHECK_MESSAGE(text_fits(heard, "move * | pong 1 | pong 2"), heard);
    CHECK(last_record(host).used_ms <= 2000);
    CHECK(host_say_all(&host, {"resume", "resume"}) == "");
}

TEST_CASE("resume: one `resume` ends several pauses") {
    Host host;
    host_say_all(&host, {"new", "st 1000"});
    host.while_thinking = {"pause", "ping 1", "pause", "pause", "resume", "?"};
    const std::string heard = host_say_all(&host, {"usermove e2e4", "ping 2"});
    CHECK_MESSAGE(text_fits(heard, "move * | pong 1 | pong 2"), heard);
}

TEST_CASE("pause: a command that aborts a search ends the pause, too") {
    for (const char* line :
         {"force", "new", "result * {}", "quit", "undo", "analyze", "setboard x"}) {
        CAPTURE(line);
        Host host;
        host_say_all(&host, {"new", "st 1000"});
        host.while_thinking = {"pause", "ping 1", line, "force", "ping 2"};
        host_say(&host, "usermove e2e4");
        CHECK(host.session.activity == ACTIVITY_NONE);
        CHECK(host.heard.front() == "pong 1");
        CHECK(count_heard(host, "move *") == 0);
    }
    Host host;
    host_say_all(&host, {"new", "st 1000"});
    host.while_thinking = {"pause", "ping 1"};
    host.close_while_thinking = true;
    CHECK(host_say(&host, "usermove e2e4") == "pong 1");
}

TEST_CASE("pause: go ends it, because XBoard's Machine White sends no resume") {
    Host host;
    host.step_ms = 10;
    host_say_all(&host, {"new", "force", "usermove e2e4", "st 2"});
    for (const char* line : {"pause", "time 2900", "otim 2900", "go"}) line_push(&host.input, line);
    CHECK(text_fits(host_say(&host, "ping 1"), "move * | pong 1"));
}

// ---- a host that does not read

TEST_CASE("a host that does not read misses thinking lines, never a move or an answer") {
    const std::vector<std::string> game = {"post", "st 5", "usermove e2e4", "ping 1"};
    Host reading, deaf;
    reading.step_ms = deaf.step_ms = 10;
    deaf.session.output.is_ready = [](void*) { return false; };
    host_say_all(&reading, game);
    host_say_all(&deaf, game);
    CHECK(reading.heard.size() > 2);
    REQUIRE(deaf.heard.size() == 2);
    CHECK(text_fits(deaf.heard[0], "move *"));
    CHECK(deaf.heard[1] == "pong 1");
}

TEST_CASE("an output that is lost ends the session, also during a search") {
    for (const char* work : {"ping 1", "go", "analyze", "perft 3"}) {
        Host host;
        host.session.settings.console = host.session.settings.post = true;
        host.step_ms = 10;
        host.session.output.is_lost = [](void*) { return true; };
        host_say(&host, work);
        CHECK(host.session.quit);
        CHECK(host.heard.size() == 1);
    }
}

// ---- a whole game

TEST_CASE("a match game is played to its end, with the commands that XBoard sends") {
    Host white, black;
    const std::vector<std::string> start = {
        "xboard", "protover 2", "accepted done", "memory 1", "cores 1", "new",
        "random", "ics -",      "level 40 1 0",  "sd 2",     "post",    "hard",
        "easy",   "ping 1",     "force",         "ping 2"};
    host_say_all(&white, start);
    host_say_all(&black, start);
    host_say_all(&white, {"computer", "name Black", "time 6000", "otim 6000", "go"});
    host_say_all(&black, {"computer", "name White"});
    Host* mover = &white;
    Host* other = &black;
    bool first = true;
    for (int ply = 0; ply < 400 && count_heard(*mover, "*{*}") == 0; ++ply) {
        REQUIRE(count_heard(*mover, "move *") == size_t(ply / 2 + 1));
        std::string move;
        for (const std::string& line : mover->heard)
            if (text_fits(line, "move *")) move = line.substr(5);
        host_say_all(other, {"time 6000", "otim 6000", "usermove " + move});
        if (first) host_say(other, "go");
        first = false;
        std::swap(mover, other);
    }
    CHECK(count_heard(white, "Illegal*") + count_heard(white, "Error*") == 0);
    CHECK(count_heard(black, "Illegal*") + count_heard(black, "Error*") == 0);
    CHECK(count_heard(*mover, "*{*}") == 1);
    CHECK(game_result(mover->session.game) != GAME_ONGOING);
}

// ---- weaker play

namespace {

// Plays this many plies of a game of the engine against itself, both sides at this Elo. Returns the
// moves.
std::string own_game(Host* host, const char* elo, uint64_t seed, int plies) {
    host_say_all(host, {"option LimitStrength=1", elo, "new", "level 0 1000 0"});
    host->session.seed = seed;
    std::string moves;
    for (int i = 0; i < plies; ++i) moves += host_say_all(host, {"go", "force"}) + ' ';
    return moves;
}

} // namespace

TEST_CASE("LimitStrength: the seed decides the game") {
    Host first, second, third;
    const std::string game = own_game(&first, "option Elo=1200", 5, 12);
    CHECK(own_game(&second, "option Elo=1200", 5, 12) == game);
    CHECK(own_game(&third, "option Elo=1200", 6, 12) != game);
}

TEST_CASE("LimitStrength: the weakest player takes a mate in one, whatever the seed") {
    Host host;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        host_say_all(&host, {"option LimitStrength=1", "option Elo=800", "new", "force",
                             "setboard 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"});
        host.session.seed = seed;
        CHECK(host_say(&host, "go") == "move d1d8 | 1-0 {White mates}");
    }
}

TEST_CASE("LimitStrength: a move takes few nodes, and there is no pondering") {
    Host host;
    host_say_all(&host, {"option LimitStrength=1", "option Elo=1200", "new", "hard"});
    CHECK(text_fits(host_say(&host, "e2e4"), "move *"));
    CHECK(host.session.progress.nodes <= strength_for(1200).nodes);
    CHECK(last_record(host).stop == STOP_NODES);
    CHECK_FALSE(host.xboard.searched); // no pondering
    host_say(&host, "option MultiPV=4");
    CHECK(session_limits(host.session, ACTIVITY_THINK).nodes == 4 * strength_for(1200).nodes);
}

TEST_CASE("LimitStrength and nps use one thread, so that games are the same on every machine") {
    for (const char* line : {"option LimitStrength=1", "nps 10000"}) {
        CAPTURE(line);
        Host host;
        host_say_all(&host, {"new"});
        CHECK_FALSE(session_limits(host.session, ACTIVITY_THINK).alone);
        host_say(&host, line);
        CHECK(session_limits(host.session, ACTIVITY_THINK).alone);
        CHECK_FALSE(session_limits(host.session, ACTIVITY_ANALYSE).alone);
    }
}

TEST_CASE("LimitStrength: analysis is at full strength") {
    std::vector<std::string> heard[2];
    for (auto& lines : heard) {
        Host host;
        host.step_ms = 10;
        host.while_thinking = {"exit"};
        host.thinking_readings = 500;
        if (&lines == heard) host_say_all(&host, {"option LimitStrength=1", "option Elo=800"});
        host_say_all(&host, {"new", "force", "post", "analyze"});
        CHECK(host.session.progress.nodes > strength_for(800).nodes);
        lines = host.heard;
    }
    CHECK(heard[0].size() > 3);
    CHECK(heard[0] == heard[1]);
}

TEST_CASE("lateness: kept for our moves, and not counted as lag") {
    Host host;
    host_say_all(&host,
                 {"xboard", "new", "easy", "level 0 1 0", "option Controller=rival(doubt=0)"});
    host.step_ms = 30; // each reading of the clock takes 30 ms
    int64_t left_ms = 60000;
    for (int i = 0; i < 2; ++i) {
        host_say(&host, "time " + std::to_string(left_ms / 10));
        host_say(&host, "usermove " + any_move(host));
        const MoveRecord& record = last_record(host);
        left_ms -= record.used_ms;
        CHECK(record.stop == STOP_NORMAL);
        CHECK(record.meant_ms == record.budget.normal_move_time_ms);
        CHECK(host.session.player.lag.late.ms[i] == record.used_ms - record.meant_ms);
    }
    host_say(&host, "time " + std::to_string(left_ms / 10));
    CHECK(lag_newest_ms(host.session.player.lag) == 0);
    CHECK(lag_lateness_mean_ms(host.session.player.lag) >= 30);
}
