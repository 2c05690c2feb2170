#include "engine/search/history.h"

#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "engine/board/fen.h"
#include "engine/board/move_do.h"
#include "engine/search/tunables.h"
#include "test/helpers.h"

namespace {

// The start position, as if the last two moves had been Nf3 and Nf6 and there were none before.
struct Fixture {
    std::unique_ptr<History> history = std::make_unique<History>();
    Board board = position_make(FEN_START);
    Continuations continuations = {
        {history_continuation(history.get(), BLACK_KNIGHT, square_make(FILE_F, RANK_6)),
         history_continuation(history.get(), WHITE_KNIGHT, square_make(FILE_F, RANK_3)),
         continuations_none(history.get()).table[0]}};

    Fixture() { history_clear(history.get()); }
};

MoveList list_of(std::initializer_list<Move> moves) {
    MoveList list;
    list.count = 0;
    for (const Move move : moves) move_list_add(&list, move);
    return list;
}

const MoveList NONE = list_of({});

LastMoves last_moves() {
    const Square f6 = square_make(FILE_F, RANK_6), f3 = square_make(FILE_F, RANK_3);
    return {{BLACK_KNIGHT, WHITE_KNIGHT, WHITE_PAWN}, {f6, f3, square_make(FILE_E, RANK_4)}};
}

} // namespace

TEST_CASE("history_update: bonus for the move that cut off, malus for the moves tried before it") {
    Fixture f;
    const Move best = position_move(f.board, "e2e4"), tried = position_move(f.board, "d2d4");
    const Move other = position_move(f.board, "g1f3");
    const auto mark = [&](const Board& board, Move move) {
        return history_quiet(*f.history, f.continuations, board, move);
    };
    CHECK(mark(f.board, best) == 0);
    // The list of searched moves contains the best move too, which must not get a malus.
    history_update(f.history.get(), f.continuations, f.board, best, list_of({tried, best}), NONE,
                   3);
    CHECK(mark(f.board, best) > 0);
    CHECK(mark(f.board, tried) < 0);
    CHECK(mark(f.board, other) == 0);
    // Each side has its own history.
    Board passed = f.board;
    Undo undo;
    move_make_null(&passed, &undo);
    CHECK(history_quiet(*f.history, continuations_none(f.history.get()), passed, best) == 0);
    history_clear(f.history.get());
    CHECK(mark(f.board, best) == 0);
    CHECK(mark(f.board, tried) == 0);
}

TEST_CASE("history_update: continuation history counts only after the same previous moves") {
    Fixture f;
    const Move best = position_move(f.board, "e2e4");
    history_update(f.history.get(), f.continuations, f.board, best, NONE, NONE, 5);
    const Continuations elsewhere = {
        {history_continuation(f.history.get(), BLACK_PAWN, square_make(FILE_E, RANK_5)),
         history_continuation(f.history.get(), WHITE_PAWN, square_make(FILE_E, RANK_4)),
         f.continuations.table[2]}};
    const int here = history_quiet(*f.history, f.continuations, f.board, best);
    const int there = history_quiet(*f.history, elsewhere, f.board, best);
    CHECK(there > 0);
    CHECK(here > 2 * there);
    // Nothing is written to the continuation history that stands for no previous move.
    const int nowhere =
        history_quiet(*f.history, continuations_none(f.history.get()), f.board, best);
    CHECK(nowhere == there);
}

TEST_CASE("history_add_capture: changes only the entry of that piece, square and victim") {
    Fixture f;
    const Board board = position_make("4k3/8/8/3p1n2/4P3/8/8/4K3 w - - 0 1");
    const Move best = position_move(board, "e4d5");
    history_add_capture(f.history.get(), WHITE_PAWN, move_to(best), PAWN, -300);
    CHECK(history_capture(*f.history, board, best) == -300);
    CHECK(history_capture(*f.history, board, position_move(board, "e4f5")) == 0);
}

TEST_CASE("history_add_butterfly: changes only the butterfly history of that side and move") {
    Fixture f;
    const Move move = position_move(f.board, "e2e4");
    Board after = f.board;
    Undo undo;
    move_make(&after, move, &undo);
    history_add_butterfly(f.history.get(), WHITE_PAWN, move, 500);
    CHECK(history_quiet(*f.history, f.continuations, f.board, move) == 500);
    CHECK(history_quiet(*f.history, f.continuations, f.board, position_move(f.board, "e2e3")) == 0);
    CHECK(f.continuations.table[0]->value[WHITE_PAWN][square_to64(move_to(move))] == 0);
    CHECK(history_quiet(*f.history, f.continuations, after, position_move(after, "e7e5")) == 0);
}

TEST_CASE("history_update: captures have a history of their own") {
    Fixture f;
    const Board board = position_make("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1");
    const Move best = position_move(board, "e4d5"), other = position_move(board, "e4f5");
    const Move quiet = position_move(board, "e1d1");
    history_update(f.history.get(), f.continuations, board, best, list_of({quiet}),
                   list_of({other, best}), 4);
    CHECK(history_capture(*f.history, board, best) > 0);
    CHECK(history_capture(*f.history, board, other) < 0);
    CHECK(history_quiet(*f.history, f.continuations, board, best) == 0);
    // A cutoff by a capture gives no malus to quiet moves.
    CHECK(history_quiet(*f.history, f.continuations, board, quiet) == 0);
}

TEST_CASE("history_update: larger bonus at greater depth") {
    Fixture shallow, deep;
    const Move best = position_move(shallow.board, "e2e4");
    history_update(shallow.history.get(), shallow.continuations, shallow.board, best, NONE, NONE,
                   1);
    history_update(deep.history.get(), deep.continuations, deep.board, best, NONE, NONE, 4);
    CHECK(history_quiet(*deep.history, deep.continuations, deep.board, best) >
          history_quiet(*shallow.history, shallow.continuations, shallow.board, best));
}

TEST_CASE("history_update: all entries stay within history_max") {
    Fixture f;
    const Continuations none = continuations_none(f.history.get());
    const Move best = position_move(f.board, "e2e4"), worst = position_move(f.board, "d2d4");
    Tally tally;
    int last_best = 0, last_worst = 0;
    for (int i = 0; i < 2000; ++i) {
        history_update(f.history.get(), none, f.board, best, list_of({worst}), NONE,
                       1 + i % int(DEPTH_MAX));
        const int high = history_quiet(*f.history, none, f.board, best);
        const int low = history_quiet(*f.history, none, f.board, worst);
        tally_add(&tally,
                  high <= TUNE.history_max && low >= -TUNE.history_max && high >= last_best &&
                      low <= last_worst,
                  [&] { return std::to_string(high) + ' ' + std::to_string(low); });
        last_best = high, last_worst = low;
    }
    tally_check(tally, 2000);
    CHECK(last_best > TUNE.history_max / 2);
    CHECK(last_worst < -TUNE.history_max / 2);
    // A few opposite cutoffs change the order, fewer than it took to reach the limit.
    for (int i = 0; i < 40; ++i)
        history_update(f.history.get(), none, f.board, worst, list_of({best}), NONE, 10);
    CHECK(history_quiet(*f.history, none, f.board, best) <
          history_quiet(*f.history, none, f.board, worst));
}

TEST_CASE("correction: learns the error for the side to move and the pieces of a position") {
    Fixture f;
    const LastMoves last = last_moves();
    CHECK(history_correction(*f.history, f.board, last) == 0);
    for (int i = 0; i < 200; ++i) history_learn_correction(f.history.get(), f.board, last, 80, 10);
    const int learned = history_correction(*f.history, f.board, last);
    CHECK(learned > 20);
    CHECK(learned < 200);
    Board passed = f.board;
    Undo undo;
    move_make_null(&passed, &undo);
    const LastMoves none = {{NO_PIECE, NO_PIECE, NO_PIECE}, {SQ_A1, SQ_A1, SQ_A1}};
    CHECK(history_correction(*f.history, passed, none) == 0);
    // Each of the last moves adds a correction of its own.
    for (int i = 0; i < HISTORY_PLIES_NB; ++i) {
        LastMoves others = last;
        others.piece[i] = BLACK_QUEEN;
        CHECK(history_correction(*f.history, f.board, others) < learned);
    }
    // With other pawns and pieces, and the same last moves, only the correction by moves applies.
    const Board other = position_make("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1");
    CHECK(history_correction(*f.history, other, last) < learned / 2);
    for (int i = 0; i < 200; ++i) history_learn_correction(f.history.get(), f.board, last, -80, 10);
    CHECK(history_correction(*f.history, f.board, last) < -20);
}

TEST_CASE("correction: entries stay within their limit") {
    Fixture f;
    const LastMoves last = last_moves();
    for (const int error : {20000, -40000, 1, -1}) {
        for (int i = 0; i < 500; ++i)
            history_learn_correction(f.history.get(), f.board, last, error, int(DEPTH_MAX));
        CHECK(std::abs(history_correction(*f.history, f.board, last)) < 200);
    }
}
