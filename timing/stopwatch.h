// The only reader of the steady clock. Everything else is handed milliseconds, so tests can hand it
// any time they like.
#pragma once

#include <cstdint>

/// A source of "now". Tests supply their own function; the engine uses stopwatch_steady().
struct Stopwatch {
    int64_t (*now)(void* context);
    void* context;
};

/// The machine's steady clock (never the wall clock, which may jump).
Stopwatch stopwatch_steady();

/// Milliseconds since an arbitrary fixed moment; never decreases.
int64_t stopwatch_now_ms(const Stopwatch& stopwatch);
