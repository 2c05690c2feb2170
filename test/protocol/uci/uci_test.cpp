#include "protocol/uci/uci.h"

#include <cstdlib>
#include <memory>

#include <doctest/doctest.h>

#include "protocol/session/option.h"
#include "protocol/uci/uci_go.h"
#include "protocol/uci/uci_text.h"
#include "test/helpers.h"
#include "test/script.h"

namespace {

struct UciHost : Host {
    UciHost() {
        session.settings.console = true;
        host_say(this, "uci");
        heard.clear();
    }
};

size_t index_of(const Host& host, const std::string& pattern) {
    for (size_t i = 0; i < host.heard.size(); ++i)
        if (text_fits(host.heard[i], pattern)) return i;
    return host.heard.size();
}

int number_behind(const std::string& line, const std::string& name) {
    const size_t at = line.find(name);
    return at == std::string::npos ? -1 : std::atoi(line.c_str() + at + name.size());
}

// Sends a line and returns the last line of the answer.
std::string last_answer(Host* host, const std::string& line) {
    host_say(host, line);
    REQUIRE_FALSE(host->heard.empty());
    return host->heard.back();
}

} // namespace

TEST_CASE("uci: answered with name, options and uciok") {
    Host host;
    host.session.settings.console = true;
    host_say(&host, "uci");
    CHECK(text_fits(host.heard.front(), "id name Overtime *"));
    CHECK(host.heard.back() == "uciok");
    for (size_t i = 2; i + 1 < host.heard.size(); ++i)
        CHECK(text_fits(host.heard[i], "option name * type *"));
    CHECK(count_heard(host, "option name *") == option_rows(host.session, OPTION_UCI).size());
    for (const char* name : {"Hash", "Threads", "Ponder", "MultiPV", "MoveOverhead", "Controller",
                             "UCI_LimitStrength", "UCI_Elo", "UCI_Chess960", "UCI_ShowWDL"})
        CHECK(count_heard(host, std::string("option name ") + name + " type *") == 1);
    CHECK(host_say(&host, "isready") == "readyok");
}

TEST_CASE("uci: option lines have UCI's form") {
    CHECK(uci_text_option("A", {OPTION_SPIN, "30", 0, 5000}) ==
          "option name A type spin default 30 min 0 max 5000");
    CHECK(uci_text_option("A", {OPTION_CHECK, "1"}) == "option name A type check default true");
    CHECK(uci_text_option("A", {OPTION_COMBO, "y", 0, 0, {"x", "y", "z"}}) ==
          "option name A type combo default y var x var y var z");
    CHECK(uci_text_option("A", {OPTION_FILE}) == "option name A type string default <empty>");
    CHECK(uci_text_option("A", {OPTION_FILE, "/a b"}) == "option name A type string default /a b");
    CHECK(uci_text_option("A", {OPTION_BUTTON}) == "option name A type button");
}

TEST_CASE("setoption: sets options; a bad name or value gets a message and changes nothing") {
    UciHost host;
    script_check(&host,
                 {{"setoption name Hash value 2", ""},
                  {"setoption name threads value 2", ""},
                  {"setoption name Threads value 1", ""},
                  {"setoption name Ponder value True", ""},
                  {"setoption name UCI_LimitStrength value true", ""},
                  {"setoption name UCI_Elo value 1200", ""},
                  {"setoption name Controller value smooth(init-timeuse=0.7)", ""},
                  {"setoption name LogFile value <empty>", ""},
                  {"setoption name ClearHash", ""},
                  {"setoption name Hash value x", "info string bad value: name Hash value x"},
                  {"setoption name Hash value 0", "info string bad value: *"},
                  {"setoption name Hash", "info string bad value: *"},
                  {"setoption name ClearHash value 1", "info string bad value: *"},
                  {"setoption name Nonsense value 1", "info string unknown option: *"},
                  {"setoption", "info string unknown option: "},
                  {"setoption Hash 3", "info string unknown option: Hash 3"}});
    const Settings& settings = host.session.settings;
    CHECK(settings.megabytes == 2);
    CHECK(settings.threads == 1);
    CHECK(settings.ponder);
    CHECK(settings.limit_strength);
    CHECK(settings.elo == 1200);
    CHECK(std::string(settings.controller->name) == "smooth");
}

TEST_CASE("go: is parsed in all its forms") {
    const Board board = position_make(FEN_START);
    UciGo go = uci_go_parse(board, "wtime 1000 btime -5 winc 10 binc 20 movestogo 7");
    CHECK(go.own_ms[WHITE] == 1000);
    CHECK(go.own_ms[BLACK] == -5);
    CHECK(go.increment_ms[BLACK] == 20);
    CHECK(go.moves_to_go == 7);
    CHECK(uci_go_is_timed(go, WHITE));
    go = uci_go_parse(board, "searchmoves e2e4 g1f3 depth 3 ponder");
    CHECK(go.only.count == 2);
    CHECK(go.depth == 3);
    CHECK(uci_go_parse(board, "searchmoves e2e5 e2e4").only.count == 1);
    CHECK(go.ponder);
    CHECK(go.wrong == "");
    CHECK_FALSE(uci_go_is_timed(go, WHITE));
    go = uci_go_parse(board, "wtime 900.5 btime 1e3 winc .5 movestogo 40.");
    CHECK(go.own_ms[WHITE] == 900);
    CHECK(go.wrong == "btime 1e3 winc .5 movestogo 40.");
    go = uci_go_parse(board, "infinite searchmoves e2e5 wtime x nonsense");
    CHECK(go.infinite);
    CHECK(go.only.count == 0);
    CHECK(go.wrong == "e2e5 wtime x nonsense");
    CHECK_FALSE(uci_go_is_timed(go, WHITE));
    CHECK(uci_go_is_timed(uci_go_parse(board, "btime 1000"), WHITE));
    CHECK(uci_go_is_timed(uci_go_parse(board, "depth x"), WHITE));
    CHECK_FALSE(uci_go_is_timed(uci_go_parse(board, ""), WHITE));
}

TEST_CASE("go: the times of `go` set the clock of the game at every move") {
    UciHost host;
    host.step_ms = 50;
    host_say_all(&host, {"ucinewgame", "position startpos moves e2e4",
                         "go wtime 61000 btime 60000 winc 500 binc 400 movestogo 40"});
    CHECK(count_heard(host, "bestmove *") == 1);
    CHECK(host.heard.back().compare(0, 9, "bestmove ") == 0);
    ClockFacts facts = last_record(host).facts;
    CHECK(facts.own_ms == 60000);
    CHECK(facts.opponent_ms == 61000);
    CHECK(facts.increment_ms == 400);
    CHECK(facts.base_ms == 60000);
    CHECK(facts.moves_to_go == 40);
    CHECK(facts.game_ply == 1);
    CHECK(last_record(host).controller == std::string("rival"));
    host_say_all(&host, {"position startpos moves e2e4 e7e5 g1f3",
                         "go wtime 58000 btime 57000 winc 500 binc 400 movestogo 39"});
    facts = last_record(host).facts;
    CHECK(facts.own_ms == 57000);
    CHECK(facts.base_ms == 60000);
    CHECK(facts.moves_to_go == 39);
    CHECK(host.records.size() == 2); // the same game
    host_say_all(&host, {"position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
                         "go wtime 58000 btime 56000 movestogo 1"});
    facts = last_record(host).facts;
    CHECK(facts.moves_to_go == 1);
    CHECK(facts.increment_ms == 0);
    host_say_all(&host, {"position startpos moves d2d4", "go wtime 9000 btime 8000"});
    CHECK(host.records.size() == 1); // a new game has begun
    CHECK(last_record(host).facts.base_ms == 8000);
    CHECK(last_record(host).facts.moves_to_go == 0);
}

TEST_CASE("go: the lag is measured from the clocks of successive moves") {
    UciHost host;
    host.step_ms = 1;
    std::string moves = "position startpos moves";
    int64_t left_ms = 60000;
    for (const char* more : {" e2e4", " e7e5 g1f3", " b8c6 f1b5", " a7a6 b5a4"}) {
        moves += more;
        host_say_all(&host, {moves, "go wtime 60000 btime " + std::to_string(left_ms)});
        left_ms -= last_record(host).used_ms + 70;
    }
    CHECK(last_record(host).lag_ms >= 70);
    CHECK(last_record(host).lag_ms < 80);
}

TEST_CASE("position: FENs without moves that follow each other belong to one game") {
    UciHost host;
    host.step_ms = 1;
    Game game;
    game_reset(&game);
    int64_t left_ms = 60000;
    for (const char* move : {"e2e4", "g1f3", "f1b5", "b5a4"}) {
        game_make(&game, notation_parse(game.board, move));
        host_say_all(&host, {"position fen " + fen_write(game.board),
                             "go wtime 60000 btime " + std::to_string(left_ms) + " depth 1"});
        left_ms -= last_record(host).used_ms + 70;
        const Move answer = position_moves(game.board).front(); // any move
        game_make(&game, answer);
    }
    CHECK(host.records.size() == 4);
    CHECK(last_record(host).lag_ms >= 70);
    CHECK(last_record(host).facts.base_ms == 60000);
    host_say(&host, "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK(host.records.empty());
}

TEST_CASE("go: no lag is measured if we play both sides") {
    UciHost host;
    host.step_ms = 1;
    std::string moves = "position startpos moves";
    for (const char* more : {" e2e4", " e7e5", " g1f3", " b8c6", " f1b5"}) {
        moves += more;
        host_say_all(&host, {moves, "go wtime 56000 btime 60000"});
        CHECK(last_record(host).lag_ms == 0);
        CHECK(last_record(host).facts.lag_ms <= MOVE_OVERHEAD_DEFAULT_MS);
    }
}

TEST_CASE("go: movetime, depth, nodes, mate and searchmoves limit the search") {
    UciHost host;
    host.step_ms = 1;
    host_say_all(&host, {"position startpos", "go movetime 200"});
    CHECK(text_fits(host.heard.back(), "bestmove * ponder *"));
    CHECK(last_record(host).facts.move_time_ms == 200);
    CHECK(last_record(host).used_ms <= 200);
    CHECK(text_fits(last_answer(&host, "go depth 3"), "bestmove *"));
    CHECK(text_fits(host.heard[host.heard.size() - 2], "info depth 3 *"));
    CHECK(text_fits(last_answer(&host, "go nodes 3000"), "bestmove *"));
    CHECK(number_behind(host.heard[host.heard.size() - 2], " nodes ") > 1000);
    CHECK(number_behind(host.heard[host.heard.size() - 2], " nodes ") <= 3000);
    CHECK(text_fits(last_answer(&host, "go depth 2 searchmoves a2a3"), "bestmove a2a3*"));
    CHECK(text_fits(last_answer(&host, "go depth 2 searchmoves a2a5"), "bestmove *"));
    CHECK(text_fits(last_answer(&host, "go movetime 900 searchmoves a2a3"), "bestmove a2a3*"));
    CHECK(last_record(host).used_ms > 800); // uses the movetime although it searches only one move
    host_say(&host, "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    CHECK(last_answer(&host, "go mate 1") == "bestmove a1a8");
    CHECK(text_fits(host.heard[host.heard.size() - 2], "info * score mate 1 * pv a1a8"));
}

TEST_CASE("go: without a valid clock for our side a move is sent all the same") {
    UciHost host;
    host.step_ms = 10;
    host_say(&host, "position startpos");
    for (const char* go : {"go btime 1000", "go wtime x", "go wtime -100", "go wtime 0 btime 0",
                           "go movetime 0", "go movetime -1", "go depth 0", "go nodes -3",
                           "go wtime 99999999999999999999 depth 2", "go movestogo x depth 1",
                           "go wtime 1000 movestogo 99999999999999", "go wtime 1000 winc -7"}) {
        CAPTURE(go);
        CHECK(text_fits(last_answer(&host, go), "bestmove *"));
    }
}

TEST_CASE("go infinite: the search waits for stop") {
    UciHost host;
    host.step_ms = 1;
    host.while_thinking = {"isready", "stop"};
    host_say_all(&host, {"position startpos", "go infinite"});
    CHECK(index_of(host, "readyok") < index_of(host, "bestmove *"));
    CHECK(host.heard.back().compare(0, 9, "bestmove ") == 0);
    // After its depth limit the search waits, too; another position ends it like `stop`.
    for (const char* end : {"stop", "position startpos moves e2e4", "ucinewgame"}) {
        CAPTURE(end);
        host.heard.clear();
        host.thinking_readings = 20;
        host.while_thinking = {"setoption name MultiPV value 1", "isready", end, "isready"};
        host_say_all(&host, {"position startpos", "go infinite depth 1"});
        CHECK(count_heard(host, "bestmove *") == 1);
        CHECK(count_heard(host, "readyok") == 2);
        CHECK(index_of(host, "readyok") < index_of(host, "bestmove *"));
    }
    host.heard.clear();
    host.while_thinking = {"debug on", "isready", "stop"};
    host_say_all(&host, {"position startpos", "go infinite"});
    CHECK(host.uci.debug);
    CHECK(index_of(host, "readyok") < index_of(host, "bestmove *"));
    CHECK(host_say_all(&host, {"stop", "ponderhit", "isready"}) == "readyok");
}

TEST_CASE("go infinite: after 2500 isready the finished search still sees stop") {
    UciHost host; // its clock stands still, so the line of depth 2 is sent after the search
    host.upon = "info depth 2";
    host.upon_hearing.assign(2500, "isready");
    host.upon_hearing.push_back("stop");
    host_say_all(&host, {"position startpos", "go infinite depth 2"});
    CHECK(count_heard(host, "readyok") == 2500);
    CHECK(count_heard(host, "bestmove *") == 1);
}

TEST_CASE("uci: other commands wait for a search that ends by itself") {
    UciHost host;
    host.step_ms = 1;
    host.while_thinking = {"position startpos moves e2e4", "go depth 2", "isready"};
    host_say_all(&host, {"position startpos", "go depth 7"});
    CHECK(count_heard(host, "bestmove *") == 2);
    CHECK(count_heard(host, "info depth 7 *") >= 1);
    CHECK(count_heard(host, "readyok") == 1);
    CHECK(index_of(host, "readyok") < index_of(host, "bestmove *"));
}

TEST_CASE("stop and quit: sent after a second go that waits, they end both searches") {
    for (const char* end : {"stop", "quit"}) {
        CAPTURE(end);
        UciHost host;
        host.step_ms = 1;
        host.while_thinking = {"position startpos moves e2e4", "go movetime 600000", end};
        host_say_all(&host, {"position startpos", "go movetime 600000"});
        CHECK(host.now_ms < 10000);
        CHECK(host.session.quit == (end[0] == 'q'));
        CHECK(count_heard(host, "bestmove *") == 2);
    }
}

TEST_CASE("go: the time that it waited for the previous search is not charged") {
    UciHost host;
    host.step_ms = 1;
    host.while_thinking = {"position startpos moves e2e4", "go movetime 1000"};
    const int64_t start_ms = host.now_ms;
    host_say_all(&host, {"position startpos", "go nodes 300000"});
    CHECK(count_heard(host, "bestmove *") == 2);
    CHECK(host.pushed_ms < start_ms + 100);
    const std::string first = host.heard.at(index_of(host, "bestmove *") + 1);
    CHECK(number_behind(first, " time ") >= 0);
    CHECK(number_behind(first, " time ") < 50);
    UciHost late;
    late.step_ms = 1;
    late.while_thinking = {"position startpos moves e2e4",
                           "go ponder wtime 9000 btime 9000 movestogo 10", "ponderhit"};
    host_say_all(&late, {"position startpos", "go nodes 300000"});
    REQUIRE(late.records.size() == 1);
    CHECK(last_record(late).used_ms < 1000);
    CHECK(last_record(late).used_ms > 100);
}

TEST_CASE("uci: unknown commands end no search") {
    for (const char* go : {"go infinite", "go ponder wtime 9000 btime 9000"}) {
        CAPTURE(go);
        UciHost host;
        host.step_ms = 1;
        host.while_thinking = {"foo bar", "register later", "uci", "isready", "stop"};
        host_say_all(&host, {"position startpos", go});
        CHECK(index_of(host, "readyok") < index_of(host, "bestmove *"));
        CHECK(count_heard(host, "uciok") == 1);
    }
}

TEST_CASE("UCI_LimitStrength: analysis is at full strength") {
    UciHost host;
    host.step_ms = 1;
    host_say_all(&host, {"setoption name UCI_LimitStrength value true",
                         "setoption name UCI_Elo value 800", "position startpos"});
    host.thinking_readings = 2000;
    host.while_thinking = {"stop"};
    host_say(&host, "go infinite");
    CHECK(count_heard(host, "info depth 10 *") >= 1);
    host.heard.clear();
    host_say(&host, "go movetime 1000");
    CHECK(count_heard(host, "info depth 10 *") == 0);
}

TEST_CASE("pondering: the clock runs from ponderhit, and no move is sent before it") {
    UciHost host;
    host.step_ms = 1;
    host.while_thinking = {"isready", "ponderhit"};
    host.thinking_readings = 3000;
    host_say_all(&host, {"position startpos moves e2e4 e7e5", "go ponder wtime 9000 btime 9000"});
    CHECK(index_of(host, "readyok") < index_of(host, "bestmove *"));
    REQUIRE(host.records.size() == 1);
    CHECK(last_record(host).used_ms < 1000);
    CHECK(last_record(host).facts.own_ms == 9000);
    // If the opponent plays another move, `stop` ends pondering with a best move that leaves no
    // record.
    host.heard.clear();
    host.while_thinking = {"stop"};
    host_say_all(&host, {"position startpos moves d2d4 e7e5", "go ponder wtime 9000 btime 9000"});
    CHECK(count_heard(host, "bestmove *") == 1);
    CHECK(host.records.empty());
    // After a ponder miss the same game goes on and its clock keeps its state.
    const int64_t base_ms = host.session.player.clock.base_ms;
    const auto goes_on = [&](const char* position, const char* own) {
        host_say_all(&host, {position, std::string("go depth 1 ") + own});
        return host.records.size();
    };
    CHECK(goes_on("position startpos moves d2d4 d7d5", "wtime 4000") == 1);
    CHECK(last_record(host).facts.base_ms == base_ms);
    CHECK(goes_on("position startpos moves d2d4 d7d5 c2c4 c7c6", "wtime 3000") == 2);
    CHECK(goes_on("position startpos moves d2d4 d7d5 c2c4 e7e6", "wtime 2000") ==
          1); // the position does not follow from the last one: a new game
    host_say_all(&host, {"position startpos moves e2e4", "go depth 1 btime 9000"});
    host.while_thinking = {"stop"};
    host_say_all(&host, {"position startpos moves d2d4", "go ponder btime 4000"});
    CHECK(goes_on("position startpos moves c2c4", "btime 4000") == 1);
    CHECK(host.session.game.moves.size() == 1);
    host_say(&host, "position startpos moves d2d4 e7e5");
    // A ponder search that completes before `ponderhit` sends no best move until then.
    for (const char* go : {"go ponder depth 1", "go ponder wtime 9000 btime 9000 depth 1"}) {
        CAPTURE(go);
        host.heard.clear();
        host.thinking_readings = 10;
        host.while_thinking = {"isready", "ponderhit"};
        host_say(&host, go);
        CHECK(index_of(host, "readyok") < index_of(host, "bestmove *"));
        CHECK(count_heard(host, "bestmove *") == 1);
    }
}

TEST_CASE("pondering: ponderhit after the end of the search charges the move to the clock") {
    UciHost host; // its clock stands still, so the last line is sent after the search
    host.upon = "info depth 2";
    host.upon_hearing = {"ponderhit"};
    host_say_all(&host, {"position startpos", "go ponder wtime 9000 btime 9000 depth 2"});
    CHECK(count_heard(host, "bestmove *") == 1);
    REQUIRE(host.records.size() == 1);
    CHECK(last_record(host).stop == STOP_DEPTH);
    CHECK(last_record(host).used_ms == 0);
    CHECK(last_record(host).meant_ms == 0);
    CHECK_FALSE(host.uci.guessed);
}

TEST_CASE("uci: after quit or the end of input the search ends with its best move") {
    UciHost host;
    host.step_ms = 1;
    host.while_thinking = {"quit"};
    host_say_all(&host, {"position startpos", "go infinite"});
    CHECK(host.session.quit);
    CHECK(text_fits(host.heard.back(), "bestmove *"));
    UciHost other;
    other.step_ms = 1;
    other.close_while_thinking = true;
    host_say_all(&other, {"position startpos", "go infinite"});
    CHECK(text_fits(other.heard.back(), "bestmove *"));
}

TEST_CASE("position: an illegal one is refused with a reason, and go then answers (none)") {
    UciHost host;
    script_check(&host, {{"position fen 8/8/8/8/8/8/8/8 w - - 0 1",
                          "info string illegal position (king missing): 8/8/8/8/8/8/8/8 w - - 0 1"},
                         {"go depth 3", "bestmove (none)"},
                         {"position startpos moves e2e4 e2e4", "info string illegal move: e2e4"},
                         {"go wtime 1000 btime 1000", "bestmove (none)"},
                         {"position", "info string illegal position (*): *"},
                         {"position nonsense", "info string illegal position (*): *"},
                         {"position startpos e2e4", "info string illegal position (*): *"},
                         {"position fen", "info string illegal position (*): *"},
                         {"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ""},
                         {"go depth 3", "info depth 0 score cp 0 | bestmove (none)"},
                         {"position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", ""},
                         {"go movetime 100", "info depth 0 score mate 0 | bestmove (none)"},
                         {"position startpos moves e2e4", ""}});
    CHECK(text_fits(last_answer(&host, "go depth 1"), "bestmove *"));
}

TEST_CASE("position: sets up the game with its moves") {
    UciHost host;
    const auto length_after = [&host](const std::string& position) {
        CHECK(host_say(&host, position) == "");
        return host.session.game.moves.size();
    };
    CHECK(length_after("position startpos") == 0);
    CHECK(length_after("position startpos moves e2e4") == 1);
    CHECK(length_after("position startpos moves e2e4 e7e5 g1f3") == 3);
    CHECK(length_after("position startpos moves e2e4 e7e5") == 2);
    CHECK(length_after("position startpos") == 0);
    CHECK(length_after("position startpos moves") == 0);
    CHECK(length_after("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4") == 1);
    CHECK(length_after("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8d8") == 2);
    CHECK(length_after("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") == 0);
    CHECK(length_after("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 10") == 0);
    CHECK(host.session.game.board.move_number == 10);
    std::string long_game = "position startpos moves";
    for (int i = 0; i < 3000; ++i) long_game += " g1f3 g8f6 f3g1 f6g8";
    REQUIRE(long_game.size() < LINE_MAX_BYTES);
    CHECK(length_after(long_game) == 12000);
}

TEST_CASE("Chess960: castling is written as king takes rook") {
    UciHost host;
    host_say(&host, "setoption name UCI_Chess960 value true");
    CHECK(host_say(&host, "position fen 1r2k3/8/8/8/8/8/8/1R2K2R w HB - 0 1 moves e1h1") == "");
    CHECK(host_fen(host) == "1r2k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
    host_say(&host, "position fen 6k1/5ppp/8/8/8/8/8/4K2R w H - 0 1");
    CHECK(text_fits(last_answer(&host, "go depth 1 searchmoves e1h1"), "bestmove e1h1*"));
    host_say_all(&host, {"setoption name UCI_Chess960 value false",
                         "position fen 6k1/5ppp/8/8/8/8/8/4K2R w K - 0 1"});
    CHECK(text_fits(last_answer(&host, "go depth 1 searchmoves e1g1"), "bestmove e1g1*"));
}

TEST_CASE("uci: info lines have UCI's form") {
    Pv pv = {};
    pv.length = 2;
    pv.move[0] = move_make_plain(square_make(4, 1), square_make(4, 3));
    pv.move[1] = move_make_castle(square_make(4, 7), square_make(7, 7));
    const Outlook lost = {0, 1}, even = {0.3, 0.2504};
    CHECK(uci_text_info({0, Depth(7), Score(34), BOUND_EXACT, 5000, pv}, 250, CASTLE_KING_STEPS,
                        false, nullptr) ==
          "info depth 7 score cp 34 nodes 5000 nps 20000 time 250 pv e2e4 e8g8");
    CHECK(uci_text_info({1, Depth(7), -SCORE_MATE + 4, BOUND_LOWER, 5, pv}, 0, CASTLE_TAKES_ROOK,
                        true, &lost) ==
          "info depth 7 multipv 2 score mate -2 lowerbound wdl 0 0 1000 nodes 5 nps 5000 time 0 "
          "pv e2e4 e8h8");
    CHECK(uci_text_info({0, Depth(7), SCORE_DRAW, BOUND_UPPER, 5, {}}, 1, CASTLE_KING_STEPS, false,
                        &even) ==
          "info depth 7 score cp 0 upperbound wdl 300 450 250 nodes 5 nps 5000 time 1");
    CHECK(uci_text_move(MOVE_NONE, MOVE_NONE, CASTLE_KING_STEPS) == "bestmove (none)");
}

TEST_CASE("UCI_ShowWDL: win, draw and loss come from the network in use") {
    const auto network = std::make_unique<Network>(Network{}); // all scores are 0
    network->scale = 1;
    network->spread = 100;
    UciHost host;
    search_set_network(host.session.search, network.get());
    host_say_all(&host,
                 {"setoption name UCI_ShowWDL value true", "position startpos", "go depth 1"});
    CHECK(count_heard(host, "info * score cp 0 wdl 500 0 500 *") > 0);
}

TEST_CASE("uci: MultiPV numbers the lines, and UCI_LimitStrength limits the search") {
    UciHost host;
    host_say_all(&host, {"position startpos", "setoption name MultiPV value 3", "go depth 4"});
    CHECK(count_heard(host, "info depth 4 multipv 3 *") >= 1);
    host.heard.clear();
    host_say_all(&host, {"setoption name MultiPV value 1", "setoption name UCI_Elo value 800",
                         "setoption name UCI_LimitStrength value true", "go depth 30"});
    CHECK(count_heard(host, "info depth 10 *") == 0);
    CHECK(text_fits(host.heard.back(), "bestmove *"));
}

TEST_CASE("debug on: the `tm` line of each move is sent") {
    UciHost host;
    host.step_ms = 1;
    host_say_all(&host, {"debug on", "position startpos", "go movetime 100"});
    CHECK(text_fits(host.heard.back(), "info string tm fixed *"));
    host_say_all(&host, {"debug off", "go movetime 100"});
    CHECK(text_fits(host.heard.back(), "bestmove *"));
}

TEST_CASE("uci: unknown commands and too long lines get a message") {
    UciHost host;
    script_check(&host, {{"", ""},
                         {"   ", ""},
                         {"nonsense 1", "info string unknown command: nonsense 1"},
                         {"register later", ""},
                         {"time x", "info string unknown command: time x"},
                         {"position startpos moves \x01", "info string illegal move: ?"},
                         {"isready", "readyok"}});
    const std::string reply = host_say(&host, std::string(LINE_MAX_BYTES, 'x'));
    CHECK(text_fits(reply, "info string unknown command: x*..."));
    CHECK(reply.size() < 200);
    const std::string position = "position startpos" + std::string(LINE_MAX_BYTES, ' ') + "moves";
    CHECK(host_say(&host, position) ==
          "info string line too long: position startpos" + std::string(83, ' ') + "...");
    script_check(&host, {{"go depth 1", "bestmove (none)"}, {"position startpos", ""}});
    CHECK(text_fits(last_answer(&host, "go depth 1"), "bestmove *2*"));
}

TEST_CASE("uci: the planned answer is kept for the position in which it can be played") {
    UciHost host;
    const std::string game = "position startpos moves e2e4";
    host_say(&host, game);
    const std::string answer = last_answer(&host, "go wtime 10000 btime 10000 depth 6");
    const size_t expected = answer.find(" ponder ");
    REQUIRE(expected == std::string("bestmove e7e5").size());
    CHECK(think_planned_move(host.session.planned, host.session.game) == MOVE_NONE);
    host_say(&host, game + ' ' + answer.substr(9, 4) + ' ' + answer.substr(expected + 8));
    CHECK(think_planned_move(host.session.planned, host.session.game) != MOVE_NONE);
}

TEST_CASE("UCI: after ucinewgame, a position near the start is not taken for the start's game") {
    // 1. Nf3 Nf6 from the start: 2. Ng1 Ng8 would repeat it, but these moves were not told.
    UciHost host;
    host_say_all(&host, {"ucinewgame", "position fen rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/"
                                       "RNBQKB1R w KQkq - 2 2"});
    CHECK(host.session.game.moves.empty());
}

TEST_CASE("UCI: a ponderhit in a position without legal moves leaves nothing running") {
    UciHost host;
    host.upon_hearing = {"ponderhit"};
    host_say_all(
        &host, {"position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "go ponder wtime 900 btime 900"});
    CHECK(host.heard.back() == "bestmove (none)");
    CHECK(host.session.activity == ACTIVITY_NONE);
}
