// Scores that the host has laid down for positions (CECP's setscore): taken as they are, not
// searched.
#pragma once

#include "engine/board/types.h"

constexpr int RULINGS_MAX = 16;

struct Ruling {
    Key key;
    Score score; // for the side to move
    Depth depth; // counts for searches no deeper than this
};

struct Rulings {
    int count;
    Ruling ruling[RULINGS_MAX];
};

/// Lays down a score in the place of an earlier one for the same position, or else of the oldest if
/// there is no room.
void ruling_add(Rulings* rulings, const Ruling& ruling);

/// The score laid down for this position in a search so deep; SCORE_NONE if there is none.
Score ruling_find(const Rulings& rulings, Key key, Depth depth);
