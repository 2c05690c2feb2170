#include "engine/eval.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

#include "engine/attack.h"

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
constexpr int SHELTER_NONE = -26; // no own pawn on a file beside the king
constexpr int SHELTER_ADVANCED =
    -10; // for each step the nearest one has advanced beyond the second
constexpr int SHELTER_OPEN_FILE = -16; // no pawn of either side

// A free passed pawn, by its rank: distance of both kings to the square in front, and its way.
constexpr int PASSED_KING[8] = {0, 0, 0, 2, 5, 9, 12, 0};
constexpr int PASSED_FREE[8] = {0, 0, 2, 6, 14, 30, 48, 0};

// Middlegame weight of each piece; all of them together make PHASE_MAX.
constexpr int PHASE[PIECE_TYPE_NB] = {0, 0, 1, 1, 2, 4, 0};
constexpr int PHASE_MAX = 24;

// What attacking a square is worth counting as: one square of mobility if no enemy pawn guards it,
// and one attack on the enemy king if it is next to him. Both counts ride in one integer.
constexpr int REACH_SAFE = 1;
constexpr int REACH_KING = 256;

// What the terms share.
struct Context {
    const Board& board;
    const PawnEntry& pawns;
    uint16_t worth[COLOUR_NB][SQUARE_NB]; // of a square attacked by this colour
    int king_attack[COLOUR_NB];           // by this colour on the other's king
    int king_attackers[COLOUR_NB];

    Context(const Board& b, const PawnEntry& p)
        : board(b), pawns(p), king_attack{}, king_attackers{} {}
};

int distance(Square a, Square b) {
    return std::max(std::abs(square_file(a) - square_file(b)),
                    std::abs(square_rank(a) - square_rank(b)));
}

void drop_safe(Context* context, Colour colour, Square square) {
    if (square_is_ok(square)) context->worth[colour][square] &= uint16_t(~REACH_SAFE);
}

// What the squares are worth to this colour: depends on the enemy's pawns and king.
void init_worth(Context* context, Colour colour) {
    const Board& board = context->board;
    const Colour them = colour_opposite(colour);
    uint16_t* worth = context->worth[colour];
    std::fill_n(worth, SQUARE_NB, uint16_t(REACH_SAFE));
    const Piece pawn = piece_make(them, PAWN);
    const int forward = them == WHITE ? STEP_N : STEP_S;
    for (int i = 0; i < board.count[pawn]; ++i) {
        drop_safe(context, colour, board.list[pawn][i] + (forward + STEP_W));
        drop_safe(context, colour, board.list[pawn][i] + (forward + STEP_E));
    }
    const Square king = board_king(board, them);
    worth[king] = uint16_t(worth[king] + REACH_KING);
    for (const Step step : STEPS_KING)
        if (square_is_ok(king + step))
            worth[king + step] = uint16_t(worth[king + step] + REACH_KING);
}

bool pawn_attacks(const Context& context, Colour colour, Square square) {
    return !(context.worth[colour_opposite(colour)][square] & REACH_SAFE);
}

int knight_reach(const Context& context, Colour colour, Square from) {
    const uint16_t* worth = context.worth[colour];
    int reach = 0;
    for (const int step : STEPS_KNIGHT) {
        const Square to = from + step;
        if (!square_is_ok(to)) continue;
        const bool own = piece_is(context.board.piece[to], colour);
        reach += own ? worth[to] & ~REACH_SAFE : worth[to];
    }
    return reach;
}

template <const auto& STEPS> int slider_reach(const Context& context, Colour colour, Square from) {
    const uint16_t* worth = context.worth[colour];
    int reach = 0;
    for (const Step step : STEPS) {
        Square to = from + step;
        for (; square_is_ok(to) && context.board.piece[to] == NO_PIECE; to += step)
            reach += worth[to];
        if (!square_is_ok(to)) continue;
        const bool own = piece_colour(context.board.piece[to]) == colour;
        reach += own ? worth[to] & ~REACH_SAFE : worth[to];
    }
    return reach;
}

int piece_reach(const Context& context, Colour colour, PieceType type, Square from) {
    switch (type) {
    case KNIGHT:
        return knight_reach(context, colour, from);
    case BISHOP:
        return slider_reach<STEPS_BISHOP>(context, colour, from);
    case ROOK:
        return slider_reach<STEPS_ROOK>(context, colour, from);
    default:
        return slider_reach<STEPS_KING>(context, colour, from);
    }
}

Tapered rook_file(const Context& context, Colour colour, Square square) {
    const int file = square_file(square);
    if (context.pawns.files[colour] >> file & 1) return TAPERED_ZERO;
    const bool half = context.pawns.files[colour_opposite(colour)] >> file & 1;
    return half ? ROOK_HALF_OPEN_FILE : ROOK_OPEN_FILE;
}

Tapered minor_outpost(const Context& context, Colour colour, Square square) {
    const Rank rank = square_rank_for(colour == BLACK, square);
    const bool guarded = pawn_attacks(context, colour, square);
    return guarded && rank >= RANK_4 && rank <= RANK_6 ? MINOR_OUTPOST : TAPERED_ZERO;
}

Tapered score_piece(Context* context, Colour colour, PieceType type, Square square) {
    const Colour them = colour_opposite(colour);
    const int reach = piece_reach(*context, colour, type, square);
    if (reach >= REACH_KING) {
        context->king_attack[colour] += reach / REACH_KING * KING_ATTACK[type];
        ++context->king_attackers[colour];
    }
    Tapered score = MOBILITY[type] * (reach % REACH_KING - MOBILITY_USUAL[type]);
    if (pawn_attacks(*context, them, square)) score -= THREAT_BY_PAWN;
    if (type == ROOK) score += rook_file(*context, colour, square);
    if (type == KNIGHT || type == BISHOP) score += minor_outpost(*context, colour, square);
    return score;
}

Tapered score_pieces(Context* context, Colour colour) {
    const Board& board = context->board;
    Tapered score = TAPERED_ZERO;
    for (int type = KNIGHT; type <= QUEEN; ++type) {
        const Piece piece = piece_make(colour, PieceType(type));
        for (int i = 0; i < board.count[piece]; ++i)
            score += score_piece(context, colour, PieceType(type), board.list[piece][i]);
    }
    if (board.count[piece_make(colour, BISHOP)] >= 2) score += BISHOP_PAIR;
    return score;
}

// The pawns in front of the king, on its file and beside it.
int shelter(const Context& context, Colour colour) {
    const Board& board = context.board;
    const Square king = board_king(board, colour);
    const Piece pawn = piece_make(colour, PAWN);
    const int forward = colour == WHITE ? STEP_N : STEP_S;
    const int files = context.pawns.files[WHITE] | context.pawns.files[BLACK];
    int score = 0;
    for (int file = square_file(king) - 1; file <= square_file(king) + 1; ++file) {
        if (file < 0 || file > 7) continue;
        Square square = square_make(file, square_rank(king)) + forward;
        while (square_is_ok(square) && board.piece[square] != pawn) square += forward;
        if (square_is_ok(square))
            score +=
                SHELTER_ADVANCED * std::max(0, square_rank_for(colour == BLACK, square) - RANK_2);
        else
            score += SHELTER_NONE + (files >> file & 1 ? 0 : SHELTER_OPEN_FILE);
    }
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
    return tapered(shelter(context, colour) - danger, 0);
}

Tapered score_passed(const Context& context, Colour colour) {
    const Board& board = context.board;
    const int forward = colour == WHITE ? STEP_N : STEP_S;
    Tapered score = TAPERED_ZERO;
    for (int i = 0; i < context.pawns.passed_count[colour]; ++i) {
        const Square square = context.pawns.passed[colour][i], front = square + forward;
        const int rank = square_rank_for(colour == BLACK, square);
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

bool has_opposite_bishops(const Board& board) {
    return board.count[WHITE_BISHOP] == 1 && board.count[BLACK_BISHOP] == 1 &&
           square_shade(board.list[WHITE_BISHOP][0]) != square_shade(board.list[BLACK_BISHOP][0]);
}

int material(const Board& board, Colour colour) {
    int sum = 0;
    for (int type = KNIGHT; type <= QUEEN; ++type)
        sum += tapered_end(PIECE_VALUE[type]) * board.count[piece_make(colour, PieceType(type))];
    return sum;
}

// Sixty-fourths of the endgame score that the stronger side can hope to win.
int winning_chances(const Board& board, int score) {
    const Colour strong = score > 0 ? WHITE : BLACK, weak = colour_opposite(strong);
    const int lead = material(board, strong) - material(board, weak);
    if (board.count[piece_make(strong, PAWN)] == 0 && lead <= tapered_end(PIECE_VALUE[BISHOP]))
        return material(board, strong) <= tapered_end(PIECE_VALUE[BISHOP]) ? 0 : 12;
    if (has_opposite_bishops(board)) return lead == 0 && game_phase(board) == 2 ? 32 : 52;
    return 64;
}

int interpolate(const Board& board, Tapered score) {
    const int phase = game_phase(board);
    const int end = tapered_end(score) * winning_chances(board, tapered_end(score)) / 64;
    return (tapered_middle(score) * phase + end * (PHASE_MAX - phase)) / PHASE_MAX;
}

} // namespace

Score eval(PawnCache* cache, const Board& board) {
    const PawnEntry& pawns = pawn_probe(cache, board);
    Context context{board, pawns};
    init_worth(&context, WHITE);
    init_worth(&context, BLACK);
    Tapered score = board.pst + pawns.score;
    score += score_pieces(&context, WHITE) - score_pieces(&context, BLACK);
    score += score_king(context, WHITE) - score_king(context, BLACK);
    score += score_passed(context, WHITE) - score_passed(context, BLACK);
    constexpr int LIMIT = SCORE_EVAL_MAX - TEMPO;
    const int value = interpolate(board, score);
    const int bounded = std::clamp(value, -LIMIT, LIMIT);
    return Score((board.turn == WHITE ? bounded : -bounded) + TEMPO);
}
