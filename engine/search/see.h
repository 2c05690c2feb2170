// Static exchange evaluation: what a series of captures on one square is worth.
#pragma once

#include "engine/board/board.h"
#include "engine/board/move.h"

/// Does the move win at least `threshold` centipawns when both sides go on capturing on its target
/// square, each with its least valuable piece first, for as long as it pays? Pins are not looked
/// at.
bool see_at_least(const Board& board, Move move, int threshold);
