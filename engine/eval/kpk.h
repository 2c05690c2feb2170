// King and pawn against king: a table of all positions, computed by retrograde analysis when the
// program starts. (chessprogramming wiki: "KPK", "Retrograde Analysis")
#pragma once

#include "engine/board/square.h"

/// Returns true if the side with the pawn wins. The pawn is taken to be White's; for a black pawn
/// the caller flips the squares. The position must be legal and the pawn on ranks 2 to 7.
bool kpk_is_won(Square king, Square pawn, Square bare_king, bool bare_to_move);
