#include "engine/board/game.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/fen.h"
#include "engine/board/notation.h"
#include "test/helpers.h"

namespace {

constexpr uint64_t SEED = 0x6a3e;

GameResult result_after(const char* fen, const std::string& moves) {
    Game game = game_from(fen);
    game_play(&game, moves);
    return game_result(game);
}

const char* const SHUFFLE = "g1f3 g8f6 f3g1 f6g8 "; // returns to the start position

} // namespace

// ---- recaptures and game_follow

namespace {

bool is_recapture(const char* fen, const std::string& moves, const char* move) {
    Game game = game_from(fen);
    game_play(&game, moves);
    return game_is_recapture(game, position_move(game.board, move));
}

} // namespace

TEST_CASE("game_follow: makes the moves that lead to the position, or no move if none do") {
    Game game, later;
    game_reset(&game);
    game_reset(&later);
    for (const char* move : {"e2e4", "c7c5", "g1f3"})
        game_make(&later, notation_parse(later.board, move));
    CHECK_FALSE(game_follow(&game, later.board, 2));
    CHECK(game.moves.empty());
    CHECK(fen_write(game.board) == FEN_START);
    REQUIRE(game_follow(&game, later.board, 3));
    CHECK(game.moves == later.moves);
    CHECK(game_follow(&game, later.board, 0));
    ++later.board.move_number;
    CHECK_FALSE(game_follow(&game, later.board, 2));
}

TEST_CASE("game_follow: positions whose castling rights belong to different rooks are different") {
    Game game, other;
    REQUIRE(!game_set_up(&game, "r3k3/5ppp/8/8/8/8/5PPP/4K1RR w G - 0 1", FEN_CHESS960));
    REQUIRE(!game_set_up(&other, "r3k3/5ppp/8/8/8/8/5PPP/4K1RR w K - 0 1", FEN_CHESS960));
    CHECK_FALSE(game_follow(&game, other.board, 0));
    CHECK(game_follow(&other, other.board, 0));
}

TEST_CASE("game_is_recapture: true only for a capture of the piece that has just captured") {
    const char* const exchange = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6";
    CHECK(is_recapture(FEN_START, exchange, "d7c6"));
    CHECK(is_recapture(FEN_START, exchange, "b7c6"));
    CHECK_FALSE(is_recapture(FEN_START, exchange, "g8f6"));
    CHECK_FALSE(is_recapture(FEN_START, "e2e4 d7d5", "e4d5"));
    CHECK_FALSE(is_recapture(FEN_START, std::string(exchange) + " d7c6", "f3e5"));
    CHECK_FALSE(is_recapture(FEN_START, "", "e2e4"));
}

TEST_CASE("game_is_recapture: the last move was en passant or a capturing promotion") {
    const char* const pawns = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    CHECK_FALSE(is_recapture(pawns, "d7d5", "e5d6")); // the double push captured nothing
    CHECK(is_recapture("4k3/2pp4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6", "c7d6"));
    CHECK(is_recapture("1n1rk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "d8b8"));
}

// ---- set-up, make, undo ----

TEST_CASE("game_reset: the standard start position without moves") {
    Game game = game_from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    game_play(&game, "e1g1");
    game_reset(&game);
    CHECK(fen_write(game.board) == FEN_START);
    CHECK(fen_write(game.start) == FEN_START);
    CHECK(game.moves.empty());
    CHECK(game.undos.empty());
    CHECK(game_result(game) == GAME_ONGOING);
    CHECK(game_repetitions(game) == 1);
}

TEST_CASE("game_set_up: a bad FEN changes nothing and is explained") {
    Game game;
    game_reset(&game);
    game_play(&game, "e2e4 e7e5");
    const Board before = game.board;
    const char* error = game_set_up(&game, "4k3/8/8/8/8/8/8/8 w - - 0 1");
    REQUIRE(error != nullptr);
    CHECK(std::string(error) == "king missing");
    CHECK(position_is_same(game.board, before));
    CHECK(game.moves.size() == 2);
    CHECK(game.undos.size() == 2);
}

TEST_CASE("game_set_up: removes the moves made before") {
    Game game;
    game_reset(&game);
    game_play(&game, "e2e4 e7e5");
    REQUIRE(game_set_up(&game, "4k3/8/8/8/8/8/8/4K2R b K - 3 40") == nullptr);
    CHECK(game.moves.empty());
    CHECK(game.undos.empty());
    CHECK(position_is_same(game.start, game.board));
    CHECK_FALSE(game_undo(&game));
}

TEST_CASE("game_undo: goes back through every position, then returns false") {
    Dice dice = {SEED};
    Tally tally;
    tally.seed = SEED;
    for (const char* fen : PLAYOUT_STARTS) {
        Game game = game_from(fen);
        std::vector<Board> boards;
        for (int ply = 0; ply < 100; ++ply) {
            const std::vector<Move> moves = position_moves(game.board);
            if (moves.empty()) break;
            boards.push_back(game.board);
            game_make(&game, moves[size_t(dice_roll(&dice, int(moves.size())))]);
        }
        bool good = game.moves.size() == boards.size() && game.undos.size() == boards.size();
        for (; !boards.empty(); boards.pop_back())
            good = good && game.undos.back().key == boards.back().key && game_undo(&game) &&
                   position_is_same(game.board, boards.back());
        good = good && !game_undo(&game) && position_is_same(game.board, game.start);
        tally_add(&tally, good, [&] { return std::string(fen); });
    }
    tally_check(tally, 12);
}

TEST_CASE("game_ply: counted from the FEN's move number") {
    Game game;
    game_reset(&game);
    CHECK(game_ply(game) == 0);
    game_play(&game, "e2e4");
    CHECK(game_ply(game) == 1);
    game_play(&game, "e7e5 g1f3");
    CHECK(game_ply(game) == 3);
    game_undo(&game);
    CHECK(game_ply(game) == 2);
    CHECK(game_ply(game_from("4k3/8/8/8/8/8/8/4K2R w K - 0 40")) == 78);
    CHECK(game_ply(game_from("4k3/8/8/8/8/8/8/4K2R b K - 0 40")) == 79);
}

// ---- repetition ----

TEST_CASE("game: the third occurrence of a position is a draw, the second is not") {
    Game game;
    game_reset(&game);
    game_play(&game, SHUFFLE);
    CHECK(game_repetitions(game) == 2);
    CHECK(game_result(game) == GAME_ONGOING);
    game_play(&game, SHUFFLE);
    CHECK(game_repetitions(game) == 3);
    CHECK(game_result(game) == GAME_REPETITION);
    game_undo(&game);
    CHECK(game_repetitions(game) == 2);
    CHECK(game_result(game) == GAME_ONGOING);
}

TEST_CASE("game: a repeated position counts, whatever moves led back to it") {
    Game game;
    game_reset(&game);
    game_play(&game, "g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1 c6b8");
    CHECK(game_repetitions(game) == 3);
    CHECK(game_result(game) == GAME_REPETITION);
}

TEST_CASE("game: the same squares with the other side to move are no repetition") {
    Game game = game_from("k7/8/8/8/8/8/8/4K2R w - - 0 1");
    // White loses a move: the pieces stand as at the start, but Black is to move.
    game_play(&game, "h1h2 a8b8 h2h3 b8a8 h3h1");
    CHECK(game_repetitions(game) == 1);
    game_play(&game, "a8b8 h1h2 b8a8 h2h1");
    CHECK(game_repetitions(game) == 2);
}

TEST_CASE("game: the same squares with other castling rights are no repetition") {
    Game game = game_from("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    game_play(&game, "a1b1 e8d8 b1a1 d8e8");
    CHECK(game_repetitions(game) == 1);
    game_play(&game, "a1b1 e8d8 b1a1 d8e8");
    CHECK(game_repetitions(game) == 2);
    CHECK(game_result(game) == GAME_ONGOING);
    game_play(&game, "a1b1 e8d8 b1a1 d8e8");
    CHECK(game_result(game) == GAME_REPETITION);
}

TEST_CASE("game: no repetition if en passant is possible in one of the positions") {
    Game game = game_from("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    game_play(&game, "e2e4 e8d8 e1d1 d8e8 d1e1");
    CHECK(game_repetitions(game) == 1);
    game_play(&game, "e8d8 e1d1 d8e8 d1e1");
    CHECK(game_repetitions(game) == 2);
    CHECK(game_result(game) == GAME_ONGOING);
    // After a double push that cannot be captured there is no en passant right.
    Game quiet = game_from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    game_play(&quiet, "e2e4 e8d8 e1d1 d8e8 d1e1");
    CHECK(game_repetitions(quiet) == 2);
}

TEST_CASE("game: positions before a pawn move or capture do not count as repetitions") {
    Game game;
    game_reset(&game);
    game_play(&game, std::string(SHUFFLE) + "e2e4 e7e5 " + SHUFFLE);
    CHECK(game_repetitions(game) == 2);
    CHECK(game_result(game) == GAME_ONGOING);
}

TEST_CASE("game: the half-move counter of the FEN may exceed the number of moves played") {
    Game game = game_from("k7/8/8/8/8/8/8/6QK w - - 60 90");
    game_play(&game, "g1g2 a8b8 g2g1 b8a8 g1g2 a8b8 g2g1 b8a8");
    CHECK(game_repetitions(game) == 3);
    CHECK(game_result(game) == GAME_REPETITION);
}

// ---- fifty moves ----

TEST_CASE("game: draw after fifty moves by each side without capture or pawn move") {
    CHECK(result_after("1k6/8/8/8/8/8/8/R6K w - - 98 80", "") == GAME_ONGOING);
    CHECK(result_after("k7/8/8/8/8/8/8/R6K b - - 98 80", "a8b8") == GAME_ONGOING);
    CHECK(result_after("k7/8/8/8/8/8/8/R6K b - - 98 80", "a8b8 h1h2") == GAME_FIFTY_MOVES);
    CHECK(result_after("k7/8/8/8/8/8/8/1R5K w - - 100 80", "") == GAME_FIFTY_MOVES);
}

TEST_CASE("game: a capture or pawn move resets the fifty-move counter") {
    CHECK(result_after("k7/8/8/8/8/8/n7/R6K w - - 99 80", "a1a2") == GAME_ONGOING);
    CHECK(result_after("k7/8/8/8/8/8/P7/R6K w - - 99 80", "a2a3") == GAME_ONGOING);
    CHECK(result_after("k7/8/8/8/8/8/P7/R6K w - - 99 80", "h1h2") == GAME_FIFTY_MOVES);
    // Castling does not reset the counter.
    CHECK(result_after("4k3/8/8/8/8/8/8/R3K3 w Q - 99 80", "e1c1") == GAME_FIFTY_MOVES);
}

TEST_CASE("game: the fifty-move draw comes with exactly the hundredth half-move") {
    Dice dice = {SEED};
    Game game = game_from("7k/8/8/8/8/8/8/RB5K w - - 0 1");
    for (int i = 0; i < 1000 && game_result(game) == GAME_ONGOING; ++i) {
        const std::vector<Move> moves = position_moves(game.board);
        const Move move = moves[size_t(dice_roll(&dice, int(moves.size())))];
        if (move_victim(game.board, move) != NO_PIECE) continue;
        game_make(&game, move);
        if (game_repetitions(game) == 3 || position_moves(game.board).empty()) game_undo(&game);
    }
    CHECK(game_result(game) == GAME_FIFTY_MOVES);
    CHECK(game.moves.size() == 100);
}

TEST_CASE("game: mate and stalemate take precedence at the hundredth half-move") {
    CHECK(result_after("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8") == GAME_CHECKMATE);
    CHECK(result_after("7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", "f1f7") == GAME_STALEMATE);
    CHECK(result_after("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a7") == GAME_FIFTY_MOVES);
}

// ---- other results ----

TEST_CASE("game: checkmate") {
    CHECK(result_after(FEN_START, "f2f3 e7e5 g2g4 d8h4") == GAME_CHECKMATE);
    CHECK(result_after(FEN_START, "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7") == GAME_CHECKMATE);
    CHECK(result_after("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", "") == GAME_CHECKMATE);
    CHECK(result_after("2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1") == GAME_CHECKMATE);
    CHECK(result_after("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a7") == GAME_ONGOING);
}

TEST_CASE("game: stalemate, of a bare king and of a side with other pieces") {
    CHECK(result_after("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7") == GAME_STALEMATE);
    CHECK(result_after("k7/P7/K7/p7/P7/8/8/8 b - - 0 1", "") == GAME_STALEMATE);
    CHECK(result_after("kbR5/8/1K6/8/8/8/8/8 b - - 0 1", "") == GAME_STALEMATE);
    // White has no move but an en passant capture, and is stalemated without the right to it.
    CHECK(result_after("7k/8/4p3/3pP3/8/1q6/8/K7 w - - 0 1", "") == GAME_STALEMATE);
    CHECK(result_after("7k/8/4p3/3pP3/8/1q6/8/K7 w - d6 0 1", "") == GAME_ONGOING);
}

TEST_CASE("game: a dead position ends the game, at the start or after a capture or promotion") {
    CHECK(result_after("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "") == GAME_DEAD);
    CHECK(result_after("4k3/8/8/8/8/8/4r3/4KB2 w - - 0 1", "") == GAME_ONGOING);
    CHECK(result_after("4k3/8/8/8/8/8/4r3/4KB2 w - - 0 1", "f1e2") == GAME_DEAD);
    CHECK(result_after("4k3/8/8/8/8/8/4r3/4KB2 w - - 0 1", "e1e2") == GAME_DEAD);
    CHECK(result_after("7k/4P3/8/8/8/8/8/7K w - - 0 1", "e7e8n") == GAME_DEAD);
    CHECK(result_after("7k/4P3/8/8/8/8/8/7K w - - 0 1", "e7e8q") == GAME_ONGOING);
}

TEST_CASE("game: random games are ongoing while there is a legal move and no rule ends them") {
    Dice dice = {SEED};
    Tally tally;
    tally.seed = SEED;
    for (const char* fen : PLAYOUT_STARTS) {
        Game game = game_from(fen);
        for (int ply = 0; ply < 200; ++ply) {
            const std::vector<Move> moves = position_moves(game.board);
            const GameResult result = game_result(game);
            const bool ended = result == GAME_CHECKMATE || result == GAME_STALEMATE;
            const bool check = position_in_check(game.board);
            const bool good = ended == moves.empty() &&
                              (!ended || (result == GAME_CHECKMATE) == check) &&
                              (result != GAME_DEAD || board_is_dead(game.board));
            tally_add(&tally, good, [&] { return fen_write(game.board); });
            if (moves.empty()) break;
            game_make(&game, moves[size_t(dice_roll(&dice, int(moves.size())))]);
        }
    }
    tally_check(tally, 500);
}
