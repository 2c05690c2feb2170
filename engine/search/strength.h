// Weaker play on purpose: how far it looks and how wrongly it judges, by Elo.
#pragma once

#include "engine/board/types.h"

constexpr int STRENGTH_ELO_MIN = 800;
constexpr int STRENGTH_ELO_MAX = 2800;
constexpr int STRENGTH_ELO_DEFAULT = 1600;

struct Strength {
    uint64_t nodes; // of one search
    int noise_cp;   // as SearchBias has it
};

/// What makes it play about that well; Elo beyond the ends of the scale is cut.
Strength strength_for(int elo);
