// The transposition table (hash table).
#pragma once

#include <atomic>
#include <cstddef>

#include "engine/board/board.h"
#include "engine/board/move.h"

/// The kind of a stored score.
enum Bound : uint8_t {
    BOUND_NONE,
    BOUND_UPPER, // the true score is at most this: fail low
    BOUND_LOWER, // the true score is at least this: fail high
    BOUND_EXACT,
};

constexpr int TABLE_BUCKET_SIZE = 5;

/// A bucket is one cache line. All search threads access buckets without locks: each word is atomic
/// with relaxed order, and the check does not match if data and check come from different writers
/// (Hyatt and Mann, "A lock-less transposition table", 2002).
struct alignas(64) TableBucket {
    std::atomic<uint64_t> data[TABLE_BUCKET_SIZE];
    std::atomic<uint32_t> check[TABLE_BUCKET_SIZE]; // lower half of the key xor both halves of data
};

constexpr int TABLE_MEGABYTES_DEFAULT = 16; // hosts set their own size; clearing more delays `new`
constexpr int TABLE_MEGABYTES_MAX = 32768;

/// A hash table; all members are zero before table_resize() allocates the memory.
struct Table {
    TableBucket* bucket;
    void* memory; // the allocated block; bucket is its first aligned address
    uint32_t bucket_count;
    uint32_t wanted_megabytes; // the size asked for; less is allocated if memory is short
    uint8_t age;
    bool dirty; // something may have been stored since the last clear
};

/// The result of a probe.
struct TableHit {
    bool found;
    Move move;
    Score score; // mates are counted from the root of this search
    Score eval;  // raw static score, SCORE_NONE if unknown
    Depth depth;
    Bound bound;
    bool pv; // was searched as a PV node, or a descendant of one (was_pv)
};

/// The key of a position in the table. When the fifty-move counter is high, scores depend on it:
/// from TABLE_FIFTY_FROM half-moves on, every TABLE_FIFTY_STEP half-moves have their own entries.
constexpr int TABLE_FIFTY_FROM = 64, TABLE_FIFTY_STEP = 8;
inline Key table_key(Key key, int fifty) {
    if (fifty < TABLE_FIFTY_FROM) return key;
    return key ^ uint64_t(fifty / TABLE_FIFTY_STEP) * HASH_GOLDEN_RATIO;
}
inline Key table_key(const Board& board) {
    return table_key(board.key, board.fifty);
}

/// Sets the size in MiB, clamped to 1 .. TABLE_MEGABYTES_MAX and to half of the machine's memory.
/// If memory is short, allocates a smaller table. Clears the table unless it had this size. Up to 4
/// GiB are written to at once, so that the system does not have to provide the memory while our
/// clock is running.
void table_resize(Table* table, int megabytes);
void table_free(Table* table);

/// Empties the hash table; quick if nothing was stored.
void table_clear(Table* table);

/// Begins a new search: all entries become older by one.
void table_new_search(Table* table);

/// Looks up a position at this ply of the search.
TableHit table_probe(const Table& table, Key key, Ply ply);

/// Stores a search result for a position at this ply. The result replaces the position's entry or
/// the least valuable entry of the bucket; a bound does not replace a much deeper entry of the same
/// search. With MOVE_NONE the entry keeps its old move.
void table_store(Table* table, Key key, Ply ply, Move move, Score score, Score eval, Depth depth,
                 Bound bound, bool pv = false);

/// The bucket of a position, chosen by the upper half of its key.
inline TableBucket& table_bucket(const Table& table, Key key) {
    return table.bucket[(key >> 32) * table.bucket_count >> 32];
}

/// Prefetches the bucket of a position that will be probed soon.
inline void table_prefetch(const Table& table, Key key) {
    __builtin_prefetch(&table_bucket(table, key));
}
