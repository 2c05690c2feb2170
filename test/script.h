// A host for tests that talk to the engine. The clock moves on by a step at every reading, so that
// no test depends on the speed of the machine.
#pragma once

#include <string>
#include <vector>

#include "protocol/conversation.h"

struct Host {
    LineQueue input;
    Session session;
    Conversation conversation;
    XBoard& xboard = conversation.xboard;
    Uci& uci = conversation.uci;
    std::vector<std::string> heard;  // every line sent by the engine, in order
    std::vector<MoveRecord> records; // one for each move that the engine searched in this game

    int64_t now_ms = 1000;
    int64_t step_ms = 0; // every reading moves the clock on by this

    // Lines that arrive together when a search has read the clock thinking_readings times.
    std::vector<std::string> while_thinking;
    int thinking_readings = 20;
    int64_t pushed_ms = 0;             // when while_thinking arrived
    bool close_while_thinking = false; // the end of input arrives with while_thinking

    // Lines that arrive while the engine sends a line that starts with `upon`.
    std::string upon;
    std::vector<std::string> upon_hearing;

    Host();
    ~Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
};

/// Sends a line and executes all waiting lines. Returns the engine's lines, joined by " | ".
std::string host_say(Host* host, const std::string& line);

/// Sends several lines one after the other. Returns all the engine's lines.
std::string host_say_all(Host* host, const std::vector<std::string>& lines);

/// Returns true if the text matches the pattern. A star matches anything within one line.
bool text_fits(const std::string& text, const std::string& pattern);

/// Returns the FEN of the position on the board.
std::string host_fen(const Host& host);

/// Returns the SAN of the move at `index` of the game on the board.
std::string host_san(const Host& host, size_t index);

/// Sends `xboard`, `new`, `force` and the moves 1. e4 e5.
void host_prepare(Host* host);

/// Returns F if the engine plays neither side, W if it waits for the opponent, T if it is its turn,
/// A if it analyses.
char state_of(const XBoard& xboard);

/// Returns the number of lines heard so far that match a pattern.
size_t count_heard(const Host& host, const std::string& pattern);

bool is_thinking_line(const std::string& line);

/// Returns true if, after so many moves of the engine, there were thinking lines whose depth never
/// decreased.
bool is_one_search(const Host& host, int moves);

/// Returns a legal move of the side to move.
std::string any_move(const Host& host);

/// Returns the record of a move of the engine in this game, counted from 0. Ends the test if there
/// is no such move.
const MoveRecord& record_of(const Host& host, size_t number);
const MoveRecord& last_record(const Host& host);

/// The commands that begin a game with pondering, up to 1. e4, which the engine answers.
extern const std::vector<std::string> PONDER_OPENING;

/// The engine's answer in PONDER_OPENING and the move that it then expects, found out with another
/// host.
struct Expectation {
    std::string reply; // "move e7e5"
    std::string hint;
};
Expectation ponder_expectation();

/// Makes the engine play a move with 20 seconds on the clock and then ponder until these lines
/// arrive. HIT stands for `usermove` and the expected move, BARE for the move alone. The engine
/// does not ponder after its next move.
void ponder_long(Host* host, std::vector<std::string> lines);

struct Exchange {
    const char* say;
    const char* hear; // a pattern for text_fits(); "": no answer
};

/// Sends the lines of a conversation to the engine, with a new host or the one given, and checks
/// every answer.
void script_check(const std::vector<Exchange>& steps);
void script_check(Host* host, const std::vector<Exchange>& steps);
