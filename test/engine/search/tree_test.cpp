#include "engine/search/tree.h"

#include <memory>

#include <doctest/doctest.h>

#include "engine/search/root.h"
#include "test/helpers.h"

namespace {

constexpr Score WIDE = SCORE_INFINITE;

// A tree prepared at its root; tests search the root like any other node.
struct Rooted {
    Table table = {};
    std::unique_ptr<Tree> tree = std::make_unique<Tree>();
    SearchMonitor monitor = {nullptr, search_never_stops, nullptr, 1000};
    Root root;

    explicit Rooted(const char* fen) {
        table_resize(&table, 1);
        tree->table = &table;
        tree->evaluator.network = network_builtin();
        root_init(&root, tree.get(), game_from(fen), {DEPTH_MAX, 0, 1, nullptr}, &monitor);
    }
    ~Rooted() { table_free(&table); }
    Rooted(const Rooted&) = delete;
    Rooted& operator=(const Rooted&) = delete;

    TableHit probe() const { return table_probe(table, table_key(tree->board), PLY_ROOT); }

    Score search(Score alpha, Score beta, int depth) {
        return tree_search(tree.get(), alpha, beta, Depth(depth), PLY_ROOT, false);
    }

    // Searches the root without the excluded move, as a singular search does.
    Score search_without(Move move, Score bound, int depth) {
        Frame& frame = tree_frame(tree.get(), PLY_ROOT);
        frame.excluded = move;
        frame.nested = true;
        const Score score = search(bound - 1, bound, depth);
        frame.excluded = MOVE_NONE;
        frame.nested = false;
        return score;
    }
};

// White can capture a queen; all other moves are much worse.
constexpr const char* HANGING_QUEEN =
    "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";

} // namespace

TEST_CASE("tree: a search with an excluded move neither uses nor changes the table entry") {
    Rooted rooted(HANGING_QUEEN);
    const Score score = rooted.search(-WIDE, WIDE, 8);
    const TableHit before = rooted.probe();
    REQUIRE(before.found);
    REQUIRE(score > 300);
    CHECK(rooted.search_without(before.move, score - 100, 8) < score - 100);
    const TableHit after = rooted.probe();
    CHECK(after.move == before.move);
    CHECK(after.score == before.score);
    CHECK(after.bound == before.bound);
}

TEST_CASE("tree: with its only move excluded a node is not scored as mate") {
    Rooted rooted("8/1b6/6PP/8/8/8/k7/6BK w - - 0 1");
    rooted.search(-WIDE, WIDE, 8);
    CHECK(rooted.search_without(rooted.probe().move, Score(50), 4) == Score(49));
}
