// Leaf counts of the legal move tree, the usual proof of a move generator.
#pragma once

#include "engine/board/board.h"

/// How the last ply is counted: by the number of moves generated, or by making each of them.
enum PerftMode : int {
    PERFT_BULK,
    PERFT_MAKE_EVERY_LEAF
};

/// Asked now and then; true ends the count early (the result is then meaningless).
struct PerftMonitor {
    bool (*stop)(void* context);
    void* context;
};

/// Leaves `depth` plies below the position; depth 0 is 1. The board is as it was afterwards.
uint64_t perft(Board* board, int depth, PerftMode mode, const PerftMonitor* monitor = nullptr);
