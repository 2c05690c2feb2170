#include "engine/eval/accumulator.h"

#include <algorithm>
#include <initializer_list>

#include "engine/board/move_do.h"

namespace {

void note_removed(NetworkChange* change, Piece piece, Square square) {
    change->removed_piece[change->removed] = piece;
    change->removed_square[change->removed++] = square;
}

void note_added(NetworkChange* change, Piece piece, Square square) {
    change->added_piece[change->added] = piece;
    change->added_square[change->added++] = square;
}

void note_castle(NetworkChange* change, const Board& board, Move move) {
    const Square king = move_from(move), rook = move_to(move);
    note_removed(change, board.piece[king], king);
    note_removed(change, board.piece[rook], rook);
    note_added(change, board.piece[king], move_castle_king_to(move));
    note_added(change, board.piece[rook], move_castle_rook_to(move));
}

void note_ordinary(NetworkChange* change, const Board& board, Move move) {
    const Piece piece = board.piece[move_from(move)], victim = move_victim(board, move);
    const Piece arrives =
        move_is_promotion(move) ? piece_make(piece_colour(piece), move_promotion(move)) : piece;
    note_removed(change, piece, move_from(move));
    if (victim != NO_PIECE) note_removed(change, victim, move_victim_square(move));
    note_added(change, arrives, move_to(move));
}

// True if this side's king has moved to another zone or across the middle, which changes all inputs
// of this side's view.
bool changes_view(const NetworkChange& change, Colour side) {
    return change.added > 0 && change.added_piece[0] == piece_make(side, KING) &&
           !network_is_same_view(network_view(side, change.removed_square[0]),
                                 network_view(side, change.added_square[0]));
}

// The nearest earlier ply that has this side's sums; -1: the sums must be computed from the board.
int find_known(const AccumulatorStack& stack, Colour side, int ply) {
    for (; ply >= 0 && !stack.ply[ply].known[side]; --ply)
        if (changes_view(stack.ply[ply].change, side)) return -1;
    return ply;
}

void update_sums(const Network& network, const NetworkView& view, const Accumulator& before,
                 AccumulatorPly* now) {
    const NetworkKernels& kernels = network_kernels();
    const NetworkChange& change = now->change;
    const auto removed = [&](int i) {
        return network
            .hidden[network_input(view, change.removed_piece[i], change.removed_square[i])];
    };
    const auto added = [&](int i) {
        return network.hidden[network_input(view, change.added_piece[i], change.added_square[i])];
    };
    const int16_t* from = before.value[view.side];
    int16_t* to = now->sums.value[view.side];
    if (change.added == 0)
        std::copy_n(from, NETWORK_HIDDEN, to);
    else if (change.removed == 1)
        kernels.move(to, from, added(0), removed(0));
    else
        kernels.capture(to, from, added(0), removed(0), removed(1));
    if (change.added == 2) kernels.add(to, to, added(1));
    now->known[view.side] = true;
}

void start(AccumulatorPly* ply) {
    ply->known[WHITE] = ply->known[BLACK] = false;
    ply->change.removed = ply->change.added = 0;
}

} // namespace

void accumulator_begin(AccumulatorStack* stack) {
    start(&stack->ply[PLY_ROOT]);
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
    start(&stack->ply[ply + 1]);
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
                update_sums(network, view, stack->ply[i].sums, &stack->ply[i + 1]);
    }
    return stack->ply[ply].sums;
}
