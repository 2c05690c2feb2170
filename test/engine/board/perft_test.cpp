#include "engine/board/perft.h"

#include <cstring>
#include <string>

#include <doctest/doctest.h>

#include "engine/board/board.h"
#include "test/helpers.h"

namespace {

struct Row {
    const char* what;
    const char* fen;
    int depth;
    uint64_t count;
};

// The counts of the first six positions are from the chessprogramming wiki ("Perft Results"); an
// independent engine has confirmed all counts.
constexpr Row ROWS[] = {
    {"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
    {"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4,
     4085603},
    {"cpw 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
    {"cpw 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
    {"cpw 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
    {"cpw 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4,
     3894594},
    {"promotions everywhere", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4, 182838},
    {"en passant: both pawns leave the king's rank", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", 5, 78822},
    {"en passant: both pawns leave the king's rank, Black", "4K3/8/8/8/k2Pp2R/8/8/8 b - d3 0 1", 5,
     78822},
    {"en passant: a second pawn keeps the rank shut", "8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1", 5,
     79484},
    {"en passant: rook next to the pawns, king far", "8/8/8/1r1pP2K/8/8/8/4k3 w - d6 0 1", 5,
     76413},
    {"en passant: capturer pinned on the file", "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 5, 55095},
    {"en passant: capturer pinned on the diagonal", "7k/6b1/8/3pP3/8/2K5/8/8 w - d6 0 1", 6,
     279208},
    {"en passant: along the capturer's own pin", "7k/6b1/8/4Pp2/8/2K5/8/8 w - f6 0 1", 6, 410887},
    {"en passant: the victim shuts a diagonal", "6b1/8/8/3pP3/8/1K6/8/4k3 w - d6 0 1", 6, 382500},
    {"en passant: the victim shuts a diagonal, Black", "4K3/8/1k6/8/3Pp3/8/8/6B1 b - d3 0 1", 6,
     382500},
    {"en passant: the double push may open it", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 5, 185429},
    {"en passant: the bishop waits for it", "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", 5, 138886},
    {"en passant: discovered check by the capturer", "4k3/8/8/3pP3/8/8/8/K3R3 w - d6 0 1", 5,
     122718},
    {"en passant: discovered check by the victim's leaving", "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1",
     5, 206379},
    {"en passant: takes the checking pawn", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 5, 206379},
    {"en passant: the only evasion", "1r5k/8/4p3/3pP3/2K5/7r/8/6b1 w - d6 0 1", 6, 377741},
    {"en passant: two pawns may take the checker", "8/8/8/2PpP3/4K3/8/8/k6r w - d6 0 1", 5, 136879},
    {"en passant: stands between", "8/8/8/1k1pP3/8/8/6b1/3K4 w - d6 0 1", 5, 59645},
    {"castling: all four, open board", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4, 314346},
    {"castling: through an attacked square", "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", 4, 148737},
    {"castling: into an attacked square", "4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1", 4, 171454},
    {"castling: out of check", "4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", 4, 28260},
    {"castling: the rook alone is attacked", "r3k2r/8/8/8/8/8/8/4K2R b kq - 0 1", 4, 111650},
    {"castling: only the b-file square is attacked", "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 4,
     142850},
    {"castling: only the b-file square is attacked, Black", "r3k2r/8/8/8/8/8/8/1R2K3 b kq - 0 1", 4,
     142850},
    {"castling: a pawn guards the way", "4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1", 4, 18735},
    {"castling: a pawn next to the rook", "4k3/8/8/8/8/8/1p4p1/R3K2R w KQ - 0 1", 4, 98984},
    {"castling: pieces between", "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", 4, 20278},
    {"castling: gives check, king side", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 5, 120330},
    {"castling: gives check, queen side", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 5, 141077},
    {"castling: the rook is captured", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 3, 27826},
    {"castling: queens prevent it", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 3, 50509},
    {"castling: promotion takes the rook", "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1", 3,
     28659},
    {"castling: bishops take the rooks", "r3k2r/1B4B1/8/8/8/8/1b4b1/R3K2R b KQkq - 0 1", 3, 46970},
    {"promotion: with check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342},
    {"promotion: out of check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 5, 266199},
    {"promotion: queen and knight hunt the pawn", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 4, 31961},
    {"promotion: pawn pinned on the rank", "8/KP5r/8/8/8/8/8/7k w - - 0 1", 5, 57132},
    {"promotion: pinned pawn takes the pinner", "2b4k/1P6/K7/8/8/8/8/8 w - - 0 1", 5, 54474},
    {"promotion: pawn pinned on its file", "1r5k/1P6/8/8/8/8/1K6/2r5 w - - 0 1", 5, 81183},
    {"promotion: captures to both sides", "1n1n3k/2P5/8/8/8/8/5p2/K3N1N1 w - - 0 1", 4, 107002},
    {"promotion: stalemate or worse", "8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683},
    {"promotion: stalemate all around", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", 8, 93446},
    {"promotion: beside a blocked file", "k7/8/8/8/8/8/1p6/rR1K4 b - - 0 1", 5, 174391},
    {"promotion: blocks or takes the checker", "r6K/1P4PP/8/8/8/8/8/k7 w - - 0 1", 5, 249669},
    {"double check: king moves only", "4k3/8/5N2/8/8/8/8/4R1K1 b - - 0 1", 5, 26855},
    {"double check: pieces that could answer either", "3qk3/2n5/5N2/8/1b6/8/8/4R2K b - - 0 1", 4,
     29018},
    {"double check: discovered by every move", "3k4/8/8/8/3N4/8/1B6/3RK3 w - - 0 1", 5, 297657},
    {"discovered check: by the king", "8/8/8/3k4/8/3K4/8/3R3r w - - 0 1", 4, 39917},
    {"pins: queens pin along all lines", "3q3k/8/1q3q2/2NPB3/q1RK1Q1q/2PNP3/1q6/3q4 w - - 0 1", 3,
     8420},
    {"pawn blocks with a double step", "8/8/8/q2K4/8/8/4P3/k7 w - - 0 1", 5, 107877},
    {"pawn double step uncovers nothing it may not", "7k/8/8/8/r2K4/8/1PP5/8 w - - 0 1", 5, 158829},
    {"mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 1, 0},
    {"back rank mate", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 1, 0},
    {"smothered mate", "6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", 1, 0},
    {"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1, 0},
    {"stalemate with blocked pawns", "k7/P7/K7/p7/P7/8/8/8 b - - 0 1", 1, 0},
    {"stalemate: pinned pieces", "kbR5/8/1K6/8/8/8/8/8 b - - 0 1", 1, 0},
    {"mate or stalemate near", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 6, 43261},
    {"many queens", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 4, 85043},
    {"pins: every piece, a piece on every line",
     "k3r3/1b5b/2P3N1/4R3/r1BNKQ1r/3P1P2/4P3/1b2r2b w - - 0 1", 3, 17521},
    {"many queens, both sides", "k1qqqqqq/ppr5/8/8/8/8/5RPP/QQQQQQ1K w - - 0 1", 2, 6900},
    {"ten knights in one list", "7k/8/8/8/8/nnnnn3/nnnnn3/7K b - - 0 1", 5, 324961},
    {"ten rooks and ten bishops", "rrrrr2k/rrrrr3/8/8/8/8/BBBBB3/BBBBB2K b - - 0 1", 3, 5406},
    {"queen and knight chase a king", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527},
    {"pawns only", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 4, 98766},
    {"en passant: pawns side by side", "4k3/8/8/pPpPpPpP/8/8/8/4K3 w - a6 0 1", 5, 75193},
    {"castling: rook moves and captures end it", "r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1", 4,
     79781},
    {"check by a knight on a hemmed in king",
     "r3k2r/pppp1ppp/8/8/8/5n2/PPPPP1PP/R3K2R w KQkq - 0 1", 4, 97815},
    {"promotion: a lone pawn against a queen", "8/5P1k/8/6K1/8/8/8/7q w - - 0 1", 5, 328912},
    {"promotion: captures, pushes, blocks", "2q5/kP1P4/8/8/8/8/8/K7 w - - 0 1", 4, 43380},
    // Chess960
    {"two rooks on one side", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
     4, 326672},
    {"king between close rooks", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
     3, 18002},
    {"king and rook next to each other", "qbbnrkrn/pppppppp/8/8/8/8/PPPPPPPP/QBBNRKRN w GEge - 0 1",
     4, 197514},
    {"the castling rook shields its king", "7k/8/8/8/8/8/8/qRK5 w B - 0 1", 5, 190836},
    {"nothing to shield from", "7k/8/8/8/8/8/8/1RK5 w B - 0 1", 5, 62132},
    {"king and rook change places", "5rk1/8/8/8/8/8/8/5RK1 w Ff - 0 1", 4, 47228},
    {"the king's way is long", "1k5r/8/8/8/8/8/8/RK5R w KQk - 0 1", 4, 122379},
    {"inner rooks castle", "r1r1k1rr/8/8/8/8/8/8/R1R1K1RR w CGcg - 0 1", 3, 43200},
    {"the king stays, the rook jumps", "6kr/8/8/8/8/8/8/6KR b Hh - 0 1", 5, 282267},
    {"a bishop guards the king's way", "rk4r1/8/8/8/8/8/4b3/RK4R1 w GAga - 0 1", 4, 395690},
    {"the castling rook is captured", "rk5r/8/8/8/8/8/8/RK5R b HAha - 0 1", 4, 242723},
    {"promotion takes an inner rook", "1r2k1r1/P6P/8/8/8/8/p6p/1R2K1R1 w GBgb - 0 1", 3, 39075},
};

constexpr Row DEEP_ROWS[] = {
    {"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324},
    {"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5,
     193690690},
    {"cpw 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178633661},
    {"cpw 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292},
    {"cpw 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89941194},
    {"cpw 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5,
     164075551},
    {"promotions everywhere", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 6, 71179139},
};

// Positions with perft counts up to these are counted in a second way as well.
constexpr uint64_t CHEAP = 200000;
constexpr uint64_t VERY_CHEAP = 50000;

void check_row(const Row& row, const std::string& fen, PerftMode mode,
               FenRules rules = FEN_CHESS960) {
    Board board = position_make(fen, rules);
    const Board before = board;
    INFO(row.what << ": " << fen << " depth " << row.depth);
    CHECK(perft(&board, row.depth, mode) == row.count);
    CHECK(std::memcmp(&board, &before, sizeof board) == 0);
}

bool always(void* asked) {
    ++*static_cast<int*>(asked);
    return true;
}

bool never(void* asked) {
    ++*static_cast<int*>(asked);
    return false;
}

} // namespace

TEST_CASE("perft: gives the known counts with PERFT_BULK") {
    for (const Row& row : ROWS) check_row(row, row.fen, PERFT_BULK);
}

TEST_CASE("perft: gives the known counts with PERFT_MAKE_EVERY_LEAF") {
    for (const Row& row : ROWS)
        if (row.count <= CHEAP) check_row(row, row.fen, PERFT_MAKE_EVERY_LEAF);
}

TEST_CASE("perft: the same counts with colours exchanged") {
    for (const Row& row : ROWS)
        if (row.count <= VERY_CHEAP) check_row(row, position_mirror(row.fen), PERFT_BULK);
}

// In wildcastle castling from the d-file mirrors castling from the e-file.
TEST_CASE("perft: wildcastle has the counts of normal chess, also with the files mirrored") {
    int castling = 0;
    for (const Row& row : ROWS) {
        Board classic;
        REQUIRE(fen_parse(row.fen, &classic) == nullptr);
        if (row.count > CHEAP || fen_write(classic) != row.fen) continue; // Chess960
        check_row(row, row.fen, PERFT_BULK, FEN_WILD);
        check_row(row, position_mirror_files(row.fen), PERFT_BULK, FEN_WILD);
        castling += classic.castling != CASTLING_NONE;
    }
    CHECK(castling >= 8);
}

TEST_CASE("perft: depth 0 gives 1, even if the side to move is mated") {
    for (const PerftMode mode : {PERFT_BULK, PERFT_MAKE_EVERY_LEAF}) {
        Board board = position_make("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        CHECK(perft(&board, 0, mode) == 1);
        CHECK(perft(&board, 1, mode) == 0);
    }
}

TEST_CASE("perft: a monitor can end the count, and the board is restored") {
    Board board = position_make(ROWS[0].fen);
    const Board before = board;
    int asked = 0;
    const PerftMonitor stop = {always, &asked};
    CHECK(perft(&board, 6, PERFT_BULK, &stop) < DEEP_ROWS[0].count);
    CHECK(asked > 0);
    CHECK(asked < 1000);
    CHECK(std::memcmp(&board, &before, sizeof board) == 0);
}

TEST_CASE("perft: a monitor that never stops does not change the count") {
    Board board = position_make(ROWS[0].fen);
    int asked = 0;
    const PerftMonitor go_on = {never, &asked};
    CHECK(perft(&board, ROWS[0].depth, PERFT_BULK, &go_on) == ROWS[0].count);
    CHECK(asked > 0);
}

TEST_CASE("perft deep: known counts" * doctest::skip()) {
    for (const Row& row : DEEP_ROWS) check_row(row, row.fen, PERFT_BULK);
}
