#include "protocol/xboard/command.h"

#include <string>

#include <doctest/doctest.h>

#include "protocol/session/option.h"
#include "protocol/xboard/reply.h"
#include "test/script.h"

namespace {

// Lines that must be refused: unknown commands, and commands of features that we have not offered.
constexpr const char* REFUSED[] = {
    "uci",       "perft 3", "bench",   "d",         "eval",        "help",
    "foo",       "foo bar", "lift e2", "put e4",    "hover e4",    "Partner Joe",
    "depth",     "5",       "Xboard",  "e2e4e5e6",  "NEW",         "fritzy",
    "# comment", "%n%s",    "{}",      "usermove2", "setboard2 x",
};

} // namespace

TEST_CASE("xboard: unknown commands and commands of features not offered are refused") {
    for (const char* line : REFUSED) {
        CAPTURE(line);
        Host force;
        host_prepare(&force);
        const std::string before = host_fen(force);
        CHECK(host_say(&force, line) == std::string("Error (unknown command): ") + line);
        CHECK(state_of(force.xboard) == 'F');
        CHECK(host_fen(force) == before);

        Host think;
        host_prepare(&think);
        think.while_thinking = {line, "?"};
        CHECK(text_fits(host_say_all(&think, {"st 1000", "go"}),
                        std::string("Error (unknown command): ") + line + " | move *"));
        CHECK(state_of(think.xboard) == 'W');
    }
}

TEST_CASE("protover: answered with the features and every option between done=0 and done=1") {
    Host host;
    CHECK(host_say(&host, "xboard") == "");
    host_say(&host, "protover 2");
    REQUIRE(host.heard.size() > 3);
    CHECK(host.heard.front() == "feature done=0");
    CHECK(host.heard.back() == "feature done=1");
    for (const std::string& line : host.heard) CHECK(line.compare(0, 8, "feature ") == 0);
    const size_t options = reply_options(host.session).size();
    const std::string last = reply_options(host.session).back();
    CHECK(host.heard[host.heard.size() - 2] == last);
    host.heard.clear();
    host_say(&host, "protover 3");
    CHECK(host.heard.size() > options);
    CHECK(host_say_all(&host, {"accepted done", "rejected sigint", "accepted", "rejected"}) == "");
}

TEST_CASE("accepted debug: comments are sent only after this line") {
    Host host;
    const auto say_move = [&host] { return host_say(&host, "usermove " + any_move(host)); };
    host_say_all(&host, {"new", "sd 1"});
    CHECK(text_fits(say_move(), "move *"));
    CHECK(host_say(&host, "accepted debug") == "");
    CHECK(text_fits(say_move(), "move * | # tm * used=* stop=*"));
    CHECK(host_say(&host, "rejected debug") == "");
    CHECK(text_fits(say_move(), "move *"));
}

TEST_CASE("xboard: a bad argument gets an Error or nothing, and changes nothing") {
    struct Case {
        const char* line;
        const char* heard;
    };
    const Case cases[] = {
        {"level foo bar", "Error (bad argument): level foo bar"},
        {"level", "Error (bad argument): level"},
        {"level 40", "Error (bad argument): level 40"},
        {"level -1 5 0", "Error (bad argument): level -1 5 0"},
        {"st", "Error (bad argument): st"},
        {"st x", "Error (bad argument): st x"},
        {"st -1", "Error (bad argument): st -1"},
        {"sd x", "Error (bad argument): sd x"},
        {"sd -1", "Error (bad argument): sd -1"},
        {"sd", "Error (bad argument): sd"},
        {"nps", "Error (bad argument): nps"},
        {"nps x", "Error (bad argument): nps x"},
        {"nps 1.5", "Error (bad argument): nps 1.5"},
        {"time x", "Error (bad argument): t?me x"},
        {"time", "Error (bad argument): t?me"},
        {"otim 1.5", "Error (bad argument): o?im 1.5"},
        {"memory", "Error (bad argument): memory"},
        {"memory much", "Error (bad argument): memory much"},
        {"cores all", "Error (bad argument): cores all"},
        {"option", "Error (unknown option): option"},
        {"option Bogus=1", "Error (unknown option): option Bogus=1"},
        {"option MoveOverhead=x", "tellusererror bad value: MoveOverhead=x"},
        {"option MoveOverhead", "tellusererror bad value: MoveOverhead"},
        {"option Controller=Rivals", "tellusererror no such controller: Controller=Rivals"},
        {"option Controller=fixed", "tellusererror no such controller: Controller=fixed"},
        {"option Controller=rival(x=0)", "tellusererror no such parameter: Controller=rival(x=0)"},
        {"option Controller=soft-hard(NodeTM=maybe)",
         "tellusererror not a number: Controller=soft-hard(NodeTM=maybe)"},
        {"option Controller=rival(",
         "tellusererror closing parenthesis missing: Controller=rival("},
        {"option =", "Error (unknown option): option ="},
        {"variant", "Error (unsupported variant): "},
        {"usermove", "Illegal move: "},
        {"usermove e2", "Illegal move: e2"},
        {"usermove e9e5", "Illegal move: e9e5"},
        {"usermove @@@@", "Illegal move: @@@@"},
        {"usermove P@e4", "Illegal move: P@e4"},
        {"usermove e2e4 e7e5", "Illegal move: e2e4 e7e5"},
        {"usermove Ne4", "Illegal move: Ne4"},
        {"rating x y", ""},
        {"rating", ""},
        {"name", ""},
        {"result", ""},
        {"accepted", ""},
        {"egtpath", ""},
        {"ics", ""},
        {"fritz", ""},
        {"reset", ""},
        {"ponder on", ""},
        {"partner Joe", ""},
        {"partner", ""},
        {"ptell hello", ""},
        {"holding [QP] []", ""},
    };
    Host host;
    host_say_all(&host,
                 {"xboard", "new", "force", "usermove e2e4", "usermove e7e5", "level 40 5 2"});
    const std::string before = host_fen(host);
    for (const Case& c : cases) {
        CAPTURE(c.line);
        CHECK(host_say(&host, c.line) == c.heard);
        CHECK(host_fen(host) == before);
        CHECK(state_of(host.xboard) == 'F');
        CHECK(host.session.player.clock.moves_per_session == 40);
        CHECK(host.session.player.clock.increment_ms == 2000);
        CHECK(host.xboard.depth == 0);
        CHECK(host.session.settings.megabytes == 1);
    }
}

TEST_CASE("xboard: blanks around words are ignored, control characters are replaced") {
    script_check({
        {"  new  ", ""},
        {"\tforce\t", ""},
        {"usermove   e2e4 ", ""},
        {" e7e5", ""},
        {"\x01\x02", "Error (unknown command): ??"},
        {"p\xc3\xa9", "Error (unknown command): p??"},
        {"ping \x7f 1", "pong ? 1"},
    });
}

TEST_CASE("xboard: a line that is too long gets a short Error") {
    Host host;
    const std::string reply = host_say(&host, std::string(LINE_MAX_BYTES, 'x'));
    CHECK(text_fits(reply, "Error (unknown command): x*..."));
    CHECK(reply.size() < 200);
    CHECK(text_fits(host_say(&host, std::string(LINE_MAX_BYTES + 1, 'x')),
                    "Error (line too long): x*..."));
    CHECK(host_say(&host, "setboard " + std::string(4000, '8')).size() < 250);
    CHECK(host_say(&host, "ping 1") == "pong 1");
}

TEST_CASE("console: has commands of its own until `xboard`, and `d` shows the board") {
    Host host;
    host.session.settings.console = true;
    script_check(&host, {
                            {"perft 0", "Error (bad argument): perft 0"},
                            {"perft x", "Error (bad argument): perft x"},
                            {"perft 16", "Error (bad argument): perft 16"},
                            {"bench 0", "Error (bad argument): bench 0"},
                            {"bench x", "Error (bad argument): bench x"},
                        });
    host.heard.clear();
    host_say(&host, "eval");
    CHECK(text_fits(host.heard.back(), "static score * for the side to move*"));
    CHECK(text_fits(host.heard.front(), "*r*n*b*q*k*b*n*r"));
    host.heard.clear();
    host_say(&host, "d");
    CHECK(host.heard.front() == "8  r n b q k b n r");
    CHECK(host.heard.back() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    host_say(&host, "help");
    CHECK(host.heard.back() == "quit             leave");
    host_say(&host, "perft 2");
    CHECK(text_fits(host.heard.back(), "400 leaves, every leaf made and unmade, *"));
    CHECK(host_say(&host, "xboard") == "");
    CHECK(host_say(&host, "perft 2") == "Error (unknown command): perft 2");
}

TEST_CASE("usermove: an ambiguous move gets an Error, not `Illegal move`, also while pondering") {
    Host host;
    script_check(&host, {{"xboard", ""},
                         {"force", ""},
                         {"setboard 4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", ""},
                         {"usermove Ne4", "Error (ambiguous move): Ne4"},
                         {"Nxe4+", "Error (ambiguous move): Nxe4+"},
                         {"usermove Ne5", "Illegal move: Ne5"},
                         {"usermove Nce4", ""},
                         {"setboard x", "tellusererror Illegal position *"},
                         {"usermove Ne4", "Illegal move: Ne4"}});
    Host pondering;
    pondering.step_ms = 1;
    pondering.upon = "move ";
    pondering.upon_hearing = {"usermove Ne4", "usermove Ne5", "ping 1", "easy"};
    host_say_all(&pondering, {"hard", "st 1", "setboard 4k3/7p/8/8/8/2N3N1/8/4K3 b - - 0 1", "go"});
    CHECK(text_fits(pondering.heard[pondering.heard.size() - 4], "move *"));
    CHECK(pondering.heard[pondering.heard.size() - 3] == "Error (ambiguous move): Ne4");
    CHECK(pondering.heard[pondering.heard.size() - 2] == "Illegal move: Ne5");
}
