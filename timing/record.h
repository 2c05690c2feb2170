// A record of each own move: budget, time used and stop reason, written as the line `tm ...`.
#pragma once

#include <string>

#include "timing/controller.h"

struct MoveRecord {
    const char* controller;
    ClockFacts facts;
    Budget budget;
    int64_t meant_ms; // when the search should have stopped, see stop_meant_ms()
    int64_t used_ms;
    StopReason stop;
    Overrun overrun;
    int64_t lag_ms; // the overhead measured at the previous move
};

/// Returns `tm rival T=407000 I=0 M=27 N=11192 E=26155 used=19840 stop=resolved drop=112@d9
/// resolved=d9/4 G=30 lag=12`, without the leading `# `. See timing/README.md for the fields.
/// `drop=-` means no overtime, `resolved=-` that overtime found no acceptable move; `drop=low@d9`
/// means that the best move failed low and its new score was not seen.
std::string record_line(const MoveRecord& record);
