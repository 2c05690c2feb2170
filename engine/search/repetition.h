// Which two positions are one reversible move apart, told from their keys alone. (Marcel van
// Kervinck, "The design and implementation of the Rookie 2.0 chess playing program", cuckoo tables)
#pragma once

#include "engine/board/board.h"

/// Does `difference`, the exclusive or of this position's key and an earlier one's with the other
/// side to move, belong to a move of the side to move that leads back there? Only the path is
/// looked at, not checks.
bool repetition_is_move(const Board& board, Key difference);
