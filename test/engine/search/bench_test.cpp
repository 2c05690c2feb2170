#include "engine/search/bench.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "test/helpers.h"

namespace {

constexpr Depth SHALLOW = Depth(4);

struct Listener {
    std::vector<SearchReport> reports;
    std::vector<std::string> fens;
    bool numbered = true;
    int stop_after = 0; // after so many positions; 0: never
};

void hear(void* context, int number, const char* fen, const SearchReport& report) {
    Listener* listener = static_cast<Listener*>(context);
    listener->reports.push_back(report);
    listener->fens.push_back(fen);
    listener->numbered = listener->numbered && number == int(listener->reports.size());
}

bool stop_when_enough(void* context) {
    const Listener* listener = static_cast<const Listener*>(context);
    return listener->stop_after != 0 && int(listener->reports.size()) >= listener->stop_after;
}

uint64_t bench(Listener* listener) {
    return bench_run(SHALLOW, {listener, hear, stop_when_enough});
}

} // namespace

TEST_CASE("bench: deterministic, with and without a listener") {
    Listener listener;
    const uint64_t nodes = bench(&listener);
    CHECK(nodes > 0);
    CHECK(bench_run(SHALLOW, {nullptr, nullptr, nullptr}) == nodes);
    CHECK(bench_run(SHALLOW, {nullptr, nullptr, nullptr}) == nodes);
}

TEST_CASE("bench: every position is searched to the depth asked for, and its nodes are counted") {
    Listener listener;
    const uint64_t nodes = bench(&listener);
    uint64_t sum = 0;
    Tally tally;
    for (size_t i = 0; i < listener.reports.size(); ++i) {
        const SearchReport& report = listener.reports[i];
        sum += report.nodes;
        tally_add(&tally, report.depth == SHALLOW && report.best != MOVE_NONE && report.nodes > 0,
                  [&] { return listener.fens[i]; });
        CHECK(board_is_ok(position_make(listener.fens[i])));
    }
    tally_check(tally, 10);
    CHECK(sum == nodes);
    CHECK(listener.numbered);
}

TEST_CASE("bench: a greater depth takes more nodes") {
    CHECK(bench_run(Depth(3), {nullptr, nullptr, nullptr}) >
          bench_run(Depth(1), {nullptr, nullptr, nullptr}));
}

TEST_CASE("bench: its listener can end it early") {
    Listener all, some;
    const uint64_t nodes = bench(&all);
    some.stop_after = 3;
    CHECK(bench(&some) < nodes);
    CHECK(some.reports.size() == 3);
}
