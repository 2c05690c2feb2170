#include "engine/eval/eval.h"

#include <algorithm>

#include "engine/eval/endgame.h"

namespace {

int material(const Board& board, Colour colour) {
    return PIECE_VALUE[PAWN] * board.count[piece_make(colour, PAWN)] +
           board_pieces_value(board, colour);
}

int lead(const Board& board) {
    return material(board, board.turn) - material(board, colour_opposite(board.turn));
}

// Applies the endgame scale. A network's score is only scaled if the ending cannot be won: the
// network has learned which endings are hard to win.
Score adjust(const Board& board, int score, bool learned) {
    const Colour strong = score > 0 ? board.turn : colour_opposite(board.turn);
    const int scale = endgame_scale(board, strong);
    if (!learned || scale == ENDGAME_SCALE_NONE) score = score * scale / ENDGAME_SCALE_FULL;
    return Score(std::clamp(score, -int(SCORE_EVAL_MAX), int(SCORE_EVAL_MAX)));
}

bool is_known_draw(const Board& board) {
    return board_is_dead(board) || endgame_known(board) == SCORE_DRAW;
}

double win_chance(const Network* network, const Board& board, Colour colour, int score) {
    const bool hopeless = endgame_scale(board, colour) == ENDGAME_SCALE_NONE;
    return hopeless ? 0 : network_win_chance(network, score);
}

} // namespace

Score eval_position(Evaluator* evaluator, const Board& board, Ply ply) {
    const Network* network = evaluator->network;
    if (!network) return eval(nullptr, board);
    if (const Score known = endgame_known(board); known != SCORE_NONE) return known;
    const Accumulator& sums = accumulator_sums(&evaluator->accumulators, *network, board, ply);
    return adjust(board, network_output(*network, sums, board), true);
}

Score eval(const Network* network, const Board& board) {
    if (const Score known = endgame_known(board); known != SCORE_NONE) return known;
    return network ? adjust(board, network_score(*network, board), true)
                   : adjust(board, lead(board), false);
}

Outlook eval_outlook(const Network* network, const Board& board, Score score) {
    if (score_is_mate(score)) return {score > 0 ? 1.0 : 0.0, score > 0 ? 0.0 : 1.0};
    if (is_known_draw(board)) return {0, 0};
    return {win_chance(network, board, board.turn, score),
            win_chance(network, board, colour_opposite(board.turn), -score)};
}
