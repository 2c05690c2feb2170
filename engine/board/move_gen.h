// Legal move generation in stages. Pins are known beforehand, so nothing is made to be tested.
#pragma once

#include "engine/board/attack.h"
#include "engine/board/board.h"
#include "engine/board/move.h"

/// Captures, en passant and every promotion to a queen; not in check. Appends to the list.
void move_gen_captures(const Board& board, const Pins& pins, MoveList* list);

/// All other moves: quiet moves, castling, under-promotions; not in check. Appends to the list.
void move_gen_quiets(const Board& board, const Pins& pins, MoveList* list);

/// All legal moves in check. Appends to the list.
void move_gen_evasions(const Board& board, const Pins& pins, MoveList* list);

/// All legal moves, in check or not. Empties the list first.
void move_gen_legal(const Board& board, const Pins& pins, MoveList* list);
void move_gen_legal(const Board& board, MoveList* list);

/// Is any 16-bit value a legal move here? For hash moves, killers and other guesses.
bool move_is_legal(const Board& board, const Pins& pins, Move move);

/// Does a legal move give check? En passant and castling are answered for the moving piece only.
bool move_gives_check(const Board& board, Move move);
