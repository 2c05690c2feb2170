#include "engine/board/move_do.h"

#include <cstdlib>
#include <initializer_list>

#include "engine/board/attack.h"

namespace {

void save(const Board& board, Undo* undo) {
    undo->key = board.key;
    undo->pawn_key = board.pawn_key;
    for (const Colour colour : {WHITE, BLACK}) undo->piece_key[colour] = board.piece_key[colour];
    undo->captured = NO_PIECE;
    undo->castling = board.castling;
    undo->en_passant = board.en_passant;
    undo->fifty = board.fifty;
}

void restore(Board* board, const Undo& undo) {
    board->key = undo.key;
    board->pawn_key = undo.pawn_key;
    for (const Colour colour : {WHITE, BLACK}) board->piece_key[colour] = undo.piece_key[colour];
    board->castling = undo.castling;
    board->en_passant = undo.en_passant;
    board->fifty = undo.fifty;
}

void clear_en_passant(Board* board) {
    if (board->en_passant == SQ_NONE) return;
    board->key ^= HASH.en_passant[square_file(board->en_passant)];
    board->en_passant = SQ_NONE;
}

// Called after a pawn's double push, when the opponent is to move. Sets the en passant square only
// if a legal capture exists, so that equal positions have equal keys.
void set_en_passant(Board* board, Square square) {
    if (!attack_en_passant_is_usable(*board, square)) return;
    board->en_passant = square;
    board->key ^= HASH.en_passant[square_file(square)];
}

void lose_castling(Board* board, Move move) {
    const int lost = board->castle_mask[move_from(move)] | board->castle_mask[move_to(move)];
    if (!(board->castling & lost)) return;
    board->key ^= HASH.castling[board->castling];
    board->castling = Castling(board->castling & ~lost);
    board->key ^= HASH.castling[board->castling];
}

// Takes off king and rook before putting either down: in Chess960 they may exchange squares.
void shift_both(Board* board, Square king_from, Square rook_from, Square king_to, Square rook_to) {
    const Piece king = board->piece[king_from], rook = board->piece[rook_from];
    const uint8_t rook_slot = board->slot[rook_from];
    board_take(board, king_from);
    board_take(board, rook_from);
    board_put(board, king, king_to);
    board_put_back(board, rook, rook_to, rook_slot);
}

void pass_turn(Board* board) {
    board->turn = colour_opposite(board->turn);
    board->key ^= HASH.turn;
}

void make_castle(Board* board, Move move) {
    const Square king_to = move_castle_king_to(move), rook_to = move_castle_rook_to(move);
    board_toggle_keys(board, board->piece[move_from(move)], move_from(move));
    board_toggle_keys(board, board->piece[move_to(move)], move_to(move));
    shift_both(board, move_from(move), move_to(move), king_to, rook_to);
    board_toggle_keys(board, board->piece[king_to], king_to);
    board_toggle_keys(board, board->piece[rook_to], rook_to);
}

void undo_castle(Board* board, Move move) {
    shift_both(board, move_castle_king_to(move), move_castle_rook_to(move), move_from(move),
               move_to(move));
}

void make_ordinary(Board* board, Move move, Undo* undo) {
    const Square from = move_from(move), to = move_to(move);
    const Square victim = move_victim_square(move);
    const Piece piece = board->piece[from];
    undo->captured = board->piece[victim];
    if (undo->captured != NO_PIECE) {
        undo->captured_slot = board->slot[victim];
        board_take(board, victim);
        board_toggle_keys(board, undo->captured, victim);
        board->fifty = 0;
    }
    if (piece_type(piece) == PAWN) board->fifty = 0;
    board_toggle_keys(board, piece, from);
    if (move_is_promotion(move)) {
        const Piece promoted = piece_make(piece_colour(piece), move_promotion(move));
        undo->pawn_slot = board->slot[from];
        board_take(board, from);
        board_put(board, promoted, to);
        board_toggle_keys(board, promoted, to);
    } else {
        board_shift(board, from, to);
        board_toggle_keys(board, piece, to);
    }
}

void undo_ordinary(Board* board, Move move, const Undo& undo) {
    const Square from = move_from(move), to = move_to(move);
    if (move_is_promotion(move)) {
        board_take(board, to);
        board_put_back(board, piece_make(board->turn, PAWN), from, undo.pawn_slot);
    } else {
        board_shift(board, to, from);
    }
    if (undo.captured != NO_PIECE)
        board_put_back(board, undo.captured, move_victim_square(move), undo.captured_slot);
}

bool is_double_push(Piece piece, Move move) {
    return piece_type(piece) == PAWN &&
           std::abs(int(move_to(move)) - int(move_from(move))) == 2 * STEP_N;
}

} // namespace

void move_make(Board* board, Move move, Undo* undo) {
    save(*board, undo);
    clear_en_passant(board);
    lose_castling(board, move);
    ++board->fifty;
    const Piece piece = board->piece[move_from(move)];
    if (move_is_castle(move))
        make_castle(board, move);
    else
        make_ordinary(board, move, undo);
    if (board->turn == BLACK) ++board->move_number;
    pass_turn(board);
    if (is_double_push(piece, move))
        set_en_passant(board, Square((move_from(move) + move_to(move)) / 2));
}

void move_undo(Board* board, Move move, const Undo& undo) {
    board->turn = colour_opposite(board->turn);
    if (board->turn == BLACK) --board->move_number;
    if (move_is_castle(move))
        undo_castle(board, move);
    else
        undo_ordinary(board, move, undo);
    restore(board, undo);
}

void move_make_null(Board* board, Undo* undo) {
    save(*board, undo);
    clear_en_passant(board);
    ++board->fifty;
    pass_turn(board);
}

void move_undo_null(Board* board, const Undo& undo) {
    board->turn = colour_opposite(board->turn);
    restore(board, undo);
}
