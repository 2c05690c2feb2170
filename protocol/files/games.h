// Games as PGN has them, with their moves understood.
#pragma once

#include <istream>
#include <string>
#include <utility>
#include <vector>

#include "engine/board/game.h"

struct GameText {
    std::vector<std::pair<std::string, std::string>> tags; // in their order
    Game game;                                             // start and moves
    std::vector<std::string> comments; // [0] before the first move, [n] behind the nth
    std::string result = "*";
};

/// Hears of every game. A broken one is not told but for the line where it breaks.
struct GameListener {
    void* context;
    void (*game)(void* context, const GameText& text);
    void (*broken)(void* context, int line, const std::string& why);
};

/// Reads to the end of the file.
void games_read(std::istream& input, const GameListener& listener);

/// The value of a tag, empty if there is none.
std::string games_tag(const GameText& text, const std::string& name);
