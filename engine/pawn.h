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
    // 1 on every square that no pawn of the other colour attacks, 0 on the rest
    uint8_t safe[COLOUR_NB][SQUARE_NB];
    // For pawn_shelter(): the last answer and the king's square that it was for.
    Square shelter_king[COLOUR_NB];
    int16_t shelter[COLOUR_NB];
};

constexpr int PAWN_CACHE_SIZE = 2048; // a power of two

struct PawnCache {
    PawnEntry entry[PAWN_CACHE_SIZE];
};

/// The entry of this position's pawns, computed if the cache does not have it. Valid until the next
/// call.
PawnEntry* pawn_probe(PawnCache* cache, const Board& board);

/// What the pawns in front of this side's king are worth, in centipawns (middlegame).
int pawn_shelter(PawnEntry* entry, const Board& board, Colour colour);
