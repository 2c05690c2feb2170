// Text for a person at a terminal, in place of the protocol's lines.
#pragma once

#include <string>

#include "engine/board/game.h"
#include "engine/search/search_types.h"

/// The board as text, White below, and its FEN.
std::string display_board(const Board& board);

/// "+0.25", "-12.00"; mates as "#3", "-#2".
std::string display_score(Score score);

/// "1." or "1...": the number of the next move.
std::string display_number(const Board& board);

/// "Overtime plays 1... Nf6"; `board` is the position before the move.
std::string display_move(const Board& board, Move move);

/// One line in columns: depth, score, seconds, nodes, and as much of the PV in SAN as fits. `board`
/// is the position searched, `before` the pondered move that led to that position, or MOVE_NONE.
std::string display_thinking(const Board& board, const SearchLine& line, int64_t elapsed_ms,
                             Move before);
