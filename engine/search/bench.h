// The signature of the search: the nodes it takes over fixed positions to a fixed depth.
#pragma once

#include <cstdint>

#include "engine/eval/network.h"
#include "engine/search/search_types.h"

constexpr Depth BENCH_DEPTH = Depth(12);

/// Who hears of each position's report, and may end the bench early. Either may be nullptr.
struct BenchListener {
    void* context;
    void (*each)(void* context, int number, const char* fen, const SearchReport& report);
    bool (*stop)(void* context);
};

/// Searches the bench positions one after the other, the first from a clean state. Returns the
/// total of nodes: the same on every machine, unless it was ended early. The network is as in
/// search_set_network().
uint64_t bench_run(Depth depth, const BenchListener& listener,
                   const Network* network = network_builtin());
