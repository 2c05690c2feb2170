// The interface of a time controller, and the words all of them use.
//
// A controller is a table row of plain functions: plan() gives a budget once per move, judge() says
// whether to go on, refine() may change N meanwhile, finished() learns from the move. All are pure:
// no clock is read, no state is kept but in the Overrun, which the caller clears before each
// search, and in the ControllerMemory, which the caller clears before each game. The guard runs
// after every plan().
#pragma once

#include <cstdint>

#include "timing/clock.h"

/// How long this move may take: NormalMoveTime and ExtendMaxMoveTime (N <= E once guarded).
struct Budget {
    int64_t normal_move_time_ms;
    int64_t extend_max_move_time_ms;
};

/// Scores are centipawns for the side to move; +-(PROGRESS_MATE_CP + n) is mate in n moves.
constexpr int PROGRESS_MATE_CP = 100000;

/// When each depth was completed, in ms since our clock started.
constexpr int DEPTH_TIMES_MAX = 128;
struct DepthTimes {
    int depth;                       // the deepest completed, 0 for none
    int64_t ms[DEPTH_TIMES_MAX + 1]; // valid from 1 to depth
    int64_t last_ms, before_last_ms; // how long the last two iterations took; 0: there was none
};

/// A depth was completed, perhaps several plies after the last one. Depths beyond DEPTH_TIMES_MAX
/// are forgotten.
void depth_times_note(DepthTimes* times, int depth, int64_t elapsed_ms);

/// What the search has found out so far.
struct Progress {
    int64_t elapsed_ms; // since our clock started
    int moves_to_go;    // on it; 0: no sessions
    int iterations_completed;
    int depth;               // of the iteration now running (of the one just completed at its end)
    int legal_moves;         // root moves in all
    int root_moves_searched; // in the running iteration
    int previous_score_cp;   // of the last completed iteration before the running one
    int current_score_cp;  // best proven in the running one; previous_score_cp while there is none
    bool fail_low_pending; // first root move came back at or below alpha, re-search unresolved
    int static_score_cp;   // of the root, before any move
    int steady_plies;  // by which the search grew deeper with the same best move, no score falling
    bool best_obvious; // the best move takes back, or was planned a move ago
    bool best_leads;   // over every other move, by stop_wanted_lead_cp()
    int64_t nodes;
    int64_t best_nodes; // of them below the best root move, as of the last completed iteration
    DepthTimes depths;
};

/// When judge() is asked.
enum Moment : int {
    MOMENT_POLL,      // somewhere in the tree
    MOMENT_ROOT_MOVE, // a root move has just been resolved, current_score_cp is up to date
    MOMENT_ITERATION, // an iteration has just been completed: previous_score_cp still is the one
                      // before
};

/// Why a search ended, by the names that the `# tm` line and the report have.
enum StopReason : int {
    STOP_NONE,      // go on
    STOP_NORMAL,    // NormalMoveTime is used up (E, where N is E)
    STOP_RESOLVED,  // overtime has found an acceptable move
    STOP_EXTEND,    // overtime has used up ExtendMaxMoveTime
    STOP_ITERATION, // an iteration is complete, and the next is not worth beginning
    STOP_ONLY,      // there is one legal move
    STOP_EASY,      // an obvious move, far ahead of the others
    STOP_MATE,      // a mate, for us or against us, that more search cannot change
    STOP_DEPTH,     // the depth asked for, or the greatest there is
    STOP_NODES,     // the nodes asked for
    STOP_ST,        // the time for this move (`st`, or an untimed game)
    STOP_PONDERHIT, // NormalMoveTime less what was pondered
    STOP_NOW,       // the host wants the move now (`?`, `stop`)
    STOP_ABORT,     // the host wants no move any more
};

/// "normal", "resolved", ... as the `# tm` line has it.
const char* stop_reason_name(StopReason reason);

/// The story of one move's overrun. All zero before the search.
struct Overrun {
    bool latched;       // dissatisfied once: reference_cp is frozen for the rest of the search
    bool fallen;        // a score was not acceptable; else a first move only failed low
    int reference_cp;   // the score to come back to
    int drop_cp;        // the largest drop below it
    int drop_depth;     // where the drop was first seen
    int resolved_depth; // where an acceptable move was found, 0 if it was not
    int resolved_move;  // which root move that was, counted from 1
};

/// The parameters of `smooth`, named and set as in lc0, but for the first: lc0's half is that of a
/// tree kept in memory; alpha-beta finds again about a tenth in its hash table.
struct SmoothSettings {
    double init_tree_reuse = 0.1; // fractions: what is carried over from the move before
    double max_tree_reuse = 0.7;
    double tree_reuse_update_rate = 4; // how many average moves update it halfway
    double init_nps = 20000;
    double nps_update_rate = 5; // in seconds
    double init_timeuse = 0.7;  // fractions of the granted time: what is used of it
    double min_timeuse = 0.3;
    double timeuse_update_rate = 10; // in average moves
    double max_move_budget = 0.3;    // fraction of the clock
    double midpoint = 51.5;          // of the length of a game, in moves
    double steepness = 7;
};

/// The largest drop that may be called acceptable.
constexpr int RIVAL_DROP_MAX_CP = 1000;

constexpr int64_t MOVE_OVERHEAD_DEFAULT_MS = 30;

/// Settings a user may change, as they are when the program starts.
struct ControllerSettings {
    bool easy_move = true;      // an obvious move need not take its time
    int rival_drop_cp = 75;     // a drop of more than this is not acceptable (Rival 1996)
    bool rival_overtime = true; // think beyond N at all
    bool rival_doubt = true;    // change N by how sure the best move is
    bool rival_literal = false; // also overrun when both scores are winning (>= +500)
    int64_t move_overhead_ms = MOVE_OVERHEAD_DEFAULT_MS; // the lag assumed at the start of a game
    bool opponent_clock = false; // move quickly while the opponent is short of time

    bool mediocre_moves_to_go = false; // count the moves to go, as its author did not
    bool soft_hard_node_tm = true;
    bool soft_hard_complexity_tm = true;
    bool soft_hard_moves_to_go = true; // count the moves to go, as its author did not

    SmoothSettings smooth;
};

/// What `smooth` has learned.
struct SmoothMemory {
    bool learned;      // before, the settings' initial values hold
    double tree_reuse; // the estimates
    double time_use;
    double nodes_per_second;
    double weight;     // of the last move, in average moves
    int64_t used_ms;   // by the last move
    DepthTimes depths; // of the last move
};

struct Controller;

/// What controllers have learned in this game. All zero before its first move.
struct ControllerMemory {
    int moves;              // of ours, found by a search
    const Controller* last; // who planned the last of them
    SmoothMemory smooth;
    int64_t legacy_spared_ms; // by `lc0-legacy`: granted for the last move and not used
    // Searched on the right guess while the opponent thought. The one thing here that the caller
    // sets, before plan(); guard_finished() clears it.
    int64_t carried_nodes;
};

/// A setting that has a name in the text form, as `smooth(init-timeuse=0.7)`. A controller's table
/// of them ends with a row of zeros.
struct ControllerParameter {
    const char* group; // "" or what it stands in, as `smooth(mle-legacy(steepness=12))`
    const char* name;
    double least, most;
    bool whole; // no fractions, 0 and 1 for no and yes
    void (*set)(ControllerSettings* settings, double value);
};

struct Controller {
    const char* name;
    Budget (*plan)(const ClockFacts& facts, const ControllerSettings& settings,
                   const ControllerMemory& memory);
    StopReason (*judge)(const Budget& budget, const Progress& progress, Moment moment,
                        const ControllerSettings& settings, const ControllerMemory& memory,
                        Overrun* overrun);
    const ControllerParameter* parameters = nullptr; // none
    // The move is found: facts as they were planned with, budget as it was granted, progress at the
    // end with elapsed_ms as the time used. nullptr for a controller that does not learn.
    void (*finished)(const ClockFacts& facts, const Budget& budget, const Progress& progress,
                     const ControllerSettings& settings, ControllerMemory* memory) = nullptr;
    // The factor by which N changes with what the search finds; nullptr: it does not.
    double (*refine)(const Progress& progress, const ControllerSettings& settings) = nullptr;
    // Plans the very time the user asked for, with its own reserve: neither the guard's shares of
    // the clock nor its mate short cuts apply.
    bool exact_time = false;
};

/// Another controller plans from now on: what is known of the last move alone is forgotten if it
/// was not its own.
void controller_change(const Controller& controller, ControllerMemory* memory);
