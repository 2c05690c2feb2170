// Static exchange evaluation (SEE): the value of a series of captures on one square.
#pragma once

#include "engine/board/board.h"
#include "engine/board/move.h"

/// Returns true if the move wins at least `threshold` centipawns when both sides go on capturing on
/// its target square, the least valuable piece first, as long as capturing pays. Ignores pins.
bool see_at_least(const Board& board, Move move, int threshold);
