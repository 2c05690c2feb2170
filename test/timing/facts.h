// Clock facts for the tests of timing/.
#pragma once

#include "timing/clock.h"

/// Returns the facts of a game with this clock, increment and moves to go. The opponent's clock is
/// unknown, the lag is 30 ms, all other facts are zero.
inline ClockFacts facts_make(int64_t own_ms, int64_t increment_ms, int moves_to_go = 0) {
    ClockFacts facts = {};
    facts.kind = CLOCK_LEVEL;
    facts.own_ms = own_ms;
    facts.opponent_ms = CLOCK_UNKNOWN;
    facts.increment_ms = increment_ms;
    facts.moves_to_go = moves_to_go;
    facts.lag_ms = 30;
    facts.credit_ms = moves_to_go == 1 ? CLOCK_UNKNOWN : increment_ms;
    facts.own_known = true;
    return facts;
}
