// King and pawn against king: a table of every position, won or drawn, worked out backwards when
// the program starts. (chessprogramming wiki: "KPK", "Retrograde Analysis")
#pragma once

#include "engine/board/square.h"

/// Does the side with the pawn win? Seen as if that side were White: the caller flips squares
/// where it is Black. The position must be legal and the pawn on ranks 2 to 7.
bool kpk_is_won(Square king, Square pawn, Square bare_king, bool bare_to_move);
