// Moves as text: coordinate notation ("e2e4", "e7e8q") and SAN ("Nbd7", "exd8=Q+").
#pragma once

#include <string>

#include "engine/board/board.h"
#include "engine/board/move.h"

/// How a host wants to see castling.
enum CastleStyle : int {
    CASTLE_KING_STEPS, // e1g1: ordinary chess
    CASTLE_LETTERS,    // O-O: Chess960 under CECP
    CASTLE_TAKES_ROOK, // e1h1: Chess960 under UCI
};

/// Coordinate text; MOVE_NONE gives "(none)".
std::string notation_coordinate(Move move, CastleStyle style = CASTLE_KING_STEPS);

/// SAN of a legal move in this position, with + or #.
std::string notation_san(const Board& board, Move move);

/// Reads a legal move in coordinate notation or SAN: promotion letters of either case, "O-O" or
/// "0-0", missing or superfluous +, #, !, ?, x, =. MOVE_NONE when the text is no legal move here or
/// fits several.
Move notation_parse(const Board& board, const char* text);

/// Does it fit several legal moves, so that notation_parse() takes none of them? (A promotion
/// without its piece does.)
bool notation_is_ambiguous(const Board& board, const char* text);

/// Has the text the look of a move in coordinate notation or SAN, legal or not?
bool notation_looks_like_move(const char* text);
