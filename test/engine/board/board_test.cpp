#include "engine/board/board.h"

#include <cstring>
#include <iterator>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "engine/board/fen.h"
#include "test/helpers.h"

namespace {

constexpr uint64_t SEED = 0x0b0a2d;

constexpr Square sq(char file, int rank) {
    return square_make(file - 'a', rank - 1);
}

Board two_kings() {
    Board board;
    board_clear(&board);
    board_put(&board, WHITE_KING, SQ_E1);
    board_put(&board, BLACK_KING, SQ_E8);
    return board;
}

// Returns true if every square in the piece lists holds its piece and has the right slot.
bool lists_agree(const Board& board, int pieces) {
    int listed = 0;
    for (int piece = 0; piece < PIECE_NB; ++piece)
        for (int i = 0; i < board.count[piece]; ++i, ++listed) {
            const Square square = board.list[piece][i];
            if (board.piece[square] != piece || board.slot[square] != i) return false;
        }
    return listed == pieces;
}

} // namespace

TEST_CASE("board_clear: empties any board") {
    Board board;
    std::memset(static_cast<void*>(&board), 0xa5, sizeof board);
    board_clear(&board);
    CHECK(lists_agree(board, 0));
    CHECK(board.turn == WHITE);
    CHECK(board.castling == CASTLING_NONE);
    CHECK(board.en_passant == SQ_NONE);
    CHECK(board.fifty == 0);
    CHECK(board.move_number == 1);
    CHECK(board.key == 0);
}

TEST_CASE("board_put: fills the square and appends the piece to its list") {
    Board board = two_kings();
    board_put(&board, WHITE_PAWN, sq('a', 2));
    board_put(&board, WHITE_PAWN, sq('h', 7));
    board_put(&board, BLACK_PAWN, sq('d', 4));
    CHECK(lists_agree(board, 5));
    CHECK(board.count[WHITE_PAWN] == 2);
    CHECK(board.list[WHITE_PAWN][0] == sq('a', 2));
    CHECK(board.list[WHITE_PAWN][1] == sq('h', 7));
    CHECK(board_king(board, WHITE) == SQ_E1);
    CHECK(board_king(board, BLACK) == SQ_E8);
}

TEST_CASE("board_take: undoes the last board_put byte for byte") {
    Board board = two_kings();
    const Board before = board;
    board_put(&board, BLACK_QUEEN, sq('h', 8));
    CHECK_FALSE(position_is_same(board, before));
    board_take(&board, sq('h', 8));
    CHECK(position_is_same(board, before));
}

TEST_CASE("board_take: leaves no hole in the middle of a list") {
    Board board = two_kings();
    for (const char file : {'a', 'b', 'c', 'd'}) board_put(&board, WHITE_ROOK, sq(file, 3));
    board_take(&board, sq('b', 3));
    CHECK(lists_agree(board, 5));
    CHECK(board.piece[sq('b', 3)] == NO_PIECE);
    board_take(&board, sq('d', 3));
    board_take(&board, sq('a', 3));
    CHECK(lists_agree(board, 3));
    CHECK(board.list[WHITE_ROOK][0] == sq('c', 3));
}

TEST_CASE("board_shift: the moved piece keeps its slot in the piece list") {
    Board board = two_kings();
    for (const char file : {'a', 'b', 'c'}) board_put(&board, BLACK_KNIGHT, sq(file, 6));
    const Board before = board;
    board_shift(&board, sq('b', 6), sq('c', 4));
    CHECK(lists_agree(board, 5));
    CHECK(board.list[BLACK_KNIGHT][1] == sq('c', 4));
    CHECK(board.piece[sq('b', 6)] == NO_PIECE);
    board_shift(&board, sq('c', 4), sq('b', 6));
    CHECK(position_is_same(board, before));
}

TEST_CASE("board_put_back: undoes board_take, in whatever order the pieces were taken") {
    Board board = two_kings();
    for (const char file : {'a', 'b', 'c', 'd', 'e'}) board_put(&board, WHITE_PAWN, sq(file, 4));
    const Board before = board;
    for (const char first : {'a', 'c', 'e'})
        for (const char second : {'a', 'b', 'c', 'd', 'e'}) {
            if (first == second) continue;
            const uint8_t first_slot = board.slot[sq(first, 4)];
            board_take(&board, sq(first, 4));
            const uint8_t second_slot = board.slot[sq(second, 4)];
            board_take(&board, sq(second, 4));
            board_put_back(&board, WHITE_PAWN, sq(second, 4), second_slot);
            board_put_back(&board, WHITE_PAWN, sq(first, 4), first_slot);
            INFO("taken: " << std::string{first, second});
            CHECK(position_is_same(board, before));
        }
}

TEST_CASE("board: random puts, takes and shifts keep lists and squares consistent") {
    Dice dice = {SEED};
    Tally tally;
    tally.seed = SEED;
    Board board;
    board_clear(&board);
    int pieces = 0;
    for (int i = 0; i < 20000; ++i) {
        const Square square = square_from64(dice_roll(&dice, 64));
        const Square other = square_from64(dice_roll(&dice, 64));
        const Piece piece = Piece(1 + dice_roll(&dice, 6) + 8 * dice_roll(&dice, 2));
        if (board.piece[square] == NO_PIECE) {
            if (board.count[piece] == PIECE_LIST_MAX) continue;
            board_put(&board, piece, square);
            ++pieces;
        } else if (board.piece[other] == NO_PIECE) {
            board_shift(&board, square, other);
        } else {
            board_take(&board, square);
            --pieces;
        }
        tally_add(&tally, lists_agree(board, pieces), [&] { return "step " + std::to_string(i); });
    }
    tally_check(tally, 10000);
}

// ---- board_is_ok ----

namespace {

using Damage = void (*)(Board* board);

struct DamageRow {
    const char* what;
    Damage damage;
};

const DamageRow DAMAGES[] = {
    {"key", [](Board* board) { board->key ^= 1; }},
    {"pawn key", [](Board* board) { board->pawn_key ^= 1; }},
    {"turn", [](Board* board) { board->turn = colour_opposite(board->turn); }},
    {"count", [](Board* board) { --board->count[WHITE_PAWN]; }},
    {"slot", [](Board* board) { board->slot[sq('b', 2)] = 0; }},
    {"list", [](Board* board) { board->list[WHITE_PAWN][3] = sq('e', 5); }},
    {"unlisted piece", [](Board* board) { board->piece[sq('e', 5)] = WHITE_PAWN; }},
    {"vanished piece", [](Board* board) { board->piece[sq('a', 2)] = NO_PIECE; }},
    {"changed piece", [](Board* board) { board->piece[sq('a', 2)] = WHITE_KNIGHT; }},
    {"king missing",
     [](Board* board) {
         board_take(board, SQ_E1);
         board->castling = CASTLING_NONE;
         board_refresh(board);
     }},
    {"two kings",
     [](Board* board) {
         board_put(board, BLACK_KING, sq('e', 5));
         board_refresh(board);
     }},
    {"right without rook",
     [](Board* board) {
         board_take(board, SQ_H1);
         board_refresh(board);
     }},
    {"right without king",
     [](Board* board) {
         board_shift(board, SQ_E8, sq('e', 6));
         board_refresh(board);
     }},
    {"en passant square", [](Board* board) { board->en_passant = sq('e', 3); }},
};

} // namespace

TEST_CASE("board_is_ok: true for every position of random games") {
    Tally tally;
    tally.seed = SEED;
    playout_visit(SEED, 48, 80, [&](const Board& board) {
        tally_add(&tally, board_is_ok(board), [&] { return fen_write(board); });
    });
    tally_check(tally, 1500);
}

TEST_CASE("board_is_ok: finds every kind of inconsistency") {
    const Board sound = position_make("r3k2r/8/8/8/8/8/PPPP4/R3K2R w KQkq - 0 1");
    REQUIRE(board_is_ok(sound));
    for (const DamageRow& row : DAMAGES) {
        Board board = sound;
        row.damage(&board);
        INFO(std::string(row.what));
        CHECK_FALSE(board_is_ok(board));
    }
}

// ---- castling rights ----

TEST_CASE("castling_right: one right for each colour and side") {
    CHECK(castling_right(WHITE, true) == CASTLE_WHITE_KING);
    CHECK(castling_right(WHITE, false) == CASTLE_WHITE_QUEEN);
    CHECK(castling_right(BLACK, true) == CASTLE_BLACK_KING);
    CHECK(castling_right(BLACK, false) == CASTLE_BLACK_QUEEN);
}

TEST_CASE(
    "board_grant_castling: the right ends with a move from or to the square of that king or rook") {
    Board board = two_kings();
    board_put(&board, WHITE_ROOK, SQ_A1);
    board_put(&board, WHITE_ROOK, SQ_H1);
    board_grant_castling(&board, CASTLE_WHITE_KING, move_make_castle(SQ_E1, SQ_H1));
    board_grant_castling(&board, CASTLE_WHITE_QUEEN, move_make_castle(SQ_E1, SQ_A1));
    CHECK(board.castling == (CASTLE_WHITE_KING | CASTLE_WHITE_QUEEN));
    CHECK(board.castle_mask[SQ_E1] == (CASTLE_WHITE_KING | CASTLE_WHITE_QUEEN));
    CHECK(board.castle_mask[SQ_H1] == CASTLE_WHITE_KING);
    CHECK(board.castle_mask[SQ_A1] == CASTLE_WHITE_QUEEN);
    CHECK(board.castle_mask[SQ_E8] == 0);
    CHECK(board.castle[0] == move_make_castle(SQ_E1, SQ_H1));
    CHECK(board.castle[1] == move_make_castle(SQ_E1, SQ_A1));
}

// ---- keys ----

TEST_CASE("keys: all different and not zero, except the key of NO_PIECE") {
    std::set<Key> keys;
    int count = 0;
    for (int piece = WHITE_PAWN; piece <= BLACK_KING; ++piece) {
        if (piece_type(Piece(piece)) == PIECE_TYPE_NONE || (piece & 7) == 7) continue;
        for (int i = 0; i < 64; ++i, ++count) keys.insert(HASH.piece[piece][square_from64(i)]);
    }
    for (int i = 1; i < CASTLING_NB; ++i, ++count) keys.insert(HASH.castling[i]);
    for (const Key key : HASH.en_passant) keys.insert(key), ++count;
    keys.insert(HASH.turn), ++count;
    CHECK(keys.size() == size_t(count));
    CHECK(keys.count(0) == 0);
    for (int i = 0; i < 64; ++i) CHECK(HASH.piece[NO_PIECE][square_from64(i)] == 0);
}

TEST_CASE("keys: different positions have different keys") {
    const char* const FENS[] = {
        "r3k2r/8/8/3pPp2/8/8/8/R3K2R w KQkq - 0 1",  "r3k2r/8/8/3pPp2/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/3pPp2/8/8/8/R3K2R w KQkq d6 0 1", "r3k2r/8/8/3pPp2/8/8/8/R3K2R w KQkq f6 0 1",
        "r3k2r/8/8/3pPp2/8/8/8/R3K2R w KQk - 0 1",   "r3k2r/8/8/3pPp2/8/8/8/R3K2R w KQ - 0 1",
        "r3k2r/8/8/3pPp2/8/8/8/R3K2R w kq - 0 1",    "r3k2r/8/8/3pPp2/8/8/8/R3K2R w - - 0 1",
        "r3k2r/8/8/3pPp2/8/8/8/R2K3R w kq - 0 1",    "r3k2r/8/8/3pPp2/8/8/8/R3K2B w Qkq - 0 1",
        "r3k2r/8/8/4Pp2/3p4/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    };
    std::set<Key> keys;
    for (const char* fen : FENS) keys.insert(position_make(fen).key);
    CHECK(keys.size() == std::size(FENS));
}

TEST_CASE("keys: the counters are not part of the key") {
    CHECK(position_make("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").key ==
          position_make("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 42 99").key);
}

TEST_CASE("keys: an unusable en passant square is not part of the key") {
    CHECK(position_make("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1").key ==
          position_make("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1").key);
}

TEST_CASE("keys: the pawn key depends on pawns only") {
    const Key pawns = position_make("4k3/pp6/8/8/8/8/6PP/4K3 w - - 0 1").pawn_key;
    CHECK(pawns == position_make("r2k3n/pp6/8/8/8/8/6PP/RNB1K3 b - - 0 1").pawn_key);
    CHECK(pawns != position_make("4k3/pp6/8/8/8/6P1/7P/4K3 w - - 0 1").pawn_key);
    CHECK(pawns != position_make("4k3/PP6/8/8/8/8/6pp/4K3 w - - 0 1").pawn_key);
    CHECK(position_make("4k3/8/8/8/8/8/8/4K3 w - - 0 1").pawn_key == 0);
}

// ---- pieces and dead positions ----

TEST_CASE("board_has_pieces: true for a side with pieces other than king and pawns") {
    for (const char piece : {'N', 'B', 'R', 'Q'}) {
        const std::string fen = std::string("4k3/pppp4/8/8/8/8/8/4K2") + piece + " w - - 0 1";
        INFO(fen);
        CHECK(board_has_pieces(position_make(fen), WHITE));
        CHECK_FALSE(board_has_pieces(position_make(fen), BLACK));
        CHECK(board_has_pieces(position_make(position_mirror(fen)), BLACK));
    }
}

namespace {

struct DeadRow {
    const char* fen;
    bool dead;
};

constexpr DeadRow DEAD_ROWS[] = {
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
    {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
    {"4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},
    {"4k3/8/8/8/8/8/8/3BK3 w - - 0 1", true},
    // All bishops, however many, stand on squares of one colour.
    {"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true},
    {"2b1k3/8/8/8/8/8/8/4KB2 b - - 0 1", true},
    {"4k3/8/8/8/8/B7/8/2B1K3 w - - 0 1", true},
    {"4kb2/8/3b4/8/8/B7/8/2B1K3 w - - 0 1", true},
    {"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false},
    {"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false},
    // A knight alone cannot mate; with any other piece or pawn on the board, of either side, a
    // helpmate is possible.
    {"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false},
    {"4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/3NKB2 w - - 0 1", false},
    {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/3QK3 b - - 0 1", false},
    {"4kb2/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
};

} // namespace

TEST_CASE("board_is_dead: true for material with which no mate is possible") {
    for (const DeadRow& row : DEAD_ROWS) {
        INFO(std::string(row.fen));
        CHECK(board_is_dead(position_make(row.fen)) == row.dead);
        CHECK(board_is_dead(position_make(position_mirror(row.fen))) == row.dead);
    }
}
