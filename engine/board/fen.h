// Reading and writing positions in Forsyth-Edwards Notation (FEN).
#pragma once

#include <string>

#include "engine/board/board.h"

inline constexpr const char* FEN_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The castling rights that a FEN may grant.
enum FenRules : int {
    FEN_CLASSIC,  // king on the e-file, rooks in the corners
    FEN_CHESS960, // king and rooks anywhere on the first rank; X-FEN and Shredder-FEN letters
    FEN_WILD,     // king on the d- or e-file, rooks in the corners
    FEN_NOCASTLE, // no castling rights
};

/// Sets up a position. Returns nullptr, or the reason why the FEN is malformed or impossible and
/// leaves the board unchanged. Missing fields after the first mean White to move, no castling, no
/// en passant, 0, 1. Castling rights that do not fit the board and unusable en passant squares are
/// dropped.
const char* fen_parse(const char* text, Board* board, FenRules rules = FEN_CLASSIC);

/// Returns nullptr if these pieces with this side to move can occur in a game, else the reason why
/// not. Castling rights and move counters are not checked.
const char* fen_fault(const Board& board);

/// The position as FEN with all six fields (X-FEN where castling needs it).
std::string fen_write(const Board& board);
