// What the engine knows while it talks to a host: the game, the clock, whose turn it is to think.
// Command handlers only set these facts; session_work() then does what follows from them.
#pragma once

#include <string>

#include "engine/search.h"
#include "protocol/line.h"
#include "protocol/think.h"
#include "timing/clock.h"
#include "timing/controllers.h"
#include "timing/recorder.h"

enum Mode : int {
    MODE_FORCE, // we play neither side
    MODE_PLAY,  // we play engine_colour
};

/// `edit`: the sub-mode of hosts without setboard.
struct Edit {
    bool active;
    Colour colour;
    Piece piece[SQUARE_NB];
};

/// What the host has told us to remember. Survives `new` unless said otherwise.
struct Settings {
    bool console;  // no host has said `xboard` yet: the console's own commands are known
    bool prompt;   // a person sits at a terminal
    bool post;     // show thinking
    bool ponder;   // `hard`
    bool comments; // "#" lines are welcome (accepted debug=1)
    int depth;     // `sd`, 0 none; cleared by `new`
    int megabytes;
    int cores;
    const Controller* controller;
    ControllerSettings timing;
    std::string opponent; // `name`; cleared by `new`, as are the next three
    bool opponent_is_computer;
    int own_rating;
    int opponent_rating;
    std::string ics_host; // "-" when local
};

struct Session {
    LineQueue* input;
    LineWriter output;
    Stopwatch stopwatch;
    Search* search;
    Settings settings;
    Game game;
    Clock clock;
    ControllerMemory memory; // of this game
    Recorder recorder;
    Edit edit;
    Mode mode;
    Colour engine_colour; // that we play or, in force mode, played last: `time` speaks of it
    bool bad_position;    // the last setboard was refused: no move is legal until another
    bool result_told;     // the end of the game on the board has been announced
    bool thinking;
    bool quit;
    Move hint;          // what we expect the opponent to play
    int64_t command_ms; // when the command now executed was read, or could be turned to
    int64_t moved_ms;   // when our last move went out
    size_t count_start; // the moves of the game before this one do not count for the `level`
    unsigned arrivals_seen;

    /// Looks at waiting commands during long work (see command_attend); set by the command layer.
    Attention (*attend)(Session* session);
};

/// A session as after `new`. It owns a search of settings.megabytes; session_free() gives it back.
void session_init(Session* session, LineQueue* input, const LineWriter& output,
                  const Stopwatch& stopwatch);
void session_free(Session* session);

void session_say(Session* session, const std::string& text);
/// A "# " line, if such lines are welcome.
void session_comment(Session* session, const std::string& text);

/// `new`: start position, we play Black, what belongs to one game is forgotten.
void session_new_game(Session* session);

/// A time control (`level`): moves are counted from here.
void session_set_level(Session* session, int moves, int64_t base_ms, int64_t increment_ms);

/// Sets up a position in force mode; nullptr or the reason why not.
const char* session_set_position(Session* session, const std::string& fen);

/// Makes a move of either side. Moves of ours that the host dictates count for the clock.
void session_make_move(Session* session, Move move);

/// Takes one half-move back; false if there is none.
bool session_undo(Session* session);

/// From now on we play this colour (`go`, `playother`); its moves count for the clock.
void session_take_side(Session* session, Colour colour);

/// Is it up to us to move now?
bool session_is_our_turn(const Session& session);

/// Thinks and moves for as long as it is our turn; tells the result when the game is over.
void session_work(Session* session);
