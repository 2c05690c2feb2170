#include "engine/board/attack.h"

#include <initializer_list>

namespace {

constexpr void add(AttackTable* table, int difference, PieceType type) {
    table->pieces[difference + 128] = uint16_t(table->pieces[difference + 128] | 1 << type |
                                               1 << (int(type) + BLACK_PAWN - WHITE_PAWN));
}

constexpr void add_lines(AttackTable* table, const Step (&steps)[4], PieceType slider) {
    for (const Step step : steps)
        for (int distance = 1; distance < 8; ++distance) {
            add(table, distance * step, slider);
            add(table, distance * step, QUEEN);
            table->step[distance * step + 128] = step;
        }
}

constexpr AttackTable make_table() {
    AttackTable table = {};
    add_lines(&table, STEPS_ROOK, ROOK);
    add_lines(&table, STEPS_BISHOP, BISHOP);
    for (const int step : STEPS_KNIGHT) add(&table, step, KNIGHT);
    for (const Step step : STEPS_KING) add(&table, step, KING);
    for (const Step step : {STEP_NE, STEP_NW}) {
        table.pieces[step + 128] = uint16_t(table.pieces[step + 128] | 1 << WHITE_PAWN);
        table.pieces[128 - step] = uint16_t(table.pieces[128 - step] | 1 << BLACK_PAWN);
    }
    return table;
}

// True if a pawn of this colour attacks the square.
bool pawn_attacks(const Board& board, Square square, Colour by) {
    const Piece pawn = piece_make(by, PAWN);
    const int back = -square_forward(by);
    const Square west = square + (back + STEP_W), east = square + (back + STEP_E);
    return board.piece[west] == pawn || board.piece[east] == pawn;
}

bool piece_attacks(const Board& board, Square square, Piece piece, Square ignore = SQ_NONE) {
    for (int i = 0; i < board.count[piece]; ++i)
        if (attack_reaches(board, piece, board.list[piece][i], square, ignore)) return true;
    return false;
}

void add_checker(Square from, Pins* pins) {
    ++pins->checkers;
    pins->checker = from;
}

// Notes whether a slider gives check to the king or pins a piece between itself and the king.
void find_pins_by(const Board& board, Square king, Piece slider, Pins* pins) {
    for (int i = 0; i < board.count[slider]; ++i) {
        const Square from = board.list[slider][i];
        if (!attack_is_possible(slider, from, king)) continue;
        const Step step = attack_step(king, from);
        Square blocker = SQ_NONE;
        int blockers = 0;
        for (Square square = king + step; square != from; square += step)
            if (board.piece[square] != NO_PIECE) {
                blocker = square;
                if (++blockers > 1) break;
            }
        if (blockers == 0) {
            add_checker(from, pins);
        } else if (blockers == 1 && piece_colour(board.piece[blocker]) == board.turn) {
            pins->line[blocker] = step;
        }
    }
}

void find_knight_checks(const Board& board, Square king, Piece knight, Pins* pins) {
    for (int i = 0; i < board.count[knight]; ++i)
        if (attack_is_possible(knight, board.list[knight][i], king))
            add_checker(board.list[knight][i], pins);
}

void find_pawn_checks(const Board& board, Square king, Piece pawn, Pins* pins) {
    const int back = -square_forward(piece_colour(pawn));
    for (const int side : {STEP_W, STEP_E})
        if (board.piece[king + (back + side)] == pawn) add_checker(king + (back + side), pins);
}

// True if this slider would attack the king after an en passant capture from `from` to `to` that
// removes the pawn on `victim`.
bool slider_opens(const Board& board, Piece slider, Square king, Square from, Square to,
                  Square victim) {
    for (int i = 0; i < board.count[slider]; ++i) {
        const Square origin = board.list[slider][i];
        if (!attack_is_possible(slider, origin, king)) continue;
        const Step step = attack_step(origin, king);
        Square square = origin + step;
        while (square != king && square != to &&
               (board.piece[square] == NO_PIECE || square == from || square == victim))
            square += step;
        if (square == king) return true;
    }
    return false;
}

} // namespace

constexpr AttackTable ATTACK = make_table();

bool attack_is_attacked(const Board& board, Square square, Colour by, Square ignore) {
    return pawn_attacks(board, square, by) ||
           piece_attacks(board, square, piece_make(by, KNIGHT), ignore) ||
           piece_attacks(board, square, piece_make(by, BISHOP), ignore) ||
           piece_attacks(board, square, piece_make(by, ROOK), ignore) ||
           piece_attacks(board, square, piece_make(by, QUEEN), ignore) ||
           piece_attacks(board, square, piece_make(by, KING), ignore);
}

void attack_find_pins(const Board& board, Pins* pins) {
    *pins = Pins{};
    pins->checker = SQ_NONE;
    const Square king = board_king(board, board.turn);
    const Colour them = colour_opposite(board.turn);
    find_pawn_checks(board, king, piece_make(them, PAWN), pins);
    find_knight_checks(board, king, piece_make(them, KNIGHT), pins);
    find_pins_by(board, king, piece_make(them, BISHOP), pins);
    find_pins_by(board, king, piece_make(them, ROOK), pins);
    find_pins_by(board, king, piece_make(them, QUEEN), pins);
}

bool attack_en_passant_is_legal(const Board& board, Square from, Square to) {
    const Colour them = colour_opposite(board.turn);
    const Square king = board_king(board, board.turn);
    const Square victim = square_make(square_file(to), square_rank(from));
    for (const PieceType type : {BISHOP, ROOK, QUEEN})
        if (slider_opens(board, piece_make(them, type), king, from, to, victim)) return false;
    if (piece_attacks(board, king, piece_make(them, KNIGHT))) return false;
    const Piece pawn = piece_make(them, PAWN);
    for (int i = 0; i < board.count[pawn]; ++i) {
        const Square square = board.list[pawn][i];
        if (square != victim && attack_is_possible(pawn, square, king)) return false;
    }
    return true;
}

bool attack_en_passant_is_usable(const Board& board, Square to) {
    const Piece pawn = piece_make(board.turn, PAWN);
    const int back = -square_forward(board.turn);
    for (const Square from : {to + (back + STEP_W), to + (back + STEP_E)})
        if (board.piece[from] == pawn && attack_en_passant_is_legal(board, from, to)) return true;
    return false;
}
