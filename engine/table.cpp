#include "engine/table.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>

#ifdef __linux__
#include <sys/mman.h>
#endif
#ifdef __unix__
#include <unistd.h>
#endif

namespace {

static_assert(sizeof(TableBucket) == 64, "a bucket fills a cache line");

constexpr size_t TABLE_ALIGNMENT = 2u << 20; // a large page
// A larger fresh table is left to the system: touching all of it would keep the host waiting.
constexpr size_t TOUCH_MAX_MEGABYTES = 256;
constexpr uint8_t AGE_STEP = 4; // above the two bits of the bound
constexpr int AGE_WEIGHT = 2;   // plies of depth that one search of age outweighs

Bound entry_bound(const TableEntry& entry) {
    return Bound(entry.age_bound & 3);
}

int entry_age(const Table& table, const TableEntry& entry) {
    return uint8_t(table.age - (entry.age_bound & ~3)) / AGE_STEP;
}

// Mate scores are stored as distance from the position, searched with as distance from the root.
Score score_to_table(Score score, Ply ply) {
    if (score >= SCORE_MATE_MIN) return score + int(ply);
    if (score <= -SCORE_MATE_MIN) return score - int(ply);
    return score;
}

Score score_from_table(Score score, Ply ply) {
    if (score >= SCORE_MATE_MIN) return score - int(ply);
    if (score <= -SCORE_MATE_MIN) return score + int(ply);
    return score;
}

TableBucket& bucket_of(const Table& table, Key key) {
    return table.bucket[(key >> 32) * table.bucket_count >> 32];
}

// Large pages save most of the address look-ups that fail; a hint only.
void ask_for_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] size_t bytes) {
#ifdef __linux__
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

// Half of the machine's memory: the system may promise more than it has.
size_t reasonable_megabytes() {
#ifdef __unix__
    const long pages = sysconf(_SC_PHYS_PAGES), page_size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page_size > 0)
        return std::max<size_t>(1, (size_t(pages) * size_t(page_size) >> 20) / 2);
#endif
    return TABLE_MEGABYTES_MAX;
}

void allocate(Table* table, size_t megabytes) {
    for (; megabytes > 0; megabytes /= 2) {
        const size_t bytes = megabytes << 20;
        // calloc leaves large blocks to the system, which hands out zero pages when they are
        // touched.
        table->memory = std::calloc(bytes + TABLE_ALIGNMENT, 1);
        if (!table->memory) continue;
        const uintptr_t address = reinterpret_cast<uintptr_t>(table->memory);
        const uintptr_t rest = address % TABLE_ALIGNMENT;
        table->bucket = reinterpret_cast<TableBucket*>(address + (TABLE_ALIGNMENT - rest));
        ask_for_large_pages(table->bucket, bytes);
        table->bucket_count = uint32_t(bytes / sizeof(TableBucket));
        table->dirty = megabytes <= TOUCH_MAX_MEGABYTES;
        return;
    }
    std::abort(); // not even one MiB: nothing can run here
}

size_t allocated_megabytes(const Table& table) {
    return size_t(table.bucket_count) * sizeof(TableBucket) >> 20;
}

// The entry to overwrite: the same position, else the shallowest and oldest.
TableEntry* choose_victim(const Table& table, TableBucket* bucket, uint32_t check) {
    TableEntry* victim = &bucket->entry[0];
    int least = 1 << 30;
    for (TableEntry& entry : bucket->entry) {
        if (entry.check == check && entry_bound(entry) != BOUND_NONE) return &entry;
        const int worth = entry_bound(entry) == BOUND_NONE
                              ? -(1 << 20)
                              : entry.depth - AGE_WEIGHT * entry_age(table, entry);
        if (worth < least) least = worth, victim = &entry;
    }
    return victim;
}

} // namespace

Table table_make() {
    return {nullptr, nullptr, 0, 0, false};
}

void table_resize(Table* table, int megabytes) {
    size_t wanted = size_t(std::clamp(megabytes, 1, TABLE_MEGABYTES_MAX));
    wanted = std::min(wanted, reasonable_megabytes());
    if (sizeof(size_t) == 4) wanted = std::min(wanted, size_t(1024));
    if (table->memory && allocated_megabytes(*table) == wanted) return;
    table_free(table);
    allocate(table, wanted);
}

void table_free(Table* table) {
    std::free(table->memory);
    *table = table_make();
}

void table_clear(Table* table) {
    if (table->dirty)
        std::memset(static_cast<void*>(table->bucket), 0,
                    size_t(table->bucket_count) * sizeof(TableBucket));
    table->dirty = false;
    table->age = 0;
}

void table_new_search(Table* table) {
    table->age = uint8_t(table->age + AGE_STEP);
}

TableHit table_probe(const Table& table, Key key, Ply ply) {
    const uint32_t check = uint32_t(key);
    for (const TableEntry& entry : bucket_of(table, key).entry)
        if (entry.check == check && entry_bound(entry) != BOUND_NONE)
            return {true,
                    Move(entry.move),
                    score_from_table(Score(entry.score), ply),
                    Score(entry.eval),
                    Depth(entry.depth),
                    entry_bound(entry)};
    return {false, MOVE_NONE, SCORE_NONE, SCORE_NONE, DEPTH_ZERO, BOUND_NONE};
}

void table_store(Table* table, Key key, Ply ply, Move move, Score score, Score eval, Depth depth,
                 Bound bound) {
    assert(score != SCORE_NONE && bound != BOUND_NONE);
    const uint32_t check = uint32_t(key);
    TableEntry* entry = choose_victim(*table, &bucket_of(*table, key), check);
    const bool same = entry->check == check && entry_bound(*entry) != BOUND_NONE;
    // A deeper result of this very search about the same position is worth keeping.
    if (same && bound != BOUND_EXACT && depth + 3 < entry->depth && entry_age(*table, *entry) == 0)
        return;
    if (move != MOVE_NONE || !same) entry->move = move;
    entry->check = check;
    entry->score = int16_t(score_to_table(score, ply));
    entry->eval = int16_t(eval);
    entry->depth = uint8_t(std::max(0, int(depth)));
    entry->age_bound = uint8_t(table->age | bound);
    table->dirty = true;
}
