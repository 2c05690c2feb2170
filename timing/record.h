// Why each move took the time it took: one record per own move, and its one-line form.
#pragma once

#include <string>

#include "timing/controller.h"

struct MoveRecord {
    const char* controller;
    ClockFacts facts;
    Budget budget;
    int64_t meant_ms; // when the search should have ended (see stop_meant_ms)
    int64_t used_ms;
    StopReason stop;
    Overrun overrun;
    int64_t lag_ms; // measured at the move before
};

/// `tm rival T=407000 I=0 M=27 N=11192 E=26155 used=19840 stop=resolved drop=112@d9 resolved=d9/4
/// G=30 lag=12`; drop and resolved are `-` where there was none, and drop is `low@d9` where a first
/// move failed low and no score was seen that had dropped too far. Without the leading `# `.
std::string record_line(const MoveRecord& record);
