// What a draw is worth to us, and whether an offered one is taken.
#pragma once

#include "engine/board/board.h"
#include "timing/clock.h"

/// What is known of the opponent.
struct Opponent {
    bool is_computer;
    int own_rating; // ours where the two meet; 0 unknown, as the next
    int rating;
};

/// What a draw costs us, at so many centipawns for every 100 points that we are rated higher;
/// negative against the stronger, 0 while a rating is unknown, and never more than a pawn.
Score draw_offer_cost(const Opponent& opponent, int cp_per_100);

/// An offered draw, seen from us when our move has been found.
struct DrawOffer {
    const Board& board; // before our move, it is our turn
    Score score;        // of our move
    Score cost;         // see draw_offer_cost()
    const Clock& clock;
    bool from_computer;
};

/// Do we take it?
bool draw_offer_is_welcome(const DrawOffer& offer);
