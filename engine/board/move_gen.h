// Legal move generation in stages. Knowing all checks and pins, the generator need not make a move
// to see whether the move is legal.
#pragma once

#include "engine/board/attack.h"
#include "engine/board/board.h"
#include "engine/board/move.h"

/// Appends captures, en passant and promotions to a queen. The side to move must not be in check.
void move_gen_captures(const Board& board, const Pins& pins, MoveList* list);

/// Appends quiet moves, castling and under-promotions. The side to move must not be in check.
void move_gen_quiets(const Board& board, const Pins& pins, MoveList* list);

/// Appends all legal moves of a side in check.
void move_gen_evasions(const Board& board, const Pins& pins, MoveList* list);

/// Replaces the list by all legal moves. The side to move may be in check.
void move_gen_legal(const Board& board, const Pins& pins, MoveList* list);
void move_gen_legal(const Board& board, MoveList* list);

/// Returns true if the move is legal. `move` may be any 16-bit value, such as a hash move or a
/// killer of another position.
bool move_is_legal(const Board& board, const Pins& pins, Move move);

/// Returns true if a legal move gives check. Misses checks by the rook in castling and checks
/// opened by the pawn that en passant removes.
bool move_gives_check(const Board& board, Move move);
