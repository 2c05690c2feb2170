// The signature of the search: the nodes it takes over fixed positions to a fixed depth.
#pragma once

#include <cstdint>

#include "engine/limits.h"

constexpr Depth BENCH_DEPTH = Depth(12);
constexpr int BENCH_MEGABYTES = 16;

/// Searches every bench position from a clean state; `each` (may be nullptr) hears of each report.
/// `stop` (may be nullptr) ends it early. Returns the total of nodes: the same on every machine.
uint64_t bench_run(Depth depth, void (*each)(int number, const char* fen, const SearchReport& report),
                   bool (*stop)());
