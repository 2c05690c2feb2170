#include "engine/search/picker.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/attack.h"
#include "engine/board/fen.h"
#include "engine/board/move_do.h"
#include "engine/search/see.h"
#include "test/helpers.h"

namespace {

constexpr uint64_t SEED = 0x02de2;
constexpr int GAMES = 120;
constexpr int PLIES = 50;
const Move NO_REFUTATIONS[REFUTATIONS] = {MOVE_NONE, MOVE_NONE, MOVE_NONE};

std::unique_ptr<History> fresh_history() {
    auto history = std::make_unique<History>();
    history_clear(history.get());
    return history;
}

std::vector<Move> drain(Picker* picker) {
    std::vector<Move> moves;
    while (moves.size() <= MOVES_MAX) {
        const Move move = picker_next(picker);
        if (move == MOVE_NONE) break;
        moves.push_back(move);
    }
    return moves;
}

// A position, with a history that has learned nothing.
struct Scene {
    const Board board;
    const Pins pins;
    const std::unique_ptr<History> history = fresh_history();

    explicit Scene(const char* fen) : board(position_make(fen)), pins(position_pins(board)) {}
};

std::vector<Move> pick_all(const Scene& scene, Move hash = MOVE_NONE,
                           const Move (&refutation)[REFUTATIONS] = NO_REFUTATIONS) {
    Picker picker;
    picker_init(&picker, scene.board, scene.pins, *scene.history,
                continuations_none(scene.history.get()), hash, refutation);
    return drain(&picker);
}

bool contains(const std::vector<Move>& moves, Move move) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

Move any_of(const std::vector<Move>& moves, Dice* dice) {
    return moves.empty() ? MOVE_NONE : moves[size_t(dice_roll(dice, int(moves.size())))];
}

// Returns at random a legal move, a move of an earlier position, any 16-bit value, or MOVE_NONE.
Move guess(const std::vector<Move>& legal, const std::vector<Move>& earlier, Dice* dice) {
    switch (dice_roll(dice, 4)) {
    case 0:
        return any_of(legal, dice);
    case 1:
        return any_of(earlier, dice);
    case 2:
        return Move(dice_roll(dice, 65536));
    default:
        return MOVE_NONE;
    }
}

// The state of a test that goes through random games.
struct Walk {
    Dice dice = {SEED};
    std::unique_ptr<History> history = fresh_history();
    Continuations continuations = {
        {history_continuation(history.get(), BLACK_PAWN, square_make(FILE_E, RANK_5)),
         history_continuation(history.get(), WHITE_KNIGHT, square_make(FILE_F, RANK_3)),
         history_continuation(history.get(), NO_PIECE, SQ_A1)}};
    std::vector<Move> earlier;
    Tally tally;

    Walk() { tally.seed = SEED; }
};

void learn_something(Walk* walk, const Board& board, const std::vector<Move>& legal) {
    MoveList tried;
    tried.count = 0;
    for (int i = dice_roll(&walk->dice, 6); i > 0 && !legal.empty(); --i)
        move_list_add(&tried, any_of(legal, &walk->dice));
    if (!legal.empty())
        history_update(walk->history.get(), walk->continuations, board, any_of(legal, &walk->dice),
                       tried, {}, 1 + dice_roll(&walk->dice, 20));
}

template <typename Good> void each_position(int least, Good good) {
    Walk walk;
    playout_visit(SEED, GAMES, PLIES, [&](const Board& board) {
        const std::vector<Move> legal = position_moves(board);
        tally_add(&walk.tally, good(&walk, board, legal), [&] { return fen_write(board); });
        learn_something(&walk, board, legal);
        walk.earlier.insert(walk.earlier.end(), legal.begin(), legal.end());
        if (walk.earlier.size() > 500)
            walk.earlier.erase(walk.earlier.begin(), walk.earlier.end() - 500);
    });
    tally_check(walk.tally, least);
}

bool is_queen_promotion(Move move) {
    return move_promotion(move) == QUEEN;
}

bool takes_or_queens(const Board& board, Move move) {
    return is_queen_promotion(move) ||
           (!move_is_promotion(move) && move_victim(board, move) != NO_PIECE);
}

} // namespace

// ---- the picker for all moves ----

TEST_CASE("picker: returns every legal move exactly once, with any hash move and refutations") {
    each_position(3000, [](Walk* walk, const Board& board, const std::vector<Move>& legal) {
        const Pins pins = position_pins(board);
        const Move hash = guess(legal, walk->earlier, &walk->dice);
        const Move refutation[REFUTATIONS] = {guess(legal, walk->earlier, &walk->dice),
                                              guess(legal, walk->earlier, &walk->dice),
                                              guess(legal, walk->earlier, &walk->dice)};
        Picker picker;
        picker_init(&picker, board, pins, *walk->history, walk->continuations, hash, refutation);
        const std::vector<Move> moves = drain(&picker);
        const bool ended = picker_next(&picker) == MOVE_NONE;
        const bool hash_first = !contains(legal, hash) || moves.front() == hash;
        return ended && hash_first && moves_sorted(moves) == moves_sorted(legal);
    });
}

TEST_CASE("picker: with any legal move as hash move or refutation, every move comes once") {
    Tally tally;
    for (const char* fen : PLAYOUT_STARTS) {
        const Scene scene(fen);
        const std::vector<Move> legal = position_moves(scene.board);
        for (const Move move : legal) {
            const Move same[REFUTATIONS] = {move, move, move};
            for (const Move hash : {MOVE_NONE, move})
                tally_add(&tally, moves_sorted(pick_all(scene, hash, same)) == moves_sorted(legal),
                          [&] { return std::string(fen); });
        }
    }
    tally_check(tally, 400);
}

TEST_CASE("picker: returns no move in checkmate and stalemate") {
    for (const char* fen : {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}) {
        const Scene scene(fen);
        const Move guesses[REFUTATIONS] = {move_make_plain(SQ_H8, SQ_G8), MOVE_NULL,
                                           move_make_castle(SQ_E8, SQ_H8)};
        CHECK(pick_all(scene, guesses[0], guesses).empty());
        Picker picker;
        picker_init_captures(&picker, scene.board, scene.pins, *scene.history,
                             continuations_none(scene.history.get()), guesses[0]);
        CHECK(picker_next(&picker) == MOVE_NONE);
    }
}

TEST_CASE("picker: winning captures, then refutations, then quiet moves, then losing captures") {
    // Ra1 can win a bishop; Qd1 can take a pawn, but would be lost.
    const Scene scene("4k3/4p3/3p4/8/8/b7/8/R2QK3 w - - 0 1");
    const Board& board = scene.board;
    const Move wins = position_move(board, "a1a3"), loses = position_move(board, "d1d6");
    const Move killer = position_move(board, "d1d4"), counter = position_move(board, "e1f1");
    const Move refutation[REFUTATIONS] = {killer, MOVE_NONE, counter};
    const std::vector<Move> moves = pick_all(scene, MOVE_NONE, refutation);
    REQUIRE(moves.size() == position_moves(board).size());
    CHECK(moves[0] == wins);
    CHECK(moves[1] == killer);
    CHECK(moves[2] == counter);
    CHECK(moves.back() == loses);
    const std::vector<Move> with_hash = pick_all(scene, loses, refutation);
    CHECK(with_hash[0] == loses);
    CHECK(with_hash[1] == wins);
}

TEST_CASE("picker: history moves bad quiet moves to the end and a losing capture to the front") {
    const Scene scene("4k3/4p3/3p4/8/4N3/8/8/4K3 w - - 0 1");
    const Board& board = scene.board;
    const Move capture = position_move(board, "e4d6"); // loses the knight for a pawn
    const Move worst = position_move(board, "e1d1");
    CHECK(pick_all(scene).back() == capture);
    const auto learn_often = [&](Move best, const std::vector<Move>& tried) {
        MoveList failed = {};
        for (const Move move : tried) move_list_add(&failed, move);
        for (int i = 0; i < 50; ++i)
            history_update(scene.history.get(), continuations_none(scene.history.get()), board,
                           best, failed, {}, 10);
    };
    learn_often(position_move(board, "e1d2"), {worst});
    const std::vector<Move> moves = pick_all(scene);
    REQUIRE(moves.size() == position_moves(board).size());
    CHECK(moves[moves.size() - 2] == capture);
    CHECK(moves.back() == worst);
    learn_often(capture, {});
    CHECK(pick_all(scene).front() == capture);
}

TEST_CASE("picker: captures are ordered by their victims, quiet moves by history") {
    const Scene scene("4k3/8/3q4/2r1p3/3P4/8/8/4K3 w - - 0 1");
    CHECK(pick_all(scene).front() == position_move(scene.board, "d4c5"));

    const Scene quiet("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1");
    const Move good = position_move(quiet.board, "g1h3"), bad = position_move(quiet.board, "e1d1");
    MoveList tried;
    tried.count = 0;
    move_list_add(&tried, bad);
    history_update(quiet.history.get(), continuations_none(quiet.history.get()), quiet.board, good,
                   tried, {}, 5);
    const std::vector<Move> moves = pick_all(quiet);
    CHECK(moves.front() == good);
    CHECK(moves.back() == bad);
}

TEST_CASE("picker: a quiet check that loses nothing comes before other quiet moves") {
    const Scene scene("4k2r/8/8/8/8/8/8/R3K1R1 w - - 0 1");
    const std::vector<Move> moves = pick_all(scene);
    CHECK(moves[0] == position_move(scene.board, "a1a8"));
    CHECK(moves[1] != position_move(scene.board, "g1g8")); // a check that loses the rook
}

TEST_CASE("picker: skip_quiets skips quiet moves only") {
    each_position(3000, [](Walk* walk, const Board& board, const std::vector<Move>& legal) {
        const Pins pins = position_pins(board);
        if (pins.checkers) return true;
        const Move refutation[REFUTATIONS] = {guess(legal, walk->earlier, &walk->dice),
                                              guess(legal, walk->earlier, &walk->dice), MOVE_NONE};
        Picker picker;
        picker_init(&picker, board, pins, *walk->history, walk->continuations, MOVE_NONE,
                    refutation);
        const int skip_at = dice_roll(&walk->dice, 12);
        std::vector<Move> moves;
        bool quiet_after = false;
        for (;;) {
            if (int(moves.size()) == skip_at) picker.skip_quiets = true;
            const Move move = picker_next(&picker);
            if (move == MOVE_NONE) break;
            quiet_after |= picker.skip_quiets && move_is_quiet(board, move);
            moves.push_back(move);
        }
        if (quiet_after) return false;
        for (const Move move : legal)
            if (takes_or_queens(board, move) && !contains(moves, move)) return false;
        const std::vector<Move> order = moves_sorted(moves);
        return std::adjacent_find(order.begin(), order.end()) == order.end();
    });
}

// ---- the picker for quiescence ----

TEST_CASE("picker_init_captures: in check, returns all evasions, each once") {
    int checks = 0;
    each_position(3000, [&](Walk* walk, const Board& board, const std::vector<Move>& legal) {
        const Pins pins = position_pins(board);
        if (!pins.checkers) return true;
        ++checks;
        Picker picker;
        picker_init_captures(&picker, board, pins, *walk->history, walk->continuations,
                             guess(legal, walk->earlier, &walk->dice));
        return moves_sorted(drain(&picker)) == moves_sorted(legal);
    });
    CHECK(checks > 200);
}

TEST_CASE("picker_init_captures: not in check, returns all captures that lose nothing, each once") {
    each_position(3000, [](Walk* walk, const Board& board, const std::vector<Move>& legal) {
        const Pins pins = position_pins(board);
        if (pins.checkers) return true;
        const Move hash = guess(legal, walk->earlier, &walk->dice);
        Picker picker;
        picker_init_captures(&picker, board, pins, *walk->history, walk->continuations, hash);
        const std::vector<Move> moves = drain(&picker);
        for (const Move move : moves) {
            if (!contains(legal, move) || move_is_quiet(board, move)) return false;
            // Static exchange evaluation tests every move but the hash move.
            if (move != hash && (!takes_or_queens(board, move) || !see_at_least(board, move, 0)))
                return false;
        }
        for (const Move move : legal)
            if (takes_or_queens(board, move) && see_at_least(board, move, 0) &&
                !contains(moves, move))
                return false;
        const std::vector<Move> order = moves_sorted(moves);
        return std::adjacent_find(order.begin(), order.end()) == order.end();
    });
}
