#include "engine/pawn.h"

#include <algorithm>

namespace {

constexpr int SHELTER_NONE = -26;     // no own pawn on a file beside the king
constexpr int SHELTER_ADVANCED = -10; // for each step the nearest one has gone from the second rank
constexpr int SHELTER_OPEN_FILE = -16; // no pawn of either side

constexpr Tapered DOUBLED = tapered(-8, -18);
constexpr Tapered ISOLATED = tapered(-10, -12);
constexpr Tapered BACKWARD = tapered(-8, -8);
// By the pawn's own rank.
constexpr Tapered CONNECTED[8] = {TAPERED_ZERO,    tapered(2, 0),   tapered(9, 4),   tapered(10, 7),
                                  tapered(16, 15), tapered(40, 40), tapered(80, 80), TAPERED_ZERO};
constexpr Tapered PASSED[8] = {TAPERED_ZERO,    tapered(-4, 8),   tapered(-8, 14),  tapered(-6, 36),
                               tapered(18, 62), tapered(48, 110), tapered(90, 170), TAPERED_ZERO};

// The rearmost and foremost pawn of each file, ranks counted from their own side.
struct FileRanks {
    int rearmost[8]; // 8 when the file has none
    int foremost[8]; // -1 when the file has none
};

FileRanks file_ranks(const Board& board, Colour colour) {
    FileRanks ranks;
    for (int file = 0; file < 8; ++file) ranks.rearmost[file] = 8, ranks.foremost[file] = -1;
    const Piece pawn = piece_make(colour, PAWN);
    for (int i = 0; i < board.count[pawn]; ++i) {
        const Square square = board.list[pawn][i];
        const int file = square_file(square), rank = square_rank_for(colour, square);
        if (rank < ranks.rearmost[file]) ranks.rearmost[file] = rank;
        if (rank > ranks.foremost[file]) ranks.foremost[file] = rank;
    }
    return ranks;
}

// No enemy pawn in front of it, on its own file or beside. Ranks of the enemy count from his side.
bool is_passed(const FileRanks& theirs, int file, int rank) {
    for (int f = file - 1; f <= file + 1; ++f)
        if (f >= 0 && f < 8 && theirs.rearmost[f] < 7 - rank) return false;
    return true;
}

bool has_pawn_at(const Board& board, Piece pawn, Square square) {
    return board.piece[square] == pawn;
}

bool is_connected(const Board& board, Piece pawn, Square square, int back) {
    return has_pawn_at(board, pawn, square + STEP_W) || has_pawn_at(board, pawn, square + STEP_E) ||
           has_pawn_at(board, pawn, square + (back + STEP_W)) ||
           has_pawn_at(board, pawn, square + (back + STEP_E));
}

// No neighbour can ever support it and an enemy pawn guards the square in front.
bool is_backward(const Board& board, const FileRanks& ours, Square square, Colour colour) {
    const int file = square_file(square), rank = square_rank_for(colour, square);
    const bool support = (file > 0 && ours.rearmost[file - 1] <= rank) ||
                         (file < 7 && ours.rearmost[file + 1] <= rank);
    if (support) return false;
    const int forward = square_forward(colour);
    const Piece enemy = piece_make(colour_opposite(colour), PAWN);
    return has_pawn_at(board, enemy, square + (2 * forward + STEP_W)) ||
           has_pawn_at(board, enemy, square + (2 * forward + STEP_E));
}

Tapered score_pawn(const Board& board, const FileRanks& ours, Square square, Colour colour) {
    const int file = square_file(square), rank = square_rank_for(colour, square);
    const int back = -square_forward(colour);
    Tapered score = TAPERED_ZERO;
    const bool left = file > 0 && ours.foremost[file - 1] >= 0;
    const bool right = file < 7 && ours.foremost[file + 1] >= 0;
    if (is_connected(board, piece_make(colour, PAWN), square, back)) score += CONNECTED[rank];
    if (!left && !right)
        score += ISOLATED;
    else if (is_backward(board, ours, square, colour))
        score += BACKWARD;
    if (ours.foremost[file] > rank) score += DOUBLED;
    return score;
}

void mark_unsafe(uint8_t* safe, Square square) {
    if (square_is_ok(square)) safe[square] = 0;
}

// The squares the pawns of `colour` attack are not safe for the other side.
void mark_attacks(const Board& board, Colour colour, PawnEntry* entry) {
    const Piece pawn = piece_make(colour, PAWN);
    const int forward = square_forward(colour);
    uint8_t* safe = entry->safe[colour_opposite(colour)];
    std::fill_n(safe, SQUARE_NB, uint8_t(1));
    for (int i = 0; i < board.count[pawn]; ++i) {
        mark_unsafe(safe, board.list[pawn][i] + (forward + STEP_W));
        mark_unsafe(safe, board.list[pawn][i] + (forward + STEP_E));
    }
}

void add_side(const Board& board, Colour colour, PawnEntry* entry) {
    const FileRanks ours = file_ranks(board, colour);
    const FileRanks theirs = file_ranks(board, colour_opposite(colour));
    const Piece pawn = piece_make(colour, PAWN);
    Tapered score = TAPERED_ZERO;
    for (int i = 0; i < board.count[pawn]; ++i) {
        const Square square = board.list[pawn][i];
        const int file = square_file(square), rank = square_rank_for(colour, square);
        entry->files[colour] = uint8_t(entry->files[colour] | 1 << file);
        score += score_pawn(board, ours, square, colour);
        if (ours.foremost[file] == rank && is_passed(theirs, file, rank)) {
            score += PASSED[rank];
            entry->passed[colour][entry->passed_count[colour]++] = square;
        }
    }
    entry->score += colour == WHITE ? score : -score;
    mark_attacks(board, colour, entry);
}

// The pawns in front of the king, on its file and beside it.
int compute_shelter(const PawnEntry& entry, const Board& board, Colour colour, Square king) {
    const Piece pawn = piece_make(colour, PAWN);
    const int forward = square_forward(colour);
    const int files = entry.files[WHITE] | entry.files[BLACK];
    int score = 0;
    for (int file = square_file(king) - 1; file <= square_file(king) + 1; ++file) {
        if (file < 0 || file > 7) continue;
        Square square = square_make(file, square_rank(king)) + forward;
        while (square_is_ok(square) && board.piece[square] != pawn) square += forward;
        if (square_is_ok(square))
            score += SHELTER_ADVANCED * std::max(0, square_rank_for(colour, square) - RANK_2);
        else
            score += SHELTER_NONE + (files >> file & 1 ? 0 : SHELTER_OPEN_FILE);
    }
    return score;
}

} // namespace

int pawn_shelter(PawnEntry* entry, const Board& board, Colour colour) {
    const Square king = board_king(board, colour);
    if (entry->shelter_king[colour] != king) {
        entry->shelter_king[colour] = king;
        entry->shelter[colour] = int16_t(compute_shelter(*entry, board, colour, king));
    }
    return entry->shelter[colour];
}

PawnEntry* pawn_probe(PawnCache* cache, const Board& board) {
    PawnEntry& entry = cache->entry[board.pawn_key & (PAWN_CACHE_SIZE - 1)];
    // The key of a pawnless board is 0, and so is that of an entry never filled.
    if (entry.key == board.pawn_key && entry.key != 0) return &entry;
    entry = PawnEntry{};
    entry.key = board.pawn_key;
    entry.shelter_king[WHITE] = entry.shelter_king[BLACK] = SQ_NONE;
    add_side(board, WHITE, &entry);
    add_side(board, BLACK, &entry);
    return &entry;
}
