// One line of an EPD file: a position and the task for it.
#pragma once

#include <string>
#include <vector>

#include "engine/board/game.h"

struct Epd {
    Game game; // the position, without moves
    std::string id;
    std::vector<Move> best;  // bm
    std::vector<Move> avoid; // am
    int mate = 0;            // dm: mate in so many moves at most, 0 if not asked for
};

/// Reads a line. Returns nullptr, or why the line is not a position with a task.
const char* epd_parse(const std::string& line, Epd* epd);

/// Does this move with this score solve the task?
bool epd_is_solved(const Epd& epd, Move move, Score score);
