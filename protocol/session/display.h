// What a person at a terminal reads in the place of the protocol's lines.
#pragma once

#include <string>
#include <vector>

#include "engine/board/game.h"
#include "engine/search/search_types.h"

/// Of the narrowest terminal that people still use, less one.
constexpr size_t DISPLAY_COLUMNS = 79;

/// Words as lines of no more than so many columns, each behind an indent; a longer word has a line
/// of its own.
std::string display_wrap(const std::vector<std::string>& words, size_t columns,
                         const std::string& indent = "");

/// "+0.25", "-12.00"; mates as "#3", "-#2".
std::string display_score(Score score);

/// "1." or "1...": of the move that is to be made.
std::string display_number(const Board& board);

/// "Overtime plays 1... Nf6", before the move is made.
std::string display_move(const Board& board, Move move);

/// One line in columns: depth, score, seconds, nodes, and as much of the variation in SAN as fits.
/// `board` is the position searched; `before` the expected move that led to it or MOVE_NONE.
std::string display_thinking(const Board& board, const SearchLine& line, int64_t elapsed_ms,
                             Move before);
