// A ponder hit shortens our move by a credit for the time that we spent on the opponent's clock.
#pragma once

#include "timing/controller.h"

/// Returns by how much a ponder hit shortens NormalMoveTime (N): half of the time pondered, as in
/// Scorpio, at most 9/10 of N. With more credit, long pondering would lead to an unverified move.
int64_t ponder_credit_ms(const Budget& budget, int64_t pondered_ms);

/// Returns the budget after a ponder hit. If the search is `settled` (would have stopped on our own
/// clock), both limits of the budget are at most 50 ms, to finish the current root move.
Budget ponder_hit_budget(const Budget& budget, int64_t pondered_ms, bool settled);
