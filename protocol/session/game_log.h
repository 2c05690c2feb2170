// Lines in the log from which `overtime report` rebuilds the games. The lines are the same in CECP
// and in UCI, so the report does not have to interpret either protocol:
//
//   # game ply=0 own=black moves=40 base=300000 I=2000 opponent=Fairy-Max 5.0b
//   # tm rival T=407000 ... lag=12 O=398000 ply=17 move=Nf6 last=Nf3 score=-20 depth=14 before=-
//   # book T=405000 O=396000 ply=19 move=e6 last=e3
//   # result ply=20 last=Qxf7# 1-0 {White mates}
//
// `ply` is the number of half-moves before the move (in `game`: at the start position), as
// game_ply() counts them. `last` is the move before `move`, in SAN like all moves; `before=Nc6/31`
// is the best move and its score before the score dropped. Unknown values are "-".
#pragma once

#include <string>

#include "engine/board/game.h"
#include "protocol/io/log.h"
#include "protocol/session/think.h"
#include "timing/clock.h"

struct GameLog {
    Log* log;
    bool begun;           // the log has the `game` line of this game
    bool base_is_read;    // no level was told: the base of the clock is its first reading (UCI)
    std::string opponent; // the name, empty if unknown
};

/// Notes that our next move belongs to another game.
void game_log_new(GameLog* game_log, bool base_is_read);

/// A UCI host has set up the game `now` in place of `old`. `now` is another game unless it has the
/// moves of `old`, except for a few taken back.
void game_log_set_up(GameLog* game_log, const Game& old, const Game& now);

/// Returns the `tm` line, without the leading "# ", of a move of ours that is not on the board yet.
/// Writes the `game` line first if this is our first move in the game.
std::string game_log_move(GameLog* game_log, const Game& game, const Clock& clock,
                          const ThinkResult& result);

/// Writes the `book` line of a move from the opening book, which is neither on the board nor
/// charged to the clock yet.
void game_log_book_move(GameLog* game_log, const Game& game, const Clock& clock, Move move);

/// Writes the `result` line ("1-0 {White mates}"), unless the text is empty or no move of ours was
/// logged. A later `result` line replaces an earlier one, as the host may disagree.
void game_log_result(GameLog* game_log, const Game& game, const std::string& result);
