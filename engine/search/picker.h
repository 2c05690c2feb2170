// Staged move ordering: hash move, winning captures, killers, counter move, quiet moves by history,
// losing captures, the worst quiet moves. Each stage is generated only when it is reached.
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

/// Hands out the legal moves of a position, likely best first, each once.
struct Picker {
    const Board* board;
    const Pins* pins;
    const History* history;
    Continuations continuations;
    Move hash;
    Move refutation[REFUTATIONS];
    bool captures_only; // out of check: captures and promotions that win at least see_threshold
    int see_threshold;  // what a capture must win to be a good one
    bool skip_quiets;   // set it while picking: no more quiet moves, please
    PickStage stage;
    int next;
    int quiets_left; // where those begin that come behind the losing captures
    MoveList list;
    MoveList bad;
    int score[MOVES_MAX];
};

/// A picker for all moves. The hash move and the refutations may be any 16 bits; what is not legal
/// is left out. Board, pins and history must outlive it.
void picker_init(Picker* picker, const Board& board, const Pins& pins, const History& history,
                 const Continuations& continuations, Move hash,
                 const Move (&refutation)[REFUTATIONS]);

/// A picker for quiescence and ProbCut: all evasions in check, else captures and promotions that
/// win at least so much; the hash move, if it is one, whatever it wins.
void picker_init_captures(Picker* picker, const Board& board, const Pins& pins,
                          const History& history, const Continuations& continuations, Move hash,
                          int see_threshold = 0);

/// The next move, MOVE_NONE at the end.
Move picker_next(Picker* picker);
