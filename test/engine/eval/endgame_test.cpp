#include "engine/eval/endgame.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/game.h"
#include "engine/board/move_do.h"
#include "engine/eval/eval.h"
#include "engine/eval/kpk.h"
#include "engine/search/search.h"
#include "test/helpers.h"

namespace {

Score known(const std::string& fen) {
    return endgame_known(position_make(fen));
}

// Returns true if White, who has the pawn, wins.
bool is_won(const Board& board) {
    return kpk_is_won(board_king(board, WHITE), board.list[WHITE_PAWN][0], board_king(board, BLACK),
                      board.turn == BLACK);
}

// Returns true if White wins after the move. A new queen or rook that cannot be captured at once
// wins, unless Black is stalemated; if the pawn is lost, it is a draw.
bool leads_to_win(Board board, Move move) {
    Undo undo;
    move_make(&board, move, &undo);
    if (board.count[WHITE_QUEEN] + board.count[WHITE_ROOK] > 0) {
        bool escapes = false;
        for (const Move reply : position_moves(board))
            escapes = escapes || move_victim(board, reply) != NO_PIECE;
        return !escapes && (!position_moves(board).empty() || position_in_check(board));
    }
    return board.count[WHITE_PAWN] == 1 && is_won(board);
}

// Returns true if White wins: White to move needs one winning move, and Black to move must have
// only losing moves.
bool is_won_by_rule(const Board& board) {
    const std::vector<Move> moves = position_moves(board);
    if (board.turn == BLACK && moves.empty()) return position_in_check(board);
    for (const Move move : moves)
        if (leads_to_win(board, move) == (board.turn == WHITE)) return board.turn == WHITE;
    return board.turn == BLACK;
}

bool kpk_position(Dice* dice, Board* board) {
    const Square king = square_from64(dice_roll(dice, 64));
    const Square bare = square_from64(dice_roll(dice, 64));
    const Square pawn = square_from64(8 + dice_roll(dice, 48));
    if (king == bare || king == pawn || bare == pawn) return false;
    board_clear(board);
    board_put(board, WHITE_KING, king);
    board_put(board, BLACK_KING, bare);
    board_put(board, WHITE_PAWN, pawn);
    board->turn = dice_roll(dice, 2) ? BLACK : WHITE;
    board_refresh(board);
    Board other = *board;
    other.turn = colour_opposite(board->turn);
    const int files = std::abs(square_file(king) - square_file(bare));
    const int ranks = std::abs(square_rank(king) - square_rank(bare));
    return !position_in_check(other) && std::max(files, ranks) > 1;
}

Move think(Search* search, const Game& game, uint64_t nodes) {
    SearchMonitor monitor = {nullptr, search_never_stops, nullptr, 500};
    return search_run(search, game, {DEPTH_MAX, nodes, 1, nullptr}, &monitor).best;
}

// Plays both sides by searches of this many nodes. Returns the number of full moves until mate, 0
// without mate.
int moves_to_mate(const char* fen, uint64_t nodes) {
    Search* search = search_create(4);
    Game game;
    REQUIRE(game_set_up(&game, fen) == nullptr);
    while (game.board.fifty < 100 && !position_moves(game.board).empty())
        game_make(&game, think(search, game, nodes));
    search_free(search);
    const bool mate = position_moves(game.board).empty() && position_in_check(game.board);
    return mate ? int(game.undos.size() + 1) / 2 : 0;
}

} // namespace

TEST_CASE("king and pawn against king: key positions") {
    CHECK(known("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1") > 0); // king on the sixth
    CHECK(known("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1") < 0);
    CHECK(known("4k3/8/8/4K3/4P3/8/8/8 w - - 0 1") > 0);
    CHECK(known("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1") == 0); // Black has the opposition: a draw
    CHECK(known("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1") < 0);  // White has the opposition
    CHECK(known("7k/8/8/6KP/8/8/8/8 w - - 0 1") ==
          0); // Black's king holds the corner of the rook pawn
    CHECK(known("8/8/8/8/1p6/1k6/8/1K6 b - - 0 1") > 0); // Black has the pawn and wins
    CHECK(known("8/8/8/8/pk6/8/8/1K6 b - - 0 1") == 0);
}

TEST_CASE("king and pawn against king: each result follows from the results after every move") {
    Dice dice = {0x6b706b};
    Tally tally;
    tally.seed = dice.state;
    for (int i = 0; i < 30000; ++i) {
        Board board;
        if (!kpk_position(&dice, &board)) continue;
        tally_add(&tally, is_won(board) == is_won_by_rule(board), [&] {
            return std::to_string(board_king(board, WHITE)) + " " +
                   std::to_string(board.list[WHITE_PAWN][0]) + " " +
                   std::to_string(board_king(board, BLACK)) + " " + std::to_string(board.turn);
        });
    }
    tally_check(tally, 20000);
}

TEST_CASE("endgame: material advantages that cannot be won are draws") {
    CHECK(known("8/8/3k4/8/8/3K4/2NN4/8 w - - 0 1") == 0);
    CHECK(known("7k/8/8/8/4K2P/8/4B3/8 w - - 0 1") == 0);          // the bishop of the wrong colour
    CHECK(known("7k/8/8/8/4K2P/7P/4B3/8 b - - 0 1") == 0);         // two pawns do not help
    CHECK(known("8/3b4/8/4k2p/8/8/8/7K b - - 0 1") == SCORE_NONE); // the bishop of the right colour
    CHECK(known("7k/8/8/8/4K2P/8/3B4/8 w - - 0 1") == SCORE_NONE);
    CHECK(known("8/8/8/k7/4K2P/8/4B3/8 w - - 0 1") ==
          SCORE_NONE); // Black's king is too far from the corner
    CHECK(endgame_scale(position_make("6k1/5p2/8/8/4K2P/8/4B3/8 w - - 0 1"), WHITE) == 0);
    CHECK(endgame_scale(position_make("6k1/8/8/2b5/4K2P/8/4B3/8 w - - 0 1"), WHITE) == 0);
    CHECK(endgame_scale(position_make("6k1/5p2/8/8/4K1PP/8/4B3/8 w - - 0 1"), WHITE) ==
          ENDGAME_SCALE_FULL);
    // The rook pawn can capture Black's pawn and then promotes on another file.
    CHECK(endgame_scale(position_make("4K3/7k/6p1/7P/8/8/B7/8 w - - 0 1"), WHITE) ==
          ENDGAME_SCALE_FULL);
}

TEST_CASE("endgame_scale: lowers the score if bishops of opposite colours are the only pieces") {
    const Board like = position_make("6k1/5p2/4b3/8/4K1PP/8/4B3/8 w - - 0 1");
    const Board unlike = position_make("6k1/5p2/3b4/8/4K1PP/8/4B3/8 w - - 0 1");
    const Board rooks = position_make("r5k1/5p2/3b4/8/4K1PP/8/4B3/R7 w - - 0 1");
    const auto scale = [](const Board& board) { return endgame_scale(board, WHITE); };
    CHECK(scale(like) == ENDGAME_SCALE_FULL);
    CHECK(scale(unlike) < ENDGAME_SCALE_FULL);
    CHECK(scale(rooks) == ENDGAME_SCALE_FULL);
    CHECK(eval(nullptr, unlike) == eval(nullptr, like) * scale(unlike) / ENDGAME_SCALE_FULL);
    CHECK(eval(nullptr, unlike) > 0);
    // A score of a network is not scaled.
    if (const Network* network = network_builtin())
        CHECK(eval(network, unlike) == network_score(*network, unlike));
}

TEST_CASE("endgame: the score is higher, the nearer the bare king is to where it can be mated") {
    const char* middle = "8/8/8/3k4/8/3K4/3R4/8 w - - 0 1";
    const char* edge = "3k4/8/3K4/8/8/8/3R4/8 w - - 0 1";
    CHECK(known(middle) > 500);
    CHECK(known(edge) > known(middle));
    // With a bishop on dark squares mate is possible only in the corners a1 and h8.
    CHECK(known("7k/5K2/8/5N2/8/8/3B4/8 w - - 0 1") > known("k7/2K5/8/2N5/8/8/3B4/8 w - - 0 1"));
    CHECK(known("3k4/8/8/8/8/8/8/3K4 w - - 0 1") == 0);
}

TEST_CASE("endgame: known scores do not depend on the colour of the winner or on the network") {
    for (const char* fen : {"8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", "7k/8/8/8/4K2P/8/4B3/8 w - - 0 1",
                            "7k/5K2/8/5N2/8/8/3B4/8 b - - 0 1", "3k4/8/3K4/8/8/8/3R4/8 w - - 0 1",
                            "8/8/3k4/8/8/3K4/2NN4/8 b - - 0 1"}) {
        CAPTURE(std::string(fen));
        CHECK(known(fen) == known(position_mirror(fen)));
        CHECK(eval(network_builtin(), position_make(fen)) == known(fen));
        CHECK(eval(nullptr, position_make(fen)) == known(fen));
    }
}

TEST_CASE("endgame: elementary mates are won within fifty moves") {
    for (const char* fen :
         {"8/8/8/3k4/8/8/3K4/3R4 w - - 0 1", "8/8/3k4/8/8/8/8/2BBK3 w - - 0 1",
          "7k/8/6N1/8/8/8/1K2B3/8 b - - 0 1", "8/8/8/2K5/8/3k4/N7/4B3 w - - 0 1"}) {
        CAPTURE(std::string(fen));
        const int moves = moves_to_mate(fen, 10000);
        CHECK(moves > 0);
        CHECK(moves <= 50);
    }
}
