#include "engine/search/history.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "engine/board/move_do.h"
#include "engine/search/tunables.h"

namespace {

constexpr int CORRECTION_GRAIN = 16384; // weight of an entry that counts in full

void add_bonus(int16_t* entry, int bonus, int max) {
    *entry = int16_t(*entry + bonus - *entry * std::abs(bonus) / max);
}

// A template, so that constant histories can use the function, too.
template <typename Table> auto& capture_entry(Table& history, const Board& board, Move move) {
    const PieceType victim = piece_type(move_victim(board, move));
    return history.capture[board.piece[move_from(move)]][square_to64(move_to(move))][victim];
}

int stat_bonus(int depth) {
    return std::min(TUNE.history_bonus * depth - TUNE.history_bonus_base, TUNE.history_bonus_max);
}

int stat_malus(int depth) {
    return std::min(TUNE.history_malus * depth - TUNE.history_bonus_base, TUNE.history_malus_max);
}

size_t correction_index(Key key) {
    return size_t(key & (CORRECTION_NB - 1));
}

// The correction entries of this position. A template, so that constant histories can use it, too.
template <typename Table>
auto corrections_at(Table& history, const Board& board, const LastMoves& last) {
    const Colour turn = board.turn;
    return std::array{
        &history.pawn_correction[turn][correction_index(board.pawn_key)],
        &history.piece_correction[turn][WHITE][correction_index(board.piece_key[WHITE])],
        &history.piece_correction[turn][BLACK][correction_index(board.piece_key[BLACK])],
        &history.move_correction[turn][0][last.piece[0]][square_to64(last.to[0])],
        &history.move_correction[turn][1][last.piece[1]][square_to64(last.to[1])],
        &history.move_correction[turn][2][last.piece[2]][square_to64(last.to[2])]};
}

} // namespace

void history_clear(History* history) {
    *history = History{};
}

int history_quiet(const History& history, const Continuations& continuations, const Board& board,
                  Move move) {
    const Piece piece = board.piece[move_from(move)];
    const int from = square_to64(move_from(move)), to = square_to64(move_to(move));
    int sum = history.butterfly[board.turn][from][to];
    for (const PieceToTable* table : continuations.table) sum += table->value[piece][to];
    return sum;
}

int history_capture(const History& history, const Board& board, Move move) {
    return capture_entry(history, board, move);
}

void history_add_butterfly(History* history, Piece piece, Move move, int bonus) {
    const int from = square_to64(move_from(move)), to = square_to64(move_to(move));
    add_bonus(&history->butterfly[piece_colour(piece)][from][to], bonus, TUNE.history_max);
}

void history_add_continuation(History* history, const Continuations& continuations, Piece piece,
                              Square to, int bonus) {
    const PieceToTable* none = history_continuation(history, NO_PIECE, SQ_A1);
    for (PieceToTable* table : continuations.table)
        if (table != none)
            add_bonus(&table->value[piece][square_to64(to)], bonus, TUNE.history_max);
}

void history_add_capture(History* history, Piece piece, Square to, PieceType victim, int bonus) {
    add_bonus(&history->capture[piece][square_to64(to)][victim], bonus, TUNE.history_max);
}

namespace {

void add_quiet(History* history, const Continuations& continuations, const Board& board, Move move,
               int bonus) {
    const Piece piece = board.piece[move_from(move)];
    history_add_butterfly(history, piece, move, bonus);
    history_add_continuation(history, continuations, piece, move_to(move), bonus);
}

void add_capture(History* history, const Board& board, Move move, int bonus) {
    add_bonus(&capture_entry(*history, board, move), bonus, TUNE.history_max);
}

} // namespace

void history_update(History* history, const Continuations& continuations, const Board& board,
                    Move best, const MoveList& quiets, const MoveList& captures, int depth) {
    const int bonus = stat_bonus(depth), malus = stat_malus(depth);
    if (move_is_quiet(board, best)) {
        add_quiet(history, continuations, board, best, bonus);
        for (int i = 0; i < quiets.count; ++i)
            if (quiets.move[i] != best)
                add_quiet(history, continuations, board, quiets.move[i], -malus);
    } else {
        add_capture(history, board, best, bonus);
    }
    for (int i = 0; i < captures.count; ++i)
        if (captures.move[i] != best) add_capture(history, board, captures.move[i], -malus);
}

int history_correction(const History& history, const Board& board, const LastMoves& last) {
    const auto entry = corrections_at(history, board, last);
    const int sum =
        *entry[0] * TUNE.correction_pawn + (*entry[1] + *entry[2]) * TUNE.correction_piece +
        (*entry[3] + *entry[4]) * TUNE.correction_move + *entry[5] * TUNE.correction_fourth_move;
    return sum / CORRECTION_GRAIN;
}

void history_learn_correction(History* history, const Board& board, const LastMoves& last,
                              int error, int depth) {
    const int most = TUNE.correction_max / TUNE.correction_bonus_divisor;
    const int bonus = std::clamp(error * depth / TUNE.correction_depth_divisor, -most, most);
    for (int16_t* entry : corrections_at(*history, board, last))
        add_bonus(entry, bonus, TUNE.correction_max);
}
