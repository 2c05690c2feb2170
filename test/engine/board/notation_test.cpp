#include "engine/board/notation.h"

#include <set>
#include <string>

#include <doctest/doctest.h>

#include "engine/board/fen.h"
#include "engine/board/move_do.h"
#include "test/helpers.h"

namespace {

constexpr uint64_t SEED = 0x5a4;
constexpr int GAMES = 60;
constexpr int PLIES = 60;

std::string san(const std::string& fen, const std::string& text) {
    const Board board = position_make(fen);
    return notation_san(board, position_move(board, text));
}

// Parses a move and returns it in coordinate notation, "(none)" if the text is refused.
std::string meaning(const std::string& fen, const std::string& text) {
    return notation_coordinate(notation_parse(position_make(fen), text.c_str()));
}

struct TextRow {
    std::string fen;
    std::string move; // coordinates
    std::string text;
};

void check_san(const TextRow& row) {
    INFO(row.fen << " " << row.move);
    CHECK(san(row.fen, row.move) == row.text);
    CHECK(meaning(row.fen, row.text) == row.move);
}

void check_meaning(const TextRow& row) {
    INFO(row.fen << " " << row.text);
    CHECK(meaning(row.fen, row.text) == row.move);
}

const char* const NOTHING = "(none)";

} // namespace

// ---- coordinates ----

TEST_CASE(
    "notation_coordinate: writes plain moves, promotions, castling in every style, and no move") {
    CHECK(notation_coordinate(move_make_plain(SQ_E1, SQ_E8)) == "e1e8");
    CHECK(notation_coordinate(move_make_en_passant(square_make(FILE_E, RANK_5),
                                                   square_make(FILE_D, RANK_6))) == "e5d6");
    const Square from = square_make(FILE_B, RANK_7);
    CHECK(notation_coordinate(move_make_promotion(from, SQ_A8, KNIGHT)) == "b7a8n");
    CHECK(notation_coordinate(move_make_promotion(from, SQ_B8, BISHOP)) == "b7b8b");
    CHECK(notation_coordinate(move_make_promotion(from, SQ_C8, ROOK)) == "b7c8r");
    CHECK(notation_coordinate(move_make_promotion(from, SQ_B8, QUEEN)) == "b7b8q");
    CHECK(notation_coordinate(MOVE_NONE) == NOTHING);
    const Move king_side = move_make_castle(SQ_E8, SQ_H8);
    const Move queen_side = move_make_castle(SQ_E1, SQ_A1);
    CHECK(notation_coordinate(king_side) == "e8g8");
    CHECK(notation_coordinate(queen_side) == "e1c1");
    CHECK(notation_coordinate(king_side, CASTLE_LETTERS) == "O-O");
    CHECK(notation_coordinate(queen_side, CASTLE_LETTERS) == "O-O-O");
    CHECK(notation_coordinate(move_make_plain(SQ_E1, SQ_G1), CASTLE_LETTERS) == "e1g1");
}

TEST_CASE("notation: every legal move of random games is parsed in every form") {
    Tally tally;
    tally.seed = SEED;
    playout_visit(SEED, GAMES, PLIES, [&](const Board& board) {
        for (const Move move : position_moves(board)) {
            const std::string texts[] = {notation_coordinate(move),
                                         notation_coordinate(move, CASTLE_LETTERS),
                                         notation_san(board, move)};
            for (const std::string& text : texts)
                tally_add(&tally,
                          notation_parse(board, text.c_str()) == move &&
                              notation_looks_like_move(text.c_str()),
                          [&] { return text + " in " + fen_write(board); });
        }
    });
    tally_check(tally, 60000);
}

TEST_CASE("SAN: unique for each move of a position, with check or mate signs") {
    Tally tally;
    tally.seed = SEED;
    int mates = 0;
    playout_visit(SEED, GAMES, PLIES, [&](const Board& board) {
        std::set<std::string> seen;
        for (const Move move : position_moves(board)) {
            const std::string text = notation_san(board, move);
            Board next = board;
            Undo undo;
            move_make(&next, move, &undo);
            const bool check = position_in_check(next);
            const bool mate = check && position_moves(next).empty();
            mates += mate;
            const char last = text.back();
            const bool good = seen.insert(text).second && (last == '#') == mate &&
                              (last == '+') == (check && !mate);
            tally_add(&tally, good, [&] { return text + " in " + fen_write(board); });
        }
    });
    tally_check(tally, 20000);
    CHECK(mates > 10);
}

// ---- SAN ----

namespace {

const TextRow SAN_ROWS[] = {
    {FEN_START, "e2e4", "e4"},
    {FEN_START, "g1f3", "Nf3"},
    // The text names the file or rank of the piece, or both, where two pieces could go to the
    // square; not if the second one is pinned or of the other colour.
    {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"},
    {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "f3d2", "Nfd2"},
    {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
    {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a5a3", "R5a3"},
    {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a5b5", "Rb5"},
    {"3k4/8/8/1N3N2/8/1N6/8/6K1 w - - 0 1", "b5d4", "Nb5d4"},
    {"3k4/8/8/1N3N2/8/1N6/8/6K1 w - - 0 1", "b3d4", "N3d4"},
    {"3k4/8/8/1N3N2/8/1N6/8/6K1 w - - 0 1", "f5d4", "Nfd4"},
    {"1k6/8/8/7Q/4Q3/8/8/K6Q w - - 0 1", "h5e8", "Qhe8+"},
    {"8/k7/8/4Q2Q/8/8/8/K3q2Q w - - 0 1", "h1e1", "Qhxe1"},
    {"4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"},
    {"4k3/8/8/8/8/8/3n4/1N2K3 w - - 0 1", "b1d2", "Nxd2"},
    {"8/8/8/8/8/8/8/r3k2K b - - 0 1", "e1e2", "Ke2+"},
    // A capture begins with the letter of the piece, a pawn's capture with its file.
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
    {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", "cxd5"},
    {"4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", "Nxd5"},
    {"4k3/8/8/3p4/8/1N3N2/3p4/4K3 w - - 0 1", "f3d2", "Nfxd2"},
    {"4k3/8/8/3p4/8/1N3N2/3p4/4K3 w - - 0 1", "e1d2", "Kxd2"},
    // Promotions, with check and with mate.
    {"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "a8=N"},
    {"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a8=Q+"},
    {"7k/P7/6K1/8/8/8/8/8 w - - 0 1", "a7a8r", "a8=R#"},
    {"1r5k/P7/6K1/8/8/8/8/8 w - - 0 1", "a7b8q", "axb8=Q#"},
    {"1r5k/P7/6K1/8/8/8/8/8 w - - 0 1", "a7b8b", "axb8=B"},
    // Castling, with check and with mate.
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
    {"3k4/2p1p3/2P1P3/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
    {"2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O#"},
    // Mate and check by a plain move.
    {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"},
    {"6k1/5pp1/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8+"},
};

} // namespace

TEST_CASE("SAN: known examples") {
    for (const TextRow& row : SAN_ROWS) check_san(row);
}

// ---- parsing ----

namespace {

const char* const PROMOTION = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";
const char* const CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const char* const PASSING = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
const char* const KNIGHTS = "4k3/3p4/8/2N5/5N2/8/8/1N2K3 w - - 0 1";

const TextRow LENIENT_ROWS[] = {
    {PROMOTION, "e7e8q", "e7e8Q"},
    {PROMOTION, "e7e8q", "e8=Q"},
    {PROMOTION, "e7e8q", "e8Q"},
    {PROMOTION, "e7e8q", "e7e8=Q"},
    {PROMOTION, "e7e8q", "e7-e8=Q+"},
    {PROMOTION, "e7e8n", "e7e8N"},
    {PROMOTION, "e7e8n", "e8N!"},
    {PROMOTION, "e7d8q", "exd8=Q+"},
    {PROMOTION, "e7d8q", "exd8Q"},
    {PROMOTION, "e7d8r", "ed8=R"},
    {PROMOTION, "e7d8b", "e7xd8=B"},
    {PROMOTION, "e7d8b", "e7d8B"},
    {CASTLES, "e1g1", "O-O"},
    {CASTLES, "e1g1", "0-0"},
    {CASTLES, "e1g1", "OO"},
    {CASTLES, "e1g1", "O-O+"},
    {CASTLES, "e1g1", "e1g1"},
    {CASTLES, "e1c1", "O-O-O"},
    {CASTLES, "e1c1", "0-0-0"},
    {CASTLES, "e1c1", "O-O-O!?"},
    {CASTLES, "e1c1", "e1-c1"},
    {PASSING, "e5d6", "exd6"},
    {PASSING, "e5d6", "ed6"},
    {PASSING, "e5d6", "e5xd6"},
    {PASSING, "e5d6", "e5d6"},
    {KNIGHTS, "b1d2", "Nd2"},
    {KNIGHTS, "b1d2", "Nb1d2"},
    {KNIGHTS, "b1d2", "Nb1-d2"},
    {KNIGHTS, "b1d2", "Nbd2+"},
    {KNIGHTS, "b1d2", "N1d2#"},
    {KNIGHTS, "c5d7", "Ncd7"},
    {KNIGHTS, "c5d7", "Nxd7+"},
    {KNIGHTS, "c5d7", "N:d7"},
    {KNIGHTS, "c5d7", "Ncxd7!!"},
    {FEN_START, "e2e4", "e2-e4"},
    {FEN_START, "e2e4", "e4!?"},
    {FEN_START, "e2e4", "e4??"},
    {FEN_START, "g1f3", "Ngf3"},
    {FEN_START, "g1f3", "Ng1f3"},
    {FEN_START, "g1f3", "Nf3#"},
    // "b" is the file of a pawn, "B" is a bishop.
    {"4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "b2c3", "bxc3"},
    {"4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "b2c3", "bc3"},
    {"4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "d2c3", "Bxc3"},
};

const TextRow REFUSED_ROWS[] = {
    // The side to move has no such move, or it is not legal.
    {FEN_START, NOTHING, "e5"},
    {FEN_START, NOTHING, "e2e5"},
    {FEN_START, NOTHING, "e7e5"},
    {FEN_START, NOTHING, "Nd2"},
    {FEN_START, NOTHING, "Nbf3"},
    {FEN_START, NOTHING, "O-O"},
    {FEN_START, NOTHING, "e2e4q"},
    {FEN_START, NOTHING, "e4=Q"},
    {FEN_START, NOTHING, "a1a1"},
    {FEN_START, NOTHING, "i2i4"},
    {FEN_START, NOTHING, "e2e9"},
    {"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", NOTHING, "O-O"},
    {"4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", NOTHING, "Nc3"},
    {CASTLES, NOTHING, "O-O-O-O"},
    {CASTLES, NOTHING, "O"},
    {CASTLES, NOTHING, "0"},
    {CASTLES, NOTHING, "e8g8"},
    // A promotion without the new piece, or to a king or pawn.
    {PROMOTION, NOTHING, "e8"},
    {PROMOTION, NOTHING, "e7e8"},
    {PROMOTION, NOTHING, "e8=K"},
    {PROMOTION, NOTHING, "e7e8k"},
    {PROMOTION, NOTHING, "e7e8p"},
    {PROMOTION, NOTHING, "e8=P"},
    {PROMOTION, NOTHING, "e8=QQ"},
    // Several legal moves fit the text.
    {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", NOTHING, "Nd2"},
    {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", NOTHING, "Ra3"},
    {"3k4/8/8/1N3N2/8/1N6/8/6K1 w - - 0 1", NOTHING, "Nbd4"},
    {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", NOTHING, "xd5"},
    // The text is not a move at all.
    {FEN_START, NOTHING, ""},
    {FEN_START, NOTHING, " "},
    {FEN_START, NOTHING, "e"},
    {FEN_START, NOTHING, "+"},
    {FEN_START, NOTHING, "x"},
    {FEN_START, NOTHING, "==="},
    {FEN_START, NOTHING, "N"},
    {FEN_START, NOTHING, "Nf"},
    {FEN_START, NOTHING, "NNf3"},
    {FEN_START, NOTHING, "go"},
    {FEN_START, NOTHING, "e4e4e4"},
    {FEN_START, NOTHING, "e2e4 e7e5"},
    {FEN_START, NOTHING, "\n"},
    {FEN_START, NOTHING, "(none)"},
    {FEN_START, NOTHING, "null"},
    {FEN_START, NOTHING, "0000"},
    {FEN_START, NOTHING, "a2a2"},
    // The side to move is mated or stalemated, so no move is legal.
    {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", NOTHING, "h8g7"},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", NOTHING, "Kg8"},
};

} // namespace

TEST_CASE("notation_parse: superfluous and missing signs are accepted") {
    for (const TextRow& row : LENIENT_ROWS) check_meaning(row);
}

TEST_CASE("notation_parse: promotion letters of either case, in SAN and coordinates") {
    for (const char* text : {"e8=q", "e8q", "e7e8q", "e7e8=q", "e7-e8q"})
        check_meaning({PROMOTION, "e7e8q", text});
    for (const char* text : {"exd8=n", "ed8n", "e7d8n", "e7xd8=n"})
        check_meaning({PROMOTION, "e7d8n", text});
    check_meaning({PROMOTION, "e7d8b", "exd8=b"});
    check_meaning({PROMOTION, "e7d8r", "exd8r"});
}

TEST_CASE("notation_parse: refuses text that fits no legal move, and text that fits several") {
    for (const TextRow& row : REFUSED_ROWS) check_meaning(row);
}

TEST_CASE("notation_parse: a pinned piece does not make a move ambiguous") {
    CHECK(meaning("4k3/8/8/8/8/8/4N3/N3K3 w - - 0 1", "Nc3") == "e2c3");
    CHECK(meaning("4k3/8/8/8/8/4N3/8/N3K3 w - - 0 1", "Nc2") == NOTHING);
    CHECK(meaning("4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1", "Nc2") == "a1c2");
    const Board two = position_make("4k3/8/8/8/8/4N3/8/N3K3 w - - 0 1");
    const Board one = position_make("4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1");
    CHECK(notation_is_ambiguous(two, "Nc2"));
    CHECK(notation_is_ambiguous(two, "N:c2!"));
    for (const char* text : {"Nac2", "Nc4", "Nc7", "Nbc2", "a1c2", "e1e8", "O-O", "", "c2"})
        CHECK_FALSE(notation_is_ambiguous(two, text));
    CHECK_FALSE(notation_is_ambiguous(one, "Nc2"));
    const Board promotion = position_make(PROMOTION);
    for (const char* text : {"e8", "e7e8"}) CHECK(notation_is_ambiguous(promotion, text));
    for (const char* text : {"e8=Q", "e7e8q", "e8=K"})
        CHECK_FALSE(notation_is_ambiguous(promotion, text));
}

// ---- Chess960 ----

namespace {

const char* const F1_KING = "1r3k1r/5p2/8/8/8/8/8/1R3K1R w KQkq - 0 1";
const char* const B1_KING = "rk4r1/6p1/8/8/8/8/8/RK4R1 w KQkq - 0 1";
const char* const G1_KING = "6kr/8/8/8/8/8/8/6KR w Kk - 0 1";

std::string letters_of(const std::string& fen, const std::string& text) {
    return notation_coordinate(notation_parse(position_make(fen), text.c_str()), CASTLE_LETTERS);
}

} // namespace

TEST_CASE("notation: castling in Chess960 by letters and by the king taking its rook") {
    for (const char* fen : {F1_KING, B1_KING}) {
        INFO(std::string(fen));
        CHECK(letters_of(fen, "O-O") == "O-O");
        CHECK(letters_of(fen, "0-0-0") == "O-O-O");
        CHECK(san(fen, "O-O") == "O-O");
        CHECK(san(fen, "O-O-O") == "O-O-O");
    }
    CHECK(letters_of(F1_KING, "f1h1") == "O-O");
    CHECK(letters_of(F1_KING, "f1b1") == "O-O-O");
    CHECK(letters_of(B1_KING, "b1g1") == "O-O");
    CHECK(letters_of(B1_KING, "b1a1") == "O-O-O");
    CHECK(letters_of(G1_KING, "g1h1") == "O-O");
    CHECK(letters_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1") == "O-O");
}

// For a king on the d-file O-O is castling towards the a-file, as in XBoard.
TEST_CASE("notation: castling in wildcastle, from the d-file and from the e-file") {
    const Board board = position_make("r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", FEN_WILD);
    const Move near = notation_parse(board, "O-O"), far = notation_parse(board, "O-O-O");
    CHECK(near == move_make_castle_wild(SQ_D1, SQ_A1));
    CHECK(far == move_make_castle_wild(SQ_D1, SQ_H1));
    CHECK(notation_coordinate(near) == "d1b1");
    CHECK(notation_coordinate(far) == "d1f1");
    CHECK(notation_san(board, near) == "O-O");
    CHECK(notation_san(board, far) == "O-O-O");
    CHECK(notation_parse(board, "d1b1") == near);
    CHECK(notation_parse(board, "d1f1") == far);
    CHECK(notation_parse(board, "d1g1") == MOVE_NONE);
    const Board plain = position_make("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", FEN_WILD);
    CHECK(notation_coordinate(notation_parse(plain, "O-O")) == "e1g1");
    CHECK(notation_coordinate(notation_parse(plain, "O-O-O")) == "e1c1");
}

TEST_CASE("notation: a text that fits castling and a plain king move is read as the king move") {
    CHECK(letters_of(F1_KING, "f1g1") == "f1g1");
    CHECK(letters_of(F1_KING, "Kg1") == "f1g1");
    CHECK(letters_of(B1_KING, "b1c1") == "b1c1");
    CHECK(letters_of(F1_KING, "f1c1") == "O-O-O");
}

// ---- hostile text ----

TEST_CASE("notation_parse: very long and binary text is refused") {
    for (const char letter : {'a', 'N', 'e', '4', 'O', '0', 'x', '+', '-', ' ', '\x01', '\xff'}) {
        const std::string text(1 << 20, letter);
        INFO("letter " << int(letter));
        CHECK(meaning(FEN_START, text) == NOTHING);
        CHECK_FALSE(notation_looks_like_move(text.c_str()));
    }
    CHECK(meaning(FEN_START, "e2e4" + std::string(1 << 20, 'q')) == NOTHING);
    CHECK(meaning(FEN_START, "\xff\xfe\x80\x81") == NOTHING);
    CHECK(meaning(FEN_START, "e2e\xb4") == NOTHING);
}

TEST_CASE("notation_parse: damaged text gives a legal move or none") {
    static const char LETTERS[] = "abcdefgh12345678NBRQKOx=+#-0!? ";
    Dice dice = {SEED};
    Tally tally;
    tally.seed = SEED;
    const Board board = position_make(PLAYOUT_STARTS[3]);
    std::set<Move> legal;
    for (const Move move : position_moves(board)) legal.insert(move);
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (int length = dice_roll(&dice, 9); length > 0; --length)
            text += dice_roll(&dice, 20) ? LETTERS[dice_roll(&dice, int(sizeof LETTERS) - 1)]
                                         : char(1 + dice_roll(&dice, 255));
        const Move move = notation_parse(board, text.c_str());
        tally_add(&tally, move == MOVE_NONE || legal.count(move) == 1, [&] { return text; });
    }
    tally_check(tally, 20000);
}

TEST_CASE("notation_looks_like_move: true for moves, legal or not, false for commands") {
    for (const char* text : {"e2e4", "a1h8", "e7e8q", "Nf3", "Qh4xe1+", "O-O", "0-0-0", "exd8=Q#",
                             "h8", "R1a3", "e7e9", "i2i4"}) {
        INFO(std::string(text));
        CHECK(notation_looks_like_move(text));
    }
    for (const char* text :
         {"",     "go",     "quit",  "new",  "help", "d",          "eval",  "bench", "perft 5",
          "?",    ".",      "force", "undo", "hint", "bk",         "draw",  "easy",  "hard",
          "st 5", "ping 1", "e",     "e9",   "i4",   "result 1-0", "black", "edit",  "analyze"}) {
        INFO(std::string(text));
        CHECK_FALSE(notation_looks_like_move(text));
    }
}
