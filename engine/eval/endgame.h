// Endgame knowledge: exact scores against a bare king, and scale factors elsewhere.
#pragma once

#include "engine/board/board.h"

/// Returns the score for the side to move against a bare king: king and pawn against king, mates
/// that can be forced, and draws despite a material advantage. Returns SCORE_NONE if unknown.
Score endgame_known(const Board& board);

/// Returns the factor, in 64ths, by which a static score in favour of `strong` is to be scaled.
int endgame_scale(const Board& board, Colour strong);
constexpr int ENDGAME_SCALE_NONE = 0; // `strong` cannot win
constexpr int ENDGAME_SCALE_FULL = 64;
