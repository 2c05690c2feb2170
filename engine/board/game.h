// A game: the start position, the moves made, and the result by the rules.
#pragma once

#include <string>
#include <vector>

#include "engine/board/board.h"
#include "engine/board/fen.h"
#include "engine/board/move.h"
#include "engine/board/move_do.h"

struct Game {
    Board start;
    Board board;
    std::vector<Move> moves;
    std::vector<Undo> undos; // one per move; undos[i].key is the position before move i
};

enum GameResult : int {
    GAME_ONGOING,
    GAME_CHECKMATE, // the side to move is mated
    GAME_STALEMATE,
    GAME_REPETITION, // third occurrence
    GAME_FIFTY_MOVES,
    GAME_DEAD, // insufficient material, see board_is_dead()
};

/// Starts a game from the standard position.
void game_reset(Game* game);

/// Starts a game from a FEN. Returns nullptr, or why the FEN is bad, with the game unchanged.
const char* game_set_up(Game* game, const char* fen, FenRules rules = FEN_CLASSIC);

/// Makes a legal move.
void game_make(Game* game, Move move);

/// Takes the last move back. Returns false if no move was played.
bool game_undo(Game* game);

/// Makes at most `plies` moves that lead from the game's position to `position`, counters included.
/// Returns false, with the game unchanged, if no such moves exist.
bool game_follow(Game* game, const Board& position, int plies);

/// Takes back all moves of the game.
void game_rewind(Game* game);

/// True if this legal move captures the piece that captured with the last move.
bool game_is_recapture(const Game& game, Move move);

/// How often the current position (side to move, castling rights and en passant included) has
/// occurred.
int game_repetitions(const Game& game);

/// The result by the rules. Mate and stalemate come before all other results.
GameResult game_result(const Game& game);

/// The result as CECP writes it, such as "1-0 {White mates}"; empty for GAME_ONGOING.
std::string game_result_text(const Game& game, GameResult result);

/// "1-0", "0-1" or "1/2-1/2"; "*" for GAME_ONGOING.
const char* game_result_token(const Game& game, GameResult result);

/// Half-moves since the start of the game, counted from the FEN's move number: 0 before White's
/// first move.
int game_ply(const Game& game);
