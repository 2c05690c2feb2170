#include "engine/search/bench.h"

#include <cassert>

#include "engine/search/search.h"

namespace {

constexpr int MEGABYTES = 16; // the signature depends on the table size

constexpr int BENCH_POLL_NODES = 4096;

// The bench positions: openings, middlegames and endings, quiet and sharp.
const char* const POSITIONS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8",
    "r2q1rk1/1b2bppp/p1nppn2/1p6/3NP3/1BN1B3/PPP1QPPP/2KR3R w - - 4 12",
    "2rq1rk1/pb1nbppp/1p2pn2/3p4/3P4/1P1BPN2/PB1NQPPP/2R2RK1 b - - 3 13",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 15",
    "3r1rk1/p4ppp/1qp1bn2/3pN3/3P4/P1N1P3/1PQ2PPP/2R2RK1 b - - 0 17",
    "r2q1rk1/pp1bbppp/2n1p3/3pP3/3P4/P2B1N2/1P3PPP/R1BQR1K1 b - - 2 14",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "3r2k1/p4pp1/1p5p/2pQ4/4n3/2P1B2P/PPq2PP1/3R2K1 w - - 0 26",
    "8/pp3pk1/2p2qp1/3p3p/3P3P/1P2QPP1/P5K1/8 w - - 0 34",
    "8/5pk1/4p1p1/3pP2p/1r1P1P1P/3K2P1/R7/8 b - - 3 45",
    "8/8/1p2k1p1/3n1p1p/3P1P1P/1K2B1P1/8/8 w - - 8 50",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "6k1/5pp1/7p/8/1P6/P3q3/2Q3PP/7K b - - 0 38",
    "8/1p1k4/p2p4/P1pPp1p1/1PP1Pp1p/3K1P1P/6P1/8 w - - 0 40",
    "r1bk3r/ppp1bp1p/2n2np1/3q4/3P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 2 11",
    "2kr3r/pp1q1ppp/2n1b3/2bpp3/8/1PNPPN2/PB1QBPPP/R3K2R w KQ - 1 12",
    "r3k2r/1b3ppp/p3p3/1pqnP3/8/P1N2B2/1PP2QPP/R4R1K b kq - 0 20",
    "5rk1/7p/3p1np1/2pPp3/q1P1P3/2B2P2/4Q1PP/R5K1 w - - 2 30",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
};

bool is_stopped(const BenchListener& listener) {
    return listener.stop && listener.stop(listener.context);
}

bool ask(void* context, const SearchProgress&, SearchMoment) {
    return is_stopped(*static_cast<const BenchListener*>(context));
}

} // namespace

uint64_t bench_run(Depth depth, const BenchListener& listener, const Network* network) {
    BenchListener copy = listener;
    Search* search = search_create(MEGABYTES);
    search_set_network(search, network);
    SearchMonitor monitor = {&copy, ask, nullptr, BENCH_POLL_NODES};
    uint64_t nodes = 0;
    int number = 0;
    for (const char* fen : POSITIONS) {
        Game game;
        [[maybe_unused]] const char* error = game_set_up(&game, fen);
        assert(!error);
        const SearchReport report = search_run(search, game, {depth, 0, 1, nullptr}, &monitor);
        nodes += report.nodes;
        if (listener.each) listener.each(listener.context, ++number, fen, report);
        if (is_stopped(listener)) break;
    }
    search_free(search);
    return nodes;
}
