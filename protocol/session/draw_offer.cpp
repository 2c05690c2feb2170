#include "protocol/session/draw_offer.h"

#include <algorithm>

namespace {

constexpr int COST_MAX_CP = 100;

constexpr int OPENING_MOVES = 12; // up to this move we accept a draw only with a worse score
constexpr int OPENING_CP = -30;
constexpr int LITTLE_MINORS = 2; // with so little material a small lead does not win
constexpr int LITTLE_CP = 30;

constexpr int64_t SHORT_MS = 20000; // below this a side may lose on time...
constexpr int SHORT_FACTOR = 4;     // ...if the other side has so many times more
constexpr int SHORT_CP = 80;

int minors(const Board& board, Colour colour) {
    return board_count(board, colour, KNIGHT) + board_count(board, colour, BISHOP);
}

int majors(const Board& board, Colour colour) {
    return board_count(board, colour, ROOK) + board_count(board, colour, QUEEN);
}

bool can_win(const Board& board, Colour colour) {
    return board_count(board, colour, PAWN) > 0 || majors(board, colour) > 0 ||
           minors(board, colour) > 1;
}

bool has_little_left(const Board& board) {
    return majors(board, WHITE) + majors(board, BLACK) == 0 &&
           minors(board, WHITE) + minors(board, BLACK) <= LITTLE_MINORS;
}

// Whether the side with `ms` on its clock is likely to lose on time.
bool is_short(int64_t ms, int64_t other_ms) {
    return ms != CLOCK_UNKNOWN && other_ms != CLOCK_UNKNOWN && ms < SHORT_MS &&
           ms * SHORT_FACTOR < other_ms;
}

// The clocks' worth in centipawns: short of time, we play worse and people may lose on time.
int clock_cp(const Clock& clock, bool from_computer) {
    if (clock.kind != CLOCK_LEVEL) return 0;
    if (is_short(clock.own_ms, clock.opponent_ms)) return SHORT_CP;
    const bool may_fall = !from_computer && is_short(clock.opponent_ms, clock.own_ms);
    return may_fall ? -SHORT_CP : 0;
}

} // namespace

Score draw_offer_cost(const Opponent& opponent, int cp_per_100) {
    if (opponent.own_rating == 0 || opponent.rating == 0) return SCORE_DRAW;
    const int cost = cp_per_100 * (opponent.own_rating - opponent.rating) / 100;
    return Score(std::clamp(cost, -COST_MAX_CP, COST_MAX_CP));
}

bool draw_offer_is_welcome(const Board& board, Score score, Score cost, const Clock& clock,
                           bool from_computer) {
    if (score_is_mate(score)) return score < 0;
    if (!can_win(board, board.turn)) return true;
    int limit = clock_cp(clock, from_computer) - int(cost);
    if (has_little_left(board))
        limit += LITTLE_CP;
    else if (board.move_number <= OPENING_MOVES)
        limit += OPENING_CP;
    return score <= limit;
}
