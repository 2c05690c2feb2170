// The bench: fixed positions searched to a fixed depth. The node count is the search's signature.
#pragma once

#include <cstdint>

#include "engine/eval/network.h"
#include "engine/search/search_types.h"

constexpr Depth BENCH_DEPTH = Depth(12);

/// Callbacks that receive each position's report and may end the bench early; both may be nullptr.
struct BenchListener {
    void* context;
    void (*each)(void* context, int number, const char* fen, const SearchReport& report);
    bool (*stop)(void* context);
};

/// Searches the bench positions one after the other, starting from an empty table. Returns the
/// total of nodes, which is the same on every machine unless the bench was ended early. `network`
/// is as for search_set_network().
uint64_t bench_run(Depth depth, const BenchListener& listener,
                   const Network* network = network_builtin());
