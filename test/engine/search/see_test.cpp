#include "engine/search/see.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "engine/board/attack.h"
#include "engine/board/fen.h"
#include "engine/board/move_do.h"
#include "engine/board/notation.h"
#include "test/helpers.h"

namespace {

constexpr uint64_t SEED = 0x5ee;

constexpr int P = PIECE_VALUE[PAWN], N = PIECE_VALUE[KNIGHT], B = PIECE_VALUE[BISHOP],
              R = PIECE_VALUE[ROOK], Q = PIECE_VALUE[QUEEN];

struct Row {
    const char* fen;
    const char* move;
    int value;
};

constexpr Row ROWS[] = {
    // Captures of an undefended piece.
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", P},
    {"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", Q},
    {"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", P},
    {"4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1", "e3d5", R},
    {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", P},
    // One recapture.
    {"4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", P - P},
    {"4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", P - R},
    {"4k3/8/4p3/3n4/8/8/8/3QK3 w - - 0 1", "d1d5", N - Q},
    {"4k3/8/4p3/3b4/4P3/8/8/4K3 w - - 0 1", "e4d5", B - P},
    {"3rk3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", P - R},
    // A recapture is possible, but would lose more than it wins.
    {"3qk3/8/8/3p4/4P3/8/8/3RK3 w - - 0 1", "e4d5", P},
    {"3rk3/8/8/3n4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", N},
    {"4k3/8/2p5/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", P},
    {"3qk3/8/8/3r4/8/8/3R4/3RK3 w - - 0 1", "d2d5", R},
    // X-rays through another attacker, for both sides: on files and diagonals, and behind pawns.
    {"3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P},
    {"3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P - R},
    {"3rk3/3r4/8/3p4/3R4/8/3R4/3RK3 w - - 0 1", "d4d5", P},
    {"7k/6q1/5b2/8/3p4/8/1B6/Q6K w - - 0 1", "b2d4", P - B},
    {"7k/6b1/8/4p3/8/8/1B6/Q6K w - - 0 1", "b2e5", P},
    {"q6k/1b6/8/3n4/4P3/5B2/8/7K w - - 0 1", "e4d5", N - P + B - B},
    {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", P - N},
    // The queen behind its rook captures last.
    {"3rk3/8/8/3p4/8/8/3Q4/3RK3 w - - 0 1", "d2d5", P - Q + R},
    {"4k3/8/8/3p4/8/8/8/3RK2b w - - 0 1", "d1d5", P - R},
    // The least valuable piece captures first.
    {"3rk3/8/4p3/3n4/4P3/2N5/8/3QK3 w - - 0 1", "e4d5", N},
    {"3qk3/8/2p1p3/3n4/8/2N5/8/4K3 w - - 0 1", "c3d5", N - N},
    // Kings capture undefended pieces only.
    {"8/8/8/3k4/4P3/8/8/4K3 b - - 0 1", "d5e4", P},
    {"8/8/4k3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", P - R},
    {"8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P},
    {"4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1d2", R},
    {"8/8/4k3/3p4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", P},
    {"8/8/4k3/3p4/2P5/8/8/3RK3 w - - 0 1", "c4d5", P},
    {"8/8/4k3/3p4/2P5/8/8/4K3 w - - 0 1", "c4d5", P - P},
    {"8/2k5/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", P},
    // En passant removes a pawn from another square, so that lines open through two squares.
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", P},
    {"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", P - P},
    {"3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", P},
    {"4k3/2p5/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", P},
    {"3rk3/2p5/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", P - P},
    // Promotions, some with a new piece that can be captured.
    {"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", Q - P},
    {"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8r", R - P},
    {"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8n", N - P},
    {"2r4k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -P},
    {"2r4k/P7/8/8/8/8/8/RK6 w - - 0 1", "a7a8q", Q - P - Q + R},
    {"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", N + Q - P},
    {"1nr4k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", N - P},
    {"1nr4k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8n", N - P},
    {"1nr4k/P7/8/8/8/8/8/KR6 w - - 0 1", "a7b8n", N + N - P},
    // Quiet moves to a safe, an attacked and a defended square.
    {"4k3/8/8/3p4/8/8/4N3/4K3 w - - 0 1", "e2g3", 0},
    {"4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3c4", -N},
    {"4k3/8/8/3p4/8/3PN3/8/4K3 w - - 0 1", "e3c4", P - N},
    {"4k3/8/8/3p4/8/3Q4/8/4K3 w - - 0 1", "d3c4", -Q},
    {"4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1", "e2e4", -P},
    {"4k3/8/8/3p4/8/3P4/4P3/4K3 w - - 0 1", "e2e4", 0},
    // Castling.
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0},
    {"4k3/8/8/8/2b5/8/8/R3K2R w KQ - 0 1", "e1c1", 0},
};

void check_value(const std::string& fen, const std::string& text, int value) {
    const Board board = position_make(fen);
    const Move move = position_move(board, text);
    INFO(text << " in " << fen << " is worth " << value);
    CHECK(see_at_least(board, move, value));
    CHECK_FALSE(see_at_least(board, move, value + 1));
    CHECK(see_at_least(board, move, value - 1));
    CHECK(see_at_least(board, move, -5000));
    CHECK_FALSE(see_at_least(board, move, 5000));
}

std::string mirror_move(std::string text) {
    text[1] = char('1' + '8' - text[1]);
    text[3] = char('1' + '8' - text[3]);
    return text;
}

} // namespace

TEST_CASE("see: known exchanges meet a threshold of their value and miss one higher by 1") {
    for (const Row& row : ROWS) check_value(row.fen, row.move, row.value);
}

TEST_CASE("see: known exchanges have the same value with colours exchanged") {
    for (const Row& row : ROWS)
        check_value(position_mirror(row.fen), mirror_move(row.move), row.value);
}

// ---- reference: exchanges played out on a board of letters ----

namespace {

struct Exchange {
    Piece piece[SQUARE_NB];
    Square target;
    bool doubtful; // two equal pieces could capture, or a pawn would promote: the result is not
                   // unique
};

int value_of(Piece piece) {
    return PIECE_VALUE[piece_type(piece)];
}

bool can_take(const Exchange& exchange, Square from, Colour side) {
    const Piece piece = exchange.piece[from];
    if (from == exchange.target || !piece_is(piece, side)) return false;
    if (!attack_is_possible(piece, from, exchange.target)) return false;
    if (!piece_is_slider(piece)) return true;
    const Step step = attack_step(from, exchange.target);
    for (Square square = from + step; square != exchange.target; square += step)
        if (exchange.piece[square] != NO_PIECE) return false;
    return true;
}

Square weakest(Exchange* exchange, Colour side) {
    Square found = SQ_NONE;
    for (int i = 0; i < 64; ++i) {
        const Square from = square_from64(i);
        if (!can_take(*exchange, from, side)) continue;
        const PieceType type = piece_type(exchange->piece[from]);
        if (found != SQ_NONE && type == piece_type(exchange->piece[found]))
            exchange->doubtful = true;
        if (found == SQ_NONE || type < piece_type(exchange->piece[found])) found = from;
    }
    return found;
}

// Returns what `side` gains by capturing, 0 if `side` should not capture.
int win_by_taking(Exchange* exchange, Colour side) {
    const Square from = weakest(exchange, side);
    if (from == SQ_NONE) return 0;
    const Piece taker = exchange->piece[from], taken = exchange->piece[exchange->target];
    const Colour other = colour_opposite(side);
    const Rank rank = square_rank(exchange->target);
    if (piece_type(taker) == PAWN && (rank == RANK_1 || rank == RANK_8)) exchange->doubtful = true;
    exchange->piece[from] = NO_PIECE;
    exchange->piece[exchange->target] = taker;
    if (piece_type(taker) == KING) {
        Exchange probe = *exchange;
        return weakest(&probe, other) == SQ_NONE ? value_of(taken) : 0;
    }
    return std::max(0, value_of(taken) - win_by_taking(exchange, other));
}

int exchange_value(const Board& board, Move move, bool* doubtful) {
    Exchange exchange;
    std::copy_n(board.piece, SQUARE_NB, exchange.piece);
    exchange.target = move_to(move);
    exchange.doubtful = false;
    int gain = value_of(move_victim(board, move));
    exchange.piece[move_victim_square(move)] = NO_PIECE;
    Piece moved = board.piece[move_from(move)];
    if (move_is_promotion(move)) {
        moved = piece_make(board.turn, move_promotion(move));
        gain += value_of(moved) - P;
    }
    exchange.piece[move_from(move)] = NO_PIECE;
    exchange.piece[exchange.target] = moved;
    gain -= win_by_taking(&exchange, colour_opposite(board.turn));
    *doubtful = exchange.doubtful;
    return gain;
}

void add_exchanges(Tally* tally, const Board& board) {
    for (const Move move : position_moves(board)) {
        bool doubtful;
        if (move_is_castle(move)) continue;
        const int value = exchange_value(board, move, &doubtful);
        if (doubtful) continue;
        tally_add(tally, see_at_least(board, move, value) && !see_at_least(board, move, value + 1),
                  [&] {
                      return notation_coordinate(move) + " in " + fen_write(board) + " is worth " +
                             std::to_string(value);
                  });
    }
}

} // namespace

TEST_CASE("see: agrees with the reference on moves of random games") {
    Tally tally;
    tally.seed = SEED;
    playout_visit(SEED, 120, 60, [&](const Board& board) { add_exchanges(&tally, board); });
    tally_check(tally, 50000);
}

TEST_CASE("see: agrees with the reference on moves of random positions") {
    Dice dice = {SEED};
    Tally tally;
    tally.seed = SEED;
    for (int i = 0; i < 2000; ++i) add_exchanges(&tally, position_make(position_random_fen(&dice)));
    tally_check(tally, 20000);
}
