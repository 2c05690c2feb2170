#include "engine/search/table.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <thread>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif
#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace {

static_assert(sizeof(TableBucket) == 64, "a bucket is a cache line");

constexpr size_t TABLE_ALIGNMENT = 2u << 20; // a large page
// Larger tables are not written to in advance, because the host would have to wait for seconds.
constexpr size_t WRITE_MAX_MEGABYTES = 4096;
constexpr size_t WRITE_PART = 32u << 20; // bytes that are worth a thread
constexpr uint8_t AGE_STEP = 8;          // the lowest bit of the age in age_bound
constexpr uint8_t PV_BIT = 4;
constexpr uint8_t BOUND_BITS = 3;
constexpr int AGE_WEIGHT = 2; // for replacement one search of age counts like two plies of depth
constexpr int DEEPER_KEPT_PLIES = 3;

// An entry of the table, one word of a bucket.
struct Entry {
    int16_t score; // mates are counted from the entry's position
    int16_t eval;  // SCORE_NONE if unknown
    uint16_t move;
    uint8_t depth;
    uint8_t age_bound; // bits 3 to 7: age; bit 2: pv; bits 0 and 1: bound
};
static_assert(sizeof(Entry) == sizeof(uint64_t), "an entry is a word");

uint32_t fold(uint64_t data) {
    return uint32_t(data) ^ uint32_t(data >> 32);
}

// The entry in a slot, and whether the entry belongs to the key.
struct Found {
    Entry entry;
    bool same;
};

Found entry_load(const TableBucket& bucket, int slot, Key key) {
    const uint64_t data = bucket.data[slot].load(std::memory_order_relaxed);
    const uint32_t check = bucket.check[slot].load(std::memory_order_relaxed) ^ fold(data);
    Found found;
    std::memcpy(&found.entry, &data, sizeof data);
    found.same = check == uint32_t(key) && (found.entry.age_bound & BOUND_BITS) != BOUND_NONE;
    return found;
}

void entry_save(TableBucket* bucket, int slot, Key key, const Entry& entry) {
    uint64_t data;
    std::memcpy(&data, &entry, sizeof data);
    bucket->data[slot].store(data, std::memory_order_relaxed);
    bucket->check[slot].store(uint32_t(key) ^ fold(data), std::memory_order_relaxed);
}

Bound entry_bound(const Entry& entry) {
    return Bound(entry.age_bound & BOUND_BITS);
}

int entry_age(const Table& table, const Entry& entry) {
    return uint8_t(table.age - (entry.age_bound & ~7)) / AGE_STEP;
}

// Mate scores count from the root in the search, and from the position in the table: `plies` is the
// position's ply, negative when a score is read from the table.
Score move_mate(Score score, int plies) {
    if (score >= SCORE_MATE_MIN) return score + plies;
    return score <= -SCORE_MATE_MIN ? score - plies : score;
}

// The system provides memory when the program first writes to it. Writing a GiB takes one thread
// more than a second on a virtual machine, so several threads share the work.
void write_zeros(TableBucket* bucket, size_t count) {
    const size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const size_t parts = std::clamp<size_t>(count * sizeof *bucket / WRITE_PART, 1, cores);
    const auto write_part = [=](size_t part) {
        const size_t from = count * part / parts, to = count * (part + 1) / parts;
        std::memset(static_cast<void*>(bucket + from), 0, (to - from) * sizeof *bucket);
    };
    std::vector<std::thread> threads;
    size_t part = 1;
    try {
        for (; part < parts; ++part) threads.emplace_back(write_part, part);
    } catch (const std::system_error&) {
        // If the system has no more threads, this thread writes the rest of the zeros.
    }
    for (write_part(0); part < parts; ++part) write_part(part);
    for (std::thread& thread : threads) thread.join();
}

// The bytes of memory in the machine, 0 if unknown.
uint64_t machine_bytes() {
#ifdef _WIN32
    MEMORYSTATUSEX status = {};
    status.dwLength = sizeof status;
    return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : 0;
#else
    const long pages = sysconf(_SC_PHYS_PAGES), page_size = sysconf(_SC_PAGESIZE);
    return pages > 0 && page_size > 0 ? uint64_t(pages) * uint64_t(page_size) : 0;
#endif
}

// A table gets at most half of the machine's memory; the system may promise more than it has.
size_t reasonable_megabytes() {
    const uint64_t bytes = machine_bytes();
    return bytes == 0 ? TABLE_MEGABYTES_MAX : std::max<size_t>(1, size_t(bytes >> 20) / 2);
}

void allocate(Table* table, size_t megabytes) {
    // Large blocks from calloc are zero pages that the system provides on first access.
    while (!(table->memory = std::calloc((megabytes << 20) + TABLE_ALIGNMENT, 1)))
        if ((megabytes /= 2) == 0) std::abort(); // not even one MiB
    const size_t bytes = megabytes << 20;
    const uintptr_t address = reinterpret_cast<uintptr_t>(table->memory);
    const uintptr_t rest = address % TABLE_ALIGNMENT;
    table->bucket = reinterpret_cast<TableBucket*>(address + (TABLE_ALIGNMENT - rest));
    table->bucket_count = uint32_t(bytes / sizeof(TableBucket));
    if (megabytes > WRITE_MAX_MEGABYTES) return; // large pages would be zeroed during the search
#ifdef __linux__
    madvise(table->bucket, bytes, MADV_HUGEPAGE); // avoids most TLB misses
#endif
    write_zeros(table->bucket, table->bucket_count);
}

// The slot to overwrite: the position's own, else the slot of the shallowest and oldest entry.
int choose_slot(const Table& table, const TableBucket& bucket, Key key) {
    int victim = 0, least = 1 << 30;
    for (int slot = 0; slot < TABLE_BUCKET_SIZE; ++slot) {
        const auto [entry, same] = entry_load(bucket, slot, key);
        if (same) return slot;
        const int worth = entry_bound(entry) == BOUND_NONE
                              ? -(1 << 20)
                              : entry.depth - AGE_WEIGHT * entry_age(table, entry);
        if (worth < least) least = worth, victim = slot;
    }
    return victim;
}

} // namespace

void table_resize(Table* table, int megabytes) {
    size_t wanted = size_t(std::clamp(megabytes, 1, TABLE_MEGABYTES_MAX));
    wanted = std::min(wanted, reasonable_megabytes());
    if (sizeof(size_t) == 4) wanted = std::min(wanted, size_t(1024));
    if (table->memory && table->wanted_megabytes == wanted) return;
    table_free(table);
    allocate(table, wanted);
    table->wanted_megabytes = uint32_t(wanted);
}

void table_free(Table* table) {
    std::free(table->memory);
    *table = {};
}

void table_clear(Table* table) {
    const size_t bytes = table->bucket_count * sizeof(TableBucket);
    if (table->dirty && bytes >> 20 > WRITE_MAX_MEGABYTES) {
        const uint32_t wanted_megabytes = table->wanted_megabytes;
        table_free(table); // new memory is zero
        table_resize(table, int(wanted_megabytes));
    } else if (table->dirty)
        write_zeros(table->bucket, table->bucket_count);
    table->dirty = false;
    table->age = 0;
}

void table_new_search(Table* table) {
    table->age = uint8_t(table->age + AGE_STEP);
    table->dirty = true;
}

TableHit table_probe(const Table& table, Key key, Ply ply) {
    const TableBucket& bucket = table_bucket(table, key);
    for (int slot = 0; slot < TABLE_BUCKET_SIZE; ++slot) {
        const auto [entry, same] = entry_load(bucket, slot, key);
        if (!same) continue;
        return {true,
                Move(entry.move),
                move_mate(Score(entry.score), -ply),
                Score(entry.eval),
                Depth(entry.depth),
                entry_bound(entry),
                (entry.age_bound & PV_BIT) != 0};
    }
    return {false, MOVE_NONE, SCORE_NONE, SCORE_NONE, DEPTH_ZERO, BOUND_NONE, false};
}

void table_store(Table* table, Key key, Ply ply, Move move, Score score, Score eval, Depth depth,
                 Bound bound, bool pv) {
    assert(score != SCORE_NONE && bound != BOUND_NONE);
    TableBucket* bucket = &table_bucket(*table, key);
    const int slot = choose_slot(*table, *bucket, key);
    auto [entry, same] = entry_load(*bucket, slot, key);
    // A bound does not replace a much deeper entry of the same position and search.
    if (same && bound != BOUND_EXACT && depth + DEEPER_KEPT_PLIES < entry.depth &&
        entry_age(*table, entry) == 0)
        return;
    if (move != MOVE_NONE || !same) entry.move = move;
    entry.score = int16_t(move_mate(score, ply));
    entry.eval = int16_t(eval);
    entry.depth = uint8_t(std::max(0, int(depth)));
    entry.age_bound = uint8_t(table->age | (pv ? PV_BIT : 0) | bound);
    entry_save(bucket, slot, key, entry);
    if (!table->dirty) table->dirty = true; // already set when several threads search
}
