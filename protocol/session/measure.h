// The commands perft and bench with their output, for the console and for the command line.
#pragma once

#include "engine/search/bench.h"
#include "protocol/session/session.h"

constexpr int MEASURE_PERFT_MAX = 15; // plies

/// Counts the leaves `depth` plies below the position, for each move and in total, with speeds.
void measure_perft(Session* session, int depth);

/// Runs the bench; the last line of its output holds the node count and the speed.
void measure_bench(Session* session, Depth depth);
