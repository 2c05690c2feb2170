#include "engine/board/fen.h"

#include <cstring>
#include <initializer_list>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "engine/board/attack.h"
#include "test/helpers.h"

namespace {

constexpr uint64_t SEED = 0x46454e;

// A board that fen_parse() must leave unchanged when it refuses a text.
Board some_board() {
    return position_make("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 9");
}

std::string error_of(const std::string& text) {
    Board board = some_board();
    const Board before = board;
    const char* error = fen_parse(text.c_str(), &board);
    if (!error) return "accepted";
    INFO("refused: " << text);
    CHECK(std::memcmp(&board, &before, sizeof board) == 0);
    return error;
}

struct Refusal {
    std::string text;
    std::string reason;
};

void check_refusals(std::initializer_list<Refusal> refusals) {
    for (const Refusal& refusal : refusals) {
        INFO("text: " << refusal.text.substr(0, 100));
        CHECK(error_of(refusal.text) == refusal.reason);
    }
}

// Parses a FEN by `rules`. Returns the board as FEN, or the error.
std::string rewrite(const std::string& text, FenRules rules = FEN_CLASSIC) {
    Board board;
    const char* error = fen_parse(text.c_str(), &board, rules);
    return error ? error : fen_write(board);
}

std::string field(const std::string& fen, int index) {
    size_t from = 0;
    for (int i = 0; i < index; ++i) from = fen.find(' ', from) + 1;
    return fen.substr(from, fen.find(' ', from) - from);
}

struct FieldRow {
    std::string fen;
    std::string expected;
};

void check_field(const FieldRow& row, int index, FenRules rules = FEN_CLASSIC) {
    INFO(row.fen);
    CHECK(field(rewrite(row.fen, rules), index) == row.expected);
}

constexpr int CASTLING_FIELD = 2;
constexpr int EN_PASSANT_FIELD = 3;

// Returns true if two boards are equal in everything but the order of their piece lists.
bool same_position(const Board& a, const Board& b) {
    return std::memcmp(a.piece, b.piece, sizeof a.piece) == 0 &&
           std::memcmp(a.count, b.count, sizeof a.count) == 0 && a.turn == b.turn &&
           a.castling == b.castling && a.en_passant == b.en_passant && a.fifty == b.fifty &&
           a.move_number == b.move_number && a.key == b.key && a.pawn_key == b.pawn_key;
}

} // namespace

TEST_CASE("fen: an empty or too long text is refused") {
    check_refusals({
        {"", "empty"},
        {"   ", "empty"},
        {" \t\r\n", "empty"},
        {std::string(FEN_START) + " x", "too many fields"},
        {std::string(FEN_START) + " 0 1", "too many fields"},
        {std::string(81, '8'), "field too long"},
        {std::string(1 << 20, 'a'), "field too long"},
        {"8/8/8/8/8/8/8/8 " + std::string(1 << 20, 'w'), "field too long"},
    });
}

TEST_CASE("fen: malformed ranks are refused") {
    check_refusals({
        {"4k3/8/44/8/8/8/8/4K3 w - - 0 1", "two digits in a row"},
        {"4k3/8/x7/8/8/8/8/4K3 w - - 0 1", "unknown piece letter"},
        {"4k3/8/9/8/8/8/8/4K3 w - - 0 1", "unknown piece letter"},
        {"4k3/8/08/8/8/8/8/4K3 w - - 0 1", "unknown piece letter"},
        {"4k3/8/.7/8/8/8/8/4K3 w - - 0 1", "unknown piece letter"},
        {"4k3/8/-7/8/8/8/8/4K3 w - - 0 1", "unknown piece letter"},
        {"4k3/8/ppppppppp/8/8/8/8/4K3 w - - 0 1", "rank too long"},
        {"4k3/8/8p/8/8/8/8/4K3 w - - 0 1", "rank too long"},
        {"4k3/8/p8/8/8/8/8/4K3 w - - 0 1", "rank too long"},
        {"4k3/8/4p4/8/8/8/8/4K3 w - - 0 1", "rank too long"},
        {"4k3/8/7/8/8/8/8/4K3 w - - 0 1", "rank too short"},
        {"4k3/8//8/8/8/8/4K3 w - - 0 1", "rank too short"},
        {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank too short"},
        {"/4k3/8/8/8/8/8/4K3 w - - 0 1", "rank too short"},
        {"4k3/8/8/8/8/8/4K3 w - - 0 1", "fewer than eight ranks"},
        {"8", "fewer than eight ranks"},
        {"4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "more than eight ranks"},
        {"4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "more than eight ranks"},
    });
}

TEST_CASE("fen: piece counts that are impossible in a game are refused") {
    check_refusals({
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", "king missing"},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", "king missing"},
        {"8/8/8/8/8/8/8/8 w - - 0 1", "king missing"},
        {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "more than one king"},
        {"k3k3/8/8/8/8/8/8/4K3 w - - 0 1", "more than one king"},
        {"kkkkkkkk/kkkkkkkk/8/8/8/8/8/4K3 w - - 0 1", "too many pieces"},
        {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pawn on the first or last rank"},
        {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "pawn on the first or last rank"},
        {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "pawn on the first or last rank"},
        {"p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawn on the first or last rank"},
        {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "too many pawns"},
        {"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "too many pawns"},
        {"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "too many pieces"},
        {"nnn1k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "too many pieces"},
        {"4k3/8/8/8/8/8/QQQQQQQQ/QQ2K3 w - - 0 1", "too many pieces"},
        {"4k3/8/8/8/8/8/RRRRRRRR/RRR1K3 w - - 0 1", "too many pieces"},
        {"4k3/8/8/8/8/RRRRQQ2/BBBBBBBB/4K3 b - - 0 1", "too many pieces"},
    });
}

TEST_CASE("fen: the largest possible piece counts are accepted") {
    CHECK(error_of("4k3/8/8/8/8/8/QQQQQQQQ/Q3K3 b - - 0 1") == "accepted");
    CHECK(error_of("6k1/8/8/8/8/8/RRRRR3/RRRRR1K1 w - - 0 1") == "accepted");
    CHECK(error_of("rnbqkbnr/pppppppp/8/8/8/Q7/1PPPPPPP/RNBQKBNR w KQkq - 0 1") == "accepted");
}

TEST_CASE("fen: the side to move must be w or b, and must not be able to take the king") {
    check_refusals({
        {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move is neither w nor b"},
        {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move is neither w nor b"},
        {"4k3/8/8/8/8/8/8/4K3 wb - - 0 1", "side to move is neither w nor b"},
        {"4k3/8/8/8/8/8/8/4K3 - - - 0 1", "side to move is neither w nor b"},
        {"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "side not on move is in check"},
        {"4k3/8/8/8/8/8/3p4/4K3 b - - 0 1", "side not on move is in check"},
        {"4k3/8/8/8/8/3n4/8/4K3 b - - 0 1", "side not on move is in check"},
        {"8/8/8/8/8/8/3k4/4K3 w - - 0 1", "side not on move is in check"},
    });
    CHECK(error_of("4k3/4R3/8/8/8/8/8/4K3 b - - 0 1") == "accepted");
}

TEST_CASE("fen: malformed castling rights, en passant squares and counters are refused") {
    check_refusals({
        {"4k3/8/8/8/8/8/8/4K3 w X - 0 1", "unknown castling letter"},
        {"4k3/8/8/8/8/8/8/4K3 w KQkq- - 0 1", "unknown castling letter"},
        {"4k3/8/8/8/8/8/8/4K3 w --- - 0 1", "unknown castling letter"},
        {"4k3/8/8/8/8/8/8/4K3 w - e 0 1", "bad en passant square"},
        {"4k3/8/8/8/8/8/8/4K3 w - i3 0 1", "bad en passant square"},
        {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "bad en passant square"},
        {"4k3/8/8/8/8/8/8/4K3 w - e0 0 1", "bad en passant square"},
        {"4k3/8/8/8/8/8/8/4K3 w - e33 0 1", "bad en passant square"},
        {"4k3/8/8/8/8/8/8/4K3 w - 3e 0 1", "bad en passant square"},
        {"4k3/8/8/8/8/8/8/4K3 w - E3 0 1", "bad en passant square"},
        {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "bad move counter"},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "bad move counter"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", "bad move counter"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 +1", "bad move counter"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 0x1", "bad move counter"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 -7", "bad move counter"},
    });
}

namespace {

const FieldRow CASTLING_ROWS[] = {
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "KQkq"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", "K"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "-"},
    {"r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "Qkq"},
    {"r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1", "Kkq"},
    {"4k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQk"},
    {"r3k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQq"},
    {"r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "kq"},
    {"r4k1r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQ"},
    {"r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "kq"},
    {"4k3/8/8/8/8/8/r7/r3K2R w KQkq - 0 1", "K"},
    {"n3k2b/8/8/8/8/8/8/Q3K2N b KQkq - 0 1", "-"},
    {"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "-"},
    // Without Chess960 the letters H and A mean K and Q, other file letters are dropped.
    {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w Ah - 0 1", "Qk"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w BDeg - 0 1", "-"},
    {"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "-"},
    {"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "-"},
    {"r2k3r/8/8/8/8/8/8/R2K3R w HAha - 0 1", "-"},
};

} // namespace

TEST_CASE("fen: castling rights without the king or rook on its square are dropped") {
    for (const FieldRow& row : CASTLING_ROWS) check_field(row, CASTLING_FIELD);
}

namespace {

const FieldRow CHESS960_ROWS[] = {
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq"},
    {"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "KQkq"},
    {"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "KQkq"},
    {"r2k3r/8/8/8/8/8/8/R2K3R b Kq - 0 1", "Kq"},
    {"5rkr/8/8/8/8/8/8/5RKR w KQkq - 0 1", "KQkq"},
    // A right of the outermost rook is written K or Q, a right of an inner rook by its file letter.
    {"r1r1k1rr/8/8/8/8/8/8/R1R1K1RR w KQkq - 0 1", "KQkq"},
    {"r1r1k1rr/8/8/8/8/8/8/R1R1K1RR w HAha - 0 1", "KQkq"},
    {"r1r1k1rr/8/8/8/8/8/8/R1R1K1RR w GCgc - 0 1", "GCgc"},
    {"r1r1k1rr/8/8/8/8/8/8/R1R1K1RR w GAhc - 0 1", "GQkc"},
    // Rights are dropped without a rook of their colour on the file or side, and without a king on
    // the first rank.
    {"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w HAha - 0 1", "-"},
    {"4k1r1/8/8/8/8/8/8/1R2K3 w KQkq - 0 1", "Qk"},
    {"1R2k1R1/8/8/8/8/8/8/1R2K3 b KQkq - 0 1", "Q"},
    {"r6r/4k3/8/8/8/8/4K3/R6R w KQkq - 0 1", "-"},
    {"r6r/4k3/8/8/8/8/4K3/R6R w HAha - 0 1", "-"},
};

} // namespace

TEST_CASE("fen: castling rights of Chess960 are read as X-FEN and as Shredder-FEN") {
    for (const FieldRow& row : CHESS960_ROWS) check_field(row, CASTLING_FIELD, FEN_CHESS960);
    CHECK(rewrite("4k3/8/8/8/8/8/8/4K3 w I - 0 1", FEN_CHESS960) == "unknown castling letter");
    CHECK(rewrite("4k3/8/8/8/8/8/8/4K3 w kx - 0 1", FEN_CHESS960) == "unknown castling letter");
}

namespace {

const FieldRow WILD_ROWS[] = {
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq"},
    {"r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "KQkq"},
    {"r2k3r/8/8/8/8/8/8/R3K2R b Kq - 0 1", "Kq"},
    {"r2k3r/8/8/8/8/8/8/R2K3R w HAha - 0 1", "KQkq"},
    {"r2k2r1/8/8/8/8/8/8/1R1K3R w KQkq - 0 1", "Kq"},
    {"r1k4r/8/8/8/8/8/8/R4K1R w KQkq - 0 1", "-"},
};

} // namespace

TEST_CASE("fen: no castling rights with FEN_NOCASTLE") {
    Board board;
    REQUIRE(fen_parse(FEN_START, &board, FEN_NOCASTLE) == nullptr);
    CHECK(board.castling == CASTLING_NONE);
    REQUIRE(fen_parse("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", &board, FEN_NOCASTLE) == nullptr);
    CHECK(board.castling == CASTLING_NONE);
}

TEST_CASE("fen: castling rights in wildcastle are read with the king on the d- or e-file") {
    for (const FieldRow& row : WILD_ROWS) check_field(row, CASTLING_FIELD, FEN_WILD);
    const Board board = position_make("r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", FEN_WILD);
    CHECK(board.castle[0] == move_make_castle(SQ_E1, SQ_H1));
    CHECK(board.castle[2] == move_make_castle_wild(SQ_D8, SQ_H8));
    CHECK(board.castle[3] == move_make_castle_wild(SQ_D8, SQ_A8));
}

TEST_CASE("fen: the castling rook of each right") {
    const Board board = position_make("r1r1k1rr/8/8/8/8/8/8/R1R1K1RR w GAhc - 0 1");
    CHECK(move_to(board.castle[0]) == SQ_G1);
    CHECK(move_to(board.castle[1]) == SQ_A1);
    CHECK(move_to(board.castle[2]) == SQ_H8);
    CHECK(move_to(board.castle[3]) == SQ_C8);
    CHECK(board.castle_mask[SQ_H1] == 0);
    CHECK(board.castle_mask[SQ_G1] == CASTLE_WHITE_KING);
    CHECK(board.castle_mask[SQ_E8] == (CASTLE_BLACK_KING | CASTLE_BLACK_QUEEN));
}

namespace {

const FieldRow USABLE_ROWS[] = {
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"},
    {"4k3/8/8/Pp6/8/8/8/4K3 w - b6 0 1", "b6"},
    {"4k3/8/8/8/pP6/8/8/4K3 b - b3 0 1", "b3"},
    {"4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 1", "h6"},
    {"8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1", "c6"},
    {"7k/6b1/8/4Pp2/8/2K5/8/8 w - f6 0 1", "f6"},
    {"1r5k/8/4p3/3pP3/2K5/7r/8/6b1 w - d6 0 1", "d6"},
    // One of two pawns that may capture is pinned, the other is not.
    {"4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "d6"},
};

} // namespace

TEST_CASE("fen: usable en passant squares are kept") {
    for (const FieldRow& row : USABLE_ROWS) check_field(row, EN_PASSANT_FIELD);
}

namespace {

const FieldRow USELESS_ROWS[] = {
    // No pawn can capture.
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - d6 0 1", "-"},
    // The only enemy pawn is on the opposite edge of the board.
    {"4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", "-"},
    {"4k3/8/7P/p7/8/8/8/4K3 w - a6 0 1", "-"},
    // No pawn stands where the pushed one should be.
    {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "-"},
    {"4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1", "-"},
    {"4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", "-"},
    // A piece blocks the double push.
    {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "-"},
    {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "-"},
    // The square is on a wrong rank, or on the rank of the other side.
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", "-"},
    {"4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "-"},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - d3 0 1", "-"},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e8 0 1", "-"},
    // The pawn that could capture is pinned.
    {"4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "-"},
    {"7k/6b1/8/3pP3/8/2K5/8/8 w - d6 0 1", "-"},
    {"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "-"},
    {"4K3/8/8/8/k2Pp2R/8/8/8 b - d3 0 1", "-"},
    {"6b1/8/8/3pP3/8/1K6/8/4k3 w - d6 0 1", "-"},
    // A piece other than the pushed pawn gives check, so that en passant is illegal.
    {"4k3/8/8/3pP3/8/5n2/8/4K3 w - d6 0 1", "-"},
};

} // namespace

TEST_CASE("fen: unusable en passant squares are dropped") {
    for (const FieldRow& row : USELESS_ROWS) check_field(row, EN_PASSANT_FIELD);
}

TEST_CASE("fen: all fields but the first may be missing") {
    const std::string expected = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
    CHECK(rewrite("4k3/8/8/8/8/8/8/4K3 b - - 0") == expected);
    CHECK(rewrite("4k3/8/8/8/8/8/8/4K3 b - -") == expected);
    CHECK(rewrite("4k3/8/8/8/8/8/8/4K3 b -") == expected);
    CHECK(rewrite("4k3/8/8/8/8/8/8/4K3 b") == expected);
    CHECK(rewrite("4k3/8/8/8/8/8/8/4K3") == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    CHECK(rewrite("r3k2r/8/8/8/8/8/8/R3K2R w") == "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1");
    CHECK(rewrite("4k3/8/8/3pP3/8/8/8/4K3 w - d6") == "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
}

TEST_CASE("fen: extra blanks between and around the fields are ignored") {
    CHECK(rewrite("  4k3/8/8/8/8/8/8/4K3\t w  -\t-  5   9 \r\n") ==
          "4k3/8/8/8/8/8/8/4K3 w - - 5 9");
}

TEST_CASE("fen: counters are read, and huge ones are clamped") {
    const Board board = position_make("4k3/8/8/8/8/8/8/4K3 w - - 99 345");
    CHECK(board.fifty == 99);
    CHECK(board.move_number == 345);
    CHECK(position_make("4k3/8/8/8/8/8/8/4K3 w - - 0 0").move_number == 1);
    CHECK(rewrite("4k3/8/8/8/8/8/8/4K3 w - - 000007 0000012") == "4k3/8/8/8/8/8/8/4K3 w - - 7 12");
    Board huge = some_board();
    const std::string digits(40, '9');
    if (fen_parse(("4k3/8/8/8/8/8/8/4K3 w - - " + digits + " " + digits).c_str(), &huge)) return;
    CHECK(huge.fifty >= 100);
    CHECK(huge.move_number >= 1);
    CHECK(same_position(position_make(fen_write(huge)), huge));
}

TEST_CASE("fen: a text that is read and written again is unchanged") {
    for (const std::string fen : {
             FEN_START,
             "rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b KQkq f3 0 3",
             "8/8/8/8/8/8/8/K1k5 b - - 42 123",
             "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 17 40",
             "4k2r/8/8/8/8/8/8/R3K3 w Qk - 1 2",
             "1r5k/8/4p3/3pP3/2K5/7r/8/6b1 w - d6 0 1",
             "4k3/8/8/8/8/8/QQQQQQQQ/Q3K3 b - - 0 1",
             "1k1qqqq1/1p1p4/p1p5/8/8/8/P1P5/K2RNNBB w - - 3 77",
         }) {
        CHECK(rewrite(fen) == fen);
    }
    for (const std::string fen : PLAYOUT_STARTS) CHECK(rewrite(fen, FEN_CHESS960) == fen);
}

TEST_CASE("fen: positions of random games survive writing and reading") {
    Tally tally;
    tally.seed = SEED;
    playout_visit(SEED, 120, 120, [&](const Board& board) {
        const std::string fen = fen_write(board);
        Board copy;
        const bool good = position_reread(board, &copy) && board_is_ok(copy) &&
                          same_position(copy, board) && fen_write(copy) == fen;
        tally_add(&tally, good, [&] { return fen; });
    });
    tally_check(tally, 5000);
}

// ---- hostile text ----

namespace {

constexpr int MUTANTS = 40000;

// Parses any text. Returns true if the board is then unchanged, or a valid position that can be
// written and read again.
bool survives(const std::string& text, const Board& before) {
    Board board = before;
    if (fen_parse(text.c_str(), &board)) return std::memcmp(&board, &before, sizeof board) == 0;
    Board again;
    const bool reread = position_reread(board, &again);
    Board passed = board;
    passed.turn = colour_opposite(board.turn);
    return board_is_ok(board) && !attack_in_check(passed) && reread && same_position(again, board);
}

std::string mutate(std::string text, Dice* dice) {
    static const char LETTERS[] = "KQRBNPkqrbnp12345678/ wb-abcdefgh09.x";
    const int changes = 1 + dice_roll(dice, 3);
    for (int i = 0; i < changes && !text.empty(); ++i) {
        const size_t place = size_t(dice_roll(dice, int(text.size())));
        const char letter = dice_roll(dice, 8) == 0
                                ? char(1 + dice_roll(dice, 255))
                                : LETTERS[dice_roll(dice, int(sizeof LETTERS) - 1)];
        switch (dice_roll(dice, 3)) {
        case 0:
            text[place] = letter;
            break;
        case 1:
            text.insert(place, 1, letter);
            break;
        default:
            text.erase(place, 1);
        }
    }
    return text;
}

} // namespace

TEST_CASE("fen: damaged text is either refused or gives a valid position") {
    const Board before = some_board();
    Dice dice = {SEED};
    Tally tally;
    tally.seed = SEED;
    for (int i = 0; i < MUTANTS; ++i) {
        const std::string fen = PLAYOUT_STARTS[i % int(std::size(PLAYOUT_STARTS))];
        const std::string text = mutate(fen, &dice);
        tally_add(&tally, survives(text, before), [&] { return text; });
    }
    tally_check(tally, MUTANTS);
}

TEST_CASE("fen: every prefix of a FEN is either refused or gives a valid position") {
    const Board before = some_board();
    Tally tally;
    for (const std::string fen : PLAYOUT_STARTS)
        for (size_t length = 0; length <= fen.size(); ++length) {
            const std::string text = fen.substr(0, length);
            tally_add(&tally, survives(text, before), [&] { return text; });
        }
    tally_check(tally, 500);
}

TEST_CASE("fen: binary garbage is refused") {
    Dice dice = {SEED};
    Tally tally;
    tally.seed = SEED;
    for (int i = 0; i < 5000; ++i) {
        std::string text;
        for (int length = dice_roll(&dice, 200); length > 0; --length)
            text += char(1 + dice_roll(&dice, 255));
        Board board = some_board();
        tally_add(&tally, fen_parse(text.c_str(), &board) != nullptr, [&] { return text; });
    }
    tally_check(tally, 5000);
}
