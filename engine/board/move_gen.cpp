#include "engine/board/move_gen.h"

#include <cassert>
#include <initializer_list>

#include "engine/board/move_do.h"

namespace {

// Data that all generating functions of a position share.
struct Generator {
    const Board& board;
    const Pins& pins;
    MoveList* list;
    Colour us;
    Colour them;
    int forward; // a pawn's step
};

Generator make_generator(const Board& board, const Pins& pins, MoveList* list) {
    const Colour us = board.turn;
    return {board, pins, list, us, colour_opposite(us), square_forward(us)};
}

template <typename Generate>
inline void each_piece(const Generator& g, PieceType type, Generate generate) {
    const Piece piece = piece_make(g.us, type);
    for (int i = 0; i < g.board.count[piece]; ++i) generate(g, g.board.list[piece][i]);
}

// A pinned piece may only move along the line to its king's attacker.
bool pin_allows(Step line, int step) {
    return line == STEP_NONE || line == step || line == -step;
}

bool is_enemy(const Generator& g, Piece piece) {
    return piece_is(piece, g.them);
}

bool is_last_rank(const Generator& g, Square to) {
    return square_rank(to) == (g.us == WHITE ? RANK_8 : RANK_1);
}

bool king_may_go(const Generator& g, Square king, Square to) {
    return !attack_is_attacked(g.board, to, g.them, king);
}

// The moves that a generating function adds. Stage is a template parameter, so that each stage gets
// its own code.
enum Stage : int {
    CAPTURES = 1,
    QUIETS = 2,
    ALL = 3
};

template <Stage STAGE> bool is_wanted(const Generator& g, Piece target) {
    if (target == NO_PIECE) return STAGE & QUIETS;
    return (STAGE & CAPTURES) && piece_colour(target) == g.them;
}

// Adds a pawn move that belongs to the stage PLAIN, or the promotions of STAGE: a promotion to a
// queen belongs to the captures.
template <Stage STAGE, Stage PLAIN> void add_pawn_move(const Generator& g, Square from, Square to) {
    if (!is_last_rank(g, to)) {
        if (STAGE & PLAIN) move_list_add(g.list, move_make_plain(from, to));
        return;
    }
    if (STAGE & CAPTURES) move_list_add(g.list, move_make_promotion(from, to, QUEEN));
    if (STAGE & QUIETS)
        for (const PieceType type : {KNIGHT, ROOK, BISHOP})
            move_list_add(g.list, move_make_promotion(from, to, type));
}

template <Stage STAGE> void pawn_captures(const Generator& g, Square from) {
    for (const int side : {STEP_W, STEP_E}) {
        const int step = g.forward + side;
        const Square to = from + step;
        if (is_enemy(g, g.board.piece[to]) && pin_allows(g.pins.line[from], step))
            add_pawn_move<STAGE, CAPTURES>(g, from, to);
    }
}

template <Stage STAGE> void pawn_pushes(const Generator& g, Square from) {
    const Square to = from + g.forward;
    if (!(STAGE & QUIETS) && !is_last_rank(g, to)) return;
    if (g.board.piece[to] != NO_PIECE || !pin_allows(g.pins.line[from], g.forward)) return;
    add_pawn_move<STAGE, QUIETS>(g, from, to);
    const Square far = to + g.forward;
    if (square_rank_for(g.us, from) == RANK_2 && g.board.piece[far] == NO_PIECE)
        move_list_add(g.list, move_make_plain(from, far));
}

template <Stage STAGE> void pawn_moves(const Generator& g, Square from) {
    pawn_captures<STAGE>(g, from);
    pawn_pushes<STAGE>(g, from);
}

void en_passant_captures(const Generator& g) {
    const Square to = g.board.en_passant;
    if (to == SQ_NONE) return;
    for (const int side : {STEP_W, STEP_E}) {
        const Square from = to - g.forward + side;
        if (g.board.piece[from] == piece_make(g.us, PAWN) &&
            attack_en_passant_is_legal(g.board, from, to))
            move_list_add(g.list, move_make_en_passant(from, to));
    }
}

template <Stage STAGE> void knight_moves(const Generator& g, Square from) {
    if (g.pins.line[from] != STEP_NONE) return;
    for (const int step : STEPS_KNIGHT) {
        const Square to = from + step;
        if (is_wanted<STAGE>(g, g.board.piece[to]))
            move_list_add(g.list, move_make_plain(from, to));
    }
}

template <Stage STAGE, const auto& STEPS> void slider_moves(const Generator& g, Square from) {
    const Step line = g.pins.line[from];
    for (const Step step : STEPS) {
        if (!pin_allows(line, step)) continue;
        Square to = from + step;
        for (; g.board.piece[to] == NO_PIECE; to += step)
            if (STAGE & QUIETS) move_list_add(g.list, move_make_plain(from, to));
        if ((STAGE & CAPTURES) && piece_colour(g.board.piece[to]) == g.them)
            move_list_add(g.list, move_make_plain(from, to));
    }
}

template <Stage STAGE> void king_moves(const Generator& g) {
    const Square king = board_king(g.board, g.us);
    for (const Step step : STEPS_KING) {
        const Square to = king + step;
        if (is_wanted<STAGE>(g, g.board.piece[to]) && king_may_go(g, king, to))
            move_list_add(g.list, move_make_plain(king, to));
    }
}

// ---- castling

// True if all squares from `from` to `to`, both included, are empty or hold the castling pieces.
bool castle_way_is_free(const Board& board, Square from, Square to, Square king, Square rook) {
    const int step = to > from ? 1 : -1;
    for (Square square = from;; square += step) {
        if (square != king && square != rook && board.piece[square] != NO_PIECE) return false;
        if (square == to) return true;
    }
}

bool castle_is_legal(const Generator& g, Move move) {
    const Square king = move_from(move), rook = move_to(move);
    const Square king_to = move_castle_king_to(move);
    if (g.pins.checkers != 0 || g.pins.line[rook] != STEP_NONE) return false;
    if (!castle_way_is_free(g.board, king, king_to, king, rook) ||
        !castle_way_is_free(g.board, rook, move_castle_rook_to(move), king, rook))
        return false;
    const int step = king_to > king ? 1 : -1;
    for (Square square = king; square != king_to; square += step)
        if (attack_is_attacked(g.board, square + step, g.them)) return false;
    return true;
}

void castling_moves(const Generator& g) {
    for (int i = 2 * g.us; i < 2 * g.us + 2; ++i) {
        if (!(g.board.castling & 1 << i)) continue;
        const Move move = g.board.castle[i];
        if (castle_is_legal(g, move)) move_list_add(g.list, move);
    }
}

template <Stage STAGE> void generate(const Generator& g) {
    assert(g.pins.checkers == 0);
    if (STAGE & QUIETS) castling_moves(g);
    each_piece(g, PAWN, pawn_moves<STAGE>);
    if (STAGE & CAPTURES) en_passant_captures(g);
    each_piece(g, KNIGHT, knight_moves<STAGE>);
    each_piece(g, BISHOP, slider_moves<STAGE, STEPS_BISHOP>);
    each_piece(g, ROOK, slider_moves<STAGE, STEPS_ROOK>);
    each_piece(g, QUEEN, slider_moves<STAGE, STEPS_KING>);
    king_moves<STAGE>(g);
}

// ---- evasions

// Adds the moves of unpinned knights, bishops, rooks and queens to the square `to`, which is empty
// or holds the checker.
void pieces_to(const Generator& g, Square to) {
    for (int type = KNIGHT; type <= QUEEN; ++type) {
        const Piece piece = piece_make(g.us, PieceType(type));
        for (int i = 0; i < g.board.count[piece]; ++i) {
            const Square from = g.board.list[piece][i];
            if (g.pins.line[from] == STEP_NONE && attack_reaches(g.board, piece, from, to))
                move_list_add(g.list, move_make_plain(from, to));
        }
    }
}

void capture_checker(const Generator& g, Square checker) {
    const Piece pawn = piece_make(g.us, PAWN);
    for (const int side : {STEP_W, STEP_E}) {
        const Square from = checker - g.forward + side;
        if (g.board.piece[from] == pawn && g.pins.line[from] == STEP_NONE)
            add_pawn_move<ALL, ALL>(g, from, checker);
    }
    pieces_to(g, checker);
}

void block_with_pawn(const Generator& g, Square to) {
    const Piece pawn = piece_make(g.us, PAWN);
    Square from = to - g.forward;
    if (g.board.piece[from] == NO_PIECE && square_rank_for(g.us, to) == RANK_4)
        from = from - g.forward;
    if (g.board.piece[from] == pawn && g.pins.line[from] == STEP_NONE)
        add_pawn_move<ALL, ALL>(g, from, to);
}

void block_checker(const Generator& g, Square checker) {
    const Square king = board_king(g.board, g.us);
    if (!piece_is_slider(g.board.piece[checker])) return;
    const Step step = attack_step(king, checker);
    for (Square to = king + step; to != checker; to += step) {
        block_with_pawn(g, to);
        pieces_to(g, to);
    }
}

// ---- legality of a given move

bool king_move_is_legal(const Generator& g, Move move) {
    const Square from = move_from(move), to = move_to(move);
    return attack_is_possible(piece_make(g.us, KING), from, to) && king_may_go(g, from, to);
}

bool pawn_step_is_possible(const Generator& g, Move move) {
    const Square from = move_from(move), to = move_to(move);
    if (is_last_rank(g, to) != move_is_promotion(move)) return false;
    if (is_enemy(g, g.board.piece[to])) return attack_is_possible(piece_make(g.us, PAWN), from, to);
    if (g.board.piece[to] != NO_PIECE) return false;
    if (to == from + g.forward) return true;
    return to == from + 2 * g.forward && g.board.piece[from + g.forward] == NO_PIECE &&
           square_rank_for(g.us, from) == RANK_2;
}

bool piece_step_is_possible(const Generator& g, Piece piece, Move move) {
    const Square from = move_from(move), to = move_to(move);
    if (piece_type(piece) == PAWN) return pawn_step_is_possible(g, move);
    return !move_is_promotion(move) && attack_reaches(g.board, piece, from, to);
}

// True if a move to this square ends a single check by capturing the checker or by blocking.
bool answers_check(const Generator& g, Square to) {
    const Square king = board_king(g.board, g.us), checker = g.pins.checker;
    const Step step = attack_step(king, checker);
    return to == checker ||
           (step != STEP_NONE && attack_step(king, to) == step && attack_step(to, checker) == step);
}

bool castle_is_possible(const Generator& g, Move move) {
    const int right = 2 * g.us + (move_to(move) < move_from(move) ? 1 : 0);
    return (g.board.castling & 1 << right) && g.board.castle[right] == move &&
           castle_is_legal(g, move);
}

bool en_passant_is_possible(const Generator& g, Move move) {
    const Square from = move_from(move), to = move_to(move);
    const Piece pawn = piece_make(g.us, PAWN);
    return to == g.board.en_passant && to != SQ_NONE && g.board.piece[from] == pawn &&
           attack_is_possible(pawn, from, to) && attack_en_passant_is_legal(g.board, from, to);
}

bool has_known_kind(Move move) {
    const int kind = move & MOVE_KIND_BITS;
    return kind == 0 || kind == MOVE_EN_PASSANT || kind == MOVE_CASTLE ||
           kind == MOVE_CASTLE_WILD ||
           (kind & (MOVE_PROMOTION_BIT | MOVE_SPECIAL_BIT)) == MOVE_PROMOTION_BIT;
}

} // namespace

void move_gen_captures(const Board& board, const Pins& pins, MoveList* list) {
    generate<CAPTURES>(make_generator(board, pins, list));
}

void move_gen_quiets(const Board& board, const Pins& pins, MoveList* list) {
    generate<QUIETS>(make_generator(board, pins, list));
}

void move_gen_evasions(const Board& board, const Pins& pins, MoveList* list) {
    assert(pins.checkers != 0);
    const Generator g = make_generator(board, pins, list);
    king_moves<ALL>(g);
    if (pins.checkers > 1) return;
    capture_checker(g, pins.checker);
    en_passant_captures(g);
    block_checker(g, pins.checker);
}

void move_gen_legal(const Board& board, const Pins& pins, MoveList* list) {
    list->count = 0;
    if (pins.checkers != 0)
        move_gen_evasions(board, pins, list);
    else
        generate<ALL>(make_generator(board, pins, list));
}

void move_gen_legal(const Board& board, MoveList* list) {
    Pins pins;
    attack_find_pins(board, &pins);
    move_gen_legal(board, pins, list);
}

bool move_is_legal(const Board& board, const Pins& pins, Move move) {
    const Generator g = make_generator(board, pins, nullptr);
    const Square from = move_from(move), to = move_to(move);
    const Piece piece = board.piece[from];
    if (!has_known_kind(move) || !piece_is(piece, g.us)) return false;
    if (move_is_castle(move)) return castle_is_possible(g, move);
    if (move_is_en_passant(move)) return en_passant_is_possible(g, move);
    if (piece_is(board.piece[to], g.us)) return false;
    if (piece_type(piece) == KING) return !move_is_promotion(move) && king_move_is_legal(g, move);
    if (pins.checkers > 1 || !piece_step_is_possible(g, piece, move)) return false;
    if (pins.checkers == 1) return pins.line[from] == STEP_NONE && answers_check(g, to);
    return pin_allows(pins.line[from], attack_step(from, to));
}

bool move_gives_check(const Board& board, Move move) {
    const Square from = move_from(move), to = move_to(move);
    const Square king = board_king(board, colour_opposite(board.turn));
    Piece piece = board.piece[from];
    if (move_is_castle(move)) return false;
    if (move_is_promotion(move)) piece = piece_make(board.turn, move_promotion(move));
    if (attack_reaches(board, piece, to, king, from)) return true;
    // A discovered check: the piece leaves the line between the enemy king and one of our sliders.
    const Step step = attack_step(king, from);
    if (step == STEP_NONE || step == attack_step(king, to) ||
        !attack_path_is_clear(board, king, from))
        return false;
    Square square = from + step;
    while (board.piece[square] == NO_PIECE) square += step;
    return piece_is(board.piece[square], board.turn) && piece_is_slider(board.piece[square]) &&
           attack_is_possible(board.piece[square], square, king);
}
