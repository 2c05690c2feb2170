// CECP's game loop: the mode, whose move it is, thinking, pondering and analysis, draw offers,
// resigning and the result. Command handlers only change the state; game_loop_work() then decides
// what to do.
#pragma once

#include "protocol/session/draw_offer.h"
#include "protocol/session/session.h"

enum Mode : int {
    MODE_FORCE,   // we play neither side
    MODE_PLAY,    // we play session->engine_colour
    MODE_ANALYSE, // we never move
};

/// The `edit` sub-mode, for hosts without setboard.
struct Edit {
    bool active;
    Colour colour;
    Board board; // only Board::piece is up to date
};

/// What belongs to the position on the board and is cleared when the position changes.
struct PositionState {
    bool result_told; // the end of the game has been announced
    bool told_to_go;  // the host has sent `go`
    bool resigned;    // we have resigned
    Move ponder_move; // the move we expect from the opponent
    MoveList excluded;
};

/// The state that only CECP needs. In force mode session->engine_colour is the colour that we
/// played last; `time` then tells the clock of that colour.
struct XBoard {
    Session* session;
    Mode mode;
    PositionState position;
    Edit edit;
    Opponent opponent;    // cleared by `new`
    std::string ics_host; // empty or "-": no chess server
    int depth;            // depth limit of `sd`, 0: none; cleared by `new`
    size_t count_start;   // the first move of the game that counts for the `level`
    bool draw_offered;    // the opponent has offered a draw since our last move
    bool cut_short;       // a command that still waits has aborted our search
    bool searched;        // pondering or analysis of this position is complete
    bool only_clocks;     // only `time` and `otim` wait in front of the line looked at
    int lost_moves;       // own moves in a row with a score low enough to resign
    uint64_t start_nodes; // nodes searched before the ponder hit
};

/// Carries out `new`: the start position, with us as Black; an analysis goes on.
void game_loop_new_game(XBoard* xboard);

/// Sets a time control (`level`); moves are counted from the present position.
void game_loop_set_level(XBoard* xboard, int moves, int64_t base_ms, int64_t increment_ms);

/// Sets up a position; ends play but not analysis. Returns nullptr, or why it is refused.
const char* game_loop_set_position(XBoard* xboard, const std::string& fen);

/// Starts a game of a variant from the FEN `start`, with us as Black.
void game_loop_set_variant(XBoard* xboard, FenRules rules, const char* start);

/// Plays a move of either side. Moves of ours that the host dictates count for the clock.
void game_loop_make_move(XBoard* xboard, Move move);

/// Takes one ply back; returns false at the start of the game.
bool game_loop_undo(XBoard* xboard);

/// We play this colour from now on (`go`, `playother`); moves it has made count for our clock.
void game_loop_take_side(XBoard* xboard, Colour colour);

/// The opponent's move was read at `read_ms` while we pondered on that move.
void game_loop_ponder_hit(XBoard* xboard, int64_t read_ms);

bool game_loop_is_our_turn(const XBoard& xboard);

/// The text of a thinking line for Dialect::thinking.
std::string game_loop_thinking(void* state, const SearchLine& line, int64_t elapsed_ms);

/// Thinks and moves, ponders, analyses, announces the result, until there is nothing to do or a
/// waiting command has to be executed.
void game_loop_work(XBoard* xboard);
