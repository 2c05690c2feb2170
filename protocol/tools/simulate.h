// `overtime simulate`: what the controllers do with a clock, in many games without a board.
#pragma once

#include "protocol/session/session.h"

/// Runs the simulation that the words ask for ("--controller all --tc 40/300,10+0.1 ...", also
/// "--tc=60+0") and prints a table, or comma-separated values. Returns the exit status of the
/// process; if a word is not understood, nothing has run.
int tool_simulate(Session* session, int count, char** words);
