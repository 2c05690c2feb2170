// A game with comments: how PGN is written.
#pragma once

#include <string>
#include <vector>

#include "protocol/files/games.h"
#include "protocol/tools/study/journal.h"

/// What a move has cost, in centipawns, and what it is called for that.
enum Mark : int {
    MARK_NONE,
    MARK_INACCURACY,
    MARK_MISTAKE,
    MARK_BLUNDER,
    MARK_NB,
};

/// How the moves of a side were.
struct Accuracy {
    int moves = 0;
    int64_t lost_cp = 0;
    int marks[MARK_NB] = {};
};

/// The loss by playing `move` where the first analysis would have been followed, and after which
/// the second holds. Scores beyond ten pawns count as ten pawns.
int annotation_loss(Move move, const Analysis& before, const Analysis& after);
Mark annotation_mark(int loss_cp);

/// The game as PGN. One analysis for every position: analyses[n] is after n moves.
std::string annotation_write(const GameText& text, const std::vector<Analysis>& analyses,
                             Accuracy accuracy[COLOUR_NB]);
