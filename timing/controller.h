// The interface of a time controller and the types that all controllers share.
//
// A controller is a table row of functions: plan() gives a budget once per move, judge() decides
// whether to stop, refine() may change NormalMoveTime during the search, finished() learns from the
// move. These functions read no clock and keep no state of their own: callers pass Overrun, cleared
// before each search, and ControllerMemory, cleared before each game.
#pragma once

#include <cstdint>

#include "timing/clock.h"

/// How long a move may take: NormalMoveTime (N) and ExtendMaxMoveTime (E). The guard keeps N <= E.
struct Budget {
    int64_t normal_move_time_ms;
    int64_t extend_max_move_time_ms;
};

/// Scores are centipawns for the side to move; PROGRESS_MATE_CP + n is mate in n moves, and
/// -(PROGRESS_MATE_CP + n) being mated in n moves.
constexpr int PROGRESS_MATE_CP = 100000;

/// When the search completed each depth, in ms since our clock started; all zero at first.
constexpr int DEPTH_TIMES_MAX = 128;
struct DepthTimes {
    int depth;                       // the deepest depth completed, 0 if no depth is
    int64_t ms[DEPTH_TIMES_MAX + 1]; // valid from 1 to depth
    int64_t last_ms, before_last_ms; // how long the last two iterations took, 0 for a missing one
};

/// Notes that a depth was completed, which may be several plies deeper than the last completed
/// depth. Depths beyond DEPTH_TIMES_MAX are ignored.
void depth_times_note(DepthTimes* times, int depth, int64_t elapsed_ms);

/// The state of the search when judge() is called.
struct Progress {
    int64_t elapsed_ms; // since our clock started
    int moves_to_go;    // M, 0 in sudden death
    int iterations_completed;
    int depth;               // of the running iteration, or of the one just completed
    int legal_moves;         // at the root
    int root_moves_searched; // in the running iteration
    int previous_score_cp;   // of the iteration before the running one
    int current_score_cp;    // best of the running iteration; previous_score_cp before there is one
    bool fail_low_pending;   // the best move, searched first, failed low and awaits a re-search
    int static_score_cp;     // static evaluation of the root
    int steady_plies;  // plies searched deeper with the same best move and no fall of the score
    bool best_obvious; // the best move recaptures, or the last PV planned it
    bool best_leads;   // the best move leads every other by stop_wanted_lead_cp()
    int64_t nodes;
    int64_t best_nodes; // below the best root move, as of the last completed iteration
    DepthTimes depths;
};

/// When judge() is called.
enum Moment : int {
    MOMENT_POLL,      // anywhere in the tree
    MOMENT_ROOT_MOVE, // a root move has been resolved and current_score_cp is up to date
    MOMENT_ITERATION, // an iteration is complete; previous_score_cp is still that of the one before
};

/// Why a search ended. stop_reason_name() gives the names used in the `# tm` line and the report.
enum StopReason : int {
    STOP_NONE,      // go on
    STOP_NORMAL,    // NormalMoveTime is used up
    STOP_RESOLVED,  // overtime found an acceptable move
    STOP_EXTEND,    // overtime used up ExtendMaxMoveTime
    STOP_ITERATION, // an iteration is complete and no other is started
    STOP_ONLY,      // there is only one legal move
    STOP_EASY,      // an obvious move leads all others by far
    STOP_MATE,      // a mate for or against us that more search cannot change
    STOP_DEPTH,     // the requested or the maximum depth
    STOP_NODES,     // the requested number of nodes
    STOP_ST,        // the fixed time per move (`st`, or an untimed game)
    STOP_PONDERHIT, // NormalMoveTime, shortened after a ponder hit, is used up
    STOP_NOW,       // the host asked for the move now (`?`, `stop`)
    STOP_ABORT,     // the host no longer wants a move
};

/// Returns the name of a reason in the `# tm` line: "normal", "resolved", ...
const char* stop_reason_name(StopReason reason);

/// The overtime of one move; all members are zero before the search.
struct Overrun {
    bool latched;       // overtime has begun: reference_cp is fixed for the rest of the search
    bool fallen;        // a score dropped too far; false if the best move only failed low
    int reference_cp;   // the score the drop is measured from
    int drop_cp;        // the largest drop below reference_cp
    int drop_depth;     // depth at which overtime began
    int resolved_depth; // depth at which an acceptable move was found, 0 if none was
    int resolved_move;  // the number of the acceptable root move, counted from 1
};

/// The parameters of `smooth`, with lc0's names and defaults. Only init_tree_reuse differs: lc0
/// reuses half of a tree in memory, our search finds a tenth of its work in the hash table.
struct SmoothSettings {
    double init_tree_reuse = 0.1; // fractions of the last move's work that the next one reuses
    double max_tree_reuse = 0.7;
    double tree_reuse_update_rate = 4; // half-life of the estimated reuse, in average moves
    double init_nps = 20000;
    double nps_update_rate = 5; // half-life of the estimated node rate, in seconds
    double init_timeuse = 0.7;  // fractions of the granted time that a move uses
    double min_timeuse = 0.3;
    double timeuse_update_rate = 10; // half-life of the estimated time use, in average moves
    double max_move_budget = 0.3;    // most of the clock for one move, a fraction
    double midpoint = 51.5;          // median length of a game, in moves
    double steepness = 7;            // the larger, the less game lengths vary
};

/// The largest value of rival_drop_cp.
constexpr int RIVAL_DROP_MAX_CP = 1000;

constexpr int64_t MOVE_OVERHEAD_DEFAULT_MS = 30;

/// Settings a user may change, with their defaults.
struct ControllerSettings {
    bool easy_move = true;      // play an easy move early
    int rival_drop_cp = 75;     // a larger drop is not acceptable (Rival's page and Rival 1996)
    bool rival_overtime = true; // play overtime at all
    bool rival_doubt = true;    // adapt N to how certain the best move is
    bool rival_literal = false; // overtime even if both scores are winning (>= +500)
    int64_t move_overhead_ms = MOVE_OVERHEAD_DEFAULT_MS; // G before any is measured
    bool opponent_clock = false; // move faster while the opponent is short of time

    bool mediocre_moves_to_go = false; // use moves to go; Mediocre's guide does not
    bool soft_hard_node_tm = true;
    bool soft_hard_complexity_tm = true;
    bool soft_hard_moves_to_go = true; // use moves to go; sscg13's guide does not

    SmoothSettings smooth;
};

/// What `smooth` has learned.
struct SmoothMemory {
    bool learned;      // false: the estimates are the settings' initial values
    double tree_reuse; // the estimates
    double time_use;
    double nodes_per_second;
    double weight;     // time of the last move, in average moves
    int64_t used_ms;   // time of the last move, in ms
    DepthTimes depths; // of the search for the last move
};

struct Controller;

/// What the controllers have learned in this game; all members are zero before the first move.
struct ControllerMemory {
    int moves;              // own moves found by a search
    const Controller* last; // the controller that planned the last of these moves
    SmoothMemory smooth;
    int64_t legacy_spared_ms; // `lc0-legacy`: time granted for the last move and not used
    // Nodes searched before a ponder hit: turn.cpp sets carried_nodes before plan(), and
    // guard_finished() clears carried_nodes.
    int64_t carried_nodes;
};

/// A setting that the user can name, as in `smooth(init-timeuse=0.7)`. Tables of parameters end
/// with a row of zeros.
struct ControllerParameter {
    const char* group; // "" or its group, as mle-legacy in `smooth(mle-legacy(steepness=12))`
    const char* name;
    double least, most;
    bool whole; // whole numbers only; a bool is 0 (no) or 1 (yes)
    void (*set)(ControllerSettings* settings, double value);
};

/// The functions of a controller. `finished` is called when the move is out, with the facts and the
/// budget it was planned with and the last progress, whose elapsed_ms is the time used. `refine`
/// returns a factor for NormalMoveTime from the progress of the search.
using ControllerPlan = Budget(const ClockFacts& facts, const ControllerSettings& settings,
                              const ControllerMemory& memory);
using ControllerJudge = StopReason(const Budget& budget, const Progress& progress, Moment moment,
                                   const ControllerSettings& settings,
                                   const ControllerMemory& memory, Overrun* overrun);
using ControllerFinished = void(const ClockFacts& facts, const Budget& budget,
                                const Progress& progress, const ControllerSettings& settings,
                                ControllerMemory* memory);
using ControllerRefine = double(const Progress& progress, const ControllerSettings& settings);

/// One row of the table in controllers.cpp.
struct Controller {
    const char* name;
    ControllerPlan* plan;
    ControllerJudge* judge;
    const ControllerParameter* parameters = nullptr; // besides stop_parameters; nullptr for none
    ControllerFinished* finished = nullptr;          // nullptr if the controller does not learn
    ControllerRefine* refine = nullptr;              // nullptr if N does not change
    // True if plan() keeps its own reserve from a time fixed by the user: the guard only caps that
    // plan at our clock less the GUI overhead, and neither mates nor easy moves end the search.
    bool exact_time = false;
};

/// Makes this the controller that plans from now on. If another controller planned the last move,
/// forgets what ControllerMemory knows of that move alone.
void controller_change(const Controller& controller, ControllerMemory* memory);
