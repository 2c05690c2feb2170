// Games of the search against itself, for the benches that compare two of its kind: openings, when
// a game is decided, and what a match says.
#pragma once

#include <string>
#include <vector>

#include "engine/board/game.h"
#include "engine/board/hash.h"

/// Says why on stdout and ends the program.
[[noreturn]] void games_fail(const std::string& what);

/// The FENs of a file, one a line; fails without any.
std::vector<std::string> games_read_openings(const char* path);

/// One of them, set up; the same state of `random` gives the same one.
const std::string& games_draw_opening(const std::vector<std::string>& openings, Key* random);
void games_set_up(Game* game, const std::string& opening);

/// Plies in a row for which a game has looked decided; White's view.
struct Adjudication {
    int white_wins, black_wins, drawn;
};

/// The player on turn has found this score.
void games_note_score(Adjudication* adjudication, const Game& game, Score score);

/// White's half points, or -1 while the game goes on.
int games_half_points(const Game& game, const Adjudication& adjudication);

/// Pairs of games by the half points of one side, 0 to 4.
struct Tally {
    int pairs[5];
};

/// The rating difference that a share of the points means.
double games_elo(double share);

/// Now and then, and at the end.
bool games_is_time_to_report(int pair, int pairs);

/// One line: games, Elo with its 95 % error, and what SPRT makes of 10 Elo against none.
void games_report(const Tally& tally);
