// `overtime play`: a timed game of Overtime against itself, shown move by move with its clocks.
#pragma once

#include <string>

#include "timing/controller.h"

struct PlaySettings {
    std::string level; // arguments of `level`
    std::string pgn;   // where the game goes
    const Controller* controller;
    ControllerSettings timing;
};

/// Plays one game to its end on standard output. Returns the exit status of the process.
int play_run(const PlaySettings& settings);
