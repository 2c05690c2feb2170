// Games of the search against itself, for the benches that compare two versions: openings,
// adjudication and match statistics.
#pragma once

#include <string>
#include <vector>

#include "engine/board/game.h"
#include "engine/board/hash.h"

/// Prints why the bench cannot go on and ends the program with status 1.
[[noreturn]] void games_fail(const std::string& what);

/// Reads a file of FENs, one a line. Ends the program if the file has none.
std::vector<std::string> games_read_openings(const char* path);

/// Picks an opening at random; the same state of `random` gives the same opening.
const std::string& games_draw_opening(const std::vector<std::string>& openings, Key* random);
void games_set_up(Game* game, const std::string& opening);

/// How many plies in a row the scores have shown a win of White, a win of Black, or a draw.
struct Adjudication {
    int white_wins, black_wins, drawn;
};

/// Counts the score that the search of the side to move has found.
void games_note_score(Adjudication* adjudication, const Game& game, Score score);

/// Returns White's half points (0 to 2), or -1 while the game goes on.
int games_half_points(const Game& game, const Adjudication& adjudication);

/// The number of game pairs in which one side scored 0, 1, 2, 3 and 4 half points.
struct Tally {
    int pairs[5];
};

/// Returns the Elo difference that corresponds to a share of the points.
double games_elo(double share);

/// Whether results are printed after this pair of games: after every 50th and after the last one.
bool games_is_time_to_report(int pair, int pairs);

/// Prints a line with the games played, Elo with its 95 % error, and the SPRT of 10 Elo against 0.
void games_report(const Tally& tally);
