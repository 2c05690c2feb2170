#include "engine/board/attack.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

#include "engine/board/fen.h"
#include "engine/board/move_do.h"
#include "test/helpers.h"

namespace {

constexpr uint64_t SEED = 0xa77ac4;
constexpr int POSITIONS = 4000;

// ---- reference: attacks by counting files and ranks, square by square ----

int sign(int n) {
    return (n > 0) - (n < 0);
}

struct Way {
    int files, ranks; // from attacker to target
};

Way way_between(Square from, Square to) {
    return {square_file(to) - square_file(from), square_rank(to) - square_rank(from)};
}

bool naive_could_attack(Piece piece, Square from, Square to) {
    const Way way = way_between(from, to);
    const int wide = std::abs(way.files), high = std::abs(way.ranks);
    const bool straight = (wide == 0) != (high == 0), diagonal = wide == high && wide != 0;
    switch (piece_type(piece)) {
    case PAWN:
        return wide == 1 && way.ranks == (piece_colour(piece) == WHITE ? 1 : -1);
    case KNIGHT:
        return wide * high == 2;
    case BISHOP:
        return diagonal;
    case ROOK:
        return straight;
    case QUEEN:
        return straight || diagonal;
    case KING:
        return std::max(wide, high) == 1;
    default:
        return false;
    }
}

bool naive_is_clear(const Board& board, Square from, Square to, Square ignore) {
    const Way way = way_between(from, to);
    int file = square_file(from) + sign(way.files), rank = square_rank(from) + sign(way.ranks);
    for (; file != square_file(to) || rank != square_rank(to);
         file += sign(way.files), rank += sign(way.ranks)) {
        const Square square = square_make(file, rank);
        if (board.piece[square] != NO_PIECE && square != ignore) return false;
    }
    return true;
}

bool naive_attacks(const Board& board, Square from, Square to, Square ignore) {
    const Piece piece = board.piece[from];
    return naive_could_attack(piece, from, to) &&
           (piece_type(piece) == KNIGHT || naive_is_clear(board, from, to, ignore));
}

int naive_attackers(const Board& board, Square to, Colour by, Square ignore = SQ_NONE) {
    int count = 0;
    for (int i = 0; i < 64; ++i) {
        const Square from = square_from64(i);
        count += piece_is(board.piece[from], by) && naive_attacks(board, from, to, ignore);
    }
    return count;
}

// ---- test positions ----

template <typename Visit> void each_random_position(Visit visit) {
    Dice dice = {SEED};
    for (int i = 0; i < POSITIONS; ++i) visit(position_make(position_random_fen(&dice)));
}

std::string square_text(Square square) {
    return {char('a' + square_file(square)), char('1' + square_rank(square))};
}

constexpr Square sq(char file, int rank) {
    return square_make(file - 'a', rank - 1);
}

} // namespace

TEST_CASE("attack: the difference table agrees with the reference for all pieces and squares") {
    Tally tally;
    for (int piece = WHITE_PAWN; piece <= BLACK_KING; ++piece) {
        if (piece_from_letter(piece_letter(Piece(piece))) == NO_PIECE) continue;
        for (int i = 0; i < 64; ++i)
            for (int j = 0; j < 64; ++j) {
                const Square from = square_from64(i), to = square_from64(j);
                const bool good = attack_is_possible(Piece(piece), from, to) ==
                                  naive_could_attack(Piece(piece), from, to);
                tally_add(&tally, good, [&] {
                    return piece_letter(Piece(piece)) + square_text(from) + square_text(to);
                });
            }
    }
    tally_check(tally, 12 * 64 * 64);
}

TEST_CASE("attack_step: the step between two squares on a line, else STEP_NONE") {
    Tally tally;
    for (int i = 0; i < 64; ++i)
        for (int j = 0; j < 64; ++j) {
            const Square from = square_from64(i), to = square_from64(j);
            const Way way = way_between(from, to);
            const bool line = naive_could_attack(WHITE_QUEEN, from, to);
            const int step = line ? 16 * sign(way.ranks) + sign(way.files) : STEP_NONE;
            tally_add(&tally, attack_step(from, to) == step,
                      [&] { return square_text(from) + square_text(to); });
        }
    tally_check(tally, 64 * 64);
}

TEST_CASE("attack_path_is_clear: pieces on the two ends and on the ignored square do not block") {
    const Board board = position_make("4k3/8/8/8/1P3p2/8/8/R3K2R w KQ - 0 1");
    CHECK(attack_path_is_clear(board, SQ_A1, SQ_E1));
    CHECK_FALSE(attack_path_is_clear(board, SQ_A1, SQ_H1));
    CHECK(attack_path_is_clear(board, SQ_A1, SQ_H1, SQ_E1));
    CHECK(attack_path_is_clear(board, sq('b', 4), sq('f', 4)));
    CHECK_FALSE(attack_path_is_clear(board, sq('a', 4), sq('f', 4)));
    CHECK_FALSE(attack_path_is_clear(board, sq('a', 4), sq('g', 4), sq('b', 4)));
    CHECK(attack_path_is_clear(board, SQ_A1, SQ_H8));
    CHECK(attack_path_is_clear(board, SQ_A1, SQ_B1));
}

TEST_CASE("attack_is_attacked: agrees with the reference on random positions") {
    Tally tally;
    tally.seed = SEED;
    each_random_position([&](const Board& board) {
        for (int i = 0; i < 64; ++i)
            for (const Colour by : {WHITE, BLACK}) {
                const Square square = square_from64(i);
                const bool good = attack_is_attacked(board, square, by) ==
                                  (naive_attackers(board, square, by) > 0);
                tally_add(&tally, good,
                          [&] { return square_text(square) + " in " + fen_write(board); });
            }
    });
    tally_check(tally, POSITIONS * 128);
}

TEST_CASE("attack_is_attacked: the ignored king does not shield the squares behind it") {
    Tally tally;
    tally.seed = SEED;
    each_random_position([&](const Board& board) {
        const Square king = board_king(board, board.turn);
        const Colour them = colour_opposite(board.turn);
        for (int i = 0; i < 64; ++i) {
            const Square square = square_from64(i);
            if (square == king) continue;
            const bool good = attack_is_attacked(board, square, them, king) ==
                              (naive_attackers(board, square, them, king) > 0);
            tally_add(&tally, good,
                      [&] { return square_text(square) + " in " + fen_write(board); });
        }
    });
    tally_check(tally, POSITIONS * 63);
    const Board board = position_make("4k3/8/8/8/r2K4/8/8/8 w - - 0 1");
    CHECK_FALSE(attack_is_attacked(board, sq('e', 4), BLACK));
    CHECK(attack_is_attacked(board, sq('e', 4), BLACK, sq('d', 4)));
}

TEST_CASE("attack_in_check: tells only whether the side to move is in check") {
    Tally tally;
    tally.seed = SEED;
    each_random_position([&](const Board& board) {
        tally_add(&tally, attack_in_check(board) == position_in_check(board),
                  [&] { return fen_write(board); });
    });
    tally_check(tally, POSITIONS);
}

// ---- pins ----

namespace {

// A piece is pinned if removing it from the board adds a check.
Step naive_pin(const Board& board, Square square) {
    const Colour them = colour_opposite(board.turn);
    const Square king = board_king(board, board.turn);
    if (square == king || !piece_is(board.piece[square], board.turn)) return STEP_NONE;
    if (naive_attackers(board, king, them, square) == naive_attackers(board, king, them))
        return STEP_NONE;
    const Way way = way_between(king, square);
    return Step(16 * sign(way.ranks) + sign(way.files));
}

bool pins_are_right(const Board& board) {
    Pins pins;
    attack_find_pins(board, &pins);
    const Colour them = colour_opposite(board.turn);
    const Square king = board_king(board, board.turn);
    const int checkers = naive_attackers(board, king, them);
    if (std::min(pins.checkers, 2) != std::min(checkers, 2)) return false;
    if (checkers == 0 ? pins.checker != SQ_NONE
                      : !piece_is(board.piece[pins.checker], them) ||
                            !naive_attacks(board, pins.checker, king, SQ_NONE))
        return false;
    for (int i = 0; i < 64; ++i)
        if (pins.line[square_from64(i)] != naive_pin(board, square_from64(i))) return false;
    return true;
}

} // namespace

TEST_CASE("attack_find_pins: agrees with the reference on random positions") {
    Tally tally;
    tally.seed = SEED;
    each_random_position([&](const Board& board) {
        tally_add(&tally, pins_are_right(board), [&] { return fen_write(board); });
    });
    playout_visit(SEED, 60, 60, [&](const Board& board) {
        tally_add(&tally, pins_are_right(board), [&] { return fen_write(board); });
    });
    tally_check(tally, POSITIONS + 1000);
}

TEST_CASE("attack_find_pins: finds pins on all lines, and no pin if two pieces are in between") {
    const Board board = position_make("3q3k/8/1q3q2/2NPB3/q1RK1Q1q/2PNP3/1q6/3q4 w - - 0 1");
    Pins pins;
    attack_find_pins(board, &pins);
    CHECK(pins.checkers == 0);
    CHECK(pins.checker == SQ_NONE);
    CHECK(pins.line[sq('d', 5)] == STEP_N);
    CHECK(pins.line[sq('e', 5)] == STEP_NE);
    CHECK(pins.line[sq('f', 4)] == STEP_E);
    CHECK(pins.line[sq('e', 3)] == STEP_NONE);
    CHECK(pins.line[sq('d', 3)] == STEP_S);
    CHECK(pins.line[sq('c', 3)] == STEP_SW);
    CHECK(pins.line[sq('c', 4)] == STEP_W);
    CHECK(pins.line[sq('c', 5)] == STEP_NW);
    const Board shielded = position_make("3r3k/8/3P4/3N4/3K4/3p4/8/3r4 w - - 0 1");
    attack_find_pins(shielded, &pins);
    for (int i = 0; i < 64; ++i) CHECK(pins.line[square_from64(i)] == STEP_NONE);
}

TEST_CASE("attack_find_pins: tells single and double checks, and which piece gives check") {
    const auto find = [](const char* fen) {
        Pins pins;
        attack_find_pins(position_make(fen), &pins);
        return pins;
    };
    CHECK(find("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1").checker == sq('d', 2));
    CHECK(find("4k3/8/8/8/8/3n4/8/4K3 w - - 0 1").checker == sq('d', 3));
    CHECK(find("4k3/8/8/8/1b6/8/8/4K3 w - - 0 1").checker == sq('b', 4));
    CHECK(find("4k3/8/8/8/1b6/8/8/4K3 w - - 0 1").checkers == 1);
    CHECK(find("4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1").checkers == 0);
    CHECK(find("4k3/4r3/8/8/1b6/8/8/4K3 w - - 0 1").checkers == 2);
    CHECK(find("4k3/4r3/8/8/8/3n4/8/4K3 w - - 0 1").checkers == 2);
}

// ---- en passant ----

namespace {

// Makes the en passant capture and returns true if it does not leave the king in check.
bool naive_en_passant(const Board& board, Square from, Square to) {
    Board next = board;
    Undo undo;
    move_make(&next, move_make_en_passant(from, to), &undo);
    return naive_attackers(next, board_king(next, board.turn), next.turn) == 0;
}

// Returns random pieces around a pawn that has just been pushed two squares and a pawn that may
// capture it.
bool random_en_passant(Dice* dice, Board* board, Square* from, Square* to) {
    *board = position_make(position_random_fen(dice));
    const bool white = board->turn == WHITE;
    const int file = dice_roll(dice, 8), beside = file + (dice_roll(dice, 2) ? 1 : -1);
    if (beside < 0 || beside > 7) return false;
    const Square pushed = square_make(file, white ? RANK_5 : RANK_4);
    *from = square_make(beside, white ? RANK_5 : RANK_4);
    *to = square_make(file, white ? RANK_6 : RANK_3);
    const Square origin = square_make(file, white ? RANK_7 : RANK_2);
    for (const Square square : {pushed, *from, *to, origin})
        if (board->piece[square] != NO_PIECE) return false;
    const Piece pawn = piece_make(board->turn, PAWN);
    const Piece victim = piece_make(colour_opposite(board->turn), PAWN);
    if (board->count[pawn] > 7 || board->count[victim] > 7) return false;
    board_put(board, pawn, *from);
    board_put(board, victim, pushed);
    board_refresh(board);
    return true;
}

} // namespace

TEST_CASE("attack_en_passant_is_legal: agrees with making the capture in random positions") {
    Dice dice = {SEED};
    Tally tally;
    tally.seed = SEED;
    int illegal = 0;
    for (int i = 0; i < 20000; ++i) {
        Board board;
        Square from, to;
        if (!random_en_passant(&dice, &board, &from, &to)) continue;
        const bool legal = naive_en_passant(board, from, to);
        illegal += !legal;
        tally_add(&tally, attack_en_passant_is_legal(board, from, to) == legal,
                  [&] { return square_text(from) + square_text(to) + " in " + fen_write(board); });
    }
    tally_check(tally, 5000);
    CHECK(illegal > 500);
}

TEST_CASE("attack_en_passant_is_usable: true if at least one en passant capture is legal") {
    const auto usable = [](const char* fen) {
        return attack_en_passant_is_usable(position_make(fen), sq('d', 6));
    };
    CHECK(usable("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
    CHECK(usable("4k3/8/8/2Pp4/8/8/8/4K3 w - - 0 1"));
    CHECK(usable("4r2k/8/8/2PpP3/8/8/8/4K3 w - - 0 1"));
    CHECK_FALSE(usable("4r2k/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
    CHECK_FALSE(usable("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"));
    CHECK_FALSE(usable("4k3/8/8/1P1p1P2/8/8/8/4K3 w - - 0 1"));
    CHECK_FALSE(usable("4k3/8/8/3pN3/8/8/8/4K3 w - - 0 1"));
}
