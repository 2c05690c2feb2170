#include "engine/eval.h"

#include <algorithm>

#include "engine/endgame.h"

namespace {

int material(const Board& board, Colour colour) {
    return PIECE_VALUE[PAWN] * board.count[piece_make(colour, PAWN)] +
           board_pieces_value(board, colour);
}

int lead(const Board& board) {
    return material(board, board.turn) - material(board, colour_opposite(board.turn));
}

// What was learned or counted, with what is known for certain.
Score adjust(const Board& board, int score) {
    const int white = board.turn == WHITE ? score : -score;
    score = score * endgame_chances(board, white) / CHANCES_ALL;
    return Score(std::clamp(score, -int(SCORE_EVAL_MAX), int(SCORE_EVAL_MAX)));
}

} // namespace

Score eval_position(Evaluator* evaluator, const Board& board, Ply ply) {
    const Network* network = evaluator->network;
    if (!network) return eval(nullptr, board);
    if (const Score known = endgame_known(board); known != SCORE_NONE) return known;
    const Accumulator& sums = accumulator_sums(&evaluator->accumulators, *network, board, ply);
    return adjust(board, network_output(*network, sums, board));
}

Score eval(const Network* network, const Board& board) {
    if (const Score known = endgame_known(board); known != SCORE_NONE) return known;
    return adjust(board, network ? network_score(*network, board) : lead(board));
}
