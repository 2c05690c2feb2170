#include "engine/eval/accumulator.h"

#include <algorithm>
#include <initializer_list>

#include "engine/board/move_do.h"

namespace {

void note_gone(NetworkChange* change, Piece piece, Square square) {
    change->gone_piece[change->gone] = piece;
    change->gone_square[change->gone++] = square;
}

void note_come(NetworkChange* change, Piece piece, Square square) {
    change->come_piece[change->come] = piece;
    change->come_square[change->come++] = square;
}

void note_castle(NetworkChange* change, const Board& board, Move move) {
    const Square king = move_from(move), rook = move_to(move);
    note_gone(change, board.piece[king], king);
    note_gone(change, board.piece[rook], rook);
    note_come(change, board.piece[king], move_castle_king_to(move));
    note_come(change, board.piece[rook], move_castle_rook_to(move));
}

void note_ordinary(NetworkChange* change, const Board& board, Move move) {
    const Piece piece = board.piece[move_from(move)], victim = move_victim(board, move);
    const Piece arrives =
        move_is_promotion(move) ? piece_make(piece_colour(piece), move_promotion(move)) : piece;
    note_gone(change, piece, move_from(move));
    if (victim != NO_PIECE) note_gone(change, victim, move_victim_square(move));
    note_come(change, arrives, move_to(move));
}

// Once the king changes its zone or the side of the board its side sees everything otherwise.
bool turns_round(const NetworkChange& change, Colour side) {
    return change.come > 0 && change.come_piece[0] == piece_make(side, KING) &&
           !network_is_same_view(network_view(side, change.gone_square[0]),
                                 network_view(side, change.come_square[0]));
}

// The nearest ply that has this side's sums, or -1 if they have to be computed anew.
int find_known(const AccumulatorStack& stack, Colour side, int ply) {
    for (; ply >= 0 && !stack.ply[ply].known[side]; --ply)
        if (turns_round(stack.ply[ply].change, side)) return -1;
    return ply;
}

void follow(const Network& network, const NetworkView& view, const Accumulator& before,
            AccumulatorPly* now) {
    const NetworkKernels& kernels = network_kernels();
    const NetworkChange& change = now->change;
    const auto gone = [&](int i) {
        return network.hidden[network_input(view, change.gone_piece[i], change.gone_square[i])];
    };
    const auto come = [&](int i) {
        return network.hidden[network_input(view, change.come_piece[i], change.come_square[i])];
    };
    const int16_t* from = before.value[view.side];
    int16_t* to = now->sums.value[view.side];
    if (change.come == 0)
        std::copy_n(from, NETWORK_HIDDEN, to);
    else if (change.gone == 1)
        kernels.move(to, from, come(0), gone(0));
    else
        kernels.capture(to, from, come(0), gone(0), gone(1));
    if (change.come == 2) kernels.add(to, to, come(1));
    now->known[view.side] = true;
}

} // namespace

void accumulator_begin(AccumulatorStack* stack) {
    AccumulatorPly& root = stack->ply[PLY_ROOT];
    root.known[WHITE] = root.known[BLACK] = false;
    root.change.gone = root.change.come = 0;
}

void accumulator_make(AccumulatorStack* stack, const Board& before, Move move, Ply ply) {
    accumulator_make_null(stack, ply);
    NetworkChange* change = &stack->ply[ply + 1].change;
    if (move_is_castle(move))
        note_castle(change, before, move);
    else
        note_ordinary(change, before, move);
}

void accumulator_make_null(AccumulatorStack* stack, Ply ply) {
    AccumulatorPly& next = stack->ply[ply + 1];
    next.known[WHITE] = next.known[BLACK] = false;
    next.change.gone = next.change.come = 0;
}

const Accumulator& accumulator_sums(AccumulatorStack* stack, const Network& network,
                                    const Board& board, Ply ply) {
    for (const Colour side : {WHITE, BLACK}) {
        const int known = find_known(*stack, side, ply);
        const NetworkView view = network_view(side, board_king(board, side));
        if (known < 0) {
            network_refresh(network, board, side, &stack->ply[ply].sums);
            stack->ply[ply].known[side] = true;
        } else
            for (int i = known; i < ply; ++i)
                follow(network, view, stack->ply[i].sums, &stack->ply[i + 1]);
    }
    return stack->ply[ply].sums;
}
