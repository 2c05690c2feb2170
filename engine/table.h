// The transposition table: what earlier searches proved about a position.
#pragma once

#include <cstddef>

#include "engine/board.h"
#include "engine/move.h"

/// What a stored score means.
enum Bound : uint8_t {
    BOUND_NONE,
    BOUND_UPPER, // the true score is at most this
    BOUND_LOWER, // at least this
    BOUND_EXACT,
};

struct TableEntry {
    uint32_t check; // the key's lower half
    int16_t score;  // mates counted from this position
    int16_t eval;   // SCORE_NONE if unknown
    uint16_t move;
    uint8_t depth;
    uint8_t age_bound; // age in the upper six bits, bound in the lower two
};

constexpr int TABLE_BUCKET_SIZE = 5;

/// One cache line.
struct alignas(64) TableBucket {
    TableEntry entry[TABLE_BUCKET_SIZE];
};

struct Table {
    TableBucket* bucket;
    void* memory; // what was allocated; bucket is its first aligned address
    uint32_t bucket_count;
    uint8_t age;
    bool dirty; // anything stored since the last clear, or memory worth touching
};

constexpr int TABLE_MEGABYTES_DEFAULT = 16; // hosts set their own; touching more would delay `new`
constexpr int TABLE_MEGABYTES_MAX = 32768;

/// What a probe found, in search terms.
struct TableHit {
    bool found;
    Move move;
    Score score; // mates counted from the root of this search
    Score eval;
    Depth depth;
    Bound bound;
};

/// An empty table without memory; table_resize() gives it some.
Table table_make();

/// Sets the size in MiB, clamped to 1 .. TABLE_MEGABYTES_MAX and half of the machine's memory;
/// where memory is short a smaller table is taken. Contents are lost only if the size changes.
/// Fresh memory is not touched, so this is quick.
void table_resize(Table* table, int megabytes);
void table_free(Table* table);

/// Forgets everything (`new`); quick when nothing was stored. The first call touches fresh memory,
/// so that the system does not hand it out while a clock runs.
void table_clear(Table* table);

/// A new search begins: what is there grows older.
void table_new_search(Table* table);

TableHit table_probe(const Table& table, Key key, Ply ply);

void table_store(Table* table, Key key, Ply ply, Move move, Score score, Score eval, Depth depth,
                 Bound bound);

inline void table_prefetch(const Table& table, Key key) {
    __builtin_prefetch(&table.bucket[(key >> 32) * table.bucket_count >> 32]);
}
