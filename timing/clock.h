// The clocks as the host tells them (`level`, `st`, `time`, `otim`), and the count of our own
// moves. A session is one period of `level MPS BASE INC`: MPS moves, after which BASE is added
// again. All times are signed milliseconds; the protocol dialects convert the host's text.
#pragma once

#include <cstdint>

/// The longest time accepted: 35 years, or a billion nodes with `nps 1`, where a second of `st` is
/// one node. Setters clamp times to this maximum, so sums cannot overflow.
constexpr int64_t CLOCK_MAX_MS = INT64_C(1) << 40;
/// The value of a clock about which the host has said nothing.
constexpr int64_t CLOCK_UNKNOWN = -1;
/// The time for each move of an untimed game (`level 0 0 0`).
constexpr int64_t CLOCK_UNTIMED_MOVE_MS = 5000;
/// `time` above 10 ms means that the game has a clock even after `level 0 0 0`: cutechess-cli so
/// rounds a base of half a second. XBoard sends `time 1`, which is 10 ms, in untimed games.
constexpr int64_t CLOCK_UNTIMED_READING_MS = 10;
/// What the clock counts (`nps`): a node rate above 0 is the nodes that make a second of the clock.
constexpr int64_t CLOCK_BY_TIME = -1; // real time
/// The largest node rate accepted.
constexpr int64_t CLOCK_NODE_RATE_MAX = 1000000000;

/// The most moves a session may have.
constexpr int CLOCK_MOVES_MAX = 1000000;

/// Clamp a time to 0 ... CLOCK_MAX_MS; clock_floor_ms() also drops fractions of a millisecond.
int64_t clock_clamp_ms(int64_t ms);
int64_t clock_floor_ms(double ms);

enum ClockKind : int {
    CLOCK_UNTIMED,   // no time control or `level 0 0 0`, and no reading of a clock
    CLOCK_LEVEL,     // a time control: moves per session, base and increment
    CLOCK_MOVE_TIME, // `st`: a maximum per move
};

/// The time control and the readings of both clocks. Own means the colour the engine plays now.
struct Clock {
    ClockKind kind;
    int moves_per_session; // 0 in sudden death
    int64_t level_base_ms; // the base of the last `level`, added when a session ends
    int64_t base_ms;       // the larger of base and first reading; never shrinks within a game
    int64_t increment_ms;
    int64_t move_time_ms;     // CLOCK_MOVE_TIME, CLOCK_UNTIMED
    int64_t own_ms;           // CLOCK_UNKNOWN until `time` or a level came, else 0 or more
    int64_t opponent_ms;      // CLOCK_UNKNOWN until `otim` came
    int64_t opponent_base_ms; // the first `otim` reading of this game
    int session_moves;        // own moves since the game, the position or the level began
    bool own_known;           // own_ms is a reading from the host, not our own countdown
    bool by_reading;          // CLOCK_LEVEL only because a reading came; no level was sent
    bool level_told;          // a level came in this game
    bool reading_seen;   // the first reading of this game came; later ones do not raise base_ms
    bool count_off;      // no base was added when a session should have ended: moves miscounted
    int64_t expected_ms; // the next reading if no session ends; CLOCK_UNKNOWN if not predictable
    int64_t node_rate;   // nodes per second, or CLOCK_BY_TIME
};

/// From how many overhead samples the GUI overhead is known.
enum LagSource {
    LAG_MEASURED,
    LAG_ASSUMED,     // nothing is measured yet
    LAG_OF_ONE_MOVE, // a single overhead sample, which may come from a stall
};

/// The facts that a controller plans with; comments with formulas use these capital letters.
struct ClockFacts {
    ClockKind kind;
    int64_t own_ms;           // T, >= 0
    int64_t opponent_ms;      // O, CLOCK_UNKNOWN if the host never told the clock
    int64_t opponent_base_ms; // the opponent's first clock in this game
    int64_t increment_ms;     // I
    int64_t base_ms;          // B
    int moves_to_go;          // M, 0 in sudden death; one more while count_off is set
    int game_ply;             // h, half-moves played by both sides
    int64_t lag_ms;           // G, the GUI overhead per move
    int64_t lag_spike_ms;     // the largest recent overhead
    int64_t lag_usual_ms;     // the mean overhead; 0 before any was measured
    int64_t lateness_mean_ms; // how late our recent moves were: the mean
    int64_t lateness_max_ms;  // how late our recent moves were: the maximum
    LagSource lag_source;     // how G is known
    int64_t credit_ms;        // what the host adds after this move; CLOCK_UNKNOWN if uncertain
    int64_t move_time_ms;     // CLOCK_MOVE_TIME, CLOCK_UNTIMED: the time for this move
    bool own_known;           // false: own_ms is our own countdown, or 0 without any clock
    bool by_nodes;            // the clock counts nodes
};

/// A clock before the host has set it: untimed.
Clock clock_make();

/// Starts a new game (`new`) under the same time control: full clock, no moves made, real time.
void clock_new_game(Clock* clock);

/// Returns true if a new `level` repeats the present sudden-death control with the time left as its
/// base. Some hosts send `level` before every move.
bool clock_is_level_again(const Clock& clock, int moves_per_session, int64_t base_ms,
                          int64_t increment_ms);

/// Sets a time control (`level`); moves_per_session 0 is sudden death. Cancels a fixed move time
/// and restarts the count of moves. `level 0 0 0` means an untimed game until a reading says
/// otherwise. Out-of-range values are clamped. A `level` sent again during a game keeps the last
/// reading of our clock and does not lower base_ms.
void clock_set_level(Clock* clock, int moves_per_session, int64_t base_ms, int64_t increment_ms);

/// Sets a maximum time per move (`st`) and cancels the `level`. A negative time counts as 0.
void clock_set_move_time(Clock* clock, int64_t move_time_ms);

/// Sets whether the clock counts time or nodes until the next game (`nps`). A rate below 1 means
/// CLOCK_BY_TIME.
void clock_set_node_rate(Clock* clock, int64_t node_rate);

/// Convert at a node rate above 0: nodes to clock time, rounded down, and clock time to nodes,
/// rounded up. The result of either conversion is never negative.
int64_t clock_nodes_to_ms(int64_t node_rate, int64_t nodes);
int64_t clock_ms_to_nodes(int64_t node_rate, int64_t ms);

/// Set a clock to a host's reading (`time`, `otim`), negative ones to 0. A reading of our own clock
/// also corrects the count of moves, because it shows whether a new session has begun.
void clock_set_own(Clock* clock, int64_t own_ms);
void clock_set_opponent(Clock* clock, int64_t opponent_ms);

/// Counts a move of ours. If used_ms is above 0, subtracts it from our clock and adds the
/// increment, and the base if a new session begins; the host's next reading replaces the result. A
/// move entered in force mode has used_ms 0.
void clock_own_move_made(Clock* clock, int64_t used_ms);

/// Subtracts a move of ours that was taken back from the count of moves.
void clock_own_move_undone(Clock* clock);

/// Restarts the count of moves, for a new position.
void clock_restart_count(Clock* clock);

/// Returns the facts for one move, except GUI overhead and lateness. A negative game_ply counts as
/// 0.
ClockFacts clock_facts(const Clock& clock, int game_ply);

/// Returns the number by which to divide the clock for one move: `most` in sudden death, else
/// moves_to_go + 1 but at most `most`.
int64_t clock_parts(const ClockFacts& facts, int64_t most);
