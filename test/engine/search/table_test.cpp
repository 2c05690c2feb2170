#include "engine/search/table.h"

#include <climits>
#include <fstream>
#include <string>

#if defined(__linux__)
#include <sys/resource.h>
#include <unistd.h>
#endif

#include <doctest/doctest.h>

#include "engine/board/types.h"
#include "test/helpers.h"

// Not with sanitizers: they use more memory than the limit that the test sets.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

namespace {

constexpr uint64_t SEED = 0x7ab1e;
constexpr size_t BUCKETS_PER_MEGABYTE = (size_t(1) << 20) / sizeof(TableBucket);

constexpr Move MOVE_A = move_make_plain(SQ_E1, SQ_E8);
constexpr Move MOVE_B = move_make_promotion(SQ_A1, SQ_A8, ROOK);

// A table that is freed at the end of its scope.
struct OwnedTable {
    Table table = {};
    explicit OwnedTable(int megabytes) { table_resize(&table, megabytes); }
    ~OwnedTable() { table_free(&table); }
    OwnedTable(const OwnedTable&) = delete;
    OwnedTable& operator=(const OwnedTable&) = delete;
};

// Returns keys that share a bucket, whatever the number of buckets.
Key key_in_bucket(uint32_t number) {
    return Key(0x12345678) << 32 | number;
}

void store(Table* table, Key key, Depth depth, Score score = Score(17)) {
    table_store(table, key, PLY_ROOT, MOVE_A, score, Score(3), depth, BOUND_EXACT);
}

bool has(const Table& table, Key key) {
    return table_probe(table, key, PLY_ROOT).found;
}

} // namespace

TEST_CASE("table_resize: asking again for a size that could not be allocated keeps the table") {
    OwnedTable owned(2);
    owned.table.wanted_megabytes = 64; // as if memory had been short
    store(&owned.table, key_in_bucket(7), Depth(5));
    table_resize(&owned.table, 64);
    CHECK(has(owned.table, key_in_bucket(7)));
    CHECK(owned.table.bucket_count == 2 * BUCKETS_PER_MEGABYTE);
    table_resize(&owned.table, 2);
    CHECK_FALSE(has(owned.table, key_in_bucket(7)));
}

TEST_CASE("table_probe: nothing is found in a new table, not even with key 0") {
    OwnedTable owned(1);
    const TableHit hit = table_probe(owned.table, 0, PLY_ROOT);
    CHECK_FALSE(hit.found);
    CHECK(hit.move == MOVE_NONE);
    CHECK(hit.bound == BOUND_NONE);
    CHECK_FALSE(has(owned.table, key_in_bucket(1)));
    CHECK_FALSE(has(owned.table, ~Key(0)));
}

TEST_CASE("table_probe: all stored fields are found") {
    OwnedTable owned(1);
    table_store(&owned.table, 0, Ply(3), MOVE_B, Score(-123), SCORE_NONE, Depth(7), BOUND_LOWER);
    const TableHit hit = table_probe(owned.table, 0, Ply(9));
    CHECK(hit.found);
    CHECK(hit.move == MOVE_B);
    CHECK(hit.score == Score(-123));
    CHECK(hit.eval == SCORE_NONE);
    CHECK(hit.depth == Depth(7));
    CHECK(hit.bound == BOUND_LOWER);
    CHECK_FALSE(has(owned.table, 1));
}

TEST_CASE("table: every bound, DEPTH_MAX and the largest scores are stored and found") {
    OwnedTable owned(1);
    uint32_t number = 0;
    for (const Bound bound : {BOUND_UPPER, BOUND_LOWER, BOUND_EXACT})
        for (const int score : {-int(SCORE_EVAL_MAX), -1, 0, 1, int(SCORE_EVAL_MAX)})
            for (const int depth : {0, 1, 50, int(DEPTH_MAX)}) {
                const Key key = Key(++number) * HASH_GOLDEN_RATIO;
                table_store(&owned.table, key, PLY_ROOT, MOVE_A, Score(score), Score(-score),
                            Depth(depth), bound);
                const TableHit hit = table_probe(owned.table, key, PLY_ROOT);
                CHECK(hit.found);
                CHECK(hit.bound == bound);
                CHECK(hit.score == score);
                CHECK(hit.eval == -score);
                CHECK(hit.depth == depth);
            }
}

TEST_CASE("table: mate scores are stored as the distance from the position") {
    OwnedTable owned(1);
    const Key key = key_in_bucket(1);
    // The position at ply 4 is mate in 5 plies; it occurs again at ply 10.
    table_store(&owned.table, key, Ply(4), MOVE_A, score_mate_in(Ply(9)), SCORE_NONE, Depth(5),
                BOUND_EXACT);
    CHECK(table_probe(owned.table, key, Ply(4)).score == score_mate_in(Ply(9)));
    CHECK(table_probe(owned.table, key, Ply(10)).score == score_mate_in(Ply(15)));
    CHECK(table_probe(owned.table, key, PLY_ROOT).score == score_mate_in(Ply(5)));
    table_store(&owned.table, key, Ply(4), MOVE_A, score_mated_in(Ply(8)), SCORE_NONE, Depth(5),
                BOUND_EXACT);
    CHECK(table_probe(owned.table, key, Ply(4)).score == score_mated_in(Ply(8)));
    CHECK(table_probe(owned.table, key, Ply(1)).score == score_mated_in(Ply(5)));
    CHECK(table_probe(owned.table, key, Ply(100)).score == score_mated_in(Ply(104)));
}

TEST_CASE("table: the longest mates keep their scores") {
    OwnedTable owned(1);
    Tally tally;
    for (int ply = 0; ply < PLY_MAX; ++ply)
        for (int mate = ply; mate <= PLY_MAX; ++mate) {
            const Key key = Key(ply * 1000 + mate) * HASH_GOLDEN_RATIO;
            for (const Score score : {score_mate_in(Ply(mate)), score_mated_in(Ply(mate))}) {
                table_store(&owned.table, key, Ply(ply), MOVE_A, score, SCORE_NONE, Depth(5),
                            BOUND_EXACT);
                const TableHit hit = table_probe(owned.table, key, Ply(ply));
                tally_add(&tally, hit.found && hit.score == score,
                          [&] { return std::to_string(ply) + ' ' + std::to_string(score); });
            }
        }
    tally_check(tally, 8000);
}

TEST_CASE("table_store: replaces the entry of the same position") {
    OwnedTable owned(1);
    const Key key = key_in_bucket(1);
    store(&owned.table, key, Depth(5), Score(10));
    table_store(&owned.table, key, PLY_ROOT, MOVE_B, Score(20), Score(4), Depth(6), BOUND_LOWER);
    const TableHit hit = table_probe(owned.table, key, PLY_ROOT);
    CHECK(hit.score == Score(20));
    CHECK(hit.move == MOVE_B);
    CHECK(hit.bound == BOUND_LOWER);
    // An entry with an exact score replaces a deeper one.
    store(&owned.table, key, Depth(1), Score(30));
    CHECK(table_probe(owned.table, key, PLY_ROOT).score == Score(30));
}

TEST_CASE("table_store: storing MOVE_NONE keeps the move stored for the position") {
    OwnedTable owned(1);
    const Key key = key_in_bucket(1);
    store(&owned.table, key, Depth(5));
    table_store(&owned.table, key, PLY_ROOT, MOVE_NONE, Score(1), Score(3), Depth(6), BOUND_UPPER);
    const TableHit hit = table_probe(owned.table, key, PLY_ROOT);
    CHECK(hit.score == Score(1));
    CHECK(hit.move == MOVE_A);
}

TEST_CASE("table_store: storing MOVE_NONE does not keep the move of another position") {
    OwnedTable owned(1);
    for (uint32_t i = 0; i < TABLE_BUCKET_SIZE; ++i)
        store(&owned.table, key_in_bucket(i), Depth(5));
    table_store(&owned.table, key_in_bucket(99), PLY_ROOT, MOVE_NONE, Score(1), Score(3), Depth(6),
                BOUND_UPPER);
    CHECK(table_probe(owned.table, key_in_bucket(99), PLY_ROOT).move == MOVE_NONE);
}

TEST_CASE("table_store: a bound does not replace a much deeper entry of the same search") {
    OwnedTable owned(1);
    const Key key = key_in_bucket(1);
    const auto store_shallow = [&] {
        table_store(&owned.table, key, PLY_ROOT, MOVE_B, Score(1), Score(3), Depth(5), BOUND_LOWER);
        return table_probe(owned.table, key, PLY_ROOT).depth;
    };
    store(&owned.table, key, Depth(20));
    CHECK(store_shallow() == Depth(20));
    table_new_search(&owned.table);
    CHECK(store_shallow() == Depth(5));
}

TEST_CASE("table: the pv flag is stored") {
    OwnedTable owned(1);
    for (const bool pv : {true, false}) {
        table_store(&owned.table, key_in_bucket(1), PLY_ROOT, MOVE_A, Score(1), Score(3), Depth(5),
                    BOUND_EXACT, pv);
        CHECK(table_probe(owned.table, key_in_bucket(1), PLY_ROOT).pv == pv);
    }
}

TEST_CASE("table_store: a full bucket loses its shallowest entry") {
    OwnedTable owned(1);
    const uint32_t shallowest = 2;
    for (uint32_t i = 0; i < TABLE_BUCKET_SIZE; ++i)
        store(&owned.table, key_in_bucket(i), Depth(i == shallowest ? 3 : 10 + int(i)));
    for (uint32_t i = 0; i < TABLE_BUCKET_SIZE; ++i) CHECK(has(owned.table, key_in_bucket(i)));
    store(&owned.table, key_in_bucket(99), Depth(1));
    CHECK(has(owned.table, key_in_bucket(99)));
    for (uint32_t i = 0; i < TABLE_BUCKET_SIZE; ++i)
        CHECK(has(owned.table, key_in_bucket(i)) == (i != shallowest));
}

TEST_CASE("table_store: much older entries are replaced before slightly shallower ones") {
    OwnedTable owned(1);
    store(&owned.table, key_in_bucket(0), Depth(12));
    for (int i = 0; i < 15; ++i) table_new_search(&owned.table);
    for (uint32_t i = 1; i < TABLE_BUCKET_SIZE; ++i)
        store(&owned.table, key_in_bucket(i), Depth(10));
    CHECK(has(owned.table, key_in_bucket(0)));
    store(&owned.table, key_in_bucket(99), Depth(1));
    CHECK_FALSE(has(owned.table, key_in_bucket(0)));
    for (uint32_t i = 1; i < TABLE_BUCKET_SIZE; ++i) CHECK(has(owned.table, key_in_bucket(i)));
}

TEST_CASE("table_new_search: entries survive many searches") {
    OwnedTable owned(1);
    for (int i = 0; i < 1000; ++i) {
        table_new_search(&owned.table);
        const Key key = Key(i + 1) * HASH_GOLDEN_RATIO;
        table_store(&owned.table, key, PLY_ROOT, MOVE_A, Score(i), Score(-i), Depth(i % 100),
                    BOUND_UPPER);
        const TableHit hit = table_probe(owned.table, key, PLY_ROOT);
        CHECK(hit.found);
        CHECK(hit.bound == BOUND_UPPER);
        CHECK(hit.score == Score(i));
    }
}

TEST_CASE("table: a full table returns for a key only what was stored with it") {
    OwnedTable owned(1);
    Dice dice = {SEED};
    Tally tally;
    tally.seed = SEED;
    const auto score_of = [](Key key) { return Score(int(key >> 20 & 0x3fff)); };
    std::vector<Key> keys;
    for (int i = 0; i < 200000; ++i) {
        Key key = 0;
        for (int j = 0; j < 4; ++j) key = key << 16 | Key(dice_roll(&dice, 65536));
        store(&owned.table, key, Depth(dice_roll(&dice, 30)), score_of(key));
        keys.push_back(key);
    }
    int found = 0;
    for (const Key key : keys) {
        const TableHit hit = table_probe(owned.table, key, PLY_ROOT);
        found += hit.found;
        tally_add(&tally, !hit.found || hit.score == score_of(key),
                  [&] { return std::to_string(key); });
    }
    tally_check(tally, 200000);
    CHECK(found > 60000); // of 81920 slots
    CHECK(found < 82000);
}

// ---- sizes ----

TEST_CASE("table_resize: a size below 1 MiB counts as 1 MiB") {
    for (const int megabytes : {0, -1, INT_MIN}) {
        OwnedTable owned(megabytes);
        CHECK(owned.table.bucket_count == BUCKETS_PER_MEGABYTE);
        store(&owned.table, ~Key(0), Depth(1));
        CHECK(has(owned.table, ~Key(0)));
    }
}

TEST_CASE("table_resize: the first and the last bucket can be used") {
    for (const int megabytes : {1, 2, 3, 7, 16, 100}) {
        OwnedTable owned(megabytes);
        CHECK(owned.table.bucket_count == BUCKETS_PER_MEGABYTE * size_t(megabytes));
        store(&owned.table, 1, Depth(1));
        store(&owned.table, ~Key(0), Depth(1));
        CHECK(has(owned.table, 1));
        CHECK(has(owned.table, ~Key(0)));
    }
}

TEST_CASE("table_resize: the same size keeps the contents, another size clears them") {
    OwnedTable owned(2);
    const Key key = key_in_bucket(1);
    store(&owned.table, key, Depth(5));
    table_resize(&owned.table, 2);
    CHECK(has(owned.table, key));
    table_resize(&owned.table, 3);
    CHECK_FALSE(has(owned.table, key));
    store(&owned.table, key, Depth(5));
    table_resize(&owned.table, 1);
    CHECK_FALSE(has(owned.table, key));
    store(&owned.table, key, Depth(5));
    table_resize(&owned.table, 0);
    CHECK(has(owned.table, key));
}

TEST_CASE("table_clear: empties the table at any time") {
    int megabytes = 1;
    SUBCASE("a small table") {}
    SUBCASE("a table that several threads clear") {
        megabytes = 131;
    }
#ifndef SANITIZED // sanitizers keep shadow memory for the whole table
    SUBCASE("a table so large that it is allocated anew") {
        megabytes = 4097;
    }
#endif
    OwnedTable owned(megabytes);
    table_clear(&owned.table);
    Tally tally;
    for (int i = 1; i <= 5000; ++i) store(&owned.table, Key(i) * HASH_GOLDEN_RATIO, Depth(9));
    table_new_search(&owned.table);
    table_clear(&owned.table);
    for (int i = 1; i <= 5000; ++i)
        tally_add(&tally, !has(owned.table, Key(i) * HASH_GOLDEN_RATIO),
                  [&] { return std::to_string(i); });
    tally_check(tally, 5000);
    store(&owned.table, 5, Depth(1));
    CHECK(has(owned.table, 5));
    table_clear(&owned.table);
    CHECK_FALSE(has(owned.table, 5));
}

TEST_CASE("table_free: the table can be resized again") {
    Table table = {};
    table_free(&table);
    table_resize(&table, 1);
    store(&table, 5, Depth(1));
    table_free(&table);
    CHECK(table.memory == nullptr);
    CHECK(table.bucket_count == 0);
    table_resize(&table, 1);
    CHECK_FALSE(has(table, 5));
    table_free(&table);
}

#if defined(__linux__) && !defined(SANITIZED)

namespace {

rlim_t address_space_in_use() {
    std::ifstream statm("/proc/self/statm");
    rlim_t pages = 0;
    statm >> pages;
    return pages * rlim_t(sysconf(_SC_PAGESIZE));
}

} // namespace

TEST_CASE("table_resize: allocates a smaller table if memory is short") {
    constexpr rlim_t SPARE_MEGABYTES = 300;
    rlimit before;
    REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
    rlimit tight = before;
    tight.rlim_cur = address_space_in_use() + (SPARE_MEGABYTES << 20);
    if (tight.rlim_cur > before.rlim_cur) return;
    REQUIRE(setrlimit(RLIMIT_AS, &tight) == 0);
    Table table = {};
    table_resize(&table, INT_MAX);
    REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);
    CHECK(table.bucket_count >= BUCKETS_PER_MEGABYTE);
    CHECK(table.bucket_count <= BUCKETS_PER_MEGABYTE * SPARE_MEGABYTES);
    store(&table, 1, Depth(1));
    store(&table, ~Key(0), Depth(1));
    CHECK(has(table, 1));
    CHECK(has(table, ~Key(0)));
    table_free(&table);
}

#endif
