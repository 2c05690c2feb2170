// A host at the other end of a session, for tests that are conversations. Its time is its own: the
// clock moves on by a step at every reading, so that no test depends on how fast the machine is.
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
    std::vector<std::string> heard;  // every line the engine said, in order
    std::vector<MoveRecord> records; // of the moves searched for in this game

    int64_t now_ms = 1000;
    int64_t step_ms = 0; // per reading of the clock

    // Lines that arrive together once a search has read the clock so many times.
    std::vector<std::string> while_thinking;
    int thinking_readings = 20;
    int64_t pushed_ms = 0;             // when that was
    bool close_while_thinking = false; // the end of input arrives with them

    // Lines that arrive while a line beginning so is being written.
    std::string upon;
    std::vector<std::string> upon_hearing;

    Host();
    ~Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
};

/// Says one line and lets the session work off everything that waits. What the engine said
/// meanwhile comes back, lines joined by " | ".
std::string host_say(Host* host, const std::string& line);

/// Says several lines one after the other and returns everything heard.
std::string host_say_all(Host* host, const std::vector<std::string>& lines);

/// Does the text fit the pattern? A star stands for anything within one line.
bool text_fits(const std::string& text, const std::string& pattern);

/// The FEN of the position on the board.
std::string host_fen(const Host& host);

/// The SAN of the move at `index` of the game on the board.
std::string host_san(const Host& host, size_t index);

/// After `xboard`, `new` and 1. e4 e5 in force mode.
void host_prepare(Host* host);

/// F: we play neither side. W: we wait for the opponent. T: it is our turn. A: we analyse.
char state_of(const XBoard& xboard);

/// How many lines heard so far fit a pattern.
size_t count_heard(const Host& host, const std::string& pattern);

/// Is it a line of thinking?
bool is_thinking_line(const std::string& line);

/// Behind so many moves of ours: was there thinking, and did its depths never start anew?
bool is_one_search(const Host& host, int moves);

/// A legal move of the side to move.
std::string any_move(const Host& host);

/// Why our moves took the time they took: of this game, counted from 0. The test ends if there is
/// none.
const MoveRecord& record_of(const Host& host, size_t number);
const MoveRecord& last_record(const Host& host);

/// A game begun with pondering on: 1. e4 and our answer.
extern const std::vector<std::string> PONDER_OPENING;

/// What we answer there, and what we expect then, learned from a twin.
struct Expectation {
    std::string reply; // "move e7e5"
    std::string hint;
};
Expectation ponder_expectation();

/// A move of ours with 20 seconds on the clock, then a second of pondering, until these lines come;
/// HIT is the expected move, BARE the same without `usermove`. The search that it becomes ends with
/// a move, and is the last.
void ponder_long(Host* host, std::vector<std::string> lines);

struct Exchange {
    const char* say;
    const char* hear; // a pattern for text_fits(); "" for silence
};

/// Goes through a conversation with a fresh host or a given one; every step is a check.
void script_check(const std::vector<Exchange>& steps);
void script_check(Host* host, const std::vector<Exchange>& steps);
