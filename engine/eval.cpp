#include "engine/eval.h"

#include <algorithm>
#include <cstdlib>

#include "engine/endgame.h"

namespace {

constexpr int TEMPO = 12;
constexpr Tapered BISHOP_PAIR = tapered(28, 48);
constexpr Tapered ROOK_OPEN_FILE = tapered(36, 12);
constexpr Tapered ROOK_HALF_OPEN_FILE = tapered(16, 10);
constexpr Tapered THREAT_BY_PAWN = tapered(52, 34); // on a piece
constexpr Tapered MINOR_OUTPOST = tapered(20, 10);  // guarded by a pawn, on the enemy's half

// Mobility: (squares - usual) * weight, by piece type.
constexpr int MOBILITY_USUAL[PIECE_TYPE_NB] = {0, 0, 4, 6, 7, 13, 0};
constexpr Tapered MOBILITY[PIECE_TYPE_NB] = {TAPERED_ZERO,  TAPERED_ZERO,  tapered(6, 5),
                                             tapered(5, 6), tapered(3, 6), tapered(2, 5),
                                             TAPERED_ZERO};

// King safety: every attacked square next to the king counts by the attacker's type; the sum,
// squared and scaled, is the danger.
constexpr int KING_ATTACK[PIECE_TYPE_NB] = {0, 0, 4, 3, 4, 6, 0};
constexpr int KING_DANGER_MAX = 90;
constexpr int KING_DANGER_DIVISOR = 14;

// A free passed pawn, by its rank: distance of both kings to the square in front, and its way.
constexpr int PASSED_KING[8] = {0, 0, 0, 2, 5, 9, 12, 0};
constexpr int PASSED_FREE[8] = {0, 0, 2, 6, 14, 30, 48, 0};

// Middlegame weight of each piece; all of them together make PHASE_MAX.
constexpr int PHASE[PIECE_TYPE_NB] = {0, 0, 1, 1, 2, 4, 0};
constexpr int PHASE_MAX = 24;

// What attacking a square counts: one square of mobility if no enemy pawn guards it, and one attack
// on the enemy king if it is next to him. Both counts ride in one integer.
constexpr int REACH_SAFE = 1;
constexpr int REACH_KING = 32; // more than a queen has squares

// What the terms share.
struct Context {
    const Board& board;
    PawnEntry* pawns;
    uint8_t worth[COLOUR_NB][SQUARE_NB]; // of a square attacked by this colour
    int king_attack[COLOUR_NB];          // by this colour on the other's king
    int king_attackers[COLOUR_NB];

    Context(const Board& b, PawnEntry* p) : board(b), pawns(p), king_attack{}, king_attackers{} {}
};

int distance(Square a, Square b) {
    return std::max(std::abs(square_file(a) - square_file(b)),
                    std::abs(square_rank(a) - square_rank(b)));
}

// What the squares are worth to this colour: depends on the enemy's pawns and king.
void init_worth(Context* context, Colour colour) {
    uint8_t* worth = context->worth[colour];
    std::copy_n(context->pawns->safe[colour], SQUARE_NB, worth);
    const Square king = board_king(context->board, colour_opposite(colour));
    worth[king] = uint8_t(worth[king] + REACH_KING);
    for (const Step step : STEPS_KING)
        if (square_is_ok(king + step))
            worth[king + step] = uint8_t(worth[king + step] + REACH_KING);
}

bool pawn_attacks(const Context& context, Colour colour, Square square) {
    return !context.pawns->safe[colour_opposite(colour)][square];
}

// An own piece is protected, not attacked: no mobility there.
template <Colour US> int worth_of(const uint8_t* worth, Piece target, int to) {
    return piece_is(target, US) ? worth[to] & ~REACH_SAFE : worth[to];
}

template <Colour US> int knight_reach(const Context& context, Square from) {
    const uint8_t* worth = context.worth[US];
    int reach = 0;
    for (const int step : STEPS_KNIGHT) {
        const int to = from + step;
        if (!(to & 0x88)) reach += worth_of<US>(worth, context.board.piece[to], to);
    }
    return reach;
}

template <Colour US, const auto& STEPS> int slider_reach(const Context& context, Square from) {
    const uint8_t* worth = context.worth[US];
    const Piece* piece = context.board.piece;
    int reach = 0;
    for (const int step : STEPS) {
        Square to = from + step;
        for (; piece[to] == NO_PIECE; to += step) reach += worth[to];
        if (square_is_ok(to)) reach += worth_of<US>(worth, piece[to], to);
    }
    return reach;
}

template <Colour US, PieceType TYPE> int piece_reach(const Context& context, Square from) {
    if constexpr (TYPE == KNIGHT) return knight_reach<US>(context, from);
    if constexpr (TYPE == BISHOP) return slider_reach<US, STEPS_BISHOP>(context, from);
    if constexpr (TYPE == ROOK) return slider_reach<US, STEPS_ROOK>(context, from);
    if constexpr (TYPE == QUEEN) return slider_reach<US, STEPS_KING>(context, from);
}

Tapered rook_file(const Context& context, Colour colour, Square square) {
    const int file = square_file(square);
    if (context.pawns->files[colour] >> file & 1) return TAPERED_ZERO;
    const bool half = context.pawns->files[colour_opposite(colour)] >> file & 1;
    return half ? ROOK_HALF_OPEN_FILE : ROOK_OPEN_FILE;
}

Tapered minor_outpost(const Context& context, Colour colour, Square square) {
    const Rank rank = square_rank_for(colour, square);
    const bool guarded = pawn_attacks(context, colour, square);
    return guarded && rank >= RANK_4 && rank <= RANK_6 ? MINOR_OUTPOST : TAPERED_ZERO;
}

template <Colour US, PieceType TYPE> Tapered score_piece(Context* context, Square square) {
    constexpr Colour them = colour_opposite(US);
    const int reach = piece_reach<US, TYPE>(*context, square);
    if (reach >= REACH_KING) {
        context->king_attack[US] += reach / REACH_KING * KING_ATTACK[TYPE];
        ++context->king_attackers[US];
    }
    Tapered score = MOBILITY[TYPE] * (reach % REACH_KING - MOBILITY_USUAL[TYPE]);
    if (pawn_attacks(*context, them, square)) score -= THREAT_BY_PAWN;
    if (TYPE == ROOK) score += rook_file(*context, US, square);
    if (TYPE == KNIGHT || TYPE == BISHOP) score += minor_outpost(*context, US, square);
    return score;
}

template <Colour US, PieceType TYPE> Tapered score_type(Context* context) {
    constexpr Piece piece = piece_make(US, TYPE);
    Tapered score = TAPERED_ZERO;
    for (int i = 0; i < context->board.count[piece]; ++i)
        score += score_piece<US, TYPE>(context, context->board.list[piece][i]);
    return score;
}

template <Colour US> Tapered score_pieces(Context* context) {
    Tapered score = score_type<US, KNIGHT>(context) + score_type<US, BISHOP>(context) +
                    score_type<US, ROOK>(context) + score_type<US, QUEEN>(context);
    if (context->board.count[piece_make(US, BISHOP)] >= 2) score += BISHOP_PAIR;
    return score;
}

// How much the attack by the other side is worth; a lone piece is no attack.
int king_danger(const Context& context, Colour colour) {
    const Colour them = colour_opposite(colour);
    if (context.king_attackers[them] < 2) return 0;
    const int units = std::min(context.king_attack[them], KING_DANGER_MAX);
    return units * units / KING_DANGER_DIVISOR;
}

Tapered score_king(const Context& context, Colour colour) {
    const bool queen = context.board.count[piece_make(colour_opposite(colour), QUEEN)] != 0;
    const int danger = queen ? king_danger(context, colour) : king_danger(context, colour) / 3;
    return tapered(pawn_shelter(context.pawns, context.board, colour) - danger, 0);
}

Tapered score_passed(const Context& context, Colour colour) {
    const Board& board = context.board;
    const int forward = square_forward(colour);
    Tapered score = TAPERED_ZERO;
    for (int i = 0; i < context.pawns->passed_count[colour]; ++i) {
        const Square square = context.pawns->passed[colour][i], front = square + forward;
        const int rank = square_rank_for(colour, square);
        const int kings = distance(board_king(board, colour_opposite(colour)), front) * 2 -
                          distance(board_king(board, colour), front);
        score += tapered(0, PASSED_KING[rank] * kings / 2);
        if (board.piece[front] == NO_PIECE)
            score += tapered(PASSED_FREE[rank] / 4, PASSED_FREE[rank]);
    }
    return score;
}

int game_phase(const Board& board) {
    int phase = 0;
    for (int type = KNIGHT; type <= QUEEN; ++type)
        phase += PHASE[type] * (board.count[piece_make(WHITE, PieceType(type))] +
                                board.count[piece_make(BLACK, PieceType(type))]);
    return std::min(phase, PHASE_MAX);
}

int interpolate(const Board& board, Tapered score) {
    const int phase = game_phase(board);
    const int end = tapered_end(score) * endgame_chances(board, tapered_end(score)) / CHANCES_ALL;
    return (tapered_middle(score) * phase + end * (PHASE_MAX - phase)) / PHASE_MAX;
}

// From White's tapered score to the side to move's.
Score finish(const Board& board, Tapered score) {
    constexpr int LIMIT = SCORE_EVAL_MAX - TEMPO;
    const int bounded = std::clamp(interpolate(board, score), -LIMIT, LIMIT);
    return Score((board.turn == WHITE ? bounded : -bounded) + TEMPO);
}

// What the network says, with what is known for certain.
Score adjust(const Board& board, int score) {
    const int white = board.turn == WHITE ? score : -score;
    const int chances = endgame_chances(board, white);
    if (chances < CHANCES_ALL / 2) score = score * chances / CHANCES_ALL;
    return Score(std::clamp(score, -int(SCORE_EVAL_MAX), int(SCORE_EVAL_MAX)));
}

} // namespace

Score eval_position(Evaluator* evaluator, const Board& board, Ply ply) {
    const Network* network = evaluator->network;
    if (!network) return eval(&evaluator->pawns, board);
    if (const Score known = endgame_known(board); known != SCORE_NONE) return known;
    const Accumulator& sums = accumulator_sums(&evaluator->accumulators, *network, board, ply);
    return adjust(board, network_output(*network, sums, board));
}

Score eval_network(const Network& network, const Board& board) {
    if (const Score known = endgame_known(board); known != SCORE_NONE) return known;
    return adjust(board, network_score(network, board));
}

Score eval(PawnCache* cache, const Board& board) {
    if (const Score known = endgame_known(board); known != SCORE_NONE) return known;
    PawnEntry* pawns = pawn_probe(cache, board);
    Context context{board, pawns};
    init_worth(&context, WHITE);
    init_worth(&context, BLACK);
    Tapered score = board.pst + pawns->score;
    score += score_pieces<WHITE>(&context) - score_pieces<BLACK>(&context);
    score += score_king(context, WHITE) - score_king(context, BLACK);
    score += score_passed(context, WHITE) - score_passed(context, BLACK);
    return finish(board, score);
}

Score eval_rough(PawnCache* cache, const Board& board) {
    if (const Score known = endgame_known(board); known != SCORE_NONE) return known;
    return finish(board, board.pst + pawn_probe(cache, board)->score);
}
