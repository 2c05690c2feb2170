// Pawn structure and its cache.
#pragma once

#include "engine/board.h"

/// Everything about the pawns that does not depend on other pieces.
struct PawnEntry {
    Key key;
    Tapered score; // white minus black
    Square passed[COLOUR_NB][8];
    uint8_t passed_count[COLOUR_NB];
    uint8_t files[COLOUR_NB]; // bit per file that holds a pawn of that colour
};

constexpr int PAWN_CACHE_SIZE = 4096; // a power of two

struct PawnCache {
    PawnEntry entry[PAWN_CACHE_SIZE];
};

/// The entry of this position's pawns, computed if the cache does not have it. Valid until the next
/// call.
const PawnEntry& pawn_probe(PawnCache* cache, const Board& board);
