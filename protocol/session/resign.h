// When we resign: after several moves in a row with a lost score.
#pragma once

#include "engine/board/types.h"

/// Notes the score of our move. *lost_moves counts our moves in a row with a score of -resign_cp or
/// worse. Returns true once these moves are enough to resign; never if resign_cp is 0.
bool resign_is_due(int* lost_moves, Score score, int resign_cp);
