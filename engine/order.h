// Staged move ordering: hash move, winning captures, killers, counter move, quiet moves by history,
// losing captures. Each stage is generated only when it is reached.
#pragma once

#include "engine/board.h"
#include "engine/move.h"
#include "engine/move_gen.h"

/// What earlier cutoffs teach about quiet moves.
struct History {
    int16_t quiet[COLOUR_NB][64][64];  // by from and to
    Move counter[PIECE_NB][SQUARE_NB]; // the answer to a piece's move to a square
};

void history_clear(History* history);

int history_score(const History& history, const Board& board, Move move);

/// Rewards the quiet move that cut off and punishes the `tried` quiet ones before it.
void history_update(History* history, const Board& board, Move best, const MoveList& tried,
                    int depth);

enum PickStage : int {
    PICK_HASH,
    PICK_INIT_CAPTURES,
    PICK_GOOD_CAPTURES,
    PICK_REFUTATIONS,
    PICK_INIT_QUIETS,
    PICK_QUIETS,
    PICK_BAD_CAPTURES,
    PICK_INIT_EVASIONS,
    PICK_EVASIONS,
    PICK_DONE,
};

constexpr int REFUTATIONS = 3; // two killers and the counter move

/// Hands out the legal moves of a position, likely best first, each once.
struct Picker {
    const Board* board;
    const Pins* pins;
    const History* history;
    Move hash;
    Move refutation[REFUTATIONS];
    bool captures_only; // out of check: captures that do not lose material, and queen promotions
    bool skip_quiets;   // set it while picking: no more quiet moves, please
    PickStage stage;
    int next;
    MoveList list;
    MoveList bad;
    int score[MOVES_MAX];
};

/// A picker for all moves. The hash move and the refutations may be any 16 bits; what is not legal
/// is left out. Board, pins and history must outlive it.
void picker_init(Picker* picker, const Board& board, const Pins& pins, const History& history,
                 Move hash, const Move (&refutation)[REFUTATIONS]);

/// A picker for quiescence: all evasions in check, else captures that do not lose material.
void picker_init_captures(Picker* picker, const Board& board, const Pins& pins,
                          const History& history, Move hash);

/// The next move, MOVE_NONE at the end.
Move picker_next(Picker* picker);
