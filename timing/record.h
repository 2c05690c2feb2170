// Why each move took the time it took: one record per own move, and its one-line form.
#pragma once

#include <string>
#include <vector>

#include "timing/controller.h"

struct MoveRecord {
    const char* controller;
    ClockFacts facts;
    Budget budget;
    int64_t meant_ms; // when the search should have ended (see guard_meant_ms)
    int64_t used_ms;
    StopReason stop;
    Overrun overrun;
    int64_t lag_ms; // measured at the move before
};

/// The records of one game, in order. Host and log get each line as it is made: only tests look
/// back.
struct Recorder {
    std::vector<MoveRecord> moves;
};

void record_clear(Recorder* recorder);
void record_add(Recorder* recorder, const MoveRecord& record);

/// `tm rival T=407000 I=0 M=27 N=11192 E=26155 used=19840 stop=resolved drop=112@d9 resolved=d9/4
/// G=30 lag=12 O=398000`, without the leading "# ". `drop` and `resolved` are `-` if there was
/// none; `drop=low@d9` means that the best move failed low and no score below the limit was seen. O
/// is the opponent's clock, `-` if it is unknown.
std::string record_line(const MoveRecord& record);
