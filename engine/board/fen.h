// Forsyth-Edwards notation, in and out.
#pragma once

#include <string>

#include "engine/board/board.h"

inline constexpr const char* FEN_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Which castling rights a FEN may grant.
enum FenRules : int {
    FEN_CLASSIC,  // king on the e-file, rooks in the corners
    FEN_CHESS960, // wherever they stand on the first rank; X-FEN and Shredder-FEN letters
    FEN_WILD,     // king on the d- or e-file, rooks in the corners
    FEN_NOCASTLE, // none
};

/// Sets up a position. All fields but the first may be missing (White, no castling, no en passant,
/// 0, 1). Castling rights that do not fit the board and en passant squares nobody can use are
/// dropped silently. On anything impossible or malformed the board stays as it was and the reason
/// comes back; nullptr means success.
const char* fen_parse(const char* text, Board* board, FenRules rules = FEN_CLASSIC);

/// Why no game can have these pieces with this side to move; nullptr if one can. Of rights and
/// counters nothing is said.
const char* fen_fault(const Board& board);

/// The position as FEN (X-FEN where castling needs it), all six fields.
std::string fen_write(const Board& board);
