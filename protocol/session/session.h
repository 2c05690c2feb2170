// What the engine knows while it talks to a host: the game, the clock, whose turn it is to think.
// Command handlers only set these facts; session_work() then does what follows from them.
#pragma once

#include <memory>
#include <string>

#include "engine/board/notation.h"
#include "engine/search/search.h"
#include "protocol/files/book.h"
#include "protocol/io/line.h"
#include "protocol/session/draw_offer.h"
#include "protocol/session/game_log.h"
#include "protocol/session/think.h"
#include "timing/clock.h"
#include "timing/controller.h"
#include "timing/record.h"

enum Mode : int {
    MODE_FORCE,   // we play neither side
    MODE_PLAY,    // we play engine_colour
    MODE_ANALYSE, // we look at the position on the board and never move
};

/// What the session is at; session_work() decides.
enum Activity : int {
    ACTIVITY_NONE,
    ACTIVITY_THINK,
    ACTIVITY_PONDER,
    ACTIVITY_ANALYSE,
};

/// Whom a server tells what we think of each move of ours.
enum Chat : int {
    CHAT_OFF,
    CHAT_KIBITZ,  // everyone at the board
    CHAT_WHISPER, // the observers
    CHAT_SAY,     // the opponent
    CHAT_NB,
};

/// `edit`: the sub-mode of hosts without setboard.
struct Edit {
    bool active;
    Colour colour;
    Piece piece[SQUARE_NB];
};

/// What the host has told us to remember. Survives `new` unless said otherwise.
struct Settings {
    bool console;        // no host has said `xboard` yet: the console's own commands are known
    bool prompt;         // a person sits at a terminal
    bool post;           // show thinking
    bool ponder;         // `hard`
    bool comments;       // "#" lines are welcome (accepted debug=1)
    int depth;           // `sd`, 0 none; cleared by `new`
    int lines;           // how many lines of thinking to show (MultiPV)
    Chat chat;           // on a server
    int resign_cp;       // resign when this far behind, 0 never
    int contempt_cp;     // what a draw costs us for every 100 points we are rated higher
    bool own_book;       // play from the book
    bool book_best;      // always its heaviest move
    bool limit_strength; // play about as well as `elo` says
    int elo;
    int megabytes;
    int threads;
    const Controller* controller;
    ControllerSettings timing;
    Opponent opponent;    // cleared by `new`
    std::string ics_host; // "-" when local
};

/// What a UCI host has told us to remember (protocol/uci). Survives `ucinewgame`.
struct UciSettings {
    bool active; // the host speaks UCI
    bool debug;
    bool chess960;
    bool show_wdl;
    std::string position; // the last one set up, as it was told
    bool guessed;         // its last move was pondered on, and has not been played
};

/// What is true of the position on the board and of no other.
struct PositionState {
    bool result_told;  // the end of the game has been announced
    bool told_to_go;   // by `go`
    bool resigned;     // by us
    Move ponder_move;  // what we expect the opponent to play
    MoveList excluded; // root moves not to be looked at
};

/// A move, and the position that it is for.
struct Planned {
    Key key;
    Move move;
};

/// A position, and for how long we have pondered on it: the table knows so much of it.
struct Pondered {
    Key key;
    int64_t ms;
};

struct Session {
    LineQueue* input;
    LineWriter output;
    Stopwatch stopwatch;
    Stopwatch processor; // for `nps 0`
    Search* search;
    std::shared_ptr<Network> network; // read from a file, else nullptr
    std::string network_path;         // that file
    std::string complaint;            // of the configuration file, until someone has been told
    Settings settings;
    UciSettings uci;
    Book book;
    Game game;
    PositionState position;
    Clock clock;
    Lag lag;                 // of this game
    ControllerMemory memory; // of this game
    Recorder recorder;
    GameLog game_log;
    Edit edit;
    Mode mode;
    Colour engine_colour; // that we play or, in force mode, played last: `time` speaks of it
    bool bad_position;    // the last setboard was refused: no move is legal until another
    bool draw_offered;    // by the opponent, since our last move
    bool cut_short;       // a command ended our search, and still waits to be executed
    bool searched;        // pondering or analysis has nothing left to find in this position
    bool quit;
    uint64_t seed;     // of this game: chooses the errors of weaker play, and moves of the book
    FenRules rules;    // `variant`: where castling may start from
    Activity activity; // running now
    int lost_moves;    // own moves in a row that seemed lost enough to resign
    SearchProgress progress; // of the search running or last run
    int64_t search_start_ms; // when it began
    uint64_t start_nodes;    // it had searched at the ponder hit
    int64_t command_ms;      // when the command now executed was read, or could be turned to
    int64_t free_ms;         // when our last move went out or a pause ended
    int64_t paused_ms;       // length of the pauses that the running search has not heard of
    size_t count_start;      // the moves of the game before this one do not count for the `level`
    Planned planned;         // how we mean to answer the move we expect
    Pondered pondered;       // since our last move
    unsigned arrivals_seen;  // as the queue counts them, by the running search

    /// Looks at waiting commands during long work (see command_attend); set by the command layer.
    Attention (*attend)(Session* session);
};

/// A session as after `new`. It owns a search of settings.megabytes; session_free() gives it back.
void session_init(Session* session, LineQueue* input, const LineWriter& output,
                  const Stopwatch& stopwatch);
void session_free(Session* session);

/// One line to the host and to the log. The session ends if nobody reads any more.
void session_say(Session* session, const std::string& text);
/// In the protocol's words, or in plain ones for a person at a terminal; nothing if those are
/// empty.
void session_tell(Session* session, const std::string& protocol, const std::string& plain);
/// What is wrong with a command: reply_error(), with what a person typed as it was typed.
void session_tell_error(Session* session, const char* type, const std::string& command);
/// What the configuration file has wrong, once: `words` and the complaint.
void session_complain(Session* session, const char* words);
/// A "# " line, if such lines are welcome; the log has it in any case.
void session_comment(Session* session, const std::string& text);

/// `new`: start position, we play Black, what belongs to one game is forgotten.
void session_new_game(Session* session);

/// A time control (`level`): moves are counted from here.
void session_set_level(Session* session, int moves, int64_t base_ms, int64_t increment_ms);

/// A maximum for every move (`st`).
void session_set_move_time(Session* session, int64_t move_time_ms);

/// A reading of our own clock (`time`).
void session_set_own_time(Session* session, int64_t own_ms);

/// Sets up a position; ends play, not analysis. nullptr or the reason why not.
const char* session_set_position(Session* session, const std::string& fen);

/// Between a refused position and the next one there is none for this command: false, and the host
/// is told.
bool session_has_position(Session* session, const char* command);

/// Another variant (`variant`), from its own start position, with us as Black.
void session_set_variant(Session* session, FenRules rules, const char* start);

/// Makes a move of either side. Moves of ours that the host dictates count for the clock.
void session_make_move(Session* session, Move move);

/// Takes one half-move back; false if there is none.
bool session_undo(Session* session);

/// From now on we play this colour (`go`, `playother`); its moves count for the clock.
void session_take_side(Session* session, Colour colour);

/// Our move went out just now: what it took is recorded and, if it was found on the game's clock,
/// charged there and measured for the lag.
void session_note_move(Session* session, MoveRecord* record, bool on_clock);

/// The same for a move of the book, which says nothing about the lag.
void session_note_book_move(Session* session);

/// We move from the position on the board, with this line in mind: how we mean to answer the move
/// we expect. And what our last move meant to play on this board; MOVE_NONE: nothing.
void session_note_plan(Session* session, const Pv& pv);
Move session_planned(const Session& session);

/// A move of ours has used what was pondered, or the table no longer holds it.
void session_forget_pondered(Session* session);

/// All that any search is asked with, but for its kind, its start and whom to ask.
ThinkRequest session_request(Session* session, const SearchLimits& limits);

/// The position, the variant or what to look at has changed: pondering and analysis begin anew.
void session_search_again(Session* session);

/// How this game's moves are written.
CastleStyle session_castle_style(const Session& session);

/// The expected move was played while we pondered on it: it is on the board, the search goes on.
void session_ponder_hit(Session* session, int64_t read_ms);

/// A pause is over: no clock of ours ran between these readings of the stopwatch.
void session_resume(Session* session, int64_t from_ms, int64_t until_ms);

/// Is it up to us to move now?
bool session_is_our_turn(const Session& session);

/// What the book plays here, if it is to be played from; else MOVE_NONE.
Move session_book_move(const Session& session);

/// What bounds and bends a search now.
SearchLimits session_limits(const Session& session, Activity activity);

/// Does what is to be done now: thinks and moves, ponders, analyses, tells the result; until there
/// is nothing to do or a waiting command wants to be executed.
void session_work(Session* session);
