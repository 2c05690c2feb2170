// Tests every command in every state: the answer, and the state after it.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "test/script.h"

namespace {

// A row is a command with its answer in each state. Behind each answer, after ">", come the state
// that follows (see state_of() in test/script.h) and the number of plies made; two were made before
// the command. A `?` follows the command, so that a search for our move ends at once.
struct Row {
    const char* line;
    const char* force;
    const char* waiting;
    const char* thinking;
    const char* analysing;
    const char* pondering = nullptr; // nullptr: the same as waiting
};

// Commands that are not answered and change neither the state nor the game.
constexpr const char* QUIET[] = {
    "xboard",
    "accepted ping",
    "rejected san",
    "memory 2",
    "egtpath syzygy /no such/place",
    "cores 2",
    "option MoveOverhead=50",
    "random",
    "white",
    "black",
    "name A. N. Other",
    "rating 2000 1900",
    "rating x",
    "ics freechess.org",
    "computer",
    "level 40 5 0",
    "st 5",
    "sd 30",
    "nps 10000",
    "time 30000",
    "otim 30000",
    "?",
    "draw",
    "hard",
    "easy",
    "nopost",
    "exclude all",
    "include all",
    "resume",
    "",
    "   \t ",
};

constexpr Row QUIETLY = {"", " > F2", " > W2", "move * > W3", " > A2"};

constexpr Row ROWS[] = {
    {"new", " > W0", " > W0", " > W0", " > A0"},
    {"variant normal", " > F0", " > W0", "move * > W0", " > A0"},
    {"variant atomic", "Error (unsupported variant): atomic > F2",
     "Error (unsupported variant): atomic > W2",
     "move * | Error (unsupported variant): atomic > W3",
     "Error (unsupported variant): atomic > A2"},
    {"force", " > F2", " > F2", " > F2", " > F2"},
    {"go", "move * > W3", "move * > W3", "move * > W3", "move * > W3"},
    {"playother", " > W2", " > W2", " > W2", " > W2"},
    {"usermove d2d4", " > F3", "move * > W4", "move * | Illegal move: d2d4 > W3", " > A3"},
    {"d2d4", " > F3", "move * > W4", "move * | Illegal move: d2d4 > W3", " > A3"},
    {"Nf3", " > F3", "move * > W4", "move * | Illegal move: Nf3 > W3", " > A3"},
    {"usermove e1e3", "Illegal move: e1e3 > F2", "Illegal move: e1e3 > W2",
     "move * | Illegal move: e1e3 > W3", "Illegal move: e1e3 > A2"},
    {"e1e3", "Illegal move: e1e3 > F2", "Illegal move: e1e3 > W2",
     "move * | Illegal move: e1e3 > W3", "Illegal move: e1e3 > A2"},
    {"undo", " > F1", " > F1", " > F1", " > A1"},
    {"remove", " > F0", " > W0", "Error (command not legal now): remove | move * > W3", " > A0"},
    {"setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", " > F0", " > F0", " > F0", " > A0"},
    {"setboard nonsense", "tellusererror Illegal position (*): nonsense > F2",
     "tellusererror Illegal position (*): nonsense > F2",
     "tellusererror Illegal position (*): nonsense > F2",
     "tellusererror Illegal position (*): nonsense > A2"},
    {"edit", " > F2", " > F2", " > F2", " > A2"},
    {"analyze", " > A2", " > A2", " > A2", " > A2"},
    {"exit", " > F2", " > W2", "move * > W3", " > F2"},
    {"result 1-0 {White wins}", " > F2", " > F2", " > F2", " > A2"},
    {"ping 7", "pong 7 > F2", "pong 7 > W2", "move * | pong 7 > W3", "pong 7 > A2"},
    {"ping", "pong > F2", "pong > W2", "move * | pong > W3", "pong > A2"},
    {"hint", " > F2", " > W2", "move * > W3", " > A2", "Hint: * > W2"},
    {"bk", " no book |  > F2", " no book |  > W2", " no book |  | move * > W3", " no book |  > A2"},
    {".", " > F2", " > W2", "stat01: * | move * > W3", "stat01: * > A2", "stat01: * > W2"},
    {"exclude x9", "Error (bad argument): exclude x9 > F2", "Error (bad argument): exclude x9 > W2",
     "move * | Error (bad argument): exclude x9 > W3", "Error (bad argument): exclude x9 > A2"},
    {"foo", "Error (unknown command): foo > F2", "Error (unknown command): foo > W2",
     "Error (unknown command): foo | move * > W3", "Error (unknown command): foo > A2"},
};

constexpr const char* LAST = "ping 77";
constexpr const char* LAST_ANSWER = "pong 77";

// Sends the lines and checks the answers. Quits when the last ping has been answered, as a search
// may be endless. If `running` is not empty, it is a command that starts a search, and the lines
// are sent while that runs.
void check(const std::vector<std::string>& lines, const std::string& expected,
           const std::vector<std::string>& setup, const char* running, int readings) {
    INFO(lines.front() << " behind " << setup.back() << ' ' << running);
    Host host;
    host_say_all(&host, setup);
    host.heard.clear();
    host.upon = LAST_ANSWER;
    host.upon_hearing = {"quit"};
    host.step_ms = 1;
    host.thinking_readings = readings;
    if (*running) {
        host.while_thinking = lines;
        host_say(&host, running);
    } else {
        for (const std::string& line : lines) line_push(&host.input, line);
        host_say(&host, "");
    }
    std::string heard;
    for (const std::string& answer : host.heard) {
        if (answer == LAST_ANSWER) break;
        heard += (heard.empty() ? "" : " | ") + answer;
    }
    heard += std::string(" > ") + state_of(host.xboard);
    heard += std::to_string(host.session.game.moves.size());
    CHECK_MESSAGE(text_fits(heard, expected), heard);
}

void check_row(const std::vector<std::string>& lines, const Row& row) {
    const std::vector<std::string> start = {"xboard", "new", "force", "e2e4", "e7e5", "st 1000"};
    std::vector<std::string> waiting = start;
    waiting.push_back("playother");
    check(lines, row.force, start, "", 0);
    check(lines, row.waiting, waiting, "", 0);
    check(lines, row.thinking, start, "go", 20);
    check(lines, row.analysing, start, "analyze", 20);
    // The engine moves after 0.1 s and then ponders until the lines arrive.
    const std::string after = row.pondering ? row.pondering : row.waiting;
    check(lines, (after[0] == ' ' && after[1] == '>' ? "move *" : "move * | ") + after,
          {"xboard", "new", "hard", "st 0.1"}, "usermove e2e4", 150);
}

} // namespace

TEST_CASE("states: every command, in force mode, waiting, thinking, analysing and pondering") {
    for (const Row& row : ROWS) check_row({row.line, "?", LAST}, row);
}

TEST_CASE("states: the commands in QUIET change nothing in any state") {
    for (const char* line : QUIET) check_row({line, "?", LAST}, QUIETLY);
}

TEST_CASE("states: resume after pause returns to every state") {
    const Row row = {"", "pong 5 > F2", "pong 5 > W2", "move * | pong 5 > W3", "pong 5 > A2"};
    check_row({"pause", "ping 5", "resume", "?", LAST}, row);
}
