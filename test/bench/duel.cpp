// Measures which of two controllers plays better, by games of Overtime against itself. Each side
// has a clock of its own that counts nodes.
//
//   duel OPENINGS GAMES CONTROL NPS SEED CONTROLLER CONTROLLER
//
// OPENINGS is a file of FENs, one a line; each is played with both colours. CONTROL is a time
// control such as "40/300" or "2+0.02"; NPS nodes count as one second on these clocks. So neither
// the machine nor its load matters, and a seed plays the same games again. If NPS is a tenth of the
// machine's speed, a game takes a tenth of its time control. There is no lag. CONTROLLER may have
// parameters, as in 'rival(overtime=0)'.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "protocol/io/text.h"
#include "protocol/session/think.h"
#include "test/bench/games.h"
#include "timing/controllers.h"

namespace {

constexpr int TABLE_MEGABYTES = 16;

struct Player {
    std::string name;
    const Controller* controller;
    ControllerSettings settings;
    Search* search;
    TurnPlayer time; // clock and controller memory of the running game
    Planned planned;
    // Totals of this player over all games: numbers of moves and overruns, times, losses on time.
    int64_t moves, overruns, overtime_ms, used_ms, flags;
};

// The arguments of the command line.
struct Task {
    std::vector<std::string> openings;
    int pairs;
    int moves;
    int64_t base_ms, increment_ms, node_rate;
    Key random;
};

Player player_make(const char* text) {
    Player player = {};
    player.name = text;
    if (const char* why = controllers_parse(text, &player.controller, &player.settings))
        games_fail(player.name + ": " + why);
    player.search = search_create(TABLE_MEGABYTES);
    return player;
}

void begin_game(Player* player, const Task& task) {
    search_new_game(player->search);
    player->time = {clock_make(), {}, {}};
    player->planned = {};
    Clock* clock = &player->time.clock;
    clock_set_level(clock, task.moves, task.base_ms, task.increment_ms);
    clock_new_game(clock);
    clock_set_node_rate(clock, task.node_rate);
    clock_set_own(clock, task.base_ms);
}

void count_move(Player* player, const MoveRecord& record) {
    ++player->moves;
    player->used_ms += record.used_ms;
    if (!record.overrun.latched) return;
    ++player->overruns;
    player->overtime_ms += std::max<int64_t>(0, record.used_ms - record.budget.normal_move_time_ms);
}

// Charges the clock for the move. Returns false if the player has lost on time.
bool end_turn(Player* player, Turn* turn) {
    Clock* clock = &player->time.clock;
    const bool in_time = turn->record.used_ms <= clock->own_ms;
    player->flags += !in_time;
    turn_end(turn, turn->record.used_ms);
    clock_set_own(clock, clock->own_ms);
    count_move(player, turn->record);
    return in_time;
}

ThinkResult think(Player* player, const Game& game, int64_t opponent_ms) {
    clock_set_opponent(&player->time.clock, opponent_ms);
    ThinkRequest request = {};
    request.turn.player = &player->time;
    request.turn.controller = player->controller;
    request.turn.settings = player->settings;
    request.turn.stopwatch = stopwatch_steady();
    request.search = player->search;
    request.game = &game;
    request.limits = SEARCH_UNLIMITED;
    request.planned = think_planned_move(player->planned, game);
    const ThinkResult result = think_run(request);
    player->planned = think_plan(game, result.report.pv);
    return result;
}

int play(const Task& task, Player* white, Player* black, const std::string& opening) {
    Game game;
    games_set_up(&game, opening);
    begin_game(white, task);
    begin_game(black, task);
    Adjudication adjudication = {0, 0, 0};
    for (;;) {
        const int result = games_half_points(game, adjudication);
        if (result >= 0) return result;
        const bool whites = game.board.turn == WHITE;
        Player* player = whites ? white : black;
        ThinkResult thought = think(player, game, (whites ? black : white)->time.clock.own_ms);
        if (!end_turn(player, &thought.turn)) return whites ? 0 : 2;
        games_note_score(&adjudication, game, thought.report.score);
        game_make(&game, thought.report.best);
    }
}

double percent(int64_t part, int64_t whole) {
    return whole ? 100 * double(part) / double(whole) : 0;
}

void report(const Player& player) {
    std::printf(
        "  %-20s %.1f s a game's hundred moves, overtime in %.1f %% of the moves and %.1f %% "
        "of the time, %lld flags\n",
        player.name.c_str(), player.moves ? double(player.used_ms) / double(player.moves) / 10 : 0,
        percent(player.overruns, player.moves), percent(player.overtime_ms, player.used_ms),
        static_cast<long long>(player.flags));
}

} // namespace

int main(int count, char** argument) {
    if (count != 8) games_fail("duel OPENINGS GAMES CONTROL NPS SEED CONTROLLER CONTROLLER");
    Task task = {};
    task.openings = games_read_openings(argument[1]);
    task.pairs = std::atoi(argument[2]) / 2;
    if (!text_parse_control(argument[3], &task.moves, &task.base_ms, &task.increment_ms))
        games_fail(std::string("no time control: ") + argument[3]);
    task.node_rate = std::max(1ll, std::atoll(argument[4]));
    task.random = std::strtoull(argument[5], nullptr, 10);
    Player a = player_make(argument[6]), b = player_make(argument[7]);
    Tally tally = {};
    for (int pair = 1; pair <= task.pairs; ++pair) {
        const std::string& opening = games_draw_opening(task.openings, &task.random);
        const int first = play(task, &a, &b, opening);
        ++tally.pairs[first + 2 - play(task, &b, &a, opening)];
        if (games_is_time_to_report(pair, task.pairs)) games_report(tally);
    }
    report(a);
    report(b);
}
