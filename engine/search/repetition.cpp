#include "engine/search/repetition.h"

#include <array>
#include <utility>

#include "engine/board/attack.h"

namespace {

constexpr int CUCKOO_NB = 8192; // a power of two, more than twice the number of reversible moves

struct Cuckoo {
    Key key; // 0: this entry is empty
    Square from, to;
};

using CuckooTable = std::array<Cuckoo, CUCKOO_NB>;

size_t first_place(Key key) {
    return size_t(key & (CUCKOO_NB - 1));
}
size_t second_place(Key key) {
    return size_t(key >> 16 & (CUCKOO_NB - 1));
}

// Cuckoo hashing: a new entry sends an entry that is in its place to that entry's other place.
void insert(CuckooTable* table, Cuckoo cuckoo) {
    size_t place = first_place(cuckoo.key);
    while (cuckoo.key) {
        std::swap((*table)[place], cuckoo);
        place =
            place == first_place(cuckoo.key) ? second_place(cuckoo.key) : first_place(cuckoo.key);
    }
}

void insert_moves(CuckooTable* table, Piece piece) {
    for (int i = 0; i < 64; ++i)
        for (int j = i + 1; j < 64; ++j) {
            const Square from = square_from64(i), to = square_from64(j);
            if (!attack_is_possible(piece, from, to)) continue;
            insert(table, {HASH.piece[piece][from] ^ HASH.piece[piece][to] ^ HASH.turn, from, to});
        }
}

CuckooTable make_table() {
    CuckooTable table = {};
    for (const Colour colour : {WHITE, BLACK})
        for (int type = KNIGHT; type <= KING; ++type)
            insert_moves(&table, piece_make(colour, PieceType(type)));
    return table;
}

const CuckooTable CUCKOOS = make_table();

} // namespace

bool repetition_is_move(const Board& board, Key difference) {
    if (difference == 0) return false; // 0 would match an empty entry
    const Cuckoo* cuckoo = &CUCKOOS[first_place(difference)];
    if (cuckoo->key != difference) cuckoo = &CUCKOOS[second_place(difference)];
    if (cuckoo->key != difference) return false;
    const bool there = board.piece[cuckoo->from] == NO_PIECE;
    const Piece piece = board.piece[there ? cuckoo->to : cuckoo->from];
    if (!piece_is(piece, board.turn)) return false;
    return piece_type(piece) == KNIGHT || attack_path_is_clear(board, cuckoo->from, cuckoo->to);
}
