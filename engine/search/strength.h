// Limited playing strength: nodes and evaluation noise for an Elo rating.
#pragma once

#include "engine/board/types.h"

constexpr int STRENGTH_ELO_MIN = 800;
constexpr int STRENGTH_ELO_MAX = 2800;
constexpr int STRENGTH_ELO_DEFAULT = 1600;

struct Strength {
    uint64_t nodes; // node limit of one search
    int noise_cp;   // largest error of static scores, for SearchBias
};

/// Returns nodes and noise for about this playing strength. `elo` is clamped to our scale.
Strength strength_for(int elo);
