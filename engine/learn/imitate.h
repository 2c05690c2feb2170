// Positions by the million for a network's first lessons: it learns to say what the present
// evaluation says at once, before it learns from games what a search says.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/eval/network.h"
#include "engine/learn/sample.h"

struct ImitateSettings {
    const char* path; // the data file; what it held is lost
    int each;         // positions for every one of the samples
    uint64_t seed;
    const Network* network; // to imitate; nullptr: material
};

struct ImitateProgress {
    int64_t positions; // written
    int64_t done, all; // samples
};

/// Writes positions that random moves, at most three, lead to from the samples, and that are not in
/// check. The score is the static evaluation; there is no result. `progress` is asked now and then;
/// false stops, and then the file is of no use. Nullptr, or what went wrong with the file.
const char* imitate_run(const ImitateSettings& settings, const std::vector<Sample>& samples,
                        void* context,
                        bool (*progress)(void* context, const ImitateProgress& progress));
