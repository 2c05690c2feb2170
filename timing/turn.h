// The time of one move, from the moment its clock starts until the move is out. Everything that
// thinks about a move drives one Turn: the protocols' session, `overtime play`, the simulator and
// the matches on node clocks. So what the simulator proves is what plays.
//
//   turn_begin  plans the budget
//   turn_ask    at every poll, resolved root move and completed iteration: go on, or stop and why
//   turn_hit    the expected move was played: pondering becomes thinking on our clock
//   turn_stop   the search has ended
//   turn_end    the move is out: clock, overhead and controller learn what it took
#pragma once

#include "timing/clock.h"
#include "timing/controller.h"
#include "timing/lag.h"
#include "timing/record.h"
#include "timing/stopwatch.h"

enum TurnKind : int {
    TURN_MOVE,     // on our clock
    TURN_PONDER,   // on the opponent's clock, until turn_hit() makes it TURN_MOVE
    TURN_ANALYSIS, // without a clock
};

/// What one player knows about time from move to move of a game.
struct TurnPlayer {
    Clock clock;
    Lag lag;
    ControllerMemory memory;
};

/// What turn_begin() needs to know.
struct TurnRequest {
    TurnKind kind;
    TurnPlayer* player;           // turn_end() writes to it
    const Controller* controller; // used unless the clock calls for `fixed`
    ControllerSettings settings;
    int game_ply;        // half-moves played so far by both sides
    int64_t pondered_ms; // on this very position, by a search that has ended; its table is warm
    Stopwatch stopwatch; // not read on a node clock
    int64_t start_ms;    // when our clock (or the pondering, the analysis) began, by the stopwatch
};

struct Turn {
    TurnRequest request; // a ponder hit changes kind and start_ms
    const Controller* controller;
    Progress progress; // the caller keeps it up to date, but for elapsed_ms and depths
    MoveRecord record;
    int64_t node_rate;       // nodes per second of the clock; CLOCK_BY_TIME for an ordinary clock
    int64_t start_nodes;     // nodes when our clock began (0 but after a ponder hit)
    int64_t start_own_nodes; // of them by the thread that polls
    int64_t credit_ms;       // what pondering took off NormalMoveTime
    bool settled;            // while pondering: on our clock, the search would have stopped by now
    int settled_cp;          // the score when it settled
    int poll_nodes;          // between two polls, as of the last iteration
};

/// Plans the budget: the clock's facts, the controller, the guard, and what was pondered.
void turn_begin(Turn* turn, const TurnRequest& request);

/// Milliseconds of our clock used so far; `nodes` counts since the search began.
int64_t turn_elapsed_ms(const Turn& turn, int64_t nodes);

/// An iteration has been completed after elapsed_ms. Before turn_ask(MOMENT_ITERATION).
void turn_note_iteration(Turn* turn, int64_t elapsed_ms);

/// Whether to stop, and why; progress is as of now. Time never ends pondering or analysis:
/// STOP_NONE, but a pondering notes that it would have stopped.
StopReason turn_ask(Turn* turn, Moment moment);

/// The expected move was played at hit_ms: our clock runs from then. The budget is planned anew and
/// credited with the time pondered; nodes and own_nodes are those searched so far.
void turn_hit(Turn* turn, int64_t hit_ms, int64_t nodes, int64_t own_nodes);

/// Nothing ran for this long (a pause): it does not count.
void turn_skip(Turn* turn, int64_t paused_ms);

/// How many nodes to search before the next poll; on a node clock no more than are left until N or
/// E. `iteration`: an iteration has just been completed, so the speed is measured anew.
int turn_poll_nodes(Turn* turn, int64_t nodes, int64_t own_nodes, bool iteration);

/// See stop_wanted_lead_cp(); 0 while we are not on our clock.
int turn_wanted_lead_cp(const Turn& turn);

/// The search has ended, for this reason, with progress as of now.
void turn_stop(Turn* turn, StopReason stop);

/// The move is out, used_ms after our clock began: counts it on the clock, measures overhead and
/// lateness, and lets the controller learn if the move was found on our clock.
void turn_end(Turn* turn, int64_t used_ms);
