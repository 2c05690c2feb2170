// The transposition table: what earlier searches proved about a position.
#pragma once

#include <atomic>
#include <cstddef>

#include "engine/board/board.h"
#include "engine/board/move.h"

/// What a stored score means.
enum Bound : uint8_t {
    BOUND_NONE,
    BOUND_UPPER, // the true score is at most this
    BOUND_LOWER, // at least this
    BOUND_EXACT,
};

constexpr int TABLE_BUCKET_SIZE = 5;

/// One cache line. All search threads read and write it at once, without locks: every word is
/// atomic by itself, with relaxed order, and the check spoils an entry whose two halves come from
/// different writers (Hyatt and Mann, "A lock-less transposition table", 2002).
struct alignas(64) TableBucket {
    std::atomic<uint64_t> data[TABLE_BUCKET_SIZE];
    std::atomic<uint32_t> check[TABLE_BUCKET_SIZE]; // the key's lower half, over the folded data
};

constexpr int TABLE_MEGABYTES_DEFAULT = 16; // hosts set their own; touching more would delay `new`
constexpr int TABLE_MEGABYTES_MAX = 32768;

struct Table {
    TableBucket* bucket;
    void* memory; // what was allocated; bucket is its first aligned address
    uint32_t bucket_count;
    uint32_t wanted_megabytes; // more than there is where memory was short
    uint8_t age;
    bool dirty; // anything stored since the last clear
};

/// What a probe found, in search terms.
struct TableHit {
    bool found;
    Move move;
    Score score; // mates counted from the root of this search
    Score eval;
    Depth depth;
    Bound bound;
    bool pv; // once searched with an open window
};

/// The key under which the table keeps a position. Once there has long been no progress, scores
/// foresee the end of the fifty moves, and are not true of the same position with more time left:
/// from TABLE_FIFTY_FROM half-moves on, every TABLE_FIFTY_STEP have entries of their own.
constexpr int TABLE_FIFTY_FROM = 64, TABLE_FIFTY_STEP = 8;
inline Key table_key(Key key, int fifty) {
    if (fifty < TABLE_FIFTY_FROM) return key;
    return key ^ uint64_t(fifty / TABLE_FIFTY_STEP) * HASH_GOLDEN_RATIO;
}
inline Key table_key(const Board& board) {
    return table_key(board.key, board.fifty);
}

/// An empty table without memory; table_resize() gives it some.
Table table_make();

/// Sets the size in MiB, clamped to 1 .. TABLE_MEGABYTES_MAX and half of the machine's memory;
/// where memory is short a smaller table is taken. Contents are lost only if another size is asked
/// for.
/// Up to 4 GiB are taken from the system at once, so that it does not hand them out while a clock
/// runs.
void table_resize(Table* table, int megabytes);
void table_free(Table* table);

/// Forgets everything (`new`); quick when nothing was stored.
void table_clear(Table* table);

/// A new search begins: what is there grows older.
void table_new_search(Table* table);

/// What is known of a position that stands at this ply of the search; hit.found is false if
/// nothing.
TableHit table_probe(const Table& table, Key key, Ply ply);

/// Keeps what a search of this depth has found at this ply, in the place of what is worth least;
/// not where this very search has looked much deeper. MOVE_NONE leaves the move that is there.
void table_store(Table* table, Key key, Ply ply, Move move, Score score, Score eval, Depth depth,
                 Bound bound, bool pv = false);

/// Where a position is kept: the upper half of its key chooses the bucket.
inline TableBucket& table_bucket(const Table& table, Key key) {
    return table.bucket[(key >> 32) * table.bucket_count >> 32];
}

/// The position will be probed soon.
inline void table_prefetch(const Table& table, Key key) {
    __builtin_prefetch(&table_bucket(table, key));
}
