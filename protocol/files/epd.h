// One line of an EPD file: a position, and what is to be found in it.
#pragma once

#include <string>
#include <vector>

#include "engine/board/game.h"

struct Epd {
    Game game; // just the position
    std::string id;
    std::vector<Move> best;  // bm
    std::vector<Move> avoid; // am
    int mate = 0;            // dm: mate in so many moves at most, 0 if not asked for
};

/// Reads a line; nullptr, or why it is no position with something to find.
const char* epd_parse(const std::string& line, Epd* epd);

/// Has a search that ended with this move and this score found what is asked for?
bool epd_is_solved(const Epd& epd, Move move, Score score);
