// History heuristic for move ordering, and correction history for the static score. All tables use
// gravity: the closer an entry is to its limit, the less a bonus adds.
#pragma once

#include "engine/board/board.h"
#include "engine/board/move.h"

/// Continuation and correction histories look this many plies back.
inline constexpr int HISTORY_PLIES[] = {1, 2, 4};
constexpr int HISTORY_PLIES_NB = 3;

/// A table of history scores by the moving piece and the target square.
struct PieceToTable {
    int16_t value[PIECE_NB][64];
};

constexpr int CORRECTION_NB = 4096; // a power of two

struct History {
    int16_t butterfly[COLOUR_NB][64][64];         // quiet moves, by from and to
    int16_t capture[PIECE_NB][64][PIECE_TYPE_NB]; // by piece, to and victim
    PieceToTable continuation[PIECE_NB][64];      // moves HISTORY_PLIES after this piece and to
    Move counter[PIECE_NB][64];                   // counter moves, by piece and to of the last move
    // Correction history: by how much the static score was wrong. The first index is the side to
    // move.
    int16_t pawn_correction[COLOUR_NB][CORRECTION_NB];             // by pawn key
    int16_t piece_correction[COLOUR_NB][COLOUR_NB][CORRECTION_NB]; // by colour and its piece key
    int16_t move_correction[COLOUR_NB][HISTORY_PLIES_NB][PIECE_NB][64];
};

/// Sets all entries to 0.
void history_clear(History* history);

/// The continuation histories of the moves HISTORY_PLIES back.
struct Continuations {
    PieceToTable* table[HISTORY_PLIES_NB];
};

/// The continuation history of a piece's move to `to`. NO_PIECE stands for no move; its
/// continuation history is never written to.
inline PieceToTable* history_continuation(History* history, Piece piece, Square to) {
    return &history->continuation[piece][square_to64(to)];
}

/// The history score of a quiet move: the sum of butterfly and continuation histories.
int history_quiet(const History& history, const Continuations& continuations, const Board& board,
                  Move move);

/// The history score of a capture or promotion, within +-TUNE.history_max.
int history_capture(const History& history, const Board& board, Move move);

/// Adds a bonus, or a malus if negative, to the butterfly history of a quiet move. The move may
/// have been made on the board already.
void history_add_butterfly(History* history, Piece piece, Move move, int bonus);

/// Adds a bonus or malus to the continuation histories of a quiet move.
void history_add_continuation(History* history, const Continuations& continuations, Piece piece,
                              Square to, int bonus);

/// Adds a bonus or malus to the history of a capture or promotion.
void history_add_capture(History* history, Piece piece, Square to, PieceType victim, int bonus);

/// Updates the histories after a cutoff by the move `best` at this depth: a bonus for `best`, a
/// malus for the moves tried before.
void history_update(History* history, const Continuations& continuations, const Board& board,
                    Move best, const MoveList& quiets, const MoveList& captures, int depth);

/// The counter move to a move of this piece to the square `to`.
inline Move* history_counter(History* history, Piece piece, Square to) {
    return &history->counter[piece][square_to64(to)];
}

/// The moves made HISTORY_PLIES before this position, for the correction history.
struct LastMoves {
    Piece piece[HISTORY_PLIES_NB]; // NO_PIECE for none
    Square to[HISTORY_PLIES_NB];
};

/// The correction to add to the static score.
int history_correction(const History& history, const Board& board, const LastMoves& last);

/// Learns that a search of this depth found a score that differs from the static score by `error`.
void history_learn_correction(History* history, const Board& board, const LastMoves& last,
                              int error, int depth);
