// Which numbers of engine/tunables.h play better: games of the search against itself with others.
//
//   tune match  OPENINGS GAMES NODES SEED NAME=VALUE...
//   tune screen OPENINGS GAMES NODES SEED NAME=VALUE...
//
// A match plays all the changes together against the numbers as they are. A screening tells the
// worth of each of many changes from the same games: in every pair each is made on one side only,
// which one is drawn anew.
// OPENINGS is a file of FENs, one a line; each is played with both colours. Every move has so many
// nodes, so that neither the machine nor its load matters, and a seed plays the same games again.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "engine/game.h"
#include "engine/hash.h"
#include "engine/search.h"
#include "engine/tunables.h"

namespace {

struct Row {
    const char* name;
    int Tunables::*value;
};

#define ROW(NAME) {#NAME, &Tunables::NAME},
const Row ROWS[] = {
#include "build/tune/rows.inc"
};

constexpr int TABLE_MEGABYTES = 8;
constexpr int WON_SCORE = 1000, WON_PLIES = 6;
constexpr int DRAWN_SCORE = 10, DRAWN_PLIES = 12, DRAWN_FROM_PLY = 80;
constexpr int PLIES_MAX = 300;
constexpr int REPORT_PAIRS = 50;

[[noreturn]] void fail(const std::string& what) {
    std::printf("tune: %s\n", what.c_str());
    std::exit(1);
}

const Row& row_find(const std::string& name) {
    for (const Row& row : ROWS)
        if (name == row.name) return row;
    fail("no tunable " + name);
}

// ---- games

struct Player {
    Search* search;
    Tunables tunables;
};

bool never_stop(void*, const SearchProgress&, SearchMoment) {
    return false;
}

SearchReport think(const Player& player, const Game& game, uint64_t nodes) {
    SearchMonitor monitor = {nullptr, never_stop, nullptr, 4096};
    TUNE = player.tunables;
    return search_run(player.search, game, {DEPTH_MAX, nodes, 1, nullptr}, &monitor);
}

// Plies in a row for which the game has looked decided; White's view.
struct Verdict {
    int white_wins, black_wins, drawn;
};

void take_verdict(Verdict* verdict, int score, size_t ply) {
    verdict->white_wins = score >= WON_SCORE ? verdict->white_wins + 1 : 0;
    verdict->black_wins = score <= -WON_SCORE ? verdict->black_wins + 1 : 0;
    const bool level = std::abs(score) <= DRAWN_SCORE && ply >= DRAWN_FROM_PLY;
    verdict->drawn = level ? verdict->drawn + 1 : 0;
}

// White's half points, or -1 while the game goes on.
int half_points(const Game& game, const Verdict& verdict) {
    const GameResult rules = game_result(game);
    if (rules == GAME_CHECKMATE) return game.board.turn == WHITE ? 0 : 2;
    if (verdict.white_wins >= WON_PLIES) return 2;
    if (verdict.black_wins >= WON_PLIES) return 0;
    const bool drawn = rules != GAME_ONGOING || verdict.drawn >= DRAWN_PLIES;
    return drawn || game.moves.size() >= PLIES_MAX ? 1 : -1;
}

int play(const Player& white, const Player& black, const std::string& opening, uint64_t nodes) {
    Game game;
    if (const char* error = game_set_up(&game, opening.c_str())) fail(opening + ": " + error);
    search_new_game(white.search);
    search_new_game(black.search);
    Verdict verdict = {0, 0, 0};
    for (;;) {
        const int result = half_points(game, verdict);
        if (result >= 0) return result;
        const bool whites = game.board.turn == WHITE;
        const SearchReport report = think(whites ? white : black, game, nodes);
        take_verdict(&verdict, whites ? report.score : -report.score, game.moves.size());
        game_make(&game, report.best);
    }
}

std::vector<std::string> read_openings(const char* path) {
    std::vector<std::string> openings;
    std::FILE* file = std::fopen(path, "r");
    if (!file) fail(std::string("cannot read ") + path);
    for (char line[256]; std::fgets(line, sizeof line, file);)
        openings.emplace_back(line, std::strcspn(line, "\r\n"));
    std::fclose(file);
    if (openings.empty()) fail("no openings");
    return openings;
}

struct Change {
    const Row* row;
    int value;
    double sum, squares; // of the share won with it, from -1/2 to 1/2
};

Change change_parse(const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos) fail("NAME=VALUE, please: " + text);
    return {&row_find(text.substr(0, equals)), std::atoi(&text[equals + 1]), 0, 0};
}

// What is asked for.
struct Task {
    std::vector<std::string> openings;
    int pairs;
    uint64_t nodes;
    Key random;
    std::vector<Change> changes;
};

// The half points of `a` from both games of an opening, 0 to 4.
int play_pair(Task* task, const Player& a, const Player& b) {
    const size_t number = hash_next_random(&task->random) % task->openings.size();
    const std::string& opening = task->openings[number];
    return play(a, b, opening, task->nodes) + 2 - play(b, a, opening, task->nodes);
}

bool is_time_to_report(const Task& task, int pair) {
    return pair % REPORT_PAIRS == 0 || pair == task.pairs;
}

// ---- a match

struct Tally {
    int pairs[5]; // by half points
};

double elo(double share) {
    share = std::clamp(share, 1e-3, 1 - 1e-3);
    return -400 * std::log10(1 / share - 1);
}

void report(const Tally& tally) {
    double n = 0, sum = 0, squares = 0;
    for (int i = 0; i < 5; ++i) {
        n += tally.pairs[i];
        sum += tally.pairs[i] * i / 4.0;
        squares += tally.pairs[i] * (i / 4.0) * (i / 4.0);
    }
    const double mean = sum / n, error = 1.96 * std::sqrt((squares / n - mean * mean) / n);
    const double half = (elo(mean + error) - elo(mean - error)) / 2;
    // Of the hypotheses "10 better" and "no better" (SPRT), the log of the odds.
    const double one = 1 / (1 + std::pow(10, -10 / 400.0));
    const double llr = (one - 0.5) * (2 * mean - 0.5 - one) * n / (2 * (squares / n - mean * mean));
    std::printf("%5.0f games  %+6.1f +- %4.1f Elo  LLR %+5.2f  pairs %d %d %d %d %d\n", 2 * n,
                elo(mean), half, llr, tally.pairs[0], tally.pairs[1], tally.pairs[2],
                tally.pairs[3], tally.pairs[4]);
    std::fflush(stdout);
}

void match(Task* task, Player* a, Player* b) {
    for (const Change& change : task->changes) a->tunables.*change.row->value = change.value;
    Tally tally = {};
    for (int pair = 1; pair <= task->pairs; ++pair) {
        ++tally.pairs[play_pair(task, *a, *b)];
        if (is_time_to_report(*task, pair)) report(tally);
    }
}

// ---- many changes at once

void report(const std::vector<Change>& changes, int pairs) {
    std::printf("%d games\n", 2 * pairs);
    for (const Change& change : changes) {
        const double mean = change.sum / pairs;
        const double error = 1.96 * std::sqrt((change.squares / pairs - mean * mean) / pairs);
        std::printf("  %+6.1f +- %4.1f Elo  %s=%d\n", elo(0.5 + mean), elo(0.5 + error),
                    change.row->name, change.value);
    }
    std::fflush(stdout);
}

// Every change is made on one side only, so that every game speaks of all of them.
void screen(Task* task, Player* a, Player* b) {
    std::vector<bool> ours(task->changes.size());
    for (int pair = 1; pair <= task->pairs; ++pair) {
        a->tunables = b->tunables = {};
        for (size_t i = 0; i < ours.size(); ++i) {
            const Change& change = task->changes[i];
            ours[i] = hash_next_random(&task->random) >> 63;
            (ours[i] ? a : b)->tunables.*change.row->value = change.value;
        }
        const double gain = play_pair(task, *a, *b) / 4.0 - 0.5;
        for (size_t i = 0; i < ours.size(); ++i) {
            task->changes[i].sum += ours[i] ? gain : -gain;
            task->changes[i].squares += gain * gain;
        }
        if (is_time_to_report(*task, pair)) report(task->changes, pair);
    }
}

} // namespace

int main(int count, char** argument) {
    if (count < 7) fail("match|screen OPENINGS GAMES NODES SEED NAME=VALUE...");
    Task task = {read_openings(argument[2]),
                 std::atoi(argument[3]) / 2,
                 std::strtoull(argument[4], nullptr, 10),
                 std::strtoull(argument[5], nullptr, 10),
                 {}};
    for (int i = 6; i < count; ++i) task.changes.push_back(change_parse(argument[i]));
    Player a = {search_create(TABLE_MEGABYTES), {}}, b = {search_create(TABLE_MEGABYTES), {}};
    const auto mode = argument[1] == std::string("screen") ? screen : match;
    mode(&task, &a, &b);
}
