// What earlier cutoffs teach about moves, and what earlier searches teach about the static
// evaluation. All tables learn with gravity: the nearer an entry is to its maximum, the less a
// bonus adds.
#pragma once

#include "engine/board/board.h"
#include "engine/board/move.h"

/// Histories look this many plies back, for the order of moves and for the evaluation's correction.
inline constexpr int HISTORY_PLIES[] = {1, 2, 4};
constexpr int HISTORY_PLIES_NB = 3;

/// History scores of moves, by the piece and the square it goes to.
struct PieceToTable {
    int16_t value[PIECE_NB][64];
};

constexpr int CORRECTION_NB = 4096; // a power of two

struct History {
    int16_t butterfly[COLOUR_NB][64][64];         // by from and to
    int16_t capture[PIECE_NB][64][PIECE_TYPE_NB]; // by piece, to and victim
    PieceToTable continuation[PIECE_NB][64];      // of what came HISTORY_PLIES after such a move
    Move counter[PIECE_NB][64];                   // the answer to a piece's move to a square
    // By how much the evaluation was wrong, by side to move and a key.
    int16_t pawn_correction[COLOUR_NB][CORRECTION_NB];
    int16_t piece_correction[COLOUR_NB][COLOUR_NB][CORRECTION_NB]; // second: whose pieces
    int16_t move_correction[COLOUR_NB][HISTORY_PLIES_NB][PIECE_NB][64];
};

/// Nothing is known of any move.
void history_clear(History* history);

/// The tables that belong to the moves that led here, HISTORY_PLIES back.
struct Continuations {
    PieceToTable* table[HISTORY_PLIES_NB];
};

/// The table of moves after a piece's move to `to`; that of NO_PIECE stands for no such move, and
/// nothing is ever written there.
inline PieceToTable* history_continuation(History* history, Piece piece, Square to) {
    return &history->continuation[piece][square_to64(to)];
}

/// Where a quiet move stands: butterfly and continuation histories together.
int history_quiet(const History& history, const Continuations& continuations, const Board& board,
                  Move move);

/// Where a capture or promotion stands, within +-TUNE.history_max.
int history_capture(const History& history, const Board& board, Move move);

/// Adds a bonus (a malus if negative) to the butterfly history of a quiet move. It takes the piece,
/// not the board, so that it works once the move is made as well.
void history_add_butterfly(History* history, Piece piece, Move move, int bonus);

/// The same in its continuation histories.
void history_add_continuation(History* history, const Continuations& continuations, Piece piece,
                              Square to, int bonus);

/// The same for a capture or promotion already made.
void history_add_capture(History* history, Piece piece, Square to, PieceType victim, int bonus);

/// A cutoff by `best` at this depth: rewards it and punishes what was tried before it.
void history_update(History* history, const Continuations& continuations, const Board& board,
                    Move best, const MoveList& quiets, const MoveList& captures, int depth);

/// The answer to the move that led here.
inline Move* history_counter(History* history, Piece piece, Square to) {
    return &history->counter[piece][square_to64(to)];
}

/// Moves before this position, HISTORY_PLIES back, for what they say about the evaluation.
struct LastMoves {
    Piece piece[HISTORY_PLIES_NB]; // NO_PIECE for none
    Square to[HISTORY_PLIES_NB];
};

/// What is to be added to the static evaluation here.
int history_correction(const History& history, const Board& board, const LastMoves& last);

/// The search found a score that differs from the evaluation by `error`.
void history_learn_correction(History* history, const Board& board, const LastMoves& last,
                              int error, int depth);
