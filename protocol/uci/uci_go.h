// The arguments of UCI's `go`.
#pragma once

#include <cstdint>
#include <string>

#include "engine/board/board.h"
#include "engine/board/move.h"

/// The value of a number that `go` does not contain.
constexpr int64_t UCI_UNTOLD = INT64_MIN;

struct UciGo {
    int64_t own_ms[COLOUR_NB]; // wtime, btime
    int64_t increment_ms[COLOUR_NB];
    int64_t moves_to_go;
    int64_t move_time_ms;
    int64_t depth, nodes;
    int64_t mate; // in moves
    bool infinite;
    bool ponder;
    MoveList only;     // searchmoves; empty: all moves
    std::string wrong; // words that were not understood
};

/// Parses the arguments of a `go` in this position. Malformed arguments are left out.
UciGo uci_go_parse(const Board& board, const char* text);

/// Whether a clock or a move time ends the search.
bool uci_go_is_timed(const UciGo& go, Colour turn);
