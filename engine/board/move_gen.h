// Legal move generation in stages. It works from the pins, so that no move has to be made to test
// its legality.
#pragma once

#include "engine/board/attack.h"
#include "engine/board/board.h"
#include "engine/board/move.h"

/// Appends captures, en passant and promotions to a queen. The side to move must not be in check.
void move_gen_captures(const Board& board, const Pins& pins, MoveList* list);

/// Appends all other moves: quiet moves, castling, under-promotions. Not in check.
void move_gen_quiets(const Board& board, const Pins& pins, MoveList* list);

/// Appends all legal moves of a side in check.
void move_gen_evasions(const Board& board, const Pins& pins, MoveList* list);

/// Replaces the list by all legal moves, in check or not.
void move_gen_legal(const Board& board, const Pins& pins, MoveList* list);
void move_gen_legal(const Board& board, MoveList* list);

/// Returns true if the move is legal. It may be any 16-bit value, such as a hash move or a killer
/// of another position.
bool move_is_legal(const Board& board, const Pins& pins, Move move);

/// Returns true if a legal move gives check. Checks by the rook of a castling, and checks opened by
/// the pawn that en passant removes, are not seen.
bool move_gives_check(const Board& board, Move move);
