#include "engine/board/board.h"

#include <cstring>
#include <initializer_list>

void board_clear(Board* board) {
    std::memset(static_cast<void*>(board), 0, sizeof *board);
    for (int i = 0; i < 256; ++i)
        if (!square_is_ok(Square(i))) board->piece[i] = PIECE_BORDER;
    board->turn = WHITE;
    board->castling = CASTLING_NONE;
    board->en_passant = SQ_NONE;
    board->move_number = 1;
}

void board_grant_castling(Board* board, Castling right, Move castle) {
    const Square king = move_from(castle), rook = move_to(castle);
    board->castling = Castling(board->castling | right);
    for (int i = 0; i < CASTLING_RIGHTS; ++i)
        if (right == 1 << i) board->castle[i] = castle;
    board->castle_mask[king] = uint8_t(board->castle_mask[king] | right);
    board->castle_mask[rook] = uint8_t(board->castle_mask[rook] | right);
}

void board_refresh(Board* board) {
    board->key = HASH.castling[board->castling] ^ (board->turn == BLACK ? HASH.turn : 0);
    if (board->en_passant != SQ_NONE) board->key ^= HASH.en_passant[square_file(board->en_passant)];
    board->pawn_key = board->piece_key[WHITE] = board->piece_key[BLACK] = 0;
    for (int i = 0; i < 64; ++i) {
        const Square square = square_from64(i);
        const Piece piece = board->piece[square];
        if (piece != NO_PIECE) board_toggle_keys(board, piece, square);
    }
}

namespace {

bool lists_are_ok(const Board& board) {
    int listed = 0;
    for (int piece = WHITE_PAWN; piece <= BLACK_KING; ++piece) {
        for (int i = 0; i < board.count[piece]; ++i) {
            const Square square = board.list[piece][i];
            if (!square_is_ok(square) || board.piece[square] != piece) return false;
            if (board.slot[square] != i) return false;
            ++listed;
        }
    }
    for (int i = 0; i < 64; ++i)
        if (board.piece[square_from64(i)] != NO_PIECE) --listed;
    return listed == 0;
}

// True if only moves from or to the squares of king and rook lose this castling right.
bool mask_is_ok(const Board& board, int right, Square king) {
    for (int i = 0; i < 64; ++i) {
        const Square square = square_from64(i);
        const bool takes = board.castle_mask[square] >> right & 1;
        if (takes != (square == king || square == move_to(board.castle[right]))) return false;
    }
    return true;
}

bool castling_is_ok(const Board& board) {
    for (int i = 0; i < CASTLING_RIGHTS; ++i) {
        if (!(board.castling & 1 << i)) continue;
        const Colour colour = castling_colour(i);
        const Square rook = move_to(board.castle[i]);
        if (!square_is_ok(rook) || board.piece[rook] != piece_make(colour, ROOK)) return false;
        const Square king = board_king(board, colour);
        if (king != move_from(board.castle[i])) return false;
        if (square_rank(king) != square_rank(rook) || (rook > king) != castling_is_king_side(i))
            return false;
        if (!mask_is_ok(board, i, king)) return false;
    }
    return true;
}

} // namespace

bool board_is_ok(const Board& board) {
    Board fresh = board;
    board_refresh(&fresh);
    return board.count[WHITE_KING] == 1 && board.count[BLACK_KING] == 1 && lists_are_ok(board) &&
           castling_is_ok(board) && board.key == fresh.key && board.pawn_key == fresh.pawn_key &&
           board.piece_key[WHITE] == fresh.piece_key[WHITE] &&
           board.piece_key[BLACK] == fresh.piece_key[BLACK];
}

int board_pieces_value(const Board& board, Colour colour) {
    int sum = 0;
    for (int type = KNIGHT; type <= QUEEN; ++type)
        sum += PIECE_VALUE[type] * board.count[piece_make(colour, PieceType(type))];
    return sum;
}

bool board_is_dead(const Board& board) {
    int minors = 0;
    int shades = 0; // bit 0: a bishop on a dark square, bit 1: on a light one
    for (const Colour colour : {WHITE, BLACK}) {
        if (board.count[piece_make(colour, PAWN)] || board.count[piece_make(colour, ROOK)] ||
            board.count[piece_make(colour, QUEEN)])
            return false;
        const Piece bishop = piece_make(colour, BISHOP);
        minors += board.count[piece_make(colour, KNIGHT)] + board.count[bishop];
        for (int i = 0; i < board.count[bishop]; ++i)
            shades |= 1 << square_shade(board.list[bishop][i]);
    }
    const bool knights = board.count[WHITE_KNIGHT] || board.count[BLACK_KNIGHT];
    return minors <= 1 || (!knights && shades != 3);
}
