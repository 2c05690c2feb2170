// What is known about endings: exact or nearly so where one side has a bare king, and how much of
// an advantage can be won elsewhere.
#pragma once

#include "engine/board/board.h"

/// The score for the side to move where one side has a bare king and more is known than material
/// says: pawn against king, driving the king to be mated, draws that look won. SCORE_NONE where
/// nothing is known.
Score endgame_known(const Board& board);

/// How many sixty-fourths of a static score in its favour this side can hope to win.
int endgame_chances(const Board& board, Colour strong);
constexpr int CHANCES_NONE = 0; // no way to win
constexpr int CHANCES_ALL = 64;
