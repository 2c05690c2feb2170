// Detects from the keys whether two positions are one reversible move apart. (Marcel van Kervinck,
// "The design and implementation of the Rookie 2.0 chess playing program", cuckoo tables)
#pragma once

#include "engine/board/board.h"

/// `difference` is the xor of this position's key and that of an earlier position with the other
/// side to move. Returns true if the side to move has a move that leads back to the earlier
/// position. The path of that move must be clear; the move may leave the king in check.
bool repetition_is_move(const Board& board, Key difference);
