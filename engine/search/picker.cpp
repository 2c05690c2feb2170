#include "engine/search/picker.h"

#include <algorithm>
#include <climits>
#include <utility>

#include "engine/board/attack.h"
#include "engine/board/move_do.h"
#include "engine/search/see.h"
#include "engine/search/tunables.h"

namespace {

constexpr int CAPTURE_FIRST = 1 << 20; // added to captures, so that they come before quiet evasions

// Captures: most valuable victim, then least valuable attacker, adjusted by capture history.
int capture_score(const Picker& picker, Move move) {
    const Board& board = *picker.board;
    const int victim = PIECE_VALUE[piece_type(move_victim(board, move))];
    const int promotion = move_is_promotion(move) ? PIECE_VALUE[move_promotion(move)] : 0;
    return (victim + promotion) * TUNE.capture_victim_weight -
           piece_type(board.piece[move_from(move)]) + history_capture(*picker.history, board, move);
}

// The bonus for a quiet check that loses nothing. The first test is cheap and rejects most moves,
// so the other tests are rarely reached.
int check_bonus(const Board& board, Move move) {
    const Square king = board_king(board, colour_opposite(board.turn));
    const bool possible = attack_is_possible(board.piece[move_from(move)], move_to(move), king) &&
                          move_gives_check(board, move) && see_at_least(board, move, 0);
    return possible ? TUNE.check_bonus : 0;
}

int quiet_score(const Picker& picker, Move move) {
    return check_bonus(*picker.board, move) +
           history_quiet(*picker.history, picker.continuations, *picker.board, move);
}

int evasion_score(const Picker& picker, Move move) {
    return move_is_quiet(*picker.board, move) ? quiet_score(picker, move)
                                              : CAPTURE_FIRST + capture_score(picker, move);
}

// Returns the best remaining move of the stage; MOVE_NONE if no move is left.
Move select_best(Picker* picker) {
    if (picker->next == picker->list.count) return MOVE_NONE;
    int best = picker->next;
    for (int i = picker->next + 1; i < picker->list.count; ++i)
        if (picker->score[i] > picker->score[best]) best = i;
    std::swap(picker->list.move[picker->next], picker->list.move[best]);
    std::swap(picker->score[picker->next], picker->score[best]);
    return picker->list.move[picker->next++];
}

bool is_refutation(const Picker& picker, Move move) {
    for (const Move refutation : picker.refutation)
        if (move == refutation) return true;
    return false;
}

bool may_be_refutation(const Picker& picker, int index) {
    const Move move = picker.refutation[index];
    for (int i = 0; i < index; ++i)
        if (picker.refutation[i] == move) return false;
    return move != MOVE_NONE && move != picker.hash &&
           move_is_legal(*picker.board, *picker.pins, move) && move_is_quiet(*picker.board, move);
}

void enter(Picker* picker, PickStage stage) {
    picker->stage = stage;
    picker->next = 0;
}

// The centipawns that a good capture may lose: the higher its ordering score, the more.
int capture_slack(const Picker& picker, int score) {
    return picker.captures_only ? 0 : score / TUNE.capture_good_divisor;
}

Move pick_good_capture(Picker* picker) {
    for (;;) {
        const Move move = select_best(picker);
        if (move == MOVE_NONE) break;
        if (move == picker->hash) continue;
        const int slack = capture_slack(*picker, picker->score[picker->next - 1]);
        if (see_at_least(*picker->board, move, picker->see_threshold - slack)) return move;
        move_list_add(&picker->bad, move);
    }
    enter(picker, picker->captures_only ? PICK_DONE : PICK_REFUTATIONS);
    return MOVE_NONE;
}

Move pick_refutation(Picker* picker) {
    while (!picker->skip_quiets && picker->next < REFUTATIONS) {
        const int index = picker->next++;
        if (may_be_refutation(*picker, index)) return picker->refutation[index];
        picker->refutation[index] = MOVE_NONE;
    }
    enter(picker, picker->skip_quiets ? PICK_GOOD_QUIETS : PICK_INIT_QUIETS);
    return MOVE_NONE;
}

// The next quiet move with an ordering score of at least `least`.
Move next_quiet(Picker* picker, int least) {
    while (!picker->skip_quiets) {
        const Move move = select_best(picker);
        if (move == MOVE_NONE) break;
        if (picker->score[picker->next - 1] < least) {
            --picker->next;
            break;
        }
        if (move != picker->hash && !is_refutation(*picker, move)) return move;
    }
    return MOVE_NONE;
}

Move pick_good_quiet(Picker* picker) {
    const Move move = next_quiet(picker, TUNE.quiet_bad);
    if (move != MOVE_NONE) return move;
    picker->quiets_left = picker->next;
    enter(picker, PICK_BAD_CAPTURES);
    return MOVE_NONE;
}

Move pick_bad_capture(Picker* picker) {
    if (picker->next < picker->bad.count) return picker->bad.move[picker->next++];
    enter(picker, PICK_BAD_QUIETS);
    picker->next = picker->quiets_left;
    return MOVE_NONE;
}

Move pick_bad_quiet(Picker* picker) {
    const Move move = next_quiet(picker, INT_MIN);
    if (move == MOVE_NONE) enter(picker, PICK_DONE);
    return move;
}

Move pick_evasion(Picker* picker) {
    Move move = select_best(picker);
    if (move == picker->hash) move = select_best(picker);
    if (move == MOVE_NONE) enter(picker, PICK_DONE);
    return move;
}

Move pick_hash(Picker* picker) {
    enter(picker, picker->pins->checkers ? PICK_INIT_EVASIONS : PICK_INIT_CAPTURES);
    return picker->hash;
}

using Generate = void (*)(const Board&, const Pins&, MoveList*);

// Enters a stage: generates and scores the moves of that stage.
template <Generate GENERATE, int (*SCORE)(const Picker&, Move)>
void init(Picker* picker, PickStage stage) {
    picker->list.count = 0;
    GENERATE(*picker->board, *picker->pins, &picker->list);
    for (int i = 0; i < picker->list.count; ++i)
        picker->score[i] = SCORE(*picker, picker->list.move[i]);
    enter(picker, stage);
}

// Does one step of the current stage. Returns MOVE_NONE if the stage has changed; the caller then
// calls pick_step() again.
Move pick_step(Picker* picker) {
    switch (picker->stage) {
    case PICK_HASH:
        return pick_hash(picker);
    case PICK_INIT_CAPTURES:
        init<move_gen_captures, capture_score>(picker, PICK_GOOD_CAPTURES);
        break;
    case PICK_GOOD_CAPTURES:
        return pick_good_capture(picker);
    case PICK_REFUTATIONS:
        return pick_refutation(picker);
    case PICK_INIT_QUIETS:
        init<move_gen_quiets, quiet_score>(picker, PICK_GOOD_QUIETS);
        break;
    case PICK_GOOD_QUIETS:
        return pick_good_quiet(picker);
    case PICK_BAD_CAPTURES:
        return pick_bad_capture(picker);
    case PICK_BAD_QUIETS:
        return pick_bad_quiet(picker);
    case PICK_INIT_EVASIONS:
        init<move_gen_evasions, evasion_score>(picker, PICK_EVASIONS);
        break;
    case PICK_EVASIONS:
        return pick_evasion(picker);
    case PICK_DONE:
        break;
    }
    return MOVE_NONE;
}

void start(Picker* picker, const Board& board, const Pins& pins, const History& history,
           const Continuations& continuations, Move hash) {
    picker->board = &board;
    picker->pins = &pins;
    picker->history = &history;
    picker->continuations = continuations;
    picker->hash = move_is_legal(board, pins, hash) ? hash : MOVE_NONE;
    picker->skip_quiets = false;
    picker->next = 0;
    picker->list.count = 0;
    picker->bad.count = 0;
    picker->stage = PICK_HASH;
}

} // namespace

void picker_init(Picker* picker, const Board& board, const Pins& pins, const History& history,
                 const Continuations& continuations, Move hash,
                 const Move (&refutation)[REFUTATIONS]) {
    start(picker, board, pins, history, continuations, hash);
    picker->captures_only = false;
    picker->see_threshold = 0;
    std::copy_n(refutation, REFUTATIONS, picker->refutation);
}

void picker_init_captures(Picker* picker, const Board& board, const Pins& pins,
                          const History& history, const Continuations& continuations, Move hash,
                          int see_threshold) {
    start(picker, board, pins, history, continuations, hash);
    picker->captures_only = true;
    picker->see_threshold = see_threshold;
    if (!pins.checkers && move_is_quiet(board, picker->hash)) picker->hash = MOVE_NONE;
}

Move picker_next(Picker* picker) {
    while (picker->stage != PICK_DONE) {
        const Move move = pick_step(picker);
        if (move != MOVE_NONE) return move;
    }
    return MOVE_NONE;
}
