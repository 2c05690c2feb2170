#include "engine/search/vote.h"

#include <doctest/doctest.h>

namespace {

constexpr Move A = Move(1), B = Move(2);

SearchReport said(Move best, int score, int proven) {
    SearchReport report = {};
    report.best = best;
    report.score = Score(score);
    report.depth = report.proven = Depth(proven);
    return report;
}

Move elected(const std::vector<SearchReport>& reports) {
    return vote_elect(reports).best;
}

} // namespace

TEST_CASE("vote: the main thread's move wins if no other thread reports, or if the votes tie") {
    CHECK(elected({said(A, 30, 14)}) == A);
    CHECK(elected({said(A, 30, 14), said(B, 30, 14)}) == A);
    CHECK(elected({said(B, -500, 14), said(A, -500, 14)}) == B);
}

TEST_CASE("vote: a better score, a greater depth or more threads win") {
    CHECK(elected({said(A, 30, 14), said(B, 40, 14)}) == B);
    CHECK(elected({said(A, 30, 14), said(B, 30, 15)}) == B);
    CHECK(elected({said(A, 30, 14), said(B, 30, 14), said(B, 28, 14)}) == B);
    CHECK(elected({said(A, 60, 14), said(B, 30, 14), said(B, 28, 14)}) == A);
}

TEST_CASE("vote: shallower reports do not outvote the main thread") {
    CHECK(elected({said(B, -40, 15), said(A, 30, 14)}) == B);
    CHECK(elected({said(B, -40, 15), said(A, 30, 14), said(A, 30, 14), said(A, 31, 13)}) == B);
    CHECK(elected({said(A, 10, 14), said(B, 10, 15), said(A, 30, 13)}) == B);
}

TEST_CASE("vote: the shortest mate wins, and a report of being mated does not") {
    const int mate = SCORE_MATE;
    CHECK(elected({said(A, 900, 14), said(A, 900, 14), said(B, mate - 5, 14)}) == B);
    CHECK(elected({said(A, mate - 7, 14), said(B, mate - 5, 14)}) == B);
    CHECK(elected({said(A, mate - 5, 14), said(B, mate - 7, 20), said(B, mate - 7, 20)}) == A);
    CHECK(elected({said(A, 900, 15), said(B, mate - 5, 14)}) == B);
    CHECK(elected({said(A, mate - 9, 15), said(B, mate - 5, 14)}) == B);
    CHECK(elected({said(A, -mate + 6, 14), said(B, -300, 14)}) == B);
}

TEST_CASE("vote: reports without a move are ignored") {
    CHECK(elected({said(A, -200, 5), said(MOVE_NONE, 0, 0), said(B, 100, 4)}) == A);
}
