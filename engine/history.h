// What earlier cutoffs teach about moves, and what earlier searches teach about the static
// evaluation. All tables learn with gravity: the nearer an entry is to its maximum, the less a
// bonus adds.
#pragma once

#include "engine/board.h"
#include "engine/move.h"

/// Marks of moves by the piece and the square it goes to.
struct FollowTable {
    int16_t value[PIECE_NB][64];
};

constexpr int CORRECTION_NB = 4096; // a power of two

constexpr int LAST_MOVES = 3;

struct History {
    int16_t quiet[COLOUR_NB][64][64];             // by from and to
    int16_t capture[PIECE_NB][64][PIECE_TYPE_NB]; // by piece, to and victim
    FollowTable follow[PIECE_NB][64];             // what came one, two or four plies after a move
    Move counter[PIECE_NB][64];                   // the answer to a piece's move to a square
    // By how much the evaluation was wrong, by side to move and a key.
    int16_t pawn_correction[COLOUR_NB][CORRECTION_NB];
    int16_t piece_correction[COLOUR_NB][COLOUR_NB][CORRECTION_NB]; // second: whose pieces
    int16_t move_correction[COLOUR_NB][LAST_MOVES][PIECE_NB][64];
};

/// Nothing is known of any move.
void history_clear(History* history);

constexpr int TRAIL_LENGTH = 3;

/// The tables that belong to the moves that led here: one, two and four plies back.
struct Trail {
    FollowTable* follow[TRAIL_LENGTH];
};

/// The table of moves after a piece's move to `to`; that of NO_PIECE stands for no such move, and
/// nothing is ever written there.
inline FollowTable* history_follow(History* history, Piece piece, Square to) {
    return &history->follow[piece][square_to64(to)];
}

/// Where a quiet move stands: butterfly and continuation histories together.
int history_quiet(const History& history, const Trail& trail, const Board& board, Move move);

/// Where a capture or promotion stands, within +-TUNE.history_max.
int history_capture(const History& history, const Board& board, Move move);

/// Adds to a quiet move already made, by its squares alone; a negative bonus punishes.
void history_add_made(History* history, Piece piece, Move move, int bonus);

/// The same in the tables of its trail alone.
void history_add_follow(History* history, const Trail& trail, Piece piece, Square to, int bonus);

/// A cutoff by `best` at this depth: rewards it and punishes what was tried before it.
void history_update(History* history, const Trail& trail, const Board& board, Move best,
                    const MoveList& quiets, const MoveList& captures, int depth);

/// The answer to the move that led here.
inline Move* history_counter(History* history, Piece piece, Square to) {
    return &history->counter[piece][square_to64(to)];
}

/// Moves before this position, for what they say about the evaluation: one, two and four plies
/// back.
struct LastMoves {
    Piece piece[LAST_MOVES]; // NO_PIECE for none
    Square to[LAST_MOVES];
};

/// What is to be added to the static evaluation here.
int history_correction(const History& history, const Board& board, const LastMoves& last);

/// The search found a score that differs from the evaluation by `error`.
void history_learn_correction(History* history, const Board& board, const LastMoves& last,
                              int error, int depth);
