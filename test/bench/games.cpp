#include "test/bench/games.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int WON_SCORE = 1000, WON_PLIES = 6;
constexpr int DRAWN_SCORE = 10, DRAWN_PLIES = 12, DRAWN_FROM_PLY = 80;
constexpr int PLIES_MAX = 300;
constexpr int REPORT_PAIRS = 50;

} // namespace

void games_fail(const std::string& what) {
    std::printf("%s\n", what.c_str());
    std::exit(1);
}

std::vector<std::string> games_read_openings(const char* path) {
    std::vector<std::string> openings;
    std::FILE* file = std::fopen(path, "r");
    if (!file) games_fail(std::string("cannot read ") + path);
    for (char line[256]; std::fgets(line, sizeof line, file);)
        openings.emplace_back(line, std::strcspn(line, "\r\n"));
    std::fclose(file);
    if (openings.empty()) games_fail("no openings");
    return openings;
}

const std::string& games_draw_opening(const std::vector<std::string>& openings, Key* random) {
    return openings[hash_next_random(random) % openings.size()];
}

void games_set_up(Game* game, const std::string& opening) {
    if (const char* error = game_set_up(game, opening.c_str())) games_fail(opening + ": " + error);
}

void games_note_score(Adjudication* adjudication, const Game& game, Score score) {
    const int white = game.board.turn == WHITE ? score : -score;
    adjudication->white_wins = white >= WON_SCORE ? adjudication->white_wins + 1 : 0;
    adjudication->black_wins = white <= -WON_SCORE ? adjudication->black_wins + 1 : 0;
    const bool level = std::abs(white) <= DRAWN_SCORE && game.moves.size() >= DRAWN_FROM_PLY;
    adjudication->drawn = level ? adjudication->drawn + 1 : 0;
}

int games_half_points(const Game& game, const Adjudication& adjudication) {
    const GameResult rules = game_result(game);
    if (rules == GAME_CHECKMATE) return game.board.turn == WHITE ? 0 : 2;
    if (adjudication.white_wins >= WON_PLIES) return 2;
    if (adjudication.black_wins >= WON_PLIES) return 0;
    const bool drawn = rules != GAME_ONGOING || adjudication.drawn >= DRAWN_PLIES;
    return drawn || game.moves.size() >= PLIES_MAX ? 1 : -1;
}

double games_elo(double share) {
    share = std::clamp(share, 1e-3, 1 - 1e-3);
    return -400 * std::log10(1 / share - 1);
}

bool games_is_time_to_report(int pair, int pairs) {
    return pair % REPORT_PAIRS == 0 || pair == pairs;
}

void games_report(const Tally& tally) {
    double n = 0, sum = 0, squares = 0;
    for (int i = 0; i < 5; ++i) {
        n += tally.pairs[i];
        sum += tally.pairs[i] * i / 4.0;
        squares += tally.pairs[i] * (i / 4.0) * (i / 4.0);
    }
    const double mean = sum / n, error = 1.96 * std::sqrt((squares / n - mean * mean) / n);
    const double half = (games_elo(mean + error) - games_elo(mean - error)) / 2;
    // Log-likelihood ratio (SPRT) of the hypotheses "10 Elo better" and "0 Elo better".
    const double one = 1 / (1 + std::pow(10, -10 / 400.0));
    const double llr = (one - 0.5) * (2 * mean - 0.5 - one) * n / (2 * (squares / n - mean * mean));
    std::printf("%5.0f games  %+6.1f +- %4.1f Elo  LLR %+5.2f  pairs %d %d %d %d %d\n", 2 * n,
                games_elo(mean), half, llr, tally.pairs[0], tally.pairs[1], tally.pairs[2],
                tally.pairs[3], tally.pairs[4]);
    std::fflush(stdout);
}
