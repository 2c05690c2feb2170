// The state both dialects share (settings, game, clock, lag, memory of the controller, search) and
// the operations on it. A dialect keeps its own state (XBoard in xboard/game_loop.h, Uci in
// uci/uci.h) and drives the session.
//
// Callbacks: functions with a context pointer are used where a search, a reader or a writer calls
// back (SearchMonitor, ThinkRequest, Dialect, LineWriter, Stopwatch). Everything else is a plain
// call; tables of commands and options hold plain function pointers.
#pragma once

#include <memory>
#include <string>

#include "engine/board/notation.h"
#include "engine/search/search.h"
#include "engine/search/strength.h"
#include "protocol/files/book.h"
#include "protocol/io/line.h"
#include "protocol/session/game_log.h"
#include "protocol/session/think.h"

enum Activity : int {
    ACTIVITY_NONE,
    ACTIVITY_THINK,   // on our clock
    ACTIVITY_PONDER,  // on the opponent's clock
    ACTIVITY_ANALYSE, // without a clock
};

/// Who is sent an evaluation of each of our moves on a chess server.
enum Chat : int {
    CHAT_OFF,
    CHAT_KIBITZ,  // players and observers
    CHAT_WHISPER, // observers
    CHAT_SAY,     // the opponent
    CHAT_NB,
};

/// Options, and what the host or the terminal has set; all are kept across games.
struct Settings {
    bool console; // no `xboard` yet: console commands and `uci` are accepted
    bool prompt;  // a person types at a terminal
    bool post;    // send thinking lines
    bool ponder;
    bool comments; // "# " lines are welcome (accepted debug=1)
    int lines = 1; // MultiPV
    Chat chat;
    int resign_cp;       // resign when this far behind; 0: never
    int contempt_cp;     // cost of a draw for every 100 points we are rated higher
    bool own_book;       // play from the book
    bool book_best;      // always the move of the largest weight
    bool limit_strength; // play at about `elo`
    int elo = STRENGTH_ELO_DEFAULT;
    bool chess960; // UCI_Chess960
    bool show_wdl; // UCI_ShowWDL
    int megabytes = TABLE_MEGABYTES_DEFAULT;
    int threads = 1;
    const Controller* controller;
    ControllerSettings timing;
};

/// How long we have pondered on a position. The time is cleared when the hash table no longer holds
/// what pondering found, and by our next move.
struct Pondered {
    Key key;
    int64_t ms;
};

struct Session;

/// The functions of the dialect that drives the session. `state` is the dialect's own struct, which
/// hear() and thinking() get back.
struct Dialect {
    void* state;
    /// Says what a running search has to do: session_look() or a function that calls that.
    Attention (*attend)(Session* session);
    /// Handles the waiting line at *index while a search runs: either removes it from the queue or
    /// leaves it there and increments *index.
    Attention (*hear)(void* state, const Line& line, size_t* index);
    /// Returns the text of a thinking line; empty if the line is not to be sent.
    std::string (*thinking)(void* state, const SearchLine& line, int64_t elapsed_ms);
};

struct Session {
    LineQueue* input;
    LineWriter output;
    Stopwatch stopwatch;
    Search* search;
    std::shared_ptr<Network> network; // read from network_name, nullptr: the built-in one
    std::string network_name;
    std::string complaint; // errors in the configuration file, until they have been reported
    Dialect dialect;
    Settings settings;
    Book book;
    Game game;
    bool bad_position; // the last position was refused: no move is legal until the next one
    FenRules rules;    // the castling rules of the game
    Colour engine_colour;
    TurnPlayer player; // our clock, its overhead and the controller's memory, of this game
    MoveRecord record; // about the last move that was searched for
    Planned planned;   // our planned answer to the move we expect
    Pondered pondered; // how long we have pondered since our last move
    uint64_t seed;     // of this game: for weaker play and for book moves
    bool quit;
    GameLog game_log;

    Activity activity;       // of the running search
    SearchProgress progress; // of the running or last search
    int64_t search_start_ms;
    int64_t command_ms;     // when the current command was read, or when we became free to run it
    int64_t free_ms;        // when our last move was sent or the last pause ended
    int64_t paused_ms;      // pauses since the running search last called attend()
    unsigned arrivals_seen; // value of LineQueue::arrivals when all lines had been looked at
};

/// A session at the start of a game. The session owns a search, which session_free() frees.
void session_init(Session* session, LineQueue* input, const LineWriter& output,
                  const Stopwatch& stopwatch);
void session_free(Session* session);

/// Sends a line to the host and logs it. Ends the session if the output is lost.
void session_say(Session* session, const std::string& text);
/// Sends `plain` to a person at a terminal, `protocol` to a host; nothing if the text is empty.
void session_tell(Session* session, const std::string& protocol, const std::string& plain);
/// Sends a "# " line if comments are welcome; otherwise only logs the line.
void session_comment(Session* session, const std::string& text);
/// Reports the errors of the configuration file once, behind `prefix`.
void session_complain(Session* session, const char* prefix);
/// A host has announced itself: no prompt, thinking lines or comments until the host asks for them.
/// SIGINT is ignored, since Ctrl-C at the host's terminal reaches us too.
void session_leave_console(Session* session);

/// Sets up the start position, with us as Black; forgets everything that belongs to one game.
void session_new_game(Session* session);

/// Sets up a position; the clock counts moves from here. Returns nullptr, or why it is refused.
const char* session_set_position(Session* session, const std::string& fen);

/// Notes what our own clock shows, as the host tells it.
void session_set_own_time(Session* session, int64_t own_ms);

/// We play this colour from now on. Returns false if we already played it.
bool session_take_side(Session* session, Colour colour);

/// Notes when the command that is about to be executed was read.
void session_note_command(Session* session, const Line& line);

/// Our move has just been sent: ends its turn, which charges the clock that it was searched with.
void session_note_move(Session* session, Turn* turn);
/// A book move has just been sent: charges its time to our clock, but does not measure the lag.
void session_note_book_move(Session* session);

/// How CECP and the console write castling moves.
CastleStyle session_castle_style(const Session& session);

/// The book move for the position on the board; MOVE_NONE if there is none or OwnBook is off.
Move session_book_move(const Session& session);

/// The search limits that the options set. Analysis obeys only MultiPV.
SearchLimits session_limits(const Session& session, Activity activity);

/// A request for the search that session->activity names, of the position on the board, with the
/// game's clock, from search_start_ms on.
ThinkRequest session_request(Session* session, const SearchLimits& limits);

/// The move that we ponder on was read at `read_ms` and has been played: our clock runs.
void session_ponder_hit(Session* session, int64_t read_ms);

/// Passes the lines that wait while a search runs to the dialect, and returns what the search has
/// to do.
Attention session_look(Session* session);
/// Whether a waiting line ends work other than a search, such as perft or bench.
bool session_is_interrupted(Session* session);
