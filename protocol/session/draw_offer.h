// What a draw costs us by the two ratings, and whether we accept an offered draw.
#pragma once

#include "engine/board/board.h"
#include "timing/clock.h"

struct Opponent {
    bool is_computer;
    int own_rating; // our rating on the same server; 0: unknown
    int rating;     // the opponent's rating; 0: unknown
};

/// The cost of a draw for us: `cp_per_100` centipawns for every 100 points we are rated higher, at
/// most a pawn. The cost is negative if the opponent is rated higher, 0 if a rating is unknown.
Score draw_offer_cost(const Opponent& opponent, int cp_per_100);

/// Whether we accept a draw offer when our move has been found. `board` is the position before our
/// move, `score` the score of our move, `cost` the cost of a draw.
bool draw_offer_is_welcome(const Board& board, Score score, Score cost, const Clock& clock,
                           bool from_computer);
