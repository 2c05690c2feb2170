#include "timing/clock.h"

#include <algorithm>
#include <limits>

namespace {

// A new session has begun if a reading of our clock is above the expected one by 1/2 of the base.
constexpr int64_t CLOCK_JUMP_BASE_PART = 2;
// With a fixed time per move the base counts as 40 times that time, for the usual 40 moves.
constexpr int64_t CLOCK_MOVE_TIMES_PER_BASE = 40;
constexpr int64_t MS_PER_SECOND = 1000;

void forget_own(Clock* clock) {
    clock->own_ms = clock->kind == CLOCK_LEVEL ? clock->level_base_ms : CLOCK_UNKNOWN;
    clock->own_known = false;
}

void set_kind(Clock* clock, ClockKind kind, int64_t move_time_ms, bool by_reading = false) {
    clock->kind = kind;
    clock->move_time_ms = move_time_ms;
    clock->by_reading = by_reading;
}

int64_t control_base(const Clock& clock) {
    if (clock.kind != CLOCK_MOVE_TIME) return clock.level_base_ms;
    return clock_clamp_ms(CLOCK_MOVE_TIMES_PER_BASE * clock.move_time_ms);
}

bool session_ended(const Clock& clock) {
    return clock.moves_per_session > 0 && clock.session_moves % clock.moves_per_session == 0;
}

// Returns the moves left to the time control by our own count; 0 in sudden death.
int moves_to_go(const Clock& clock) {
    if (clock.moves_per_session == 0) return 0;
    return clock.moves_per_session - clock.session_moves % clock.moves_per_session;
}

bool is_full(const Clock& clock, int64_t own_ms) {
    const int64_t unused_ms = own_ms - clock.level_base_ms;
    return unused_ms == 0 || unused_ms == clock.increment_ms;
}

// Returns what the host adds to our clock after this move, which is unknown at the end of a session
// of several moves, where our count may be wrong, and at the end of any session if our clock shows
// the full base: the host may set the clock to the base for every move instead of adding the base.
int64_t credit_ms(const Clock& clock) {
    if (moves_to_go(clock) != 1) return clock.increment_ms;
    if (clock.moves_per_session > 1 || clock.count_off || is_full(clock, clock.own_ms))
        return CLOCK_UNKNOWN;
    return clock.increment_ms + clock.level_base_ms;
}

// Hosts may count moves that we do not hear of. If the host adds the base earlier than expected, a
// session begins now. If the host does not add the base when due, we no longer know which move is
// the last of a session and may use nearly the whole clock.
void check_count(Clock* clock, int64_t own_ms) {
    if (clock->expected_ms == CLOCK_UNKNOWN || clock->level_base_ms <= 0) return;
    const int64_t gained_ms = own_ms - clock->expected_ms;
    const bool jumped = gained_ms >= clock->level_base_ms / CLOCK_JUMP_BASE_PART;
    // The host may have set a full clock to the base instead of adding the base.
    const bool ended = session_ended(*clock) && !is_full(*clock, own_ms);
    clock->expected_ms = CLOCK_UNKNOWN;
    if (jumped)
        clock_restart_count(clock);
    else if (ended)
        clock->count_off = true;
}

// Predicts the host's next reading of our clock, if the host sent a reading before this move.
void expect_reading(Clock* clock, int64_t used_ms) {
    const bool comparable = clock->own_known && clock->moves_per_session > 0;
    clock->expected_ms =
        comparable ? clock_clamp_ms(clock->own_ms - clock_clamp_ms(used_ms) + clock->increment_ms)
                   : CLOCK_UNKNOWN;
}

} // namespace

int64_t clock_clamp_ms(int64_t ms) {
    return std::clamp<int64_t>(ms, 0, CLOCK_MAX_MS);
}

int64_t clock_floor_ms(double ms) {
    return int64_t(std::clamp(ms, 0.0, double(CLOCK_MAX_MS)));
}

Clock clock_make() {
    Clock clock = {};
    set_kind(&clock, CLOCK_UNTIMED, CLOCK_UNTIMED_MOVE_MS);
    clock.own_ms = CLOCK_UNKNOWN;
    clock.opponent_ms = clock.opponent_base_ms = CLOCK_UNKNOWN;
    clock.expected_ms = CLOCK_UNKNOWN;
    clock.node_rate = CLOCK_BY_TIME;
    return clock;
}

void clock_new_game(Clock* clock) {
    if (clock->by_reading) set_kind(clock, CLOCK_UNTIMED, CLOCK_UNTIMED_MOVE_MS);
    clock->base_ms = control_base(*clock);
    forget_own(clock);
    clock->opponent_ms = clock->opponent_base_ms = CLOCK_UNKNOWN;
    clock_restart_count(clock);
    clock->reading_seen = clock->level_told = false;
    clock->node_rate = CLOCK_BY_TIME;
}

bool clock_is_level_again(const Clock& clock, int moves_per_session, int64_t base_ms,
                          int64_t increment_ms) {
    return clock.kind == CLOCK_LEVEL && moves_per_session == 0 && clock.moves_per_session == 0 &&
           increment_ms == clock.increment_ms && base_ms > 0 && base_ms <= clock.level_base_ms;
}

void clock_set_level(Clock* clock, int moves_per_session, int64_t base_ms, int64_t increment_ms) {
    const bool untimed = moves_per_session == 0 && base_ms == 0 && increment_ms == 0;
    // Some hosts send `level` again before every move, with the time left as its base.
    const bool again = clock->kind == CLOCK_LEVEL && !clock->by_reading && !untimed &&
                       (clock->reading_seen || (clock->level_told && clock->session_moves > 0));
    const int64_t old_base_ms = again ? clock->base_ms : 0;

    if (untimed)
        set_kind(clock, CLOCK_UNTIMED, CLOCK_UNTIMED_MOVE_MS);
    else
        set_kind(clock, CLOCK_LEVEL, 0);
    clock->level_told = true;
    clock->moves_per_session = std::max(0, moves_per_session);
    clock->level_base_ms = clock_clamp_ms(base_ms);
    clock->base_ms = std::max(old_base_ms, control_base(*clock));
    clock->increment_ms = clock_clamp_ms(increment_ms);
    clock_restart_count(clock);
    if (!again) clock->reading_seen = false;
    // The base of a `level` sent again may contradict the last `time`, which takes precedence.
    if (!again || !clock->own_known) forget_own(clock);
}

void clock_set_move_time(Clock* clock, int64_t move_time_ms) {
    set_kind(clock, CLOCK_MOVE_TIME, clock_clamp_ms(move_time_ms));
    clock->moves_per_session = 0;
    clock->level_base_ms = 0;
    clock->increment_ms = 0;
    clock_restart_count(clock);
    clock->base_ms = control_base(*clock);
    clock->reading_seen = false;
    if (!clock->own_known) forget_own(clock);
}

void clock_set_node_rate(Clock* clock, int64_t node_rate) {
    clock->node_rate = node_rate > 0 ? std::min(node_rate, CLOCK_NODE_RATE_MAX) : CLOCK_BY_TIME;
}

int64_t clock_nodes_to_ms(int64_t node_rate, int64_t nodes) {
    constexpr int64_t NODES_MAX = std::numeric_limits<int64_t>::max() / MS_PER_SECOND;
    return std::clamp<int64_t>(nodes, 0, NODES_MAX) * MS_PER_SECOND / node_rate;
}

int64_t clock_ms_to_nodes(int64_t node_rate, int64_t ms) {
    constexpr int64_t PRODUCT_MAX = std::numeric_limits<int64_t>::max() - MS_PER_SECOND;
    const int64_t most_ms = std::min(clock_clamp_ms(ms), PRODUCT_MAX / node_rate);
    return (most_ms * node_rate + MS_PER_SECOND - 1) / MS_PER_SECOND;
}

void clock_set_own(Clock* clock, int64_t own_ms) {
    // Without `level` a reading of our clock means sudden death.
    if (clock->kind == CLOCK_UNTIMED && own_ms > CLOCK_UNTIMED_READING_MS)
        set_kind(clock, CLOCK_LEVEL, 0, true);
    check_count(clock, clock_clamp_ms(own_ms));
    clock->own_ms = clock_clamp_ms(own_ms);
    clock->own_known = true;
    if (!clock->reading_seen) clock->base_ms = std::max(clock->base_ms, clock->own_ms);
    clock->reading_seen = true;
}

void clock_set_opponent(Clock* clock, int64_t opponent_ms) {
    clock->opponent_ms = clock_clamp_ms(opponent_ms);
    if (clock->opponent_base_ms == CLOCK_UNKNOWN) clock->opponent_base_ms = clock->opponent_ms;
}

void clock_own_move_made(Clock* clock, int64_t used_ms) {
    if (clock->session_moves < std::numeric_limits<int>::max()) ++clock->session_moves;
    clock->expected_ms = CLOCK_UNKNOWN;
    if (used_ms <= 0) return;
    if (clock->kind != CLOCK_LEVEL) {
        forget_own(clock); // unused time is lost with a fixed move time
        return;
    }
    expect_reading(clock, used_ms);
    int64_t left_ms = clock->own_ms - clock_clamp_ms(used_ms) + clock->increment_ms;
    if (session_ended(*clock)) left_ms += clock->level_base_ms;
    clock->own_ms = clock_clamp_ms(left_ms);
    clock->own_known = false;
}

void clock_own_move_undone(Clock* clock) {
    clock->session_moves = std::max(0, clock->session_moves - 1);
    clock->expected_ms = CLOCK_UNKNOWN;
}

void clock_restart_count(Clock* clock) {
    clock->session_moves = 0;
    clock->count_off = false;
    clock->expected_ms = CLOCK_UNKNOWN;
}

ClockFacts clock_facts(const Clock& clock, int game_ply) {
    ClockFacts facts = {};
    facts.kind = clock.kind;
    facts.own_ms = std::max<int64_t>(0, clock.own_ms);
    facts.opponent_ms = clock.opponent_ms;
    facts.opponent_base_ms = clock.opponent_base_ms;
    facts.increment_ms = clock.increment_ms;
    facts.base_ms = clock.base_ms;
    facts.credit_ms = credit_ms(clock);
    facts.moves_to_go = moves_to_go(clock);
    if (clock.count_off && facts.moves_to_go < std::numeric_limits<int>::max()) ++facts.moves_to_go;
    facts.game_ply = std::max(0, game_ply);
    facts.move_time_ms = clock.move_time_ms;
    facts.by_nodes = clock.node_rate > 0;
    facts.own_known = clock.own_known && clock.kind != CLOCK_UNTIMED;
    return facts;
}

int64_t clock_parts(const ClockFacts& facts, int64_t most) {
    return facts.moves_to_go > 0 ? std::min(most, int64_t(facts.moves_to_go) + 1) : most;
}
