// Perft: leaf counts of the legal move tree, the usual test of a move generator.
#pragma once

#include "engine/board/board.h"

/// How the last ply is counted: by the number of generated moves, or by making each of these moves.
enum PerftMode : int {
    PERFT_BULK,
    PERFT_MAKE_EVERY_LEAF
};

/// `stop` is called regularly and ends the count by returning true; perft() is then meaningless.
struct PerftMonitor {
    bool (*stop)(void* context);
    void* context;
};

/// Counts the leaves `depth` plies below the position, 1 at depth 0. The board stays unchanged.
uint64_t perft(Board* board, int depth, PerftMode mode, const PerftMonitor* monitor = nullptr);
