// When we resign: after several moves in a row with a lost score.
#pragma once

#include "engine/board/types.h"

/// Notes the score of our move. *lost_moves counts our moves in a row with a score of -resign_cp or
/// worse; returns true once there are enough to resign. A resign_cp of 0 never resigns.
bool resign_is_due(int* lost_moves, Score score, int resign_cp);
