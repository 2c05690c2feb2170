// Moves as text: coordinate notation ("e2e4", "e7e8q") and SAN ("Nbd7", "exd8=Q+").
#pragma once

#include <string>

#include "engine/board/board.h"
#include "engine/board/move.h"

/// How castling is written for a host.
enum CastleStyle : int {
    CASTLE_KING_STEPS, // e1g1: ordinary chess
    CASTLE_LETTERS,    // O-O: Chess960 under CECP
    CASTLE_TAKES_ROOK, // e1h1: Chess960 under UCI
};

/// The move in coordinate notation; "(none)" for MOVE_NONE.
std::string notation_coordinate(Move move, CastleStyle style = CASTLE_KING_STEPS);

/// The SAN of a legal move in this position, with + or #.
std::string notation_san(const Board& board, Move move);

/// Reads a legal move in coordinate notation or SAN. Promotion letters may be of either case,
/// castling "O-O" or "0-0"; the signs + # ! ? x = are ignored. Returns MOVE_NONE if the text fits
/// no legal move or several.
Move notation_parse(const Board& board, const char* text);

/// True if the text fits several legal moves, as a promotion without its piece does.
bool notation_is_ambiguous(const Board& board, const char* text);

/// True if the text has the form of a move in coordinate notation or SAN, legal or not.
bool notation_looks_like_move(const char* text);
