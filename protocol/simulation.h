// `overtime simulate`: what the controllers do with a clock, in many games without a board.
#pragma once

#include "timing/controller.h"

/// Runs the simulation that the words ask for ("--controller all --tc 40/300,10+0.1 ...", also
/// "--tc=60+0") and prints a table, or comma-separated values. Returns the exit status of the
/// process; with *error set, a word was not understood and nothing has run.
int simulation_run(const ControllerSettings& timing, int count, char** words, const char** error);
