#include "engine/search/repetition.h"

#include <doctest/doctest.h>

#include "engine/board/move_do.h"
#include "test/helpers.h"

namespace {

constexpr uint64_t SEED = 0xc0c00;
constexpr int GAMES = 60;
constexpr int PLIES = 40;

// Returns true if the piece can move back and so repeat the position: no pawn move, no capture, no
// castling, and no loss of a right.
bool is_reversible(const Board& board, Move move, const Board& after) {
    return move_is_quiet(board, move) && !move_is_castle(move) &&
           piece_type(board.piece[move_from(move)]) != PAWN && board.castling == after.castling &&
           board.en_passant == SQ_NONE && after.en_passant == SQ_NONE;
}

} // namespace

TEST_CASE("repetition_is_move: true if a reversible move leads back to the position before") {
    Tally tally;
    tally.seed = SEED;
    playout_visit(SEED, GAMES, PLIES, [&](Board& board) {
        for (const Move move : position_moves(board)) {
            Board after = board;
            Undo undo;
            move_make(&after, move, &undo);
            // If the same side could move again, a reversible move could be taken back.
            Board back = after;
            back.turn = board.turn;
            const Key difference = board.key ^ after.key;
            tally_add(&tally,
                      repetition_is_move(back, difference) == is_reversible(board, move, after),
                      [&] { return std::to_string(board.key) + ' ' + std::to_string(move); });
            // The other side has no move that leads back.
            tally_add(&tally, !repetition_is_move(after, difference),
                      [&] { return "other side " + std::to_string(move); });
        }
    });
    tally_check(tally, 20000);
}

TEST_CASE(
    "repetition_is_move: false if a piece blocks the move, or if no move makes the difference") {
    const Board from = position_make("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    const Board to = position_make("4k3/8/8/8/R7/8/8/4K3 b - - 0 1");
    const Board blocked = position_make("4k3/8/8/8/R7/8/P7/4K3 w - - 0 1");
    Board clear = to;
    clear.turn = WHITE;
    const Key difference = from.key ^ to.key;
    CHECK(repetition_is_move(clear, difference));
    CHECK_FALSE(repetition_is_move(blocked, difference));
    CHECK_FALSE(repetition_is_move(clear, 0));
    CHECK_FALSE(repetition_is_move(clear, 12345));
}
