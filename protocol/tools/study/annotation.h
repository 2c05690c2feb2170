// A game with comments: how PGN is written.
#pragma once

#include <string>
#include <vector>

#include "protocol/files/games.h"
#include "protocol/tools/study/journal.h"

/// What a move has cost, in centipawns, and what it is called for that.
enum Fault : int {
    FAULT_NONE,
    FAULT_INACCURACY,
    FAULT_MISTAKE,
    FAULT_BLUNDER,
    FAULT_NB,
};

/// How the moves of a side were.
struct Conduct {
    int moves = 0;
    int64_t lost_cp = 0;
    int faults[FAULT_NB] = {};
};

/// The loss by playing `move` where the first opinion would have been followed, and after which the
/// second holds. Scores beyond ten pawns count as ten pawns.
int annotation_loss(Move move, const Opinion& before, const Opinion& after);
Fault annotation_fault(int loss_cp);

/// The game as PGN. One opinion for every position: opinions[n] is after n moves.
std::string annotation_write(const GameText& text, const std::vector<Opinion>& opinions,
                             Conduct conduct[COLOUR_NB]);
