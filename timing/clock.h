// What the host told us about the clocks: `level`, `st`, `time`, `otim`, and how many moves we
// made. All times are signed milliseconds; text is turned into them before it gets here.
#pragma once

#include <cstdint>

/// The longest time this engine believes in (35 years; where `st` means nodes, a milliard of them).
/// Setters clamp to it: sums cannot overflow.
constexpr int64_t CLOCK_MAX_MS = INT64_C(1) << 40;
/// A clock nobody has told us about.
constexpr int64_t CLOCK_UNKNOWN = -1;
/// `level 0 0 0` is an untimed game: a fixed modest time for each move...
constexpr int64_t CLOCK_UNTIMED_MOVE_MS = 5000;
/// ...unless `time` says that there is a clock: more than this, which XBoard sends where there is
/// none. (cutechess-cli's level of half a second is three zeros.)
constexpr int64_t CLOCK_UNTIMED_READING_MS = 10;
/// A node rate (`nps`) is so many nodes for each second of the clock; this one: the clock counts
/// time.
constexpr int64_t CLOCK_BY_TIME = -1;
/// The fastest node rate.
constexpr int64_t CLOCK_NODE_RATE_MAX = 1000000000;

/// The most moves a session may have.
constexpr int CLOCK_MOVES_MAX = 1000000;

/// The nearest time from 0 to CLOCK_MAX_MS; fractions of a millisecond are dropped.
int64_t clock_clamp_ms(int64_t ms);
int64_t clock_floor_ms(double ms);

enum ClockKind : int {
    CLOCK_UNTIMED,   // no time control given, or `level 0 0 0`, and no reading
    CLOCK_LEVEL,     // moves per session, base and increment
    CLOCK_MOVE_TIME, // `st`: a maximum for every move
};

/// Settings and readings. Own means the colour the engine plays now.
struct Clock {
    ClockKind kind;
    int moves_per_session; // 0: the whole game in one session
    int64_t level_base_ms; // the base of the last `level`: what a new session adds
    int64_t base_ms; // the largest base or first reading of this game: never shrinks within a game
    int64_t increment_ms;
    int64_t move_time_ms; // CLOCK_MOVE_TIME, CLOCK_UNTIMED
    int64_t own_ms;       // CLOCK_UNKNOWN until `time` or a level came; may be 0, never negative
    int64_t opponent_ms;  // CLOCK_UNKNOWN until `otim` came
    int64_t opponent_base_ms; // the first `otim` of this game
    int session_moves;        // own moves since the game, position or `level` began
    bool own_known;           // own_ms is the host's reading, not our own count-down
    bool by_reading;          // a game without a level: CLOCK_LEVEL since a reading came
    bool level_told;          // in this game
    bool reading_seen;        // this game had its first reading: later ones do not raise base_ms
    bool count_off;           // a session should have ended and no new time came: we count wrongly
    int64_t expected_ms; // of the next reading if no session ends; CLOCK_UNKNOWN if none is due
    int64_t node_rate;   // nodes a second, or CLOCK_BY_TIME
};

enum LagSource {
    LAG_MEASURED,
    LAG_ASSUMED,     // nothing is measured yet: a guess
    LAG_OF_ONE_MOVE, // which may have been a stall
};

/// The facts a controller plans with, named as in the formulas: T, O, I, B, M, h, G.
struct ClockFacts {
    ClockKind kind;
    int64_t own_ms;           // T, >= 0
    int64_t opponent_ms;      // O, CLOCK_UNKNOWN if never told
    int64_t opponent_base_ms; // O when it was first told
    int64_t increment_ms;     // I
    int64_t base_ms;          // B
    int moves_to_go;          // M, 0 in sudden death; one more while we count wrongly
    int game_ply;             // h, half-moves played by both sides
    int64_t lag_ms;           // G, charged per move beyond our own use
    int64_t lag_spike_ms;     // the largest of late: stays on the clock
    int64_t lag_usual_ms;     // the mean of what was measured, 0 while nothing is
    int64_t lateness_mean_ms; // how late our own moves were, in the mean
    int64_t lateness_max_ms;  // and at most
    LagSource lag_source;     // what G and the others are known from
    int64_t credit_ms;        // what the host will add for this move; CLOCK_UNKNOWN if not certain
    int64_t move_time_ms;     // CLOCK_MOVE_TIME, CLOCK_UNTIMED: the time for this move
    bool own_known;           // false: own_ms is only our own count-down, or 0 where there is none
    bool by_nodes;            // the clock counts nothing but nodes
};

/// A clock nobody has set: untimed.
Clock clock_make();

/// Back to the start of a game under the same control: full clock, no moves made (`new`).
void clock_new_game(Clock* clock);

/// Is this level the present one told once more, with what may be left as its base? So do some
/// hosts before every move.
bool clock_is_level_again(const Clock& clock, int moves_per_session, int64_t base_ms,
                          int64_t increment_ms);

/// A time control (`level`): moves_per_session >= 0 (0 = sudden death). Cancels a fixed move time,
/// restarts the count of moves. All zero means untimed until a reading says otherwise. Out-of-range
/// values are clamped, and never make an untimed game. A `time` that came for this move outlives a
/// level sent after another.
void clock_set_level(Clock* clock, int moves_per_session, int64_t base_ms, int64_t increment_ms);

/// A maximum for every move (`st`); cancels the level. Negative counts as 0.
void clock_set_move_time(Clock* clock, int64_t move_time_ms);

/// What the clock counts until the next game (`nps`). Not above 0: CLOCK_BY_TIME.
void clock_set_node_rate(Clock* clock, int64_t node_rate);

/// The time that nodes stand for at a node rate > 0, and the nodes that use up a time; never
/// negative.
int64_t clock_nodes_to_ms(int64_t node_rate, int64_t nodes);
int64_t clock_ms_to_nodes(int64_t node_rate, int64_t ms);

/// Readings from the host (`time`, `otim`); negative counts as 0. A reading of our clock also tells
/// whether a new session has begun, and corrects our count of moves.
void clock_set_own(Clock* clock, int64_t own_ms);
void clock_set_opponent(Clock* clock, int64_t opponent_ms);

/// Our own move was made; with used_ms > 0 our own count-down runs on (it credits increment and new
/// session) until the next reading replaces it. Moves dictated in force mode have used_ms 0: they
/// only count.
void clock_own_move_made(Clock* clock, int64_t used_ms);

/// One of our own moves was taken back.
void clock_own_move_undone(Clock* clock);

/// A new position was set up: moves are counted from here.
void clock_restart_count(Clock* clock);

/// The facts for one move but for the lag; game_ply is h.
ClockFacts clock_facts(const Clock& clock, int game_ply);

/// A move may take one of this many parts of the clock: moves_to_go + 1, at most `most`; `most`
/// where there is no control to come.
int64_t clock_parts(const ClockFacts& facts, int64_t most);
