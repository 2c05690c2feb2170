// Generates millions of positions with their static score. A new network learns these static scores
// before it learns the scores of searches from games.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/eval/network.h"
#include "engine/learn/sample.h"

struct ImitateSettings {
    const char* path; // the data file; it is overwritten
    int each;         // positions for each sample
    uint64_t seed;
    const Network* network; // the network to imitate; nullptr: count material
};

struct ImitateProgress {
    int64_t positions; // positions written
    int64_t done, all; // samples done and in all
};

/// Writes positions that are up to three random moves away from the samples and not in check, with
/// their static score and a draw as result. Calls `progress` regularly; if `progress` returns
/// false, stops with an incomplete file. Returns nullptr, or what went wrong with the file.
const char* imitate_run(const ImitateSettings& settings, const std::vector<Sample>& samples,
                        void* context,
                        bool (*progress)(void* context, const ImitateProgress& progress));
