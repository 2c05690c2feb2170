#include "timing/turn.h"

#include <algorithm>
#include <limits>

#include "timing/controllers.h"
#include "timing/guard.h"
#include "timing/ponder.h"
#include "timing/stop.h"

namespace {

// After a ponder hit a search stays settled only if the new NormalMoveTime is at most 150 % of the
// NormalMoveTime by which pondering would have stopped.
constexpr int64_t SETTLED_PERCENT = 150;

void plan(Turn* turn) {
    const TurnRequest& request = turn->request;
    const TurnPlayer& player = *request.player;
    MoveRecord& record = turn->record;
    record.facts = guard_facts(player.clock, request.game_ply, player.lag, request.settings);
    record.lag_ms = lag_newest_ms(player.lag);
    turn->progress.moves_to_go = record.facts.moves_to_go;
    turn->controller = &controllers_for(record.facts, *request.controller);
    record.controller = turn->controller->name;
    record.budget = request.kind == TURN_ANALYSIS ? Budget{CLOCK_MAX_MS, CLOCK_MAX_MS}
                                                  : guard_plan(*turn->controller, record.facts,
                                                               request.settings, player.memory);
}

// Takes no credit with a fixed time per move, where saved time is lost.
void take_credit(Turn* turn, int64_t pondered_ms) {
    if (pondered_ms <= 0 || turn->record.facts.kind != CLOCK_LEVEL) return;
    Budget& budget = turn->record.budget;
    turn->credit_ms = ponder_credit_ms(budget, pondered_ms);
    budget = ponder_hit_budget(budget, pondered_ms, turn->settled);
}

// Returns false if NormalMoveTime or the score has changed too much since the search settled.
bool is_still_settled(const Turn& turn, const Budget& judged) {
    const Progress& progress = turn.progress;
    const int64_t normal_ms = turn.record.budget.normal_move_time_ms;
    return turn.settled && normal_ms * 100 <= judged.normal_move_time_ms * SETTLED_PERCENT &&
           !progress.fail_low_pending &&
           progress.current_score_cp >= turn.settled_cp - turn.request.settings.rival_drop_cp;
}

// Returns the nodes on a node clock until NormalMoveTime or ExtendMaxMoveTime, whichever is next.
int nodes_to_limit(const Turn& turn, int64_t nodes) {
    const Budget budget =
        stop_refine(*turn.controller, turn.record.budget, turn.progress, turn.request.settings);
    int64_t least = std::numeric_limits<int>::max();
    for (const int64_t ms : {budget.normal_move_time_ms, budget.extend_max_move_time_ms}) {
        const int64_t left = clock_ms_to_nodes(turn.node_rate, ms) - (nodes - turn.start_nodes);
        if (left > 0) least = std::min(least, left);
    }
    return int(least);
}

} // namespace

void turn_begin(Turn* turn, const TurnRequest& request) {
    *turn = {};
    turn->request = request;
    const Clock& clock = request.player->clock;
    turn->node_rate = request.kind == TURN_ANALYSIS ? CLOCK_BY_TIME : clock.node_rate;
    request.player->memory.carried_nodes = 0;
    plan(turn);
    take_credit(turn, request.pondered_ms);
    turn->poll_nodes = stop_poll_nodes(0, 0, turn->record.budget);
}

int64_t turn_elapsed_ms(const Turn& turn, int64_t nodes) {
    if (turn.node_rate > 0) return clock_nodes_to_ms(turn.node_rate, nodes - turn.start_nodes);
    return stopwatch_now_ms(turn.request.stopwatch) - turn.request.start_ms;
}

void turn_note_iteration(Turn* turn, int64_t elapsed_ms) {
    turn->progress.elapsed_ms = elapsed_ms;
    stop_note_iteration(&turn->progress);
}

StopReason turn_ask(Turn* turn, Moment moment) {
    turn->progress.elapsed_ms = turn_elapsed_ms(*turn, turn->progress.nodes);
    const bool pondering = turn->request.kind == TURN_PONDER;
    if (turn->request.kind == TURN_ANALYSIS || (pondering && turn->settled)) return STOP_NONE;
    MoveRecord& record = turn->record;
    const StopReason reason =
        stop_judge(*turn->controller, record.budget, turn->progress, moment, turn->request.settings,
                   turn->request.player->memory, &record.overrun);
    if (pondering) {
        turn->settled = reason != STOP_NONE;
        turn->settled_cp = turn->progress.current_score_cp;
        return STOP_NONE;
    }
    return reason == STOP_NORMAL && turn->credit_ms > 0 ? STOP_PONDERHIT : reason;
}

void turn_hit(Turn* turn, int64_t hit_ms, int64_t nodes, int64_t own_nodes) {
    TurnRequest& request = turn->request;
    const int64_t pondered_ms =
        turn->node_rate > 0 ? turn_elapsed_ms(*turn, nodes) : hit_ms - request.start_ms;
    const Budget judged = turn->record.budget;
    request.kind = TURN_MOVE;
    request.start_ms = hit_ms;
    request.player->memory.carried_nodes = nodes;
    turn->start_nodes = nodes;
    turn->start_own_nodes = own_nodes;
    turn->progress.depths = {}; // iteration times noted so far count from the start of pondering
    plan(turn);
    turn->settled = is_still_settled(*turn, judged);
    take_credit(turn, pondered_ms);
}

void turn_skip(Turn* turn, int64_t paused_ms) {
    turn->request.start_ms += paused_ms;
}

int turn_poll_nodes(Turn* turn, int64_t nodes, int64_t own_nodes, bool iteration) {
    if (iteration)
        turn->poll_nodes = stop_poll_nodes(own_nodes - turn->start_own_nodes,
                                           turn_elapsed_ms(*turn, nodes), turn->record.budget);
    return turn->node_rate > 0 ? std::min(turn->poll_nodes, nodes_to_limit(*turn, nodes))
                               : turn->poll_nodes;
}

int turn_wanted_lead_cp(const Turn& turn) {
    if (turn.request.kind != TURN_MOVE) return 0;
    return stop_wanted_lead_cp(*turn.controller, turn.record.budget, turn.progress,
                               turn.request.settings, turn.record.overrun);
}

void turn_stop(Turn* turn, StopReason stop) {
    turn->progress.elapsed_ms = turn_elapsed_ms(*turn, turn->progress.nodes);
    turn->record.stop = stop;
    turn->record.used_ms = turn->progress.elapsed_ms;
    turn->record.meant_ms = stop_meant_ms(*turn->controller, turn->record.budget, turn->progress,
                                          turn->request.settings, stop);
}

void turn_end(Turn* turn, int64_t used_ms) {
    MoveRecord& record = turn->record;
    TurnPlayer* player = turn->request.player;
    record.used_ms = used_ms;
    if (turn->request.kind == TURN_MOVE) {
        turn->progress.elapsed_ms = used_ms;
        turn->progress.nodes -= player->memory.carried_nodes;
        guard_finished(*turn->controller, record.facts, record.budget, turn->progress,
                       turn->request.settings, &player->memory);
    }
    clock_own_move_made(&player->clock, std::max<int64_t>(1, used_ms));
    lag_note_move(&player->lag, record.facts, used_ms);
    lag_note_late(&player->lag, used_ms - record.meant_ms);
}
