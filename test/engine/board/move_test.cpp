#include "engine/board/move.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/attack.h"
#include "engine/board/fen.h"
#include "engine/board/move_do.h"
#include "engine/board/move_gen.h"
#include "engine/board/notation.h"
#include "test/helpers.h"

namespace {

constexpr uint64_t SEED = 0x30be5;
constexpr int GAMES = 208;
constexpr int PLIES = 60;

std::string describe(const Board& board, Move move) {
    return notation_coordinate(move) + " in " + fen_write(board);
}

// Returns an undo record filled with garbage, so that a test notices if an unset field is read.
Undo poisoned_undo() {
    Undo undo;
    std::memset(&undo, 0xa5, sizeof undo);
    return undo;
}

Board after(const Board& board, Move move) {
    Board next = board;
    Undo undo = poisoned_undo();
    move_make(&next, move, &undo);
    return next;
}

std::vector<Move> to_vector(const MoveList& list) {
    return std::vector<Move>(list.move, list.move + list.count);
}

} // namespace

// ---- the 16 bits ----

TEST_CASE("move: encodes every pair of squares and every kind of move") {
    Tally tally;
    for (int i = 0; i < 64; ++i)
        for (int j = 0; j < 64; ++j) {
            const Square from = square_from64(i), to = square_from64(j);
            const Move plain = move_make_plain(from, to), passing = move_make_en_passant(from, to);
            const Move castle = move_make_castle(from, to);
            bool good = true;
            const Move wild = move_make_castle_wild(from, to);
            for (const Move move : {plain, passing, castle, wild})
                good = good && move_from(move) == from && move_to(move) == to &&
                       !move_is_promotion(move) && move_promotion(move) == PIECE_TYPE_NONE;
            good = good && !move_is_en_passant(plain) && !move_is_castle(plain) &&
                   move_is_en_passant(passing) && !move_is_castle(passing) &&
                   move_is_castle(castle) && !move_is_en_passant(castle) &&
                   !move_is_castle_wild(castle) && move_is_castle(wild) &&
                   move_is_castle_wild(wild) && !move_is_en_passant(wild);
            for (const PieceType type : {KNIGHT, BISHOP, ROOK, QUEEN}) {
                const Move move = move_make_promotion(from, to, type);
                good = good && move_from(move) == from && move_to(move) == to &&
                       move_is_promotion(move) && move_promotion(move) == type &&
                       !move_is_en_passant(move) && !move_is_castle(move);
            }
            tally_add(&tally, good, [&] { return std::to_string(i) + ' ' + std::to_string(j); });
        }
    tally_check(tally, 64 * 64);
}

TEST_CASE("move: different moves have different bits") {
    std::set<int> bits;
    int count = 0;
    for (int i = 0; i < 64; ++i)
        for (int j = 0; j < 64; ++j) {
            const Square from = square_from64(i), to = square_from64(j);
            for (const Move move :
                 {move_make_plain(from, to), move_make_en_passant(from, to),
                  move_make_castle(from, to), move_make_castle_wild(from, to),
                  move_make_promotion(from, to, KNIGHT), move_make_promotion(from, to, BISHOP),
                  move_make_promotion(from, to, ROOK), move_make_promotion(from, to, QUEEN)}) {
                bits.insert(move);
                ++count;
            }
        }
    CHECK(bits.size() == size_t(count));
}

TEST_CASE("move_list_add: keeps the order") {
    MoveList list;
    list.count = 0;
    for (int i = 1; i <= MOVES_MAX; ++i) move_list_add(&list, Move(i));
    CHECK(list.count == MOVES_MAX);
    CHECK(list.move[0] == Move(1));
    CHECK(list.move[MOVES_MAX - 1] == Move(MOVES_MAX));
}

TEST_CASE("move_castle_king_to, move_castle_rook_to: also for wildcastle's king on the d-file") {
    struct Case {
        Move move;
        Square king, rook;
    };
    const Case cases[] = {
        {move_make_castle(SQ_E1, SQ_H1), SQ_G1, SQ_F1},
        {move_make_castle(SQ_E1, SQ_A1), SQ_C1, SQ_D1},
        {move_make_castle(SQ_E8, SQ_H8), SQ_G8, SQ_F8},
        {move_make_castle(SQ_E8, SQ_A8), SQ_C8, SQ_D8},
        // In wildcastle a king on the d-file moves two squares and the rook goes next to it.
        {move_make_castle_wild(SQ_D1, SQ_A1), SQ_B1, SQ_C1},
        {move_make_castle_wild(SQ_D8, SQ_H8), SQ_F8, SQ_E8},
    };
    for (const Case& c : cases) {
        CAPTURE(c.move);
        CHECK(move_castle_king_to(c.move) == c.king);
        CHECK(move_castle_rook_to(c.move) == c.rook);
    }
}

TEST_CASE("move_victim: returns the captured piece, NO_PIECE if the move captures nothing") {
    const Board board = position_make("r3k2r/1P6/8/3pP3/8/2n5/3P4/R3K2R w KQkq d6 0 1");
    const auto victim = [&](const char* text) {
        return move_victim(board, position_move(board, text));
    };
    CHECK(victim("d2c3") == BLACK_KNIGHT);
    CHECK(victim("e5d6") == BLACK_PAWN);
    CHECK(victim("b7a8n") == BLACK_ROOK);
    CHECK(victim("h1h8") == BLACK_ROOK);
    CHECK(victim("b7b8q") == NO_PIECE);
    CHECK(victim("e1g1") == NO_PIECE);
    CHECK(victim("d2d4") == NO_PIECE);
    CHECK(move_is_quiet(board, position_move(board, "e1g1")));
    CHECK(move_is_quiet(board, position_move(board, "d2d4")));
    CHECK_FALSE(move_is_quiet(board, position_move(board, "e5d6")));
    CHECK_FALSE(move_is_quiet(board, position_move(board, "b7b8q")));
    CHECK_FALSE(move_is_quiet(board, position_move(board, "b7b8r")));
    CHECK_FALSE(move_is_quiet(board, position_move(board, "d2c3")));
}

// ---- make and undo ----

namespace {

struct MakeRow {
    const char* fen;
    const char* move;
    const char* after;
};

constexpr MakeRow MAKE_ROWS[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4",
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
    {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 7 9", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9"},
    {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 7 9", "e2e3", "4k3/8/8/8/3p4/4P3/8/4K3 b - - 0 9"},
    {"4k3/3p4/8/4P3/8/8/8/4K3 b - - 7 9", "d7d5", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 10"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 10", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 10"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 10", "e1d1", "4k3/8/8/3pP3/8/8/8/3K4 b - - 1 10"},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 10", "d4e3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 11"},
    // A double push gives no en passant right if the capture would leave the king in check.
    {"8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 4", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 4"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 4", "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 4"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 4", "e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 4 5"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 4", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 5"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 4", "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b kq - 4 4"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 4", "a1b1", "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 4 4"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 4", "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 4"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 4", "a8a1", "4k2r/8/8/8/8/8/8/r3K2R w Kk - 0 5"},
    {"r3k2r/6P1/8/8/8/8/8/R3K2R w KQkq - 3 4", "g7h8n", "r3k2N/8/8/8/8/8/8/R3K2R b KQq - 0 4"},
    {"8/P6k/8/8/8/8/8/K7 w - - 9 4", "a7a8q", "Q7/7k/8/8/8/8/8/K7 b - - 0 4"},
    {"8/P6k/8/8/8/8/8/K7 w - - 9 4", "a7a8n", "N7/7k/8/8/8/8/8/K7 b - - 0 4"},
    {"8/7k/8/8/8/8/p7/1R5K b - - 9 4", "a2b1b", "8/7k/8/8/8/8/8/1b5K w - - 0 5"},
    {"8/7k/8/8/8/8/p7/1R5K b - - 9 4", "a2a1r", "8/7k/8/8/8/8/8/rR5K w - - 0 5"},
    {"4k3/8/8/8/8/5n2/8/4K2R w K - 5 6", "e1e2", "4k3/8/8/8/8/5n2/4K3/7R b - - 6 6"},
    // Chess960: the king may castle to the rook's square or stay, and so may the rook.
    {"5rk1/5p2/8/8/8/8/8/5RK1 w Qq - 0 1", "O-O-O", "5rk1/5p2/8/8/8/8/8/2KR4 b q - 1 1"},
    {"6kr/8/8/8/8/8/8/6KR w Kk - 0 1", "O-O", "6kr/8/8/8/8/8/8/5RK1 b k - 1 1"},
    {"1k5r/8/8/8/8/8/8/1K4R1 w K - 0 1", "O-O", "1k5r/8/8/8/8/8/8/5RK1 b - - 1 1"},
    {"rk5r/8/8/8/8/8/8/RK5R b KQkq - 0 1", "O-O-O", "2kr3r/8/8/8/8/8/8/RK5R w KQ - 1 2"},
    {"2rkr3/2p5/8/8/8/8/8/2RKR3 w KQkq - 0 1", "O-O-O", "2rkr3/2p5/8/8/8/8/8/2KRR3 b kq - 1 1"},
    {"r1r1k1rr/8/8/8/8/8/8/R1R1K1RR w GCgc - 0 1", "h1h8",
     "r1r1k1rR/8/8/8/8/8/8/R1R1K1R1 b KCkc - 0 1"},
    {"r1r1k1rr/8/8/8/8/8/8/R1R1K1RR w GCgc - 0 1", "g1g8",
     "r1r1k1Rr/8/8/8/8/8/8/R1R1K2R b Cc - 0 1"},
};

void check_make(const MakeRow& row) {
    const Board before = position_make(row.fen);
    const Board next = after(before, position_move(before, row.move));
    INFO(std::string(row.move) << " in " << std::string(row.fen));
    CHECK(fen_write(next) == std::string(row.after));
    CHECK(next.key == position_make(row.after).key);
}

// Makes and takes back one move. Returns true if the board is restored.
bool make_undo_is_clean(Board& board, Move move) {
    const Board before = board;
    Undo undo = poisoned_undo();
    move_make(&board, move, &undo);
    const bool sound = board_is_ok(board) && undo.key == before.key;
    Board reread;
    const bool same_key = position_reread(board, &reread) && reread.key == board.key &&
                          reread.pawn_key == board.pawn_key &&
                          reread.en_passant == board.en_passant &&
                          reread.castling == board.castling;
    move_undo(&board, move, undo);
    return sound && same_key && position_is_same(board, before);
}

bool null_undo_is_clean(Board& board) {
    const Board before = board;
    Undo undo = poisoned_undo();
    move_make_null(&board, &undo);
    Board reread;
    const bool sound = board_is_ok(board) && board.turn != before.turn &&
                       board.en_passant == SQ_NONE && board.castling == before.castling &&
                       position_reread(board, &reread) && reread.key == board.key;
    move_undo_null(&board, undo);
    return sound && position_is_same(board, before);
}

} // namespace

TEST_CASE("move_make: squares, rights and counters after a move") {
    for (const MakeRow& row : MAKE_ROWS) check_make(row);
}

TEST_CASE("move_make, move_undo: every move of random games, restored byte for byte") {
    Tally tally;
    tally.seed = SEED;
    int castled = 0, en_passant = 0, promoted = 0;
    playout_visit(SEED, GAMES, PLIES, [&](Board& board) {
        for (const Move move : position_moves(board)) {
            castled += move_is_castle(move);
            en_passant += move_is_en_passant(move);
            promoted += move_is_promotion(move);
            tally_add(&tally, make_undo_is_clean(board, move),
                      [&] { return describe(board, move); });
        }
    });
    tally_check(tally, 100000);
    CHECK(castled > 50);
    CHECK(en_passant > 50);
    CHECK(promoted > 1000);
}

TEST_CASE("move_undo: takes back whole games") {
    Dice dice = {SEED};
    Tally tally;
    tally.seed = SEED;
    for (const std::string fen : PLAYOUT_STARTS) {
        Board board = position_make(fen);
        const Board start = board;
        std::vector<Move> moves;
        std::vector<Undo> undos;
        for (int ply = 0; ply < 150; ++ply) {
            const std::vector<Move> legal = position_moves(board);
            if (legal.empty()) break;
            moves.push_back(legal[size_t(dice_roll(&dice, int(legal.size())))]);
            undos.push_back(poisoned_undo());
            move_make(&board, moves.back(), &undos.back());
        }
        for (; !moves.empty(); moves.pop_back(), undos.pop_back())
            move_undo(&board, moves.back(), undos.back());
        tally_add(&tally, position_is_same(board, start), [&] { return fen; });
    }
    tally_check(tally, 12);
}

TEST_CASE("move_make_null, move_undo_null: the board is restored byte for byte") {
    Tally tally;
    tally.seed = SEED;
    playout_visit(SEED, GAMES, PLIES, [&](Board& board) {
        if (position_in_check(board)) return;
        tally_add(&tally, null_undo_is_clean(board), [&] { return fen_write(board); });
    });
    tally_check(tally, 4000);
    Board board = position_make("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    CHECK(null_undo_is_clean(board));
}

TEST_CASE("move_make: the key does not depend on the order of moves") {
    Board one = position_make(FEN_START), other = one;
    for (const char* text : {"e2e3", "e7e6", "g1f3"}) one = after(one, position_move(one, text));
    for (const char* text : {"g1f3", "e7e6", "e2e3"})
        other = after(other, position_move(other, text));
    CHECK(one.key == other.key);
    CHECK(one.pawn_key == other.pawn_key);
    for (const char* text : {"b8c6", "f3g1", "c6b8", "g1f3"})
        one = after(one, position_move(one, text));
    CHECK(one.key == other.key);
}

// ---- generation ----

namespace {

// Returns true if move_gen.h counts the move among the captures, false for quiet moves.
bool belongs_to_captures(const Board& board, Move move) {
    return move_is_promotion(move) ? move_promotion(move) == QUEEN
                                   : move_victim(board, move) != NO_PIECE;
}

bool stages_are_right(const Board& board) {
    const Pins pins = position_pins(board);
    MoveList captures, quiets, legal;
    captures.count = quiets.count = 0;
    legal.count = 77; // move_gen_legal() replaces the list
    move_gen_captures(board, pins, &captures);
    move_gen_quiets(board, pins, &quiets);
    move_gen_legal(board, pins, &legal);
    for (const Move move : to_vector(captures))
        if (!belongs_to_captures(board, move)) return false;
    for (const Move move : to_vector(quiets))
        if (belongs_to_captures(board, move)) return false;
    std::vector<Move> both = to_vector(captures);
    both.insert(both.end(), quiets.move, quiets.move + quiets.count);
    return moves_sorted(both) == moves_sorted(to_vector(legal));
}

bool has_duplicates(const Board& board) {
    const std::vector<Move> moves = moves_sorted(position_moves(board));
    return std::adjacent_find(moves.begin(), moves.end()) != moves.end();
}

bool leaves_king_safe(const Board& board, Move move) {
    Board next = after(board, move);
    next.turn = board.turn;
    return !position_in_check(next);
}

struct EvasionRow {
    const char* fen;
    const char* moves; // sorted coordinate texts
};

constexpr EvasionRow EVASION_ROWS[] = {
    // Double check: only king moves are legal, although each check alone could be parried
    // otherwise.
    {"3qk3/2n5/5N2/8/1b6/8/8/4R2K b - - 0 1", "e8f7 e8f8"},
    // A knight's check cannot be blocked; the knight can be captured.
    {"3rk3/8/8/8/8/3n4/5PPP/3RK3 w - - 0 1", "d1d3 e1d2 e1e2 e1f1"},
    {"7k/8/8/8/8/8/5nPP/6RK w - - 0 1", ""},
    {"7k/8/8/8/8/8/5nPP/5RRK w - - 0 1", "f1f2"},
    // An en passant capture takes the checking piece or blocks its line.
    {"1r5k/8/4p3/3pP3/2K5/7r/8/6b1 w - d6 0 1", "e5d6"},
    {"8/8/8/2PpP3/4K3/8/8/k6r w - d6 0 1", "c5d6 e4d3 e4d4 e4d5 e4e3 e4f3 e4f4 e4f5 e5d6"},
    {"7k/8/K6r/3pP3/8/8/8/8 w - d6 0 1", "a6a5 a6a7 a6b5 a6b7 e5d6 e5e6"},
    // Pawns block with one step and with two, but not through a piece.
    {"8/8/1k6/8/8/K6r/1PP1P1P1/8 w - - 0 1", "a3a2 a3a4 a3b4 b2b3 c2c3 e2e3 g2g3 g2h3"},
    {"8/8/8/8/K6r/2p3p1/1PP1P1P1/7k w - - 0 1", "a4a3 a4a5 a4b3 a4b5 b2b4 e2e4"},
    {"8/6p1/2pp1p2/R6k/8/8/8/K7 b - - 0 1", "c6c5 d6d5 f6f5 g7g5 h5g4 h5g6 h5h4 h5h6"},
    // Promotions that capture the checking piece or block its line.
    {"r6K/1P4P1/8/8/8/8/8/k7 w - - 0 1",
     "b7a8b b7a8n b7a8q b7a8r b7b8b b7b8n b7b8q b7b8r g7g8b g7g8n g7g8q g7g8r h8h7"},
    // A pinned piece cannot parry a check.
    {"4r2k/8/8/8/8/8/4R3/r3K3 w - - 0 1", "e1d2 e1f2"},
    // The king cannot move back along the line of the check.
    {"4k3/8/8/8/4K2r/8/8/8 w - - 0 1", "e4d3 e4d5 e4e3 e4e5 e4f3 e4f5"},
    // No castling out of check.
    {"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "e1d1 e1e2 e1f1"},
};

std::string evasions_of(const Board& board) {
    MoveList list;
    list.count = 1; // the generators append
    list.move[0] = MOVE_NULL;
    move_gen_evasions(board, position_pins(board), &list);
    CHECK(list.move[0] == MOVE_NULL);
    std::set<std::string> texts;
    for (int i = 1; i < list.count; ++i) texts.insert(notation_coordinate(list.move[i]));
    CHECK(texts.size() == size_t(list.count - 1));
    std::string joined;
    for (const std::string& text : texts) joined += (joined.empty() ? "" : " ") + text;
    return joined;
}

} // namespace

TEST_CASE("move_gen: captures and quiet moves together are exactly the legal moves") {
    Tally tally;
    tally.seed = SEED;
    playout_visit(SEED, GAMES, PLIES, [&](const Board& board) {
        if (position_in_check(board)) return;
        tally_add(&tally, stages_are_right(board), [&] { return fen_write(board); });
    });
    tally_check(tally, 4000);
}

TEST_CASE("move_gen: no duplicates and no move that leaves the king in check") {
    Tally tally;
    tally.seed = SEED;
    playout_visit(SEED, GAMES, PLIES, [&](const Board& board) {
        tally_add(&tally, !has_duplicates(board), [&] { return fen_write(board); });
        for (const Move move : position_moves(board))
            tally_add(&tally, leaves_king_safe(board, move), [&] { return describe(board, move); });
    });
    tally_check(tally, 100000);
}

TEST_CASE("move_gen: evasions of known positions") {
    for (const EvasionRow& row : EVASION_ROWS) {
        const Board board = position_make(row.fen);
        INFO(std::string(row.fen));
        REQUIRE(position_in_check(board));
        CHECK(evasions_of(board) == std::string(row.moves));
    }
}

// ---- legality of arbitrary moves ----

namespace {

constexpr int ALL_VALUES = 1 << 16;

// Positions of random games, some of them in check, and some special positions.
std::vector<Board> sample_boards(size_t count) {
    std::vector<Board> boards;
    int seen = 0;
    playout_visit(SEED + 1, 60, PLIES, [&](const Board& board) {
        const bool special = board.en_passant != SQ_NONE || position_in_check(board);
        if (boards.size() < count && ++seen % (special ? 5 : 23) == 0) boards.push_back(board);
    });
    for (const EvasionRow& row : EVASION_ROWS) boards.push_back(position_make(row.fen));
    for (const std::string fen : PLAYOUT_STARTS) boards.push_back(position_make(fen));
    return boards;
}

bool agrees_on_every_value(const Board& board, int* wrong) {
    const Pins pins = position_pins(board);
    std::vector<bool> legal(ALL_VALUES);
    for (const Move move : position_moves(board)) legal[move] = true;
    for (int value = 0; value < ALL_VALUES; ++value)
        if (move_is_legal(board, pins, Move(value)) != legal[size_t(value)]) {
            *wrong = value;
            return false;
        }
    return true;
}

} // namespace

TEST_CASE("move_is_legal: correct for all 65536 values") {
    Tally tally;
    tally.seed = SEED + 1;
    int wrong = 0;
    for (const Board& board : sample_boards(40))
        tally_add(&tally, agrees_on_every_value(board, &wrong),
                  [&] { return fen_write(board) + " value " + std::to_string(wrong); });
    for (const char* fen :
         {"r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "r2k3r/8/8/8/8/8/8/R3K2R b Kq - 0 1"})
        tally_add(&tally, agrees_on_every_value(position_make(fen, FEN_WILD), &wrong),
                  [&] { return std::string(fen) + " value " + std::to_string(wrong); });
    tally_check(tally, 60);
}

TEST_CASE("move_is_legal: correct for moves that were legal in another position") {
    Tally tally;
    tally.seed = SEED;
    std::set<Move> seen;
    playout_visit(SEED, 60, PLIES, [&](const Board& board) {
        const std::vector<Move> legal = position_moves(board);
        const Pins pins = position_pins(board);
        for (const Move move : seen)
            tally_add(&tally,
                      move_is_legal(board, pins, move) ==
                          (std::find(legal.begin(), legal.end(), move) != legal.end()),
                      [&] { return describe(board, move); });
        seen.insert(legal.begin(), legal.end());
        while (seen.size() > 200) seen.erase(seen.begin());
    });
    tally_check(tally, 100000);
}

// ---- checks ----

namespace {

// Returns true if move_gives_check() is right. For castling and en passant the function may miss a
// check.
bool check_is_foreseen(const Board& board, Move move) {
    const bool said = move_gives_check(board, move);
    const bool is = position_in_check(after(board, move));
    if (move_is_castle(move) || move_is_en_passant(move)) return is || !said;
    return said == is;
}

} // namespace

TEST_CASE("move_gives_check: agrees with making the move") {
    Tally tally;
    tally.seed = SEED;
    int checks = 0;
    playout_visit(SEED, GAMES, PLIES, [&](const Board& board) {
        for (const Move move : position_moves(board)) {
            checks += move_gives_check(board, move);
            tally_add(&tally, check_is_foreseen(board, move),
                      [&] { return describe(board, move); });
        }
    });
    tally_check(tally, 100000);
    CHECK(checks > 1000);
}

TEST_CASE("move_gives_check: direct, discovered, by promotion and en passant") {
    const auto gives = [](const char* fen, const char* text) {
        const Board board = position_make(fen);
        return move_gives_check(board, position_move(board, text));
    };
    CHECK(gives("3k4/8/8/8/8/8/8/K2R4 b - - 0 1", "d8e8") == false);
    CHECK(gives("3k4/8/8/8/3N4/8/8/K2R4 w - - 0 1", "d4b3"));
    CHECK_FALSE(gives("3k4/8/3p4/8/3N4/8/8/K2R4 w - - 0 1", "d4b3"));
    CHECK(gives("3k4/8/8/8/3K4/8/8/3R4 w - - 0 1", "d4e4"));
    CHECK_FALSE(gives("3k4/8/8/8/3K4/8/8/3R4 w - - 0 1", "d4d5"));
    CHECK(gives("3k4/1P6/8/8/8/8/8/K7 w - - 0 1", "b7b8q"));
    CHECK_FALSE(gives("3k4/1P6/8/8/8/8/8/K7 w - - 0 1", "b7b8n"));
    CHECK(gives("8/1Pk5/8/8/8/8/8/K7 w - - 0 1", "b7b8q"));
    CHECK(gives("8/1P1k4/8/8/8/8/8/K7 w - - 0 1", "b7b8n"));
    // The new queen attacks through the square that its pawn has left.
    CHECK(gives("8/1P6/8/1k6/8/8/8/K7 w - - 0 1", "b7b8r"));
    CHECK(gives("8/2k5/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"));
}
