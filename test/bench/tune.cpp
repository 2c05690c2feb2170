// Tunes the numbers of engine/search/tunables.h by games of the search against itself.
//
//   tune match  OPENINGS GAMES NODES SEED NAME=VALUE...
//   tune screen OPENINGS GAMES NODES SEED NAME=VALUE[,NAME=VALUE]...
//   tune spsa   OPENINGS GAMES NODES SEED NAME=STEP...
//
// A match plays all changes together against the defaults. A screening measures many changes in the
// same games: in each pair of games every change is made for one side only, chosen at random.
// Numbers joined by a comma are one change. SPSA moves all numbers at once: in each pair one side
// plays with every number a step up or down, chosen at random, the other side with the opposite
// steps, and the numbers move a little towards the side that wins.
//
// OPENINGS is a file of FENs, one per line; each is played with both colours. Every move is
// searched for NODES nodes, so that the result does not depend on the machine. The same seed plays
// the same games.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "engine/board/game.h"
#include "engine/board/hash.h"
#include "engine/search/search.h"
#include "engine/search/tunables.h"
#include "test/bench/games.h"

namespace {

struct Row {
    const char* name;
    int Tunables::*value;
};

#define ROW(NAME, DEFAULT, MEANING) {#NAME, &Tunables::NAME},
const Row ROWS[] = {TUNABLES(ROW)};
#undef ROW

constexpr int TABLE_MEGABYTES = 8;

const Row& row_find(const std::string& name) {
    for (const Row& row : ROWS)
        if (name == row.name) return row;
    games_fail("no tunable " + name);
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

int play(const Player& white, const Player& black, const std::string& opening, uint64_t nodes) {
    Game game;
    games_set_up(&game, opening);
    search_new_game(white.search);
    search_new_game(black.search);
    Adjudication adjudication = {0, 0, 0};
    for (;;) {
        const int result = games_half_points(game, adjudication);
        if (result >= 0) return result;
        const bool whites = game.board.turn == WHITE;
        const SearchReport report = think(whites ? white : black, game, nodes);
        games_note_score(&adjudication, game, report.score);
        game_make(&game, report.best);
    }
}

struct Setting {
    const Row* row;
    int value;
};

struct Change {
    std::string text;
    std::vector<Setting> settings;
    double sum, squares; // of the results of the changed side, -1/2 to 1/2 for each pair of games
};

Setting setting_parse(const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos) games_fail("not of the form NAME=VALUE: " + text);
    return {&row_find(text.substr(0, equals)), std::atoi(&text[equals + 1])};
}

Change change_parse(const std::string& text) {
    Change change = {text, {}, 0, 0};
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');)
        change.settings.push_back(setting_parse(part));
    return change;
}

void change_make(const Change& change, Tunables* tunables) {
    for (const Setting& setting : change.settings) tunables->*setting.row->value = setting.value;
}

// The arguments of the command line.
struct Task {
    std::vector<std::string> openings;
    int pairs;
    uint64_t nodes;
    Key random;
    std::vector<Change> changes;
};

// Plays an opening with both colours. Returns the half points of `a`, 0 to 4.
int play_pair(Task* task, const Player& a, const Player& b) {
    const std::string& opening = games_draw_opening(task->openings, &task->random);
    return play(a, b, opening, task->nodes) + 2 - play(b, a, opening, task->nodes);
}

// ---- a match

void match(Task* task, Player* a, Player* b) {
    for (const Change& change : task->changes) change_make(change, &a->tunables);
    Tally tally = {};
    for (int pair = 1; pair <= task->pairs; ++pair) {
        ++tally.pairs[play_pair(task, *a, *b)];
        if (games_is_time_to_report(pair, task->pairs)) games_report(tally);
    }
}

// ---- a screening

void report(const std::vector<Change>& changes, int pairs) {
    std::printf("%d games\n", 2 * pairs);
    for (const Change& change : changes) {
        const double mean = change.sum / pairs;
        const double error = 1.96 * std::sqrt((change.squares / pairs - mean * mean) / pairs);
        std::printf("  %+6.1f +- %4.1f Elo  %s\n", games_elo(0.5 + mean), games_elo(0.5 + error),
                    change.text.c_str());
    }
    std::fflush(stdout);
}

// In each pair every change is made for one of the two sides, so that each game counts for all
// changes.
void screen(Task* task, Player* a, Player* b) {
    std::vector<bool> ours(task->changes.size());
    for (int pair = 1; pair <= task->pairs; ++pair) {
        a->tunables = b->tunables = {};
        for (size_t i = 0; i < ours.size(); ++i) {
            ours[i] = hash_next_random(&task->random) >> 63;
            change_make(task->changes[i], &(ours[i] ? a : b)->tunables);
        }
        const double gain = play_pair(task, *a, *b) / 4.0 - 0.5;
        for (size_t i = 0; i < ours.size(); ++i) {
            task->changes[i].sum += ours[i] ? gain : -gain;
            task->changes[i].squares += gain * gain;
        }
        if (games_is_time_to_report(pair, task->pairs)) report(task->changes, pair);
    }
}

// ---- SPSA (Spall, 1992, with the exponents he recommends)

constexpr double STEP_FALL = 0.101, RATE_FALL = 0.602;
constexpr double RATE_LAST =
    0.006; // in the last pair a half point moves a number by this part of a step
constexpr double RATE_DELAY = 0.1; // Spall's A, as a part of all pairs

struct Drift {
    const Row* row;
    double value, step;
    int sign; // direction of the step in this pair
};

std::vector<Drift> drifts_begin(const std::vector<Change>& changes) {
    std::vector<Drift> drifts;
    for (const Change& change : changes)
        for (const auto& [row, step] : change.settings)
            drifts.push_back({row, double(Tunables{}.*row->value), double(step), 1});
    return drifts;
}

void report(const std::vector<Drift>& drifts, int pairs) {
    std::printf("%d games:", 2 * pairs);
    for (const Drift& drift : drifts) std::printf(" %s=%.1f", drift.row->name, drift.value);
    std::printf("\n");
    std::fflush(stdout);
}

void spsa(Task* task, Player* a, Player* b) {
    std::vector<Drift> drifts = drifts_begin(task->changes);
    const double delay = RATE_DELAY * task->pairs;
    for (int pair = 1; pair <= task->pairs; ++pair) {
        const double size = std::pow(double(task->pairs) / pair, STEP_FALL);
        const double rate =
            RATE_LAST * std::pow((delay + task->pairs) / (delay + pair), RATE_FALL) / size;
        for (Drift& drift : drifts) {
            drift.sign = hash_next_random(&task->random) >> 63 ? 1 : -1;
            const double away = drift.sign * size * drift.step;
            a->tunables.*drift.row->value = int(std::lround(drift.value + away));
            b->tunables.*drift.row->value = int(std::lround(drift.value - away));
        }
        const int won = play_pair(task, *a, *b) - 2;
        for (Drift& drift : drifts) drift.value += rate * drift.step * drift.sign * won;
        if (games_is_time_to_report(pair, task->pairs)) report(drifts, pair);
    }
}

} // namespace

int main(int count, char** argument) {
    const std::string mode = count > 1 ? argument[1] : "";
    const bool is_known = mode == "match" || mode == "screen" || mode == "spsa";
    if (count < 7 || !is_known)
        games_fail("match|screen|spsa OPENINGS GAMES NODES SEED NAME=VALUE...");
    Task task = {games_read_openings(argument[2]),
                 std::atoi(argument[3]) / 2,
                 std::strtoull(argument[4], nullptr, 10),
                 std::strtoull(argument[5], nullptr, 10),
                 {}};
    for (int i = 6; i < count; ++i) task.changes.push_back(change_parse(argument[i]));
    Player a = {search_create(TABLE_MEGABYTES), {}}, b = {search_create(TABLE_MEGABYTES), {}};
    (mode == "spsa" ? spsa : mode == "screen" ? screen : match)(&task, &a, &b);
}
