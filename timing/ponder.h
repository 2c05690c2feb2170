// What thinking on the opponent's time is worth once he plays the move we expected.
#pragma once

#include "timing/controller.h"

/// The part of NormalMoveTime that a hit saves: half of the time pondered, at most nine tenths of
/// N. (Scorpio's half: full credit would move at once after a long wait and verify nothing.)
int64_t ponder_credit_ms(const Budget& budget, int64_t pondered_ms);

/// The budget after a hit. `settled`: had it been our own time, the search would have stopped
/// already, and only a moment is left to finish what it is at.
Budget ponder_hit_budget(const Budget& budget, int64_t pondered_ms, bool settled);
