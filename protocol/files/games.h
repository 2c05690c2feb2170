// Reads PGN games and checks their moves.
#pragma once

#include <istream>
#include <string>
#include <utility>
#include <vector>

#include "engine/board/game.h"

struct GameText {
    std::vector<std::pair<std::string, std::string>> tags; // in the order of the file
    Game game;                                             // start position and moves
    std::vector<std::string> comments; // [0] before the first move, [n] after move n
    std::string result = "*";
};

/// Receives every game, or the line number and the reason where a game is broken.
struct GameListener {
    void* context;
    void (*game)(void* context, const GameText& text);
    void (*broken)(void* context, int line, const std::string& why);
};

void games_read(std::istream& input, const GameListener& listener);

/// The value of a tag, empty if it is missing.
std::string games_tag(const GameText& text, const std::string& name);
