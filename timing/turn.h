// The time of one move, from the start of its clock until the move is out. The protocols' session,
// `overtime play`, the simulator and the matches on node clocks all drive a Turn, so the simulator
// tests the code that plays.
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

/// What one player knows about time, kept from move to move.
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
    int64_t pondered_ms; // on this very position, by a search that ended and has filled the table
    Stopwatch stopwatch; // not read on a node clock
    int64_t start_ms;    // when our clock (or the pondering, the analysis) began, by the stopwatch
};

struct Turn {
    TurnRequest request; // a ponder hit changes kind and start_ms
    const Controller* controller;
    Progress progress; // kept up to date by the caller, except elapsed_ms and depths
    MoveRecord record;
    int64_t node_rate;       // nodes per second of the clock; CLOCK_BY_TIME for an ordinary clock
    int64_t start_nodes;     // nodes when our clock began: 0, or those before a ponder hit
    int64_t start_own_nodes; // nodes of the polling thread when our clock began
    int64_t credit_ms;       // by how much pondering shortened NormalMoveTime
    bool settled;            // pondering: on our clock the search would have stopped by now
    int settled_cp;          // the score when `settled` became true
    int poll_nodes;          // nodes between two polls, as of the last iteration
};

/// Plans the budget by clock, controller and guard, less the credit for the time pondered.
void turn_begin(Turn* turn, const TurnRequest& request);

/// Returns the milliseconds of our clock used so far; `nodes` counts from the start of the search.
int64_t turn_elapsed_ms(const Turn& turn, int64_t nodes);

/// Notes an iteration completed after elapsed_ms. Call before turn_ask() with MOMENT_ITERATION.
void turn_note_iteration(Turn* turn, int64_t elapsed_ms);

/// Returns why to stop, or STOP_NONE to go on; turn->progress must be up to date. Never ends
/// pondering or analysis, but notes when pondering would have stopped on our clock.
StopReason turn_ask(Turn* turn, Moment moment);

/// The opponent played the expected move at hit_ms, when our clock began to run. Plans the budget
/// again, less the credit for the time pondered. nodes and own_nodes have been searched so far.
void turn_hit(Turn* turn, int64_t hit_ms, int64_t nodes, int64_t own_nodes);

/// Subtracts a pause of the search from the time that our clock has run.
void turn_skip(Turn* turn, int64_t paused_ms);

/// Returns how many nodes to search before the next poll; on a node clock no more than until the
/// budget's next limit. If an iteration was just completed (`iteration`), measures the speed again.
int turn_poll_nodes(Turn* turn, int64_t nodes, int64_t own_nodes, bool iteration);

/// Returns stop_wanted_lead_cp() if our clock is running, else 0.
int turn_wanted_lead_cp(const Turn& turn);

/// Notes that the search has ended for this reason; turn->progress must be up to date.
void turn_stop(Turn* turn, StopReason stop);

/// The move is out: charges used_ms to our clock, prepares to measure the GUI overhead of this
/// move, measures its lateness and, if our clock ran during the search, lets the controller learn.
void turn_end(Turn* turn, int64_t used_ms);
