// Staged move ordering: hash move, good captures, killers and counter move, quiet moves by history,
// losing captures, the worst quiet moves. In check: hash move, then all evasions. The moves of a
// stage are generated when the picker reaches that stage.
#pragma once

#include "engine/board/board.h"
#include "engine/board/move.h"
#include "engine/board/move_gen.h"
#include "engine/search/history.h"

enum PickStage : int {
    PICK_HASH,
    PICK_INIT_CAPTURES,
    PICK_GOOD_CAPTURES,
    PICK_REFUTATIONS,
    PICK_INIT_QUIETS,
    PICK_GOOD_QUIETS,
    PICK_BAD_CAPTURES,
    PICK_BAD_QUIETS,
    PICK_INIT_EVASIONS,
    PICK_EVASIONS,
    PICK_DONE,
};

constexpr int REFUTATIONS = 3; // two killers and the counter move

/// Returns the legal moves of a position one by one, the most promising first.
struct Picker {
    const Board* board;
    const Pins* pins;
    const History* history;
    Continuations continuations;
    Move hash;
    Move refutation[REFUTATIONS];
    bool captures_only; // only captures and promotions that win see_threshold, unless in check
    int see_threshold;  // what a good capture wins by static exchange evaluation
    bool skip_quiets;   // the caller may set it at any time to skip all remaining quiet moves
    PickStage stage;
    int next;        // index in the list of the current stage
    int quiets_left; // index in `list` of the worst quiet moves, which follow the losing captures
    MoveList list;
    MoveList bad;         // losing captures
    int score[MOVES_MAX]; // of the moves in `list`
};

/// Starts a picker for all moves. The hash move and the refutations may be any 16-bit values;
/// illegal ones are skipped. Board, pins and history must outlive the picker.
void picker_init(Picker* picker, const Board& board, const Pins& pins, const History& history,
                 const Continuations& continuations, Move hash,
                 const Move (&refutation)[REFUTATIONS]);

/// Starts a picker for quiescence search and ProbCut: in check all evasions, else the captures and
/// promotions that win at least `see_threshold`. A capturing or promoting hash move may win less.
void picker_init_captures(Picker* picker, const Board& board, const Pins& pins,
                          const History& history, const Continuations& continuations, Move hash,
                          int see_threshold = 0);

/// Returns the next move, MOVE_NONE at the end.
Move picker_next(Picker* picker);
