// Writes a game as PGN with scores, marks and variations.
#pragma once

#include <string>
#include <vector>

#include "protocol/files/games.h"
#include "protocol/tools/study/journal.h"

/// The mark of a move, by the centipawns that the move lost.
enum Mark : int {
    MARK_NONE,
    MARK_INACCURACY,
    MARK_MISTAKE,
    MARK_BLUNDER,
    MARK_NB,
};

/// A summary of the moves of one side.
struct Accuracy {
    int moves = 0;
    int64_t lost_cp = 0;
    int marks[MARK_NB] = {};
};

/// Centipawns lost by `move`, given the analysis before and after it. Scores beyond ten pawns count
/// as ten pawns.
int annotation_loss(Move move, const Analysis& before, const Analysis& after);
Mark annotation_mark(int loss_cp);

/// Returns the game as PGN and counts its moves in `accuracy`. analyses[n] is the analysis of the
/// position after n moves.
std::string annotation_write(const GameText& text, const std::vector<Analysis>& analyses,
                             Accuracy accuracy[COLOUR_NB]);
