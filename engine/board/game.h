// A game: the start, the moves made, and what the rules say about the position reached.
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
    GAME_REPETITION, // third time
    GAME_FIFTY_MOVES,
    GAME_DEAD, // no mate possible by any play
};

/// The standard start position, no moves.
void game_reset(Game* game);

/// Another start position, no moves. On a bad FEN nothing changes and the reason comes back.
const char* game_set_up(Game* game, const char* fen, FenRules rules = FEN_CLASSIC);

/// Makes a legal move.
void game_make(Game* game, Move move);

/// Takes the last move back; false if there is none.
bool game_undo(Game* game);

/// Makes up to so many moves that lead to this position, counters included. False, and nothing
/// changes, if none do.
bool game_follow(Game* game, const Board& position, int plies);

/// Takes all moves back.
void game_rewind(Game* game);

/// Does this legal move take what has just taken?
bool game_is_recapture(const Game& game, Move move);

/// How often the present position (same side to move, rights and en passant) has stood on the
/// board, this time included.
int game_repetitions(const Game& game);

/// What the rules say; mate and stalemate come before the draws.
GameResult game_result(const Game& game);

/// "1-0 {White mates}" and its like, as CECP has it; empty while the game goes on.
std::string game_result_text(const Game& game, GameResult result);

/// Just the "1-0", "0-1", "1/2-1/2" of it, "*" while the game goes on.
const char* game_result_token(const Game& game, GameResult result);

/// Half-moves made since the start of the game as the FEN counts it: 0 before White's first move.
int game_ply(const Game& game);
