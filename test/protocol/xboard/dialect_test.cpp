// Command sequences of real hosts, recorded or taken from their sources. The opponent's later moves
// are moves of wing pawns, which are legal whatever we play.
#include <string>

#include <doctest/doctest.h>

#include "test/script.h"

namespace {

constexpr int STEP_MS = 3; // the clock moves on by this at every reading

const ClockFacts& facts_of(const Host& host) {
    return last_record(host).facts;
}

void handshake(Host* host) {
    host_say_all(host, {"xboard", "protover 2"});
    CHECK(host->heard.back() == "feature done=1");
    host_say(host, "accepted ping");
}

} // namespace

TEST_CASE("cutechess-cli with a clock: rejects some features and sends a ping before every move") {
    Host host;
    host.step_ms = STEP_MS;
    handshake(&host);
    script_check(
        &host,
        {
            {"rejected sigint", ""},
            {"rejected analyze", ""},
            {"rejected pause", ""},
            {"option MultiPV=1", ""},
            {"new", ""},
            {"force", ""},
            {"setboard rnbqkbnr/2pp1ppp/p3p3/1p6/8/2N2NP1/PPPPPP1P/R1BQKB1R w KQkq - 0 1", ""},
            {"level 40 0:10 0", ""},
            {"sd 5", ""},
            {"post", ""},
            {"easy", ""},
            {"computer", ""},
            {"name B", ""},
            {"ping 30", "pong 30"},
            {"nopost", ""},
            {"time 1000", ""},
            {"otim 1000", ""},
            {"go", "move *"},
            {"ping 10", "pong 10"},
            {"time 999", ""},
            {"otim 990", ""},
            {"usermove h7h6", "move *"},
        });
    CHECK(facts_of(host).own_ms == 9990);
    CHECK(facts_of(host).opponent_ms == 9900);
    CHECK(facts_of(host).moves_to_go == 39);
    // At the end of a game cutechess-cli sends the last move in force mode; no reply is allowed.
    script_check(&host, {{"force", ""},
                         {"usermove h6h5", ""},
                         {"result 1/2-1/2 {Draw by adjudication: maximal game length}", ""},
                         {"ping 16", "pong 16"},
                         {"new", ""},
                         {"force", ""},
                         {"level 0 0 0.02", ""}, // a base below a second
                         {"ping 17", "pong 17"},
                         {"time 50", ""},
                         {"otim 50", ""},
                         {"go", "move *"}});
    CHECK(facts_of(host).own_ms == 500);
    CHECK(facts_of(host).increment_ms == 20);
}

TEST_CASE("cutechess-cli with st 0.5: sends st 0, and the real limit with time") {
    Host host;
    host.step_ms = STEP_MS;
    handshake(&host);
    script_check(&host, {
                            {"new", ""},
                            {"force", ""},
                            {"st 0", ""},
                            {"nopost", ""},
                            {"easy", ""},
                            {"ping 4", "pong 4"},
                            {"time 50", ""},
                            {"go", "move *"},
                            {"ping 30", "pong 30"},
                            {"time 50", ""},
                            {"usermove h7h6", "move *"},
                        });
    for (size_t i = 0; i < 2; ++i) {
        CHECK(record_of(host, i).used_ms > 200);
        CHECK(record_of(host, i).used_ms < 500);
    }
}

TEST_CASE("cutechess-cli sends ? to end a search and ignores our move") {
    Host host;
    host.step_ms = STEP_MS;
    host_say_all(&host, {"xboard", "new", "force", "st 86400", "easy"});
    host.while_thinking = {"?", "force", "result 0-1 {White's connection stalls}", "ping 5"};
    const std::string heard = host_say_all(&host, {"time 8640000", "go"});
    CHECK_MESSAGE((text_fits(heard, "pong 5") || text_fits(heard, "move * | pong 5")), heard);
    CHECK(host.xboard.mode == MODE_FORCE);
}

TEST_CASE("cutechess-cli: Chess960, and a made-up move before a position with Black to move") {
    Host host;
    host.step_ms = STEP_MS;
    script_check(&host,
                 {
                     {"new", ""},
                     {"variant fischerandom", ""},
                     {"force", ""},
                     {"setboard 4k3/8/8/8/8/8/PP6/1K4R1 w G - 0 1", ""},
                     {"usermove O-O", ""},
                     {"undo", ""},
                     {"new", ""},
                     {"force", ""},
                     {"b2b3", ""},
                     {"setboard rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", ""},
                     {"st 1", ""},
                     {"time 100", ""},
                     {"go", "move *"},
                 });
    CHECK(host.session.engine_colour == BLACK);
}

TEST_CASE("XBoard in a match: sends time before otim, and go after the first move only") {
    Host host;
    host.step_ms = STEP_MS;
    handshake(&host);
    script_check(&host, {
                            {"accepted done", ""},
                            {"memory 68", ""},
                            {"cores 1", ""},
                            {"new", ""},
                            {"random", ""},
                            {"ics -", ""},
                            {"level 0 0:03 0.2", ""},
                            {"post", ""},
                            {"nopost", ""},
                            {"hard", ""},
                            {"easy", ""},
                            {"ping 1", "pong 1"},
                            {"force", ""},
                            {"ping 2", "pong 2"},
                            {"computer", ""},
                            {"name Fairy-Max 5.0b", ""},
                            {"time 300", ""},
                            {"otim 300", ""},
                            {"usermove e2e4", ""},
                            {"go", "move *"},
                            {"time 310", ""},
                            {"otim 290", ""},
                            {"usermove a2a3", "move *"},
                        });
    CHECK(facts_of(host).own_ms == 3100);
    CHECK(facts_of(host).increment_ms == 200);
    // If `level` and `time` contradict each other, `time` is right.
    host_say_all(&host, {"new", "level 4 4 0", "sd 1", "time 400", "otim 400", "usermove e2e4"});
    CHECK(facts_of(host).own_ms == 4000);
    CHECK(facts_of(host).moves_to_go == 4);
}

TEST_CASE("XBoard with a user: sends clocks before the first move, remove, and a change of sides") {
    Host host;
    host_say_all(&host, {"xboard", "new", "random", "level 40 5 0", "easy", "sd 1"});
    CHECK(text_fits(host_say_all(&host, {"time 30000", "otim 30000", "usermove e2e4"}), "move *"));
    // XBoard's user takes back a move, then changes sides with the engine.
    CHECK(host_say(&host, "remove") == "");
    CHECK(text_fits(host_say_all(&host, {"force", "usermove d2d4", "go"}), "move *"));
    CHECK(text_fits(host_say_all(&host, {"force", "time 29000", "otim 30000", "go"}), "move *"));
}

TEST_CASE("PyChess: sends level without leading zeros, and an empty board to end analysis") {
    Host host;
    host.step_ms = STEP_MS;
    handshake(&host);
    script_check(&host, {
                            {"new", ""},
                            {"random", ""},
                            {"level 0 5:5 0", ""},
                            {"hard", ""},
                            {"easy", ""},
                            {"force", ""},
                            {"usermove e2e4", ""},
                            {"time 30500", ""},
                            {"otim 30500", ""},
                            {"go", "move *"},
                        });
    CHECK(facts_of(host).own_ms == 305000);
    const char* empty = "8/8/8/8/8/8/8/8 w - - 0 1";
    host.while_thinking = {"exit", std::string("setboard ") + empty, "ping 1"};
    // PyChess shows the error to the user unless it quotes the empty position.
    const std::string heard = host_say_all(&host, {"force", "analyze"});
    CHECK_MESSAGE(text_fits(heard, std::string("tellusererror *") + empty + " | pong 1"), heard);
    CHECK(text_fits(host_say_all(&host, {"new", "sd 3", "usermove e2e4"}), "move *"));
}

TEST_CASE("ChessX: sends level with hours, minutes and seconds, and no new") {
    Host host;
    host.step_ms = STEP_MS;
    handshake(&host);
    script_check(
        &host,
        {
            {"level 0 00:05:00 0", ""},
            {"setboard r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", ""},
            {"go", "move *"},
        });
    CHECK(facts_of(host).own_ms == 300000);
    CHECK(facts_of(host).moves_to_go == 0);
    host.while_thinking = {"exit"};
    script_check(&host, {{"post", ""},
                         {"nopost", ""},
                         {"setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", ""},
                         {"analyze", ""},
                         {"setboard 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", ""},
                         {"st 3", ""},
                         {"sd 4", ""}});
}

TEST_CASE("Scid: sends uci before xboard, later force, moves, and go or analyze") {
    Host host;
    host.step_ms = STEP_MS;
    host.session.settings.console = true; // `xboard` has not been sent yet
    host_say(&host, "uci");
    CHECK(host.heard.back() == "uciok");
    handshake(&host);
    CHECK(host_say(&host, "uci") == "Error (unknown command): uci");
    script_check(&host,
                 {
                     {"new", ""},
                     {"sd 30", ""},
                     {"st 1", ""},
                     {"setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
                     {"force", ""},
                     {"e2e4", ""},
                     {"e7e5", ""},
                     {"go", "move *"},
                     {"ponder off", ""},
                     {"post", ""},
                     {"nopost", ""},
                     {"force", ""},
                 });
    host.while_thinking = {"exit", "undo", "ping 1"};
    CHECK(host_say(&host, "analyze") == "pong 1");
    CHECK(host.session.game.moves.size() == 2);
}

TEST_CASE("Banksia: sends force and go for every move, st with six decimals, pings while idle") {
    Host host;
    host.step_ms = STEP_MS;
    handshake(&host);
    script_check(&host, {
                            {"memory 2", ""},
                            {"cores 1", ""},
                            {"new", ""},
                            {"st 0.500000", ""},
                            {"easy", ""},
                            {"ping 1", "pong 1"},
                            {"force", ""},
                            {"e2e4", ""},
                            {"time 50", ""},
                            {"otim 50", ""},
                            {"go", "move *"},
                            {"ping 2", "pong 2"},
                        });
    CHECK(facts_of(host).move_time_ms == 500);
    CHECK(last_record(host).used_ms < 500);
    script_check(&host, {{"level 0 1:00 1", ""},
                         {"force", ""},
                         {"a2a3", ""},
                         {"time 6000", ""},
                         {"otim 6000", ""},
                         {"go", "move *"}});
    CHECK(facts_of(host).kind == CLOCK_LEVEL);
    CHECK(facts_of(host).own_ms == 60000);
}

TEST_CASE("python-chess: sends st for the first move, then one level, then only clocks") {
    Host host;
    host.step_ms = STEP_MS;
    handshake(&host);
    script_check(&host, {
                            {"rejected sigterm", ""},
                            {"accepted memory", ""},
                            {"accepted smp", ""},
                            {"new", ""},
                            {"force", ""},
                            {"st 10", ""},
                            {"nopost", ""},
                            {"easy", ""},
                            {"go", "move *"},
                            {"ping 8912", "pong 8912"},
                            {"easy", ""},
                            {"ping 8913", "pong 8913"},
                            {"force", ""},
                            {"usermove h7h6", ""},
                            {"level 0 0:05 0.1", ""},
                            {"time 500", ""},
                            {"otim 490", ""},
                            {"draw", ""},
                            {"nopost", ""},
                            {"easy", ""},
                            {"go", "*"},
                            {"ping 15632", "pong 15632"},
                            {"force", ""},
                            {"usermove h6h5", ""},
                            {"time 450", ""},
                            {"otim 490", ""},
                            {"go", "move *"},
                        });
    CHECK(record_of(host, 0).facts.move_time_ms == 10000);
    CHECK(record_of(host, 1).facts.kind == CLOCK_LEVEL);
    CHECK(record_of(host, 1).facts.own_ms == 5000);
    CHECK(record_of(host, 1).facts.increment_ms == 100);
    CHECK(record_of(host, 2).facts.own_ms == 4500);
    // After a `level`, lichess-bot may send `st` again before single moves.
    host_say_all(&host, {"force", "usermove a7a6", "st 0.3", "go"});
    CHECK(facts_of(host).kind == CLOCK_MOVE_TIME);
    CHECK(facts_of(host).move_time_ms == 300);
}

TEST_CASE("python-chess sends go where a draw can be claimed: we claim it, then move") {
    Host host;
    script_check(&host, {
                            {"new", ""},
                            {"force", ""},
                            {"setboard 6k1/6p1/8/7Q/8/1q6/1r6/K7 w - - 0 1", ""},
                            {"h5e8", ""},
                            {"g8h7", ""},
                            {"e8h5", ""},
                            {"h7g8", ""},
                            {"h5e8", ""},
                            {"g8h7", ""},
                            {"e8h5", ""},
                            {"h7g8", ""},
                        });
    // python-chess sends a ping after the claim and takes the pong for the end of our search.
    host.upon = "1/2-1/2";
    host.upon_hearing = {"ping 15632"};
    const std::string heard = host_say_all(&host, {"easy", "sd 3", "go"});
    CHECK_MESSAGE(text_fits(heard, "1/2-1/2 {Draw by repetition} | move h5e8 | "
                                   "1/2-1/2 {Draw by repetition} | pong 15632"),
                  heard);
    // If the opponent's move draws and no `go` follows, the game is over and we do not move.
    CHECK(host_say_all(&host, {"undo", "undo", "playother", "usermove h7g8"}) ==
          "1/2-1/2 {Draw by repetition}");
    CHECK(host_say_all(&host, {"undo", "force", "usermove h7g8", "ping 1"}) == "pong 1");
    const char* mated = "setboard rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    CHECK(host_say_all(&host, {mated, "go"}) == "0-1 {Black mates}");
}

TEST_CASE("python-chess ends analysis with a dot, exit and a ping") {
    Host host;
    host_say_all(&host, {"new", "force", "usermove e2e4", "nopost"});
    host.while_thinking = {".", "exit", "ping 912"};
    CHECK(text_fits(host_say(&host, "analyze"), "stat01: * | pong 912"));
    CHECK(
        text_fits(host_say_all(&host, {"exclude all", "include a7a6", "sd 2", "go"}), "move a7a6"));
}

TEST_CASE("protocol 1 hosts: send white and black, bare moves and edit") {
    Host host;
    host.step_ms = STEP_MS;
    script_check(
        &host, {
                   {"xboard", ""},     {"new", ""},        {"random", ""},     {"level 40 5 0", ""},
                   {"nopost", ""},     {"easy", ""},       {"black", ""},      {"time 30000", ""},
                   {"otim 30000", ""}, {"white", ""},      {"go", "move *"}, // we play White
                   {"time 29900", ""}, {"otim 29900", ""}, {"h7h6", "move *"}, {"force", ""},
                   {"new", ""},        {"force", ""},      {"a2a3", ""}, // gives Black the move
                   {"edit", ""},       {"#", ""},          {"Ke1", ""},        {"Pe2", ""},
                   {"c", ""},          {"Ke8", ""},        {"Pe7", ""},        {".", ""},
               });
    CHECK(host_fen(host) == "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1");
    script_check(&host, {{"white", ""}, {"black", ""}, {"go", "move *"}});
    CHECK(host.session.engine_colour == BLACK);
}

TEST_CASE("hosts may send moves in SAN") {
    script_check({
        {"xboard", ""},
        {"new", ""},
        {"force", ""},
        {"usermove e4", ""},
        {"usermove e5", ""},
        {"Nf3", ""},
        {"Nc6", ""},
        {"usermove Bb5", ""},
        {"a6", ""},
        {"Bxc6", ""},
        {"dxc6", ""},
        {"O-O", ""},
        {"usermove Nxe5", "Illegal move: Nxe5"},
        {"usermove Bd6", ""},
    });
}
