#include "engine/search/see.h"

#include <initializer_list>

#include "engine/board/attack.h"
#include "engine/board/move_do.h"

namespace {

// An exchange on one square. `gone` is the set of pieces that have taken part and no longer block
// other pieces.
struct Exchange {
    const Board& board;
    Square target;
    uint64_t gone[2];
};

void remove(Exchange* exchange, Square square) {
    exchange->gone[square >> 6] |= uint64_t(1) << (square & 63);
}

bool is_gone(const Exchange& exchange, Square square) {
    return exchange.gone[square >> 6] >> (square & 63) & 1;
}

bool way_is_clear(const Exchange& exchange, Square from) {
    const Step step = attack_step(from, exchange.target);
    for (Square square = from + step; square != exchange.target; square += step)
        if (exchange.board.piece[square] != NO_PIECE && !is_gone(exchange, square)) return false;
    return true;
}

// Looks at the two squares from which a pawn can capture, because the list of pawns is long.
Square pawn_attacker(const Exchange& exchange, Colour colour) {
    const int back = -square_forward(colour);
    for (const int side : {STEP_W, STEP_E}) {
        const Square from = exchange.target + (back + side);
        if (exchange.board.piece[from] == piece_make(colour, PAWN) && !is_gone(exchange, from))
            return from;
    }
    return SQ_NONE;
}

// The square of this side's least valuable remaining attacker, SQ_NONE if none remains.
Square least_attacker(const Exchange& exchange, Colour colour) {
    const Board& board = exchange.board;
    const Square pawn = pawn_attacker(exchange, colour);
    if (pawn != SQ_NONE) return pawn;
    for (int type = KNIGHT; type <= KING; ++type) {
        const Piece piece = piece_make(colour, PieceType(type));
        for (int i = 0; i < board.count[piece]; ++i) {
            const Square from = board.list[piece][i];
            if (!attack_is_possible(piece, from, exchange.target) || is_gone(exchange, from))
                continue;
            if (!piece_is_slider(piece) || way_is_clear(exchange, from)) return from;
        }
    }
    return SQ_NONE;
}

} // namespace

bool see_at_least(const Board& board, Move move, int threshold) {
    if (move_is_castle(move)) return threshold <= 0;
    const Square from = move_from(move);
    PieceType next = piece_type(board.piece[from]);
    int balance = PIECE_VALUE[piece_type(move_victim(board, move))] - threshold;
    if (move_is_promotion(move)) {
        next = move_promotion(move);
        balance += PIECE_VALUE[next] - PIECE_VALUE[PAWN];
    }
    if (balance < 0) return false;
    balance -= PIECE_VALUE[next];
    if (balance >= 0) return true;

    Exchange exchange = {board, move_to(move), {0, 0}};
    remove(&exchange, from);
    if (move_is_en_passant(move)) remove(&exchange, move_victim_square(move));
    const Colour mover = board.turn;
    Colour side = colour_opposite(mover);
    for (;;) {
        const Square attacker = least_attacker(exchange, side);
        if (attacker == SQ_NONE) break;
        remove(&exchange, attacker);
        const PieceType type = piece_type(board.piece[attacker]);
        side = colour_opposite(side);
        balance = -balance - 1 - PIECE_VALUE[type];
        if (balance < 0) continue;
        // A king cannot capture a defended piece.
        if (type == KING && least_attacker(exchange, side) != SQ_NONE) side = colour_opposite(side);
        break;
    }
    return side != mover;
}
