#include "timing/simulate.h"

#include <algorithm>

#include "timing/random.h"
#include "timing/turn.h"

namespace {

constexpr int64_t US_PER_MS = 1000;
constexpr int PERMILLE = 1000;

// The simulated host.
constexpr int64_t HOST_ROUNDING_MS = 10; // XBoard sends hundredths of a second
constexpr int64_t HOST_ROUNDING_WHOLE_MS = 1000;
constexpr int SPIKE_FACTOR = 20;
constexpr int64_t AT_ONCE_US = 1000; // a move played at once
constexpr int HOPELESS_BASE_PART = 4;

// The simulated search: a million nodes per second. Percentages and ranges are our assumptions.
constexpr int64_t NODES_PER_MS = 1000;
constexpr int64_t FIRST_ITERATION_US = 50;
constexpr int64_t ITERATION_MAX_US = INT64_C(1) << 42;
constexpr int ITERATION_RATIO_LEAST = 1400; // of an iteration to the previous one, in thousandths
constexpr int ITERATION_RATIO_MOST = 2600;
constexpr int FIRST_MOVE_LEAST = 100; // the first move's share of an iteration, in thousandths
constexpr int FIRST_MOVE_MOST = 600;
constexpr int64_t UNWIND_MAX_US = 500; // from the stop until the move is out
constexpr int LEGAL_MOVES_LEAST = 2;
constexpr int LEGAL_MOVES_MOST = 50;
constexpr int ONLY_MOVE_PERCENT = 3;
constexpr int MATE_PERCENT = 2;
constexpr int MATE_DEPTH_LEAST = 3;
constexpr int MATE_DEPTH_MOST = 16;
constexpr int OBVIOUS_PERCENT = 40; // positions whose best move recaptures or was planned
constexpr int LEADS_PERCENT = 10;   // obvious positions whose best move leads all others
constexpr int LEAD_PERMILLE = 50;   // time to find such a lead, in thousandths of an iteration

// The simulated score in centipawns is a random walk, with drops that cause overtime.
constexpr int WALK_STEP = 15; // three steps up or down: standard deviation about 15
constexpr int SCORE_START_MAX = 150;
constexpr int STATIC_AWAY_MAX = 90;
constexpr int DROP_PERCENT = 8;
constexpr int DROP_LEAST = 80;
constexpr int DROP_MOST = 600;
constexpr int DROP_RECOVERED_PERCENT = 60;
constexpr int RECOVERED_BELOW_MAX = 60;

// The events of a simulated iteration, in order of time.
enum EventKind : int {
    EVENT_FAIL_LOW,   // the first root move fails low
    EVENT_FIRST_MOVE, // the first root move has its score, after a fail low from a re-search
    EVENT_RECOVERED,  // another root move is nearly as good as the first one was
    EVENT_ITERATION,  // the iteration is complete
};

struct Event {
    int64_t at_us; // since our clock started
    EventKind kind;
    int score_cp;
};

constexpr int EVENTS_MAX = 4;

// One iteration of the simulated search.
struct Iteration {
    int count;
    Event event[EVENTS_MAX];
};

// How the search of a position will go.
struct Position {
    int legal_moves;
    int mate_depth; // the mate is found at this depth; 0 if no mate is found
    int mate_score_cp;
    bool drops;
    int drop_cp;
    bool recovers;
    int best_share; // share of the nodes below the best move, in thousandths
    bool obvious;   // the best move recaptures or was planned
    bool leads;     // the best move leads all others
};

// One simulated game.
struct Game {
    const SimulateSettings* settings;
    Random search_random;
    Random host_random; // separate, so that the host is the same for every controller
    int64_t now_us;     // the time of the fake stopwatch

    // What the simulated host keeps.
    int64_t left_us;
    int64_t at_once_us; // clock of a player with a quarter of the time who plays at once
    bool hopeless;

    // What the engine keeps.
    TurnPlayer player;
    int score_cp;
    int moves;
};

// The search for one move. Microseconds count from the start of our clock, unless stated otherwise.
struct Think {
    Game* game;
    Turn turn;
    Position position;
    int64_t start_us; // by the fake stopwatch
    int64_t poll_us;
    int64_t iteration_us; // the length of the last iteration
    int64_t elapsed_us;
    int64_t late_us; // lateness
    bool dropped;
    StopReason reason;
};

int64_t read_fake(void* context) {
    return static_cast<const Game*>(context)->now_us / US_PER_MS;
}

Position make_position(Random* random) {
    Position position = {};
    position.legal_moves = int(random_between(random, LEGAL_MOVES_LEAST, LEGAL_MOVES_MOST));
    if (random_chance(random, ONLY_MOVE_PERCENT)) position.legal_moves = 1;
    if (random_chance(random, MATE_PERCENT)) {
        position.mate_depth = int(random_between(random, MATE_DEPTH_LEAST, MATE_DEPTH_MOST));
        const int mate_cp = PROGRESS_MATE_CP + (position.mate_depth + 1) / 2;
        position.mate_score_cp = random_chance(random, 50) ? mate_cp : -mate_cp;
    }
    position.drops = random_chance(random, DROP_PERCENT);
    position.drop_cp = int(random_between(random, DROP_LEAST, DROP_MOST));
    position.recovers = random_chance(random, DROP_RECOVERED_PERCENT);
    position.best_share = int(random_between(random, 0, PERMILLE));
    position.obvious = random_chance(random, OBVIOUS_PERCENT);
    position.leads = random_chance(random, LEADS_PERCENT);
    return position;
}

int64_t part(int64_t us, int64_t permille) {
    return us / PERMILLE * permille + us % PERMILLE * permille / PERMILLE;
}

void add_event(Iteration* iteration, int64_t at_us, EventKind kind, int score_cp) {
    iteration->event[iteration->count++] = {at_us, kind, score_cp};
}

int next_score(Think* think, int depth) {
    Random* random = &think->game->search_random;
    const Position& position = think->position;
    if (position.mate_depth > 0 && depth >= position.mate_depth) return position.mate_score_cp;
    int score_cp = think->turn.progress.previous_score_cp;
    for (int i = 0; i < 3; ++i) score_cp += int(random_between(random, -WALK_STEP, WALK_STEP));
    return score_cp;
}

// The first move fails low; its re-search takes half an iteration; another move may then recover.
int64_t make_drop(Think* think, Iteration* iteration, int64_t first_us, int score_cp) {
    Random* random = &think->game->search_random;
    think->dropped = true;
    int64_t at_us = first_us + think->iteration_us / 2;
    add_event(iteration, first_us, EVENT_FAIL_LOW, score_cp);
    add_event(iteration, at_us, EVENT_FIRST_MOVE, score_cp - think->position.drop_cp);
    if (!think->position.recovers) return at_us;
    at_us += part(think->iteration_us, random_between(random, 0, 2 * PERMILLE));
    add_event(iteration, at_us, EVENT_RECOVERED,
              score_cp - int(random_between(random, 0, RECOVERED_BELOW_MAX)));
    return at_us;
}

// The score drops in the iteration during which NormalMoveTime ends.
Iteration make_iteration(Think* think) {
    Random* random = &think->game->search_random;
    Iteration iteration = {};
    const int depth = think->turn.progress.depth;
    const int64_t ratio = random_between(random, ITERATION_RATIO_LEAST, ITERATION_RATIO_MOST);
    think->iteration_us = depth == 1 ? FIRST_ITERATION_US
                                     : std::min(ITERATION_MAX_US, part(think->iteration_us, ratio));
    const int score_cp = next_score(think, depth);
    const int64_t first_us =
        think->elapsed_us +
        part(think->iteration_us, random_between(random, FIRST_MOVE_LEAST, FIRST_MOVE_MOST));
    const int64_t end_us = think->elapsed_us + think->iteration_us;
    const bool last = end_us / US_PER_MS >= think->turn.record.budget.normal_move_time_ms;
    int64_t shown_us = first_us;
    if (last && think->position.drops && !think->dropped)
        shown_us = make_drop(think, &iteration, first_us, score_cp);
    else
        add_event(&iteration, first_us, EVENT_FIRST_MOVE, score_cp);
    const int final_cp = iteration.event[iteration.count - 1].score_cp;
    add_event(&iteration, std::max(end_us, shown_us), EVENT_ITERATION, final_cp);
    return iteration;
}

StopReason ask(Think* think, int64_t at_us, Moment moment) {
    think->game->now_us = think->start_us + at_us;
    think->turn.progress.nodes = NODES_PER_MS * at_us / US_PER_MS;
    return turn_ask(&think->turn, moment);
}

// Returns whether a poll would end the search; restores the Overrun.
bool would_stop(Think* think, int64_t at_us) {
    const Overrun overrun = think->turn.record.overrun;
    const bool stops = ask(think, at_us, MOMENT_POLL) != STOP_NONE;
    think->turn.record.overrun = overrun;
    return stops;
}

// Makes all polls before at_us; returns true if one ends the search. Only the time changes between
// these polls, and a controller that stops at one poll would stop at every later poll, so bisection
// finds the first stop.
bool poll_until(Think* think, int64_t at_us) {
    const int64_t from_us = think->elapsed_us;
    const int64_t polls = std::max<int64_t>(0, (at_us - from_us - 1) / think->poll_us);
    if (polls == 0) return false;
    if (!would_stop(think, from_us + polls * think->poll_us)) {
        ask(think, from_us + polls * think->poll_us, MOMENT_POLL);
        return false;
    }
    int64_t going = 0, stopped = polls;
    while (stopped - going > 1) {
        const int64_t middle = going + (stopped - going) / 2;
        (would_stop(think, from_us + middle * think->poll_us) ? stopped : going) = middle;
    }
    think->elapsed_us = from_us + stopped * think->poll_us;
    think->reason = ask(think, think->elapsed_us, MOMENT_POLL);
    return true;
}

Moment apply(Think* think, const Event& event) {
    Progress& progress = think->turn.progress;
    progress.fail_low_pending = event.kind == EVENT_FAIL_LOW;
    if (event.kind != EVENT_FAIL_LOW) progress.current_score_cp = event.score_cp;
    if (event.kind == EVENT_RECOVERED) progress.steady_plies = 0; // by another move
    const int searched = event.kind == EVENT_RECOVERED ? 2 : 1;
    progress.root_moves_searched = std::min(searched, progress.legal_moves);
    if (event.kind != EVENT_ITERATION) return MOMENT_ROOT_MOVE;
    progress.root_moves_searched = progress.legal_moves;
    ++progress.iterations_completed;
    progress.best_nodes = part(progress.nodes, think->position.best_share);
    progress.best_leads = false;
    turn_note_iteration(&think->turn, event.at_us / US_PER_MS);
    return MOMENT_ITERATION;
}

// After an iteration the search may be asked whether its best move leads all others. Returns true
// if the search ends before or right after the answer.
bool find_lead(Think* think) {
    if (turn_wanted_lead_cp(think->turn) == 0) return false;
    const int64_t at_us = think->elapsed_us + part(think->iteration_us, LEAD_PERMILLE);
    if (poll_until(think, at_us)) return true;
    think->elapsed_us = at_us;
    think->turn.progress.best_leads = think->position.leads;
    think->reason = ask(think, at_us, MOMENT_POLL);
    return think->reason != STOP_NONE;
}

void set_poll(Think* think, bool iteration) {
    const int64_t nodes = think->turn.progress.nodes;
    think->poll_us =
        turn_poll_nodes(&think->turn, nodes, nodes, iteration) * US_PER_MS / NODES_PER_MS;
}

// Returns true if the search ends in this iteration.
bool run_iteration(Think* think) {
    const Iteration iteration = make_iteration(think);
    for (int i = 0; i < iteration.count; ++i) {
        const Event& event = iteration.event[i];
        if (poll_until(think, event.at_us)) return true;
        think->elapsed_us = event.at_us;
        const Moment moment = apply(think, event);
        think->reason = ask(think, event.at_us, moment);
        if (think->reason != STOP_NONE) return true;
    }
    set_poll(think, true);
    return find_lead(think);
}

void search(Think* think) {
    Progress& progress = think->turn.progress;
    progress.legal_moves = think->position.legal_moves;
    progress.best_obvious = think->position.obvious;
    progress.previous_score_cp = progress.current_score_cp = think->game->score_cp;
    progress.static_score_cp =
        think->game->score_cp +
        int(random_between(&think->game->search_random, -STATIC_AWAY_MAX, STATIC_AWAY_MAX));
    set_poll(think, false);
    for (progress.depth = 1; progress.depth <= DEPTH_TIMES_MAX; ++progress.depth) {
        if (run_iteration(think)) return;
        progress.previous_score_cp = progress.current_score_cp;
        progress.root_moves_searched = 0;
    }
    think->reason = STOP_DEPTH;
}

// The readings that the host sends before our move.
void hear_clock(Game* game) {
    const int64_t rounding_ms =
        game->settings->whole_seconds ? HOST_ROUNDING_WHOLE_MS : HOST_ROUNDING_MS;
    const int64_t left_ms = game->left_us / US_PER_MS / rounding_ms * rounding_ms;
    clock_set_own(&game->player.clock, left_ms);
    lag_note_reading(&game->player.lag, left_ms);
    clock_set_opponent(&game->player.clock, left_ms); // the opponent is as fast as we are
}

// Returns a random time within spread_us of the mean, or a spike.
int64_t roll_us(Game* game, int64_t mean_us, int64_t spread_us) {
    const bool spike = random_chance(&game->host_random, game->settings->spike_percent);
    const int64_t rolled_us =
        random_between(&game->host_random, mean_us - spread_us, mean_us + spread_us);
    return spike ? SPIKE_FACTOR * mean_us : rolled_us;
}

// Charges a move to a clock. Returns false if that player loses on time.
bool charge(int64_t* left_us, int64_t charged_us, const Game& game, int64_t base_ms) {
    *left_us -= charged_us;
    if (*left_us <= 0) return false;
    const int per_session = game.settings->moves_per_session;
    *left_us += game.settings->increment_ms * US_PER_MS;
    if (per_session > 0 && game.moves % per_session == 0) *left_us += base_ms * US_PER_MS;
    return true;
}

TurnRequest make_request(Game* game) {
    TurnRequest request = {};
    request.kind = TURN_MOVE;
    request.player = &game->player;
    request.controller = game->settings->controller;
    request.settings = game->settings->timing;
    request.game_ply = 2 * game->moves;
    request.stopwatch = {read_fake, game};
    request.start_ms = stopwatch_now_ms(request.stopwatch);
    return request;
}

Think make_move(Game* game) {
    Think think = {};
    think.game = game;
    think.start_us = game->now_us;
    turn_begin(&think.turn, make_request(game));
    think.position = make_position(&game->search_random);
    search(&think);
    const int score_cp = think.turn.progress.current_score_cp;
    game->score_cp = std::clamp(score_cp, -SCORE_START_MAX, SCORE_START_MAX);
    turn_stop(&think.turn, think.reason);
    const int64_t late_us = game->settings->late_ms * US_PER_MS;
    think.late_us = late_us > 0 ? roll_us(game, late_us, late_us) : 0;
    game->now_us = think.start_us + think.elapsed_us + think.late_us +
                   random_between(&game->search_random, 0, UNWIND_MAX_US);
    turn_end(&think.turn, turn_elapsed_ms(think.turn, 0));
    return think;
}

void note_move(const Think& think, SimulateResult* result) {
    const MoveRecord& record = think.turn.record;
    ++result->moves;
    result->thought_ms += record.used_ms;
    result->longest_ms = std::max(result->longest_ms, record.used_ms);
    result->easy += record.stop == STOP_EASY;
    result->overruns += record.overrun.latched;
    result->resolved += record.overrun.resolved_depth > 0;
}

void look(const Game& game, SimulateResult* result) {
    const int64_t base_us = std::max<int64_t>(1, game.settings->base_ms) * US_PER_MS;
    for (int i = 0; i < SIMULATE_LOOKS; ++i) {
        if (game.moves != SIMULATE_LOOK_MOVES[i]) continue;
        result->left_sum[i] += game.left_us / (base_us / PERMILLE);
        ++result->left_games[i];
    }
}

// Charges the move to our clock and to the clock of the imaginary player who moves at once. Returns
// false if we lose on time.
bool survive(Game* game, const Think& think, SimulateResult* result) {
    const SimulateSettings& settings = *game->settings;
    const int64_t mean_us = settings.lag_ms * US_PER_MS;
    const int64_t lag_us = roll_us(game, mean_us, mean_us / 2);
    ++game->moves;
    game->hopeless |= !charge(&game->at_once_us, AT_ONCE_US + lag_us + think.late_us, *game,
                              settings.base_ms / HOPELESS_BASE_PART);
    const int64_t used_us = game->now_us - think.start_us;
    if (charge(&game->left_us, used_us + lag_us, *game, settings.base_ms)) return true;
    ++(game->hopeless ? result->hopeless : result->flags);
    return false;
}

Game make_game(const SimulateSettings& settings, int number) {
    Game game = {};
    game.settings = &settings;
    Random seed = {settings.seed};
    seed.state = random_next(&seed) + uint64_t(number);
    game.host_random = {random_next(&seed)};
    game.search_random = {random_next(&seed)};
    game.left_us = (settings.base_ms + settings.increment_ms) * US_PER_MS;
    game.at_once_us = (settings.base_ms / HOPELESS_BASE_PART + settings.increment_ms) * US_PER_MS;
    game.player.clock = clock_make();
    clock_set_level(&game.player.clock, settings.moves_per_session, settings.base_ms,
                    settings.increment_ms);
    game.score_cp = int(random_between(&game.search_random, -SCORE_START_MAX, SCORE_START_MAX));
    return game;
}

void play(Game* game, int number, SimulateResult* result) {
    const int64_t moves =
        random_between(&game->host_random, SIMULATE_MOVES_LEAST, SIMULATE_MOVES_MOST);
    const int64_t flags = result->flags;
    ++result->games;
    while (game->moves < moves) {
        hear_clock(game);
        const Think think = make_move(game);
        note_move(think, result);
        if (!survive(game, think, result)) break;
        look(*game, result);
    }
    if (flags == 0 && result->flags > 0) result->first_flag = number;
}

SimulateSettings clean(const SimulateSettings& given) {
    SimulateSettings settings = given;
    settings.moves_per_session = std::max(0, given.moves_per_session);
    settings.base_ms = std::max<int64_t>(1, clock_clamp_ms(given.base_ms));
    settings.increment_ms = clock_clamp_ms(given.increment_ms);
    settings.lag_ms = clock_clamp_ms(given.lag_ms);
    settings.late_ms = clock_clamp_ms(given.late_ms);
    settings.games = std::clamp(given.games, 0, SIMULATE_GAMES_MAX);
    return settings;
}

} // namespace

SimulateResult simulate_run(const SimulateSettings& given) {
    const SimulateSettings settings = clean(given);
    SimulateResult result = {};
    for (int number = 0; number < settings.games; ++number) {
        Game game = make_game(settings, number);
        play(&game, number, &result);
    }
    return result;
}
