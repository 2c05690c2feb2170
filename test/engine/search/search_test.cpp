#include "engine/search/search.h"
#include "engine/search/tunables.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/fen.h"
#include "engine/board/notation.h"
#include "engine/eval/eval.h"
#include "test/helpers.h"

namespace {

constexpr int MEGABYTES = 2;

OwnedSearch make_search() {
    return search_owned(MEGABYTES);
}

SearchReport run(Search* search, const Game& game, int depth, uint64_t nodes = 0,
                 int poll_nodes = 1000) {
    SearchMonitor monitor = {nullptr, search_never_stops, nullptr, poll_nodes};
    return search_run(search, game, {Depth(depth), nodes, 1, nullptr}, &monitor);
}

SearchReport run_fresh(const Game& game, int depth, uint64_t nodes = 0, int poll_nodes = 1000) {
    const OwnedSearch search = make_search();
    return run(search.get(), game, depth, nodes, poll_nodes);
}

bool is_legal(const Board& board, Move move) {
    const std::vector<Move> moves = position_moves(board);
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

// Returns true if each move of the variation is legal.
bool pv_is_legal(Game game, const Pv& pv) {
    for (int i = 0; i < pv.length; ++i) {
        if (!is_legal(game.board, pv.move[i])) return false;
        game_make(&game, pv.move[i]);
    }
    return true;
}

bool same_pv(const Pv& a, const Pv& b) {
    return a.length == b.length && std::equal(a.move, a.move + a.length, b.move);
}

bool same_report(const SearchReport& a, const SearchReport& b) {
    return a.best == b.best && a.score == b.score && a.depth == b.depth && a.nodes == b.nodes &&
           same_pv(a.pv, b.pv);
}

// Positions of different kinds, for tests of properties that every search has.
const char* const POSITIONS[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8",
    "2rq1rk1/pb1nbppp/1p2pn2/3p4/3P4/1P1BPN2/PB1NQPPP/2R2RK1 b - - 3 13",
    "3r2k1/p4pp1/1p5p/2pQ4/4n3/2P1B2P/PPq2PP1/3R2K1 w - - 0 26",
    "8/8/1p2k1p1/3n1p1p/3P1P1P/1K2B1P1/8/8 w - - 8 50",
    "8/1p1k4/p2p4/P1pPp1p1/1PP1Pp1p/3K1P1P/6P1/8 w - - 0 40",
    "8/8/8/8/r2K4/8/1PP5/7k w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 1 10",
};

} // namespace

// ---- mates ----

namespace {

struct MateRow {
    const char* fen;
    int moves; // until mate; negative if the side to move is mated
};

// Shortest mates, confirmed by exhaustive search.
constexpr MateRow MATE_ROWS[] = {
    {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1},
    {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1},
    {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", 1},
    {"2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1", 1},
    {"7k/P7/6K1/8/8/8/8/8 w - - 0 1", 1},
    {"6rk/6pp/7N/8/8/8/8/6K1 w - - 0 1", 1},
    {"8/6K1/1p1B1RB1/8/2Q5/2n1kP1N/3b4/4n3 w - - 0 1", 2},
    {"B7/K1B1p1Q1/5r2/7p/1P1kp1bR/3P3R/1P1NP3/2n5 w - - 0 1", 2},
    {"1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 1", 2},
    {"4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 1", 2},
    {"8/3k4/8/8/8/8/2q3n1/7K b - - 0 82", 2},
    {"8/5P1k/5K1p/8/8/8/8/8 w - - 0 1", 2},
    {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2}, // mate by zugzwang
    {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3},
    {"r1b3kr/ppp1Bp1p/1b6/n2P4/2p3q1/2Q2N2/P4PPP/RN2R1K1 w - - 1 1", 3},
    {"rn3rk1/p5pp/2p5/3Ppb2/2q5/1Q6/PPPB2PP/R3K1NR b KQ - 0 1", 3},
    {"7N/5k2/8/3q4/3N2q1/4P3/3K4/6qq b - - 0 92", 3},
    {"k7/8/1K6/8/8/8/8/7Q b - - 0 1", -1},
    {"8/5k2/3q4/8/8/3KP2q/1q2N1N1/7q w - - 0 88", -1},
    {"k7/8/2K5/8/8/8/8/7Q b - - 0 1", -2},
    {"2K5/8/8/8/R4P2/3p4/7Q/5k2 b - - 0 35", -2},
    {"7k/8/1q1PqNK1/7q/q1P5/8/8/8 w - - 0 92", -2},
    {"8/6r1/1r4r1/1r3k2/4r3/4r3/5K1B/1B6 w - - 0 42", -3},
    {"2n1kb2/p4p2/b2Q4/1r2p3/1P3P1p/8/2q1Kn1B/bn3R2 w - - 3 30", -3},
    {"8/8/8/8/8/5n2/2k1q3/K7 w - - 0 79", -1},
};

// At this depth pruning no longer hides the shortest mate.
constexpr int MATE_DEPTH = 30;

Score mate_score(int moves) {
    return moves > 0 ? score_mate_in(Ply(2 * moves - 1)) : score_mated_in(Ply(-2 * moves));
}

// Returns true if the variation is legal and, unless a table cutoff has shortened it, ends in mate.
bool pv_leads_to_mate(Game game, const Pv& pv, int moves) {
    const int plies = moves > 0 ? 2 * moves - 1 : -2 * moves;
    if (!pv_is_legal(game, pv) || pv.length < 1 || pv.length > plies) return false;
    for (int i = 0; i < pv.length; ++i) game_make(&game, pv.move[i]);
    return pv.length < plies || game_result(game) == GAME_CHECKMATE;
}

} // namespace

TEST_CASE("search: finds the exact distance to mate, for the winning and the losing side") {
    for (const MateRow& row : MATE_ROWS)
        for (const std::string& fen : {std::string(row.fen), position_mirror(row.fen)}) {
            const Game game = game_from(fen.c_str());
            const SearchReport report = run_fresh(game, MATE_DEPTH);
            INFO(fen << " mate in " << row.moves);
            CHECK(report.score == mate_score(row.moves));
            CHECK(score_mate_moves(report.score) == row.moves);
            CHECK(is_legal(game.board, report.best));
            CHECK(pv_leads_to_mate(game, report.pv, row.moves));
        }
}

TEST_CASE("search: finds a mate in one at depth 1") {
    for (const MateRow& row : MATE_ROWS)
        if (row.moves == 1) {
            INFO(std::string(row.fen));
            CHECK(run_fresh(game_from(row.fen), 2).score == mate_score(1));
        }
}

TEST_CASE("score_mate_moves: converts plies to moves, for both sides") {
    for (int moves = 1; moves < 60; ++moves) {
        CHECK(score_mate_moves(mate_score(moves)) == moves);
        CHECK(score_mate_moves(mate_score(-moves)) == -moves);
        CHECK(score_is_mate(mate_score(moves)));
        CHECK(score_is_mate(mate_score(-moves)));
    }
    CHECK_FALSE(score_is_mate(SCORE_DRAW));
    CHECK_FALSE(score_is_mate(SCORE_EVAL_MAX));
    CHECK_FALSE(score_is_mate(-SCORE_EVAL_MAX));
}

TEST_CASE("search: no best move without a legal move") {
    for (const char* fen : {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
                            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "8/8/8/8/8/1k6/p7/K7 w - - 0 1"}) {
        const SearchReport report = run_fresh(game_from(fen), 5);
        INFO(std::string(fen));
        CHECK(report.best == MOVE_NONE);
        CHECK(report.pv.length == 0);
        CHECK(report.nodes == 0);
    }
}

TEST_CASE("search: finds the only legal move") {
    const Game game = game_from("1r5k/8/4p3/3pP3/2K5/7r/8/6b1 w - d6 0 1");
    for (const int depth : {1, 2, 6})
        CHECK(notation_coordinate(run_fresh(game, depth).best) == "e5d6");
}

// ---- draws ----

namespace {

// Checks that the side to move has a winning score and does not play a move that draws at once.
void check_goes_on(const Game& game, std::initializer_list<int> depths) {
    for (const int depth : depths) {
        const SearchReport report = run_fresh(game, depth);
        INFO("depth " << depth);
        CHECK(report.score > 300);
        Game after = game;
        game_make(&after, report.best);
        CHECK(game_result(after) == GAME_ONGOING);
    }
}

} // namespace

TEST_CASE("search: the losing side finds a stalemate, the winning side avoids it") {
    const Game saves = game_from("7k/8/7K/8/8/8/Q5q1/R7 b - - 0 1");
    const SearchReport saved = run_fresh(saves, 6);
    CHECK(saved.score == SCORE_DRAW);
    check_goes_on(game_from("k7/2Q5/8/1K6/8/8/8/8 w - - 0 1"), {2, 4, 6, 8});
}

TEST_CASE("search: finds a perpetual check") {
    const Game game = game_from("6k1/6p1/8/7Q/8/8/qr4PP/6K1 w - - 0 1");
    const SearchReport report = run_fresh(game, 9);
    CHECK(report.score == SCORE_DRAW);
    CHECK(notation_coordinate(report.best) == "h5e8");
}

TEST_CASE("search: insufficient material is a draw") {
    for (const char* fen : {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "4k3/8/8/8/8/8/8/4KB2 b - - 0 1",
                            "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
                            "4k3/8/8/8/8/8/4r3/4KN2 w - - 0 1"}) {
        INFO(std::string(fen));
        CHECK(run_fresh(game_from(fen), 5).score == SCORE_DRAW);
    }
}

TEST_CASE("search: a fortress known to the evaluation is a draw at any depth") {
    for (const char* fen : {"7k/8/8/8/8/3B4/7P/6K1 w - - 0 1", "8/6k1/8/8/3K4/3B4/7P/8 w - - 0 1",
                            "k7/8/1K6/8/8/4B3/P7/8 b - - 0 1"}) {
        INFO(std::string(fen));
        CHECK(run_fresh(game_from(fen), 40).score == SCORE_DRAW);
    }
}

TEST_CASE("search: the third occurrence is a draw, positions before the root included") {
    // White is a rook up; twice in this game the position with Black's king on g8 and White to move
    // arises.
    Game game = game_from("7k/8/8/8/8/8/1R6/K7 w - - 0 1");
    game_play(&game, "b2a2 h8g8 a2b2 g8h8 b2a2 h8g8 a2c2 g8f8 c2a2");
    REQUIRE(game_result(game) == GAME_ONGOING);
    for (const int depth : {1, 2, 5}) {
        const SearchReport report = run_fresh(game, depth);
        INFO("depth " << depth);
        CHECK(report.score == SCORE_DRAW);
        CHECK(notation_coordinate(report.best) == "f8g8");
    }
    // As the start of a game the same position is lost for Black.
    CHECK(run_fresh(game_from(fen_write(game.board).c_str()), 5).score < -200);
}

TEST_CASE("search: the winning side avoids the third occurrence of a position") {
    Game game = game_from("7k/8/8/8/8/8/1R6/K7 w - - 0 1");
    game_play(&game, "b2a2 h8g8 a2b2 g8h8 b2a2 h8g8 a2b2 g8h8");
    REQUIRE(game_repetitions(game) == 3);
    game = game_from("7k/8/8/8/8/8/1R6/K7 w - - 0 1");
    game_play(&game, "b2a2 h8g8 a2b2 g8h8 b2a2 h8g8 a2c2 g8h8");
    check_goes_on(game, {2, 4, 7});
}

TEST_CASE("search: a position that occurred once before the root is not yet scored as a draw") {
    Game game = game_from("8/1b6/6PP/8/8/8/k7/6BK w - - 0 1");
    game_play(&game, "h1h2 b7c8 h2h1 c8b7");
    REQUIRE(position_moves(game.board).size() == 1); // it leads to a position seen before
    CHECK(run_fresh(game, 12).score > 300);
    game_play(&game, "h1h2 b7c8 h2h1 c8b7");
    CHECK(run_fresh(game, 12).score == SCORE_DRAW);
}

TEST_CASE(
    "search: a side that can repeat a position scores at least a draw, also in quiescence search") {
    const Game game = game_from("7k/5ppp/8/Q7/8/5q2/5P1P/R4R1K w - - 0 1");
    CHECK(run_fresh(game, 2).score == SCORE_DRAW);
}

TEST_CASE("search: null moves do not hide zugzwang") {
    // In a trebuchet the side to move must give up its pawn.
    CHECK(run_fresh(game_from("8/8/8/2Kp4/3Pk3/8/8/8 w - - 0 1"), 10).score < -150);
    CHECK(run_fresh(game_from("8/8/8/2Kp4/3Pk3/8/8/8 b - - 0 1"), 10).score < -150);
}

TEST_CASE("search: the fifty-move rule draws, but a mate with the hundredth half-move wins") {
    CHECK(run_fresh(game_from("7k/8/5K2/8/8/8/8/R7 w - - 99 80"), 6).score == SCORE_DRAW);
    CHECK(run_fresh(game_from("7k/8/5K2/8/8/8/8/R7 w - - 100 80"), 6).score == SCORE_DRAW);
    CHECK(run_fresh(game_from("5k2/8/5K2/8/8/8/8/R7 w - - 99 80"), 6).score == mate_score(1));
    CHECK(run_fresh(game_from("6k1/8/5K2/8/8/8/8/R7 w - - 97 80"), 14).score == mate_score(2));
    CHECK(run_fresh(game_from("6k1/8/5K2/8/8/8/8/R7 w - - 98 80"), 6).score == SCORE_DRAW);
    // A pawn move resets the fifty-move counter.
    CHECK(run_fresh(game_from("7k/8/5K2/8/8/8/P7/R7 w - - 99 80"), 6).score > 300);
}

TEST_CASE("search: a draw stored near the fifty-move limit is not used with a low counter") {
    const OwnedSearch search = make_search();
    CHECK(run(search.get(), game_from("8/8/8/4k3/8/8/8/3RK3 w - - 90 80"), 16).score == SCORE_DRAW);
    CHECK(run(search.get(), game_from("8/8/8/4k3/8/8/8/3RK3 w - - 0 80"), 4).score > 300);
}

TEST_CASE("search: a stored mate is not used if the fifty-move rule would come first") {
    const OwnedSearch search = make_search();
    run(search.get(), game_from("7k/8/5K2/8/8/8/1P6/R7 w - - 96 80"), 12);
    const Game late = game_from("7k/8/5K2/8/8/8/1P6/R7 w - - 98 80");
    CHECK_FALSE(score_is_mate(run(search.get(), late, 1).score));
    CHECK(notation_coordinate(run(search.get(), late, 6).best) == "b2b3");
}

TEST_CASE("search: works in a game with a fifty-move counter of 600") {
    Game game = game_from("1n2k3/pppp4/8/8/8/8/PPPP4/1N2K3 w - - 0 1");
    for (int i = 0; i < 300; ++i) game_play(&game, i % 2 ? "c3b1 c6b8" : "b1c3 b8c6");
    REQUIRE(game.board.fifty == 600);
    const SearchReport report = run_fresh(game, 6);
    CHECK(is_legal(game.board, report.best));
    CHECK(pv_is_legal(game, report.pv));
}

TEST_CASE("search: depth limits below 1 or above DEPTH_MAX are clamped") {
    const Game game = game_from("8/8/1p1k4/1P1p1p2/3P1P2/3K4/8/8 w - - 0 1");
    const SearchReport deep = run_fresh(game, INT_MAX, 200000);
    CHECK(deep.depth <= DEPTH_MAX);
    CHECK(pv_is_legal(game, deep.pv));
    CHECK(run_fresh(game, 0).depth == Depth(1));
    CHECK(run_fresh(game, -5).depth == Depth(1));
    const SearchReport mate = run_fresh(game_from("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), DEPTH_MAX);
    CHECK(mate.depth == DEPTH_MAX);
    CHECK(mate.score == mate_score(1));
}

// ---- determinism, and what is kept between searches ----

TEST_CASE("search: gives the same result after every search_new_game()") {
    const OwnedSearch search = make_search();
    for (const char* fen : POSITIONS) {
        const Game game = game_from(fen);
        INFO(std::string(fen));
        search_new_game(search.get());
        const SearchReport first = run(search.get(), game, 7);
        run(search.get(), game_from(POSITIONS[1]), 5);
        search_new_game(search.get());
        CHECK(same_report(run(search.get(), game, 7), first));
        CHECK(same_report(run_fresh(game, 7), first));
    }
}

TEST_CASE("search: poll_nodes does not change the result") {
    for (const char* fen : POSITIONS) {
        const Game game = game_from(fen);
        const SearchReport often = run_fresh(game, 6, 0, 1);
        INFO(std::string(fen));
        CHECK(same_report(run_fresh(game, 6, 0, 100), often));
        CHECK(same_report(run_fresh(game, 6, 0, INT_MAX), often));
        CHECK(same_report(run_fresh(game, 6, 0, 0), often));
        CHECK(same_report(run_fresh(game, 6, 0, -7), often));
    }
}

TEST_CASE("search: resizing to the same size keeps the table") {
    const Game game = game_from(POSITIONS[4]);
    const OwnedSearch kept = make_search(), resized = make_search(), changed = make_search();
    const SearchReport first = run(kept.get(), game, 8);
    run(resized.get(), game, 8);
    run(changed.get(), game, 8);
    search_resize(resized.get(), MEGABYTES);
    search_resize(changed.get(), MEGABYTES + 1);
    CHECK(search_hash_move(resized.get(), game) == first.best);
    CHECK(search_hash_move(changed.get(), game) == MOVE_NONE);
    CHECK(same_report(run(resized.get(), game, 8), run(kept.get(), game, 8)));
}

TEST_CASE("search: repeating a search takes fewer nodes") {
    uint64_t first = 0, second = 0;
    for (const char* fen : POSITIONS) {
        const Game game = game_from(fen);
        const OwnedSearch search = make_search();
        first += run(search.get(), game, 8).nodes;
        second += run(search.get(), game, 8).nodes;
    }
    CHECK(3 * second < 2 * first);
}

TEST_CASE("search: works with any size of table") {
    const Game game = game_from(POSITIONS[1]);
    for (const int megabytes : {-1, 0, 1, 4}) {
        const OwnedSearch search = search_owned(megabytes);
        const SearchReport report = run(search.get(), game, 5);
        CHECK(report.depth == Depth(5));
        CHECK(is_legal(game.board, report.best));
    }
}

namespace {

Score eval_alone(const Search* search, const Board& board) {
    const auto evaluator = std::make_unique<Evaluator>();
    evaluator->network = search_network(search);
    accumulator_begin(&evaluator->accumulators);
    return eval_position(evaluator.get(), board, PLY_ROOT);
}

} // namespace

TEST_CASE("search_eval: evaluates the current position") {
    const OwnedSearch search = make_search();
    for (const char* fen : POSITIONS) {
        Game game = game_from(fen);
        INFO(std::string(fen));
        CHECK(search_eval(search.get(), game) == eval_alone(search.get(), game.board));
        game_make(&game, position_moves(game.board).front());
        CHECK(search_eval(search.get(), game) == eval_alone(search.get(), game.board));
    }
}

TEST_CASE("search: does not change the game") {
    const Game game = game_from(POSITIONS[1]);
    const Board before = game.board;
    run_fresh(game, 6);
    CHECK(std::memcmp(&before, &game.board, sizeof before) == 0);
}

// ---- node limit ----

TEST_CASE("search: with SearchLimits.alone the result does not depend on the number of threads") {
    const Game game = game_from(PLAYOUT_STARTS[1]);
    SearchLimits limits = SEARCH_UNLIMITED;
    limits.nodes = 20000;
    limits.alone = true;
    uint64_t nodes = 0;
    Score score = SCORE_NONE;
    for (const int threads : {1, 4, 1}) {
        const OwnedSearch search = search_owned();
        search_set_threads(search.get(), threads);
        SearchMonitor monitor = {nullptr, search_never_stops, nullptr, 1000};
        const SearchReport report = search_run(search.get(), game, limits, &monitor);
        if (nodes == 0) nodes = report.nodes, score = report.score;
        CHECK(report.nodes == nodes);
        CHECK(report.score == score);
    }
}

TEST_CASE("search: a node limit is exact, except that depth 1 is always completed") {
    for (const char* fen : POSITIONS) {
        const Game game = game_from(fen);
        const uint64_t first = run_fresh(game, 1).nodes;
        for (const uint64_t limit : {1u, 20u, 101u, 999u, 5000u})
            for (const int poll_nodes : {1, 64, 1 << 20}) {
                const SearchReport report = run_fresh(game, DEPTH_MAX, limit, poll_nodes);
                INFO(std::string(fen) << " limit " << limit << " poll " << poll_nodes);
                CHECK(report.nodes == std::max(first, limit));
                CHECK(report.depth >= 1);
                CHECK(is_legal(game.board, report.best));
            }
    }
}

TEST_CASE("search: of a depth and a node limit, the one reached first ends the search") {
    const Game game = game_from(FEN_START);
    const SearchReport report = run_fresh(game, 3, 100000000);
    CHECK(report.depth == Depth(3));
    CHECK(same_report(report, run_fresh(game, 3)));
}

// ---- stopping ----

namespace {

// Counts down the calls of the monitor; stop_at_last() stops the search at the last one.
struct Stopper {
    int questions_left;
    int asked;
    uint64_t nodes; // node count at the last call
};

bool stop_at_last(void* context, const SearchProgress& progress, SearchMoment) {
    Stopper* stopper = static_cast<Stopper*>(context);
    ++stopper->asked;
    stopper->nodes = progress.nodes;
    return --stopper->questions_left <= 0;
}

// Stops a search at the call with this number. Returns what is wrong with its result, "" if nothing
// is.
std::string fault_when_stopped(Search* search, const Game& game, int questions, int poll_nodes,
                               int lead = 0) {
    Stopper stopper = {questions, 0, 0};
    SearchMonitor monitor = {&stopper, stop_at_last, nullptr, poll_nodes, lead};
    const SearchReport report = search_run(search, game, {Depth(6), 0, 1, nullptr}, &monitor);
    if (!is_legal(game.board, report.best)) return "best move is not legal";
    if (!pv_is_legal(game, report.pv)) return "variation is not legal";
    if (report.pv.length > 0 && report.pv.move[0] != report.best)
        return "variation and best differ";
    if (stopper.asked > questions) return "asked again after it was stopped";
    if (stopper.questions_left == 0 && report.nodes != stopper.nodes) return "went on after stop";
    return "";
}

} // namespace

TEST_CASE("search: ends at once with a legal move when stopped at any call") {
    const OwnedSearch search = make_search();
    Tally tally;
    for (const char* fen : POSITIONS) {
        const Game game = game_from(fen);
        for (int questions = 1; questions < 4000; questions += 1 + questions / 20) {
            search_new_game(search.get());
            const std::string fault = fault_when_stopped(search.get(), game, questions, 1);
            tally_add(&tally, fault.empty(), [&] {
                return std::string(fen) + " at question " + std::to_string(questions) + ": " +
                       fault;
            });
        }
    }
    tally_check(tally, 700);
}

TEST_CASE("search: can be stopped again and again without search_new_game() in between") {
    const OwnedSearch search = make_search();
    Tally tally;
    for (const char* fen : POSITIONS) {
        const Game game = game_from(fen);
        for (int questions = 1; questions < 120; questions += 3) {
            const std::string fault = fault_when_stopped(search.get(), game, questions, 16);
            tally_add(&tally, fault.empty(), [&] { return std::string(fen) + ": " + fault; });
        }
    }
    tally_check(tally, 400);
}

TEST_CASE("search: search_new_game() clears everything after a stopped search") {
    const OwnedSearch search = make_search();
    const Game game = game_from(POSITIONS[1]);
    const SearchReport whole = run(search.get(), game, 6);
    for (const int questions : {1, 7, 50, 333, 2000}) {
        fault_when_stopped(search.get(), game, questions, 1);
        search_new_game(search.get());
        CHECK(same_report(run(search.get(), game, 6), whole));
        search_new_game(search.get());
    }
}

// ---- progress and lines ----

namespace {

struct Event {
    SearchMoment moment;
    SearchProgress progress;
    Score told; // score of the iteration's last line that was no upper bound, SCORE_NONE if none
};

// Everything that a search has reported.
struct Recorder {
    std::vector<Event> events;
    std::vector<SearchLine> lines;
};

bool record_progress(void* context, const SearchProgress& progress, SearchMoment moment) {
    Recorder* recorder = static_cast<Recorder*>(context);
    Score told = SCORE_NONE;
    for (const SearchLine& line : recorder->lines)
        if (line.depth == progress.depth && line.bound != BOUND_UPPER) told = line.score;
    recorder->events.push_back({moment, progress, told});
    return false;
}

void record_line(void* context, const SearchLine& line) {
    static_cast<Recorder*>(context)->lines.push_back(line);
}

constexpr int RECORDED_DEPTH = 10;

SearchReport record(const Game& game, Recorder* recorder) {
    const OwnedSearch search = make_search();
    SearchMonitor monitor = {recorder, record_progress, record_line, 50};
    return search_run(search.get(), game, {Depth(RECORDED_DEPTH), 0, 1, nullptr}, &monitor);
}

std::string fault_of_event(const Event& event, const std::vector<Move>& legal, Score root_eval) {
    const SearchProgress& progress = event.progress;
    const int root_moves = int(legal.size());
    const bool iteration = event.moment == SEARCH_ITERATION;
    if (progress.root_eval != root_eval) return "root_eval";
    if (progress.own_nodes != progress.nodes) return "own_nodes";
    if (progress.best_nodes > progress.nodes) return "more nodes below the best move than in all";
    if ((progress.best_nodes > 0) != (progress.iterations > 0)) return "best_nodes";
    if (progress.root_moves != root_moves) return "root_moves";
    if (std::find(legal.begin(), legal.end(), progress.root_move) == legal.end())
        return "root_move";
    if (progress.depth <= TUNE.root_step_depth &&
        progress.iterations != progress.depth - (iteration ? 0 : 1))
        return "iterations";
    if (progress.root_moves_searched < 0 || progress.root_moves_searched > root_moves)
        return "root_moves_searched out of range";
    if (event.moment == SEARCH_ROOT_MOVE && progress.root_moves_searched == 0)
        return "no root move searched";
    if (iteration && progress.root_moves_searched != root_moves) return "iteration incomplete";
    if (iteration && progress.fail_low_pending) return "fail low pending at the iteration's end";
    if (event.told == SCORE_NONE && progress.current_score != progress.previous_score)
        return "current score without a line";
    if (event.told != SCORE_NONE && progress.current_score != event.told)
        return "current score is not the reported one";
    return "";
}

// Returns the depth of the next iteration, in searches to an even depth.
Depth next_depth(Depth depth) {
    return depth + (depth < TUNE.root_step_depth ? 1 : TUNE.root_step);
}

std::string fault_between(const Event& before, const Event& now) {
    const SearchProgress &a = before.progress, &b = now.progress;
    if (b.nodes < a.nodes) return "nodes run backwards";
    if (b.depth != a.depth && b.depth != next_depth(a.depth)) return "depth jumps";
    if (b.depth == a.depth && b.previous_score != a.previous_score)
        return "previous score changed within an iteration";
    if (b.depth > a.depth && before.moment != SEARCH_ITERATION)
        return "end of iteration not reported";
    if (b.iterations != a.iterations + (now.moment == SEARCH_ITERATION)) return "iterations";
    if (b.depth > a.depth && b.previous_score != a.current_score)
        return "previous score is not that of the iteration before";
    if (b.depth > a.depth && b.root_moves_searched != (now.moment == SEARCH_ROOT_MOVE ? 1 : 0))
        return "root moves of another iteration counted";
    if (now.moment == SEARCH_ROOT_MOVE && before.moment == SEARCH_ROOT_MOVE && b.depth == a.depth &&
        b.root_moves_searched != a.root_moves_searched + 1 && b.root_moves_searched != 1)
        return "root moves are not counted one by one";
    if (now.moment == SEARCH_ROOT_MOVE && before.moment == SEARCH_ROOT_MOVE &&
        b.root_moves_searched == a.root_moves_searched + 1 && b.root_move == a.root_move)
        return "the same root move twice";
    return "";
}

std::string fault_of_line(const Game& game, const SearchLine& line) {
    if (line.number != 0) return "number";
    if (line.pv.length < 1) return "empty variation";
    if (!pv_is_legal(game, line.pv)) return "variation is not legal";
    if (line.depth < 1 || line.depth > RECORDED_DEPTH) return "depth";
    if (line.bound == BOUND_NONE) return "bound";
    if (line.score <= -SCORE_INFINITE || line.score >= SCORE_INFINITE) return "score";
    return "";
}

// POSITIONS, and four positions in which the first root move fails low.
std::vector<std::string> recorded_fens() {
    std::vector<std::string> fens(std::begin(POSITIONS), std::end(POSITIONS));
    fens.push_back("r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4");
    fens.push_back("2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - - 0 23");
    fens.push_back("5rk1/7p/3p1np1/2pPp3/q1P1P3/2B2P2/4Q1PP/R5K1 w - - 2 30");
    fens.push_back("r2q1rk1/1b2bppp/p1nppn2/1p6/3NP3/1BN1B3/PPP1QPPP/2KR3R w - - 4 12");
    return fens;
}

} // namespace

TEST_CASE("search: SearchProgress is as documented in search_types.h") {
    Tally tally;
    int polls = 0, pending = 0, searched_again = 0;
    for (const std::string& fen : recorded_fens()) {
        const Game game = game_from(fen.c_str());
        Recorder recorder;
        record(game, &recorder);
        const std::vector<Move> legal = position_moves(game.board);
        const Score root_eval = eval_alone(make_search().get(), game.board);
        const auto where = [&](const Event& event, const std::string& fault) {
            return fen + " depth " + std::to_string(event.progress.depth) + ": " + fault;
        };
        const Event* before = nullptr;
        for (const Event& event : recorder.events) {
            polls += event.moment == SEARCH_POLL;
            pending += event.progress.fail_low_pending;
            std::string fault = fault_of_event(event, legal, root_eval);
            if (fault.empty() && before) fault = fault_between(*before, event);
            if (before && before->progress.depth == event.progress.depth)
                searched_again +=
                    event.progress.root_moves_searched < before->progress.root_moves_searched;
            tally_add(&tally, fault.empty(), [&] { return where(event, fault); });
            before = &event;
        }
    }
    tally_check(tally, 2000);
    CHECK(polls > 500);
    CHECK(pending > 0);
    CHECK(searched_again > 0);
}

namespace {

bool note_depth(void* context, const SearchProgress& progress, SearchMoment moment) {
    if (moment == SEARCH_ITERATION)
        static_cast<std::vector<int>*>(context)->push_back(int(progress.depth));
    return false;
}

} // namespace

TEST_CASE(
    "search: iterations grow by one ply to depth 8, then by two, and end with the depth limit") {
    const Game game = game_from("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1");
    const auto depths = [&](int depth) {
        std::vector<int> searched;
        SearchMonitor monitor = {&searched, note_depth, nullptr, 1000};
        search_run(make_search().get(), game, {Depth(depth), 0, 1, nullptr}, &monitor);
        return searched;
    };
    CHECK(depths(7) == std::vector<int>{1, 2, 3, 4, 5, 6, 7});
    CHECK(depths(12) == std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 10, 12});
    CHECK(depths(13) == std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13});
}

namespace {

// State of stop_at_fall(), which stops the search when its best move has failed low.
struct Fall {
    bool pending;
    SearchProgress progress;
    Pv told;
};

bool stop_at_fall(void* context, const SearchProgress& progress, SearchMoment) {
    Fall* fall = static_cast<Fall*>(context);
    fall->pending = progress.fail_low_pending;
    fall->progress = progress;
    return fall->pending;
}

void keep_told(void* context, const SearchLine& line) {
    static_cast<Fall*>(context)->told = line.pv;
}

// Stops the search when an iteration has found a new best move.
bool stop_at_change(void* context, const SearchProgress& progress, SearchMoment moment) {
    Move* best = static_cast<Move*>(context);
    const bool changed = moment == SEARCH_ROOT_MOVE && *best != MOVE_NONE && progress.best != *best;
    if (moment == SEARCH_ITERATION) *best = progress.best;
    return changed;
}

} // namespace

TEST_CASE("search: a best move that failed low is reported with the upper bound it fell to") {
    int fallen = 0, refuted = 0;
    for (const std::string& fen : recorded_fens()) {
        const OwnedSearch search = make_search();
        Fall fall = {};
        SearchMonitor monitor = {&fall, stop_at_fall, keep_told, 50};
        const SearchReport report = search_run(search.get(), game_from(fen.c_str()),
                                               {Depth(RECORDED_DEPTH), 0, 1, nullptr}, &monitor);
        if (!fall.pending) continue;
        ++fallen;
        CHECK(report.best == fall.progress.best);
        CHECK(report.score < fall.progress.previous_score);
        CHECK(report.proven >= report.depth); // larger if the move raised alpha, then failed low
        CHECK(next_depth(report.depth) == fall.progress.depth);
        REQUIRE(report.pv.length > 0);
        CHECK(report.pv.move[0] == report.best);
        refuted += report.pv.length > 1 && report.pv.move[1] != fall.told.move[1];
    }
    CHECK(fallen > 0);
    CHECK(refuted > 0); // the variation contains the reply that refutes the move
}

TEST_CASE(
    "search: SearchReport.proven is the depth of the iteration that last found the best move") {
    int changed = 0;
    for (const std::string& fen : recorded_fens()) {
        const OwnedSearch search = make_search();
        Move best = MOVE_NONE;
        SearchMonitor monitor = {&best, stop_at_change, nullptr, 50};
        const SearchReport report = search_run(search.get(), game_from(fen.c_str()),
                                               {Depth(RECORDED_DEPTH), 0, 1, nullptr}, &monitor);
        if (report.best == best) continue;
        ++changed;
        CHECK(report.proven == next_depth(report.depth));
    }
    CHECK(changed > 0);
}

TEST_CASE("search: all lines are legal, and the last exact line equals the report") {
    Tally tally;
    int lower = 0, upper = 0;
    for (const std::string& fen : recorded_fens()) {
        const Game game = game_from(fen.c_str());
        Recorder recorder;
        const SearchReport report = record(game, &recorder);
        const SearchLine* exact = nullptr;
        uint64_t nodes = 0;
        for (const SearchLine& line : recorder.lines) {
            std::string fault = fault_of_line(game, line);
            if (line.nodes < nodes) fault = "nodes run backwards";
            nodes = line.nodes;
            lower += line.bound == BOUND_LOWER;
            upper += line.bound == BOUND_UPPER;
            if (line.bound == BOUND_EXACT) exact = &line;
            tally_add(&tally, fault.empty(), [&] { return fen + ": " + fault; });
        }
        INFO(fen);
        REQUIRE(exact != nullptr);
        CHECK(exact->score == report.score);
        CHECK(same_pv(exact->pv, report.pv));
        CHECK(report.pv.move[0] == report.best);
        CHECK(report.depth == Depth(RECORDED_DEPTH));
        CHECK(report.nodes == recorder.events.back().progress.nodes);
    }
    tally_check(tally, 100);
    CHECK(lower > 0);
    CHECK(upper > 0);
}

// ---- several lines, excluded moves ----

namespace {

constexpr int LINES_DEPTH = 6;

SearchReport run_limited(const Game& game, const SearchLimits& limits, Recorder* recorder) {
    const OwnedSearch search = make_search();
    SearchMonitor monitor = {recorder, record_progress, record_line, 200};
    return search_run(search.get(), game, limits, &monitor);
}

SearchReport run_lines(const Game& game, int lines, Recorder* recorder) {
    return run_limited(game, {Depth(LINES_DEPTH), 0, lines, nullptr}, recorder);
}

// Returns, for each line number of MultiPV, its last exact line at the full depth.
std::vector<SearchLine> final_lines(const Recorder& recorder) {
    std::vector<SearchLine> lines;
    for (const SearchLine& line : recorder.lines) {
        if (line.depth != LINES_DEPTH || line.bound != BOUND_EXACT) continue;
        if (line.number >= int(lines.size())) lines.resize(size_t(line.number) + 1, line);
        lines[size_t(line.number)] = line;
    }
    return lines;
}

bool lines_are_sound(const Game& game, const std::vector<SearchLine>& lines) {
    std::vector<Move> first_moves;
    for (size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].number != int(i) || lines[i].pv.length < 1) return false;
        if (i > 0 && lines[i].score > lines[i - 1].score) return false;
        if (!pv_is_legal(game, lines[i].pv)) return false;
        const Move move = lines[i].pv.move[0];
        if (std::find(first_moves.begin(), first_moves.end(), move) != first_moves.end())
            return false;
        first_moves.push_back(move);
    }
    return true;
}

} // namespace

TEST_CASE("search: MultiPV gives as many lines as asked for, each with another first move") {
    for (const char* fen : POSITIONS) {
        const Game game = game_from(fen);
        const size_t legal = position_moves(game.board).size();
        for (const int wanted : {2, 4, 300}) {
            Recorder recorder;
            const SearchReport report = run_lines(game, wanted, &recorder);
            const std::vector<SearchLine> lines = final_lines(recorder);
            INFO(std::string(fen) << " lines " << wanted);
            REQUIRE(lines.size() == std::min(legal, size_t(wanted)));
            CHECK(lines_are_sound(game, lines));
            CHECK(report.depth == Depth(LINES_DEPTH));
            CHECK(report.best == report.pv.move[0]);
            CHECK(report.best == lines[0].pv.move[0]);
            CHECK(report.score == lines[0].score);
            CHECK(is_legal(game.board, report.best));
        }
    }
}

TEST_CASE("search: MultiPV shows two mates in one with the same score") {
    // Each rook mates in one; no other move mates at once.
    const Game game = game_from("6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1");
    Recorder recorder;
    const SearchReport report = run_lines(game, 3, &recorder);
    const std::vector<SearchLine> lines = final_lines(recorder);
    REQUIRE(lines.size() == 3);
    CHECK(report.score == mate_score(1));
    CHECK(lines[0].score == mate_score(1));
    CHECK(lines[1].score == mate_score(1));
    CHECK(lines[2].score < mate_score(1));
}

TEST_CASE("search: MultiPV below 1 counts as 1") {
    const Game game = game_from(POSITIONS[4]);
    Recorder one, none, negative;
    const SearchReport report = run_lines(game, 1, &one);
    CHECK(same_report(run_lines(game, 0, &none), report));
    CHECK(same_report(run_lines(game, -3, &negative), report));
    CHECK(final_lines(one).size() == 1);
}

TEST_CASE("search: MultiPV is deterministic and can be stopped at any call of the monitor") {
    const Game game = game_from(POSITIONS[1]);
    Recorder first, again;
    CHECK(same_report(run_lines(game, 3, &first), run_lines(game, 3, &again)));
    Tally tally;
    for (int questions = 1; questions < 600; questions += 13) {
        const OwnedSearch search = make_search();
        Stopper stopper = {questions, 0, 0};
        SearchMonitor monitor = {&stopper, stop_at_last, nullptr, 5};
        const SearchReport report =
            search_run(search.get(), game, {Depth(5), 0, 3, nullptr}, &monitor);
        const bool good = is_legal(game.board, report.best) && pv_is_legal(game, report.pv) &&
                          report.nodes == stopper.nodes;
        tally_add(&tally, good, [&] { return "question " + std::to_string(questions); });
    }
    tally_check(tally, 40);
}

TEST_CASE("search: excluded moves are not searched") {
    const Game game = game_from("6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1");
    MoveList excluded;
    excluded.count = 0;
    move_list_add(&excluded, position_move(game.board, "a1a8"));
    move_list_add(&excluded, position_move(game.board, "b1b8"));
    Recorder recorder;
    const SearchReport report = run_limited(game, {Depth(LINES_DEPTH), 0, 1, &excluded}, &recorder);
    CHECK(report.score != mate_score(1));
    CHECK(report.best != excluded.move[0]);
    CHECK(report.best != excluded.move[1]);
    CHECK(recorder.events.back().progress.root_moves == int(position_moves(game.board).size()) - 2);
    for (const SearchLine& line : recorder.lines) {
        CHECK(line.pv.move[0] != excluded.move[0]);
        CHECK(line.pv.move[0] != excluded.move[1]);
    }
}

TEST_CASE("search: with excluded moves the root is not stored in the table") {
    // The excluded moves are the two that mate.
    const Game game = game_from("6k1/5ppp/8/8/8/8/6PP/RR4K1 w - - 0 1");
    MoveList excluded;
    excluded.count = 0;
    const OwnedSearch search = make_search();
    SearchMonitor monitor = {nullptr, search_never_stops, nullptr, 500};
    for (const char* move : {"a1a8", "b1b8"})
        move_list_add(&excluded, position_move(game.board, move));
    const SearchReport report =
        search_run(search.get(), game, {Depth(LINES_DEPTH), 0, 1, &excluded}, &monitor);
    CHECK(report.best != MOVE_NONE);
    CHECK(search_hash_move(search.get(), game) == MOVE_NONE);
}

TEST_CASE("search: no best move if all moves are excluded") {
    const Game game = game_from(FEN_START);
    MoveList all;
    all.count = 0;
    for (const Move move : position_moves(game.board)) move_list_add(&all, move);
    Recorder recorder;
    CHECK(run_limited(game, {Depth(4), 0, 2, &all}, &recorder).best == MOVE_NONE);
    // If the list of excluded moves has illegal ones, the search ignores them.
    MoveList strangers;
    strangers.count = 0;
    move_list_add(&strangers, move_make_plain(SQ_A1, SQ_H8));
    move_list_add(&strangers, MOVE_NONE);
    Recorder with, without;
    CHECK(same_report(run_limited(game, {Depth(4), 0, 1, &strangers}, &with),
                      run_limited(game, {Depth(4), 0, 1, nullptr}, &without)));
}

// ---- the monitor ----

TEST_CASE("search: poll_nodes may be changed during the search") {
    struct Slower {
        SearchMonitor* monitor;
        int polls;
        uint64_t last_nodes, longest;
    };
    SearchMonitor monitor = {};
    Slower slower = {&monitor, 0, 0, 0};
    monitor.context = &slower;
    monitor.poll_nodes = 10;
    monitor.stop = [](void* context, const SearchProgress& progress, SearchMoment) {
        Slower* state = static_cast<Slower*>(context);
        ++state->polls;
        state->longest = std::max(state->longest, progress.nodes - state->last_nodes);
        state->last_nodes = progress.nodes;
        state->monitor->poll_nodes = 100;
        return false;
    };
    const OwnedSearch search = make_search();
    search_run(search.get(), game_from(POSITIONS[1]), {Depth(7), 0, 1, nullptr}, &monitor);
    CHECK(slower.polls > 10);
    CHECK(slower.longest > 10);
    CHECK(slower.longest <= 100);
}

namespace {

// Positions after a capture by White: of a queen, where one move recaptures, and by a bishop, where
// two moves recapture.
constexpr const char* ONE_RECAPTURE =
    "rnb1kb1r/ppp2ppp/4p3/3Q4/3P4/2P5/PP3PPP/RNB1KB1R b KQkq - 0 8";
constexpr const char* TWO_RECAPTURES =
    "r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4";

// Returns in how many calls of the monitor best_leads said that the best move leads all others.
int count_leads(const char* fen, int lead) {
    Recorder recorder;
    const OwnedSearch search = make_search();
    SearchMonitor monitor = {&recorder, record_progress, nullptr, 50, lead};
    search_run(search.get(), game_from(fen), {Depth(RECORDED_DEPTH), 0, 1, nullptr}, &monitor);
    int leads = 0;
    for (const Event& event : recorder.events) {
        if (event.moment == SEARCH_ITERATION) CHECK_FALSE(event.progress.best_leads);
        leads += event.progress.best_leads;
    }
    return leads;
}

} // namespace

TEST_CASE("search: best_leads is set only if one move leads by the monitor's lead_cp") {
    CHECK(count_leads(ONE_RECAPTURE, 175) > 5);
    CHECK(count_leads(ONE_RECAPTURE, 0) == 0);
    CHECK(count_leads(ONE_RECAPTURE, 2000) == 0);
    CHECK(count_leads(TWO_RECAPTURES, 175) == 0);
    CHECK(count_leads("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 175) == 0); // no legal move
    CHECK(count_leads("k7/8/1QK5/8/8/8/8/8 w - - 0 1", INT_MAX) == 0);
}

TEST_CASE("search: with lead_cp set it can be stopped at any call of the monitor") {
    const Game game = game_from(ONE_RECAPTURE);
    Tally tally;
    for (int questions = 1; questions < 3000; questions += 7) {
        const OwnedSearch search = make_search();
        const std::string fault = fault_when_stopped(search.get(), game, questions, 1, 175);
        tally_add(&tally, fault.empty(),
                  [&] { return "question " + std::to_string(questions) + ": " + fault; });
    }
    tally_check(tally, 400);
}

TEST_CASE("search_hash_move: returns a legal move or MOVE_NONE") {
    const OwnedSearch search = make_search();
    Game game = game_from(FEN_START);
    CHECK(search_hash_move(search.get(), game) == MOVE_NONE);
    const SearchReport report = run(search.get(), game, 6);
    CHECK(search_hash_move(search.get(), game) == report.best);
    REQUIRE(report.pv.length > 1);
    game_make(&game, report.best);
    CHECK(search_hash_move(search.get(), game) == report.pv.move[1]);
    // In another position with the same key the hash move is not legal.
    Game other = game_from("7k/8/8/8/8/8/8/K7 w - - 0 1");
    other.board.key = game.board.key;
    CHECK(search_hash_move(search.get(), other) == MOVE_NONE);
}

// ---- threads ----

namespace {

constexpr int THREADS = 3;

} // namespace

TEST_CASE("search: several threads find legal moves and mates") {
    const OwnedSearch search = make_search();
    search_set_threads(search.get(), THREADS);
    for (const char* fen : POSITIONS) {
        const Game game = game_from(fen);
        const SearchReport report = run(search.get(), game, 9);
        INFO(std::string(fen));
        CHECK(is_legal(game.board, report.best));
        CHECK(pv_is_legal(game, report.pv));
        CHECK(report.pv.move[0] == report.best);
        CHECK(report.depth >= 9);
    }
    for (const MateRow& row : MATE_ROWS)
        if (row.moves == 1) {
            INFO(std::string(row.fen));
            CHECK(run(search.get(), game_from(row.fen), 6).score == mate_score(1));
        }
}

TEST_CASE("search: going back to one thread is deterministic again") {
    const Game game = game_from(POSITIONS[1]);
    const SearchReport alone = run_fresh(game, 8);
    const OwnedSearch search = make_search();
    search_set_threads(search.get(), THREADS);
    run(search.get(), game, 6);
    search_set_threads(search.get(), 1);
    search_new_game(search.get());
    CHECK(same_report(run(search.get(), game, 8), alone));
    for (const int threads : {0, -5}) {
        search_set_threads(search.get(), threads);
        search_new_game(search.get());
        CHECK(same_report(run(search.get(), game, 8), alone));
    }
}

namespace {

// State of hold_helpers(), which suspends the helpers after the fifth iteration.
struct Holder {
    Search* search;
    uint64_t before, after; // nodes of the helpers after the seventh iteration, and at the end
};

bool hold_helpers(void* context, const SearchProgress& progress, SearchMoment) {
    Holder* holder = static_cast<Holder*>(context);
    if (progress.iterations == 5) search_hold(holder->search, true);
    holder->after = progress.nodes - progress.own_nodes;
    if (progress.iterations <= 7) holder->before = holder->after;
    return false;
}

} // namespace

TEST_CASE("search_hold: suspended helpers do not search, and run again in the next search") {
    const OwnedSearch search = make_search();
    search_set_threads(search.get(), THREADS);
    const Game game = game_from(POSITIONS[1]);
    Holder holder = {search.get(), 0, 0};
    SearchMonitor monitor = {&holder, hold_helpers, nullptr, 1000};
    search_run(search.get(), game, {Depth(13), 0, 1, nullptr}, &monitor);
    CHECK(holder.after - holder.before <= 256 * (THREADS - 1)); // until their next poll
    CHECK(run(search.get(), game, 6).depth >= 6);
    CHECK(run(search.get(), game, 6).depth >= 6);
}

TEST_CASE("search: several threads can be stopped and at once started again") {
    const OwnedSearch search = make_search();
    search_set_threads(search.get(), THREADS);
    Tally tally;
    for (const char* fen : POSITIONS) {
        const Game game = game_from(fen);
        for (const int questions : {1, 2, 30, 200}) {
            Stopper stopper = {questions, 0, 0};
            SearchMonitor monitor = {&stopper, stop_at_last, nullptr, 20};
            const SearchReport report =
                search_run(search.get(), game, {DEPTH_MAX, 0, 1, nullptr}, &monitor);
            tally_add(&tally, is_legal(game.board, report.best) && pv_is_legal(game, report.pv),
                      [&] { return std::string(fen); });
        }
    }
    tally_check(tally, 40);
    // Table size and contents may be changed while helpers are still running.
    search_resize(search.get(), MEGABYTES + 1);
    run(search.get(), game_from(FEN_START), 5);
    search_new_game(search.get());
    run(search.get(), game_from(FEN_START), 5);
}

TEST_CASE("search: with several threads the node counts of the monitor never decrease") {
    const OwnedSearch search = make_search();
    search_set_threads(search.get(), THREADS);
    const Game game = game_from(POSITIONS[4]);
    Recorder recorder;
    SearchMonitor monitor = {&recorder, record_progress, record_line, 50};
    const SearchReport report =
        search_run(search.get(), game, {Depth(10), 0, 1, nullptr}, &monitor);
    uint64_t nodes = 0;
    Tally tally;
    for (const Event& event : recorder.events) {
        tally_add(&tally,
                  event.progress.nodes >= nodes &&
                      event.progress.best_nodes <= event.progress.nodes,
                  [&] { return std::to_string(event.progress.nodes); });
        nodes = event.progress.nodes;
    }
    tally_check(tally, 20);
    CHECK(report.nodes >= nodes);
    REQUIRE(!recorder.lines.empty());
    CHECK(recorder.lines.back().pv.move[0] == report.best);
}

TEST_CASE("search: several threads do not search excluded moves, also with MultiPV") {
    const Game game = game_from("6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1");
    const OwnedSearch search = make_search();
    search_set_threads(search.get(), THREADS);
    SearchMonitor monitor = {nullptr, search_never_stops, nullptr, 100};
    for (int i = 0; i < 10; ++i) {
        MoveList excluded; // goes out of scope while helpers may still run
        excluded.count = 0;
        move_list_add(&excluded, position_move(game.board, "a1a8"));
        move_list_add(&excluded, position_move(game.board, "b1b8"));
        const SearchReport report =
            search_run(search.get(), game, {Depth(6), 0, 1 + i % 2, &excluded}, &monitor);
        CHECK(report.best != excluded.move[0]);
        CHECK(report.best != excluded.move[1]);
        CHECK(report.score < mate_score(1));
    }
}
