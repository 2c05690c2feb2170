#include "engine/eval/endgame.h"

#include <algorithm>
#include <cstdlib>

#include "engine/eval/kpk.h"

namespace {

constexpr int SCALE_BISHOPS = 32;  // only pawns and bishops of opposite colours, one a side
constexpr int SCALE_PAWNLESS = 12; // no pawn, and at most a minor piece ahead

constexpr int KNOWN_WIN = 600; // added to the material of a certain win

// Mop-up: points for a bare king near the edge (or a corner where the bishop mates), and near ours.
constexpr int EDGE_WEIGHT = 15;
constexpr int CORNER_WEIGHT = 30;
constexpr int KINGS_WEIGHT = 10;
constexpr int PAWN_ADVANCE_WEIGHT = 10;

// The distance in king's moves (chessprogramming wiki: "Chebyshev distance").
int distance(Square a, Square b) {
    return std::max(std::abs(square_file(a) - square_file(b)),
                    std::abs(square_rank(a) - square_rank(b)));
}

Square first_of(const Board& board, Colour colour, PieceType type) {
    return board.list[piece_make(colour, type)][0];
}

bool has_bishops_of_both_shades(const Board& board, Colour colour) {
    const Piece bishop = piece_make(colour, BISHOP);
    for (int i = 1; i < board.count[bishop]; ++i)
        if (square_shade(board.list[bishop][i]) != square_shade(board.list[bishop][0])) return true;
    return false;
}

bool can_force_mate(const Board& board, Colour strong) {
    const int knights = board_count(board, strong, KNIGHT),
              bishops = board_count(board, strong, BISHOP);
    return board_count(board, strong, QUEEN) + board_count(board, strong, ROOK) > 0 ||
           has_bishops_of_both_shades(board, strong) || (knights > 0 && bishops > 0) || knights > 2;
}

// The distance from the middle of the board, from 0 to 6 in a corner.
int center_manhattan_distance(Square square) {
    const int file = square_file(square), rank = square_rank(square);
    return std::max(3 - file, file - 4) + std::max(3 - rank, rank - 4);
}

// 7 in the two corners of this square colour, falling along the edges to 0 in the other two.
int corner(Square square, int shade) {
    const int file = square_file(square), rank = square_rank(square);
    return std::abs(shade == square_shade(SQ_A1) ? 7 - file - rank : file - rank);
}

// Bishop and knight can force mate only in a corner of the bishop's colour.
bool needs_right_corner(const Board& board, Colour strong) {
    return board_count(board, strong, QUEEN) + board_count(board, strong, ROOK) == 0 &&
           !has_bishops_of_both_shades(board, strong) && board_count(board, strong, BISHOP) > 0;
}

// (chessprogramming wiki: "Mop-up Evaluation")
Score mop_up(const Board& board, Colour strong) {
    const Square hunted = board_king(board, colour_opposite(strong));
    const int kings = KINGS_WEIGHT * (7 - distance(board_king(board, strong), hunted));
    int where = EDGE_WEIGHT * center_manhattan_distance(hunted);
    if (needs_right_corner(board, strong))
        where += CORNER_WEIGHT * corner(hunted, square_shade(first_of(board, strong, BISHOP)));
    const int pawns = board_count(board, strong, PAWN) * PIECE_VALUE[PAWN];
    return Score(std::min(KNOWN_WIN + board_pieces_value(board, strong) + pawns + where + kings,
                          int(SCORE_EVAL_MAX)));
}

Score pawn_and_king(const Board& board, Colour strong) {
    const Colour weak = colour_opposite(strong);
    const Square pawn = square_for(strong, first_of(board, strong, PAWN));
    if (!kpk_is_won(square_for(strong, board_king(board, strong)), pawn,
                    square_for(strong, board_king(board, weak)), board.turn == weak))
        return SCORE_DRAW;
    return Score(KNOWN_WIN + PAWN_ADVANCE_WEIGHT * square_rank(pawn));
}

Square promotion_square(Colour colour, Square pawn) {
    return square_make(square_file(pawn), colour == WHITE ? RANK_8 : RANK_1);
}

bool has_pawn_on(const Board& board, Colour colour, File file) {
    const Piece pawn = piece_make(colour, PAWN);
    for (int i = 0; i < board.count[pawn]; ++i)
        if (square_file(board.list[pawn][i]) == file) return true;
    return false;
}

// All pawns are on one rook file, no piece but bishops of the wrong colour supports them, and the
// weak king holds the promotion corner: a draw (chessprogramming wiki: "Wrong Color Bishop and Rook
// Pawn"). A weak pawn on the next file, which a rook pawn could capture, makes the position no
// known draw.
bool is_rook_pawn_fortress(const Board& board, Colour strong) {
    const Piece pawn = piece_make(strong, PAWN), bishop = piece_make(strong, BISHOP);
    if (board.count[pawn] == 0 ||
        board_pieces_value(board, strong) != board.count[bishop] * PIECE_VALUE[BISHOP])
        return false;
    const Square goal = promotion_square(strong, board.list[pawn][0]);
    const File file = square_file(goal);
    if (file != FILE_A && file != FILE_H) return false;
    const Colour weak = colour_opposite(strong);
    if (has_pawn_on(board, weak, file == FILE_A ? FILE_B : FILE_G)) return false;
    for (int i = 1; i < board.count[pawn]; ++i)
        if (square_file(board.list[pawn][i]) != file) return false;
    for (int i = 0; i < board.count[bishop]; ++i)
        if (square_shade(board.list[bishop][i]) == square_shade(goal)) return false;
    return distance(board_king(board, weak), goal) <= 1;
}

Score against_bare_king(const Board& board, Colour strong) {
    const int pawns = board_count(board, strong, PAWN);
    if (pawns == 1 && !board_has_pieces(board, strong)) return pawn_and_king(board, strong);
    if (can_force_mate(board, strong)) return mop_up(board, strong);
    if (pawns == 0 || is_rook_pawn_fortress(board, strong)) return SCORE_DRAW;
    return SCORE_NONE;
}

bool has_opposite_bishops(const Board& board) {
    return board.count[WHITE_BISHOP] == 1 && board.count[BLACK_BISHOP] == 1 &&
           square_shade(board.list[WHITE_BISHOP][0]) != square_shade(board.list[BLACK_BISHOP][0]);
}

// True if this side has only its king.
bool is_bare(const Board& board, Colour colour) {
    return !board_has_pieces(board, colour) && board.count[piece_make(colour, PAWN)] == 0;
}

} // namespace

Score endgame_known(const Board& board) {
    const bool white_bare = is_bare(board, WHITE), black_bare = is_bare(board, BLACK);
    if (!white_bare && !black_bare) return SCORE_NONE;
    const Colour strong = white_bare ? BLACK : WHITE;
    const Score score = against_bare_king(board, strong);
    return score == SCORE_NONE || board.turn == strong ? score : -score;
}

int endgame_scale(const Board& board, Colour strong) {
    constexpr int MINOR = PIECE_VALUE[BISHOP];
    const Colour weak = colour_opposite(strong);
    const int own = board_pieces_value(board, strong), lead = own - board_pieces_value(board, weak);
    if (board_count(board, strong, PAWN) == 0) {
        if (own <= MINOR) return ENDGAME_SCALE_NONE;
        if (lead <= MINOR) return SCALE_PAWNLESS;
    }
    if (own <= MINOR && is_rook_pawn_fortress(board, strong)) return ENDGAME_SCALE_NONE;
    const bool nothing_else = own == MINOR && lead == 0;
    return nothing_else && has_opposite_bishops(board) ? SCALE_BISHOPS : ENDGAME_SCALE_FULL;
}
