#include "engine/eval/kpk.h"

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

constexpr int FILES = 4, RANKS = 6; // where the pawn can be; files e to h are mirrored to a to d
constexpr int POSITION_NB = 2 * 64 * 64 * FILES * RANKS;

struct Position {
    Square king, pawn, bare_king;
    bool bare_to_move;
};

int index_of(const Position& p) {
    const int mirror = square_file(p.pawn) >= FILES ? FILE_H : FILE_A; // flips a file number
    const Square king = square_make(square_file(p.king) ^ mirror, square_rank(p.king));
    const Square bare = square_make(square_file(p.bare_king) ^ mirror, square_rank(p.bare_king));
    const int file = square_file(p.pawn) ^ mirror, rank = square_rank(p.pawn) - RANK_2;
    return (((file * RANKS + rank) * 64 + square_to64(king)) * 64 + square_to64(bare)) * 2 +
           p.bare_to_move;
}

Position position_at(int index) {
    const int pawn = index / (2 * 64 * 64);
    return {square_from64(index / (2 * 64) % 64), square_make(pawn / RANKS, pawn % RANKS + RANK_2),
            square_from64(index / 2 % 64), index % 2 == 1};
}

bool is_adjacent(Square a, Square b) {
    return std::abs(square_file(a) - square_file(b)) <= 1 &&
           std::abs(square_rank(a) - square_rank(b)) <= 1;
}

bool pawn_attacks(Square pawn, Square square) {
    return square == pawn + STEP_NE || square == pawn + STEP_NW;
}

bool is_legal(const Position& p) {
    if (is_adjacent(p.king, p.bare_king) || p.king == p.pawn || p.bare_king == p.pawn) return false;
    return p.bare_to_move || !pawn_attacks(p.pawn, p.bare_king);
}

// True if the pawn can promote and the new piece cannot be captured. If a new queen would
// stalemate, a new rook wins.
bool promotes(const Position& p) {
    const Square to = p.pawn + STEP_N;
    return square_rank(p.pawn) == RANK_7 && to != p.king && to != p.bare_king &&
           (!is_adjacent(p.bare_king, to) || is_adjacent(p.king, to));
}

struct Solver {
    std::vector<uint8_t> won = std::vector<uint8_t>(POSITION_NB);
    std::vector<uint8_t> escapes = won; // moves of the bare king that are not known to lose
    std::vector<int> open;              // won positions whose predecessors are still to be visited
};

// Counts the bare king's moves. A capture of the pawn counts as a move that never loses.
int count_escapes(const Position& p) {
    int count = 0;
    for (const Step step : STEPS_KING) {
        const Square to = p.bare_king + step;
        if (!square_is_ok(to) || is_adjacent(to, p.king) || pawn_attacks(p.pawn, to)) continue;
        ++count;
    }
    return count;
}

void mark_won(Solver* solver, int index) {
    if (solver->won[size_t(index)]) return;
    solver->won[size_t(index)] = 1;
    solver->open.push_back(index);
}

// Marks the positions won at once. A bare king without a move is mated if the pawn gives check,
// else stalemated.
void init(Solver* solver) {
    for (int index = 0; index < POSITION_NB; ++index) {
        const Position p = position_at(index);
        if (!is_legal(p)) continue;
        if (p.bare_to_move) {
            const int escapes = count_escapes(p);
            solver->escapes[size_t(index)] = uint8_t(escapes);
            if (escapes == 0 && pawn_attacks(p.pawn, p.bare_king)) mark_won(solver, index);
        } else if (promotes(p)) {
            mark_won(solver, index);
        }
    }
}

void win_before(Solver* solver, const Position& p) {
    if (square_rank(p.pawn) >= RANK_2 && is_legal(p)) mark_won(solver, index_of(p));
}

// Marks the predecessors of a won position with the bare king to move.
void before_strong_move(Solver* solver, const Position& now) {
    Position before = now;
    before.bare_to_move = false;
    for (const Step step : STEPS_KING) {
        before.king = now.king + step;
        if (square_is_ok(before.king)) win_before(solver, before);
    }
    before.king = now.king;
    before.pawn = now.pawn + STEP_S;
    if (before.pawn == now.king || before.pawn == now.bare_king) return;
    win_before(solver, before);
    before.pawn += STEP_S;
    if (square_rank(now.pawn) == RANK_4) win_before(solver, before);
}

// Removes an escape of the bare king from each predecessor of a won position with the pawn's side
// to move. A predecessor without escapes is won.
void before_bare_move(Solver* solver, const Position& now) {
    Position before = now;
    before.bare_to_move = true;
    for (const Step step : STEPS_KING) {
        before.bare_king = now.bare_king + step;
        if (!square_is_ok(before.bare_king) || !is_legal(before)) continue;
        const int index = index_of(before);
        if (--solver->escapes[size_t(index)] == 0) mark_won(solver, index);
    }
}

std::vector<uint8_t> solve() {
    Solver solver;
    init(&solver);
    while (!solver.open.empty()) {
        const Position p = position_at(solver.open.back());
        solver.open.pop_back();
        if (p.bare_to_move)
            before_strong_move(&solver, p);
        else
            before_bare_move(&solver, p);
    }
    return solver.won;
}

const std::vector<uint8_t> WON = solve(); // some milliseconds, before main

} // namespace

bool kpk_is_won(Square king, Square pawn, Square bare_king, bool bare_to_move) {
    return WON[size_t(index_of({king, pawn, bare_king, bare_to_move}))];
}
