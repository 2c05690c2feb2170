// The only file that reads a clock of the machine. All other code gets milliseconds or a Stopwatch
// as arguments, so tests and the simulator can supply any time.
#pragma once

#include <cstdint>

/// A source of the present time. Tests supply their own function.
struct Stopwatch {
    int64_t (*now)(void* context);
    void* context;
};

/// Returns the machine's steady clock; the wall clock may jump.
Stopwatch stopwatch_steady();

/// Returns milliseconds since an arbitrary fixed moment; never decreases.
int64_t stopwatch_now_ms(const Stopwatch& stopwatch);
