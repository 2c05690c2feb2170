#include "protocol/session/think.h"

#include "engine/board/move_do.h"
#include "protocol/session/pv_output.h"

static_assert(SCORE_CP_MATE == PROGRESS_MATE_CP, "controllers get scores of score_cp()");

namespace {

// The state of one call of think_run().
struct Think {
    const ThinkRequest* request;
    Turn turn;
    SearchMonitor monitor;
    PvOutput pv_output;
    Move best;        // best move when the monitor was last called
    Move best_before; // best move of the last iteration before overtime
    bool move_now;
};

void note_best(Think* think, Move best) {
    const ThinkRequest& request = *think->request;
    Progress& progress = think->turn.progress;
    think->best = best;
    progress.steady_plies = 0;
    progress.best_obvious = best == request.planned || game_is_recapture(*request.game, best);
}

void note_progress(Think* think, const SearchProgress& search) {
    Progress& progress = think->turn.progress;
    progress.iterations_completed = search.iterations;
    progress.depth = search.depth;
    const MoveList* excluded = think->request->limits.excluded;
    progress.legal_moves = search.root_moves + (excluded ? excluded->count : 0);
    progress.root_moves_searched = search.root_moves_searched;
    progress.previous_score_cp = score_cp(search.previous_score);
    progress.current_score_cp = score_cp(search.current_score);
    progress.fail_low_pending = search.fail_low_pending;
    progress.static_score_cp = score_cp(search.root_eval);
    progress.nodes = int64_t(search.nodes);
    progress.best_nodes = int64_t(search.best_nodes);
    progress.best_leads = search.best_leads;
    if (search.best != think->best) note_best(think, search.best);
}

Moment turn_moment(SearchMoment moment) {
    return moment == SEARCH_ROOT_MOVE   ? MOMENT_ROOT_MOVE
           : moment == SEARCH_ITERATION ? MOMENT_ITERATION
                                        : MOMENT_POLL;
}

StopReason ask_input(Think* think, const SearchProgress& search) {
    const ThinkRequest& request = *think->request;
    AttentionTimes times = {};
    const Attention attention =
        request.attend ? request.attend(request.context, search, &times) : ATTENTION_NONE;
    turn_skip(&think->turn, times.paused_ms);
    if (attention == ATTENTION_ABORT) return STOP_ABORT;
    if (attention == ATTENTION_PONDER_HIT) {
        note_progress(think, search);
        turn_hit(&think->turn, times.hit_ms, int64_t(search.nodes), int64_t(search.own_nodes));
        pv_output_begin(&think->pv_output, think->turn.record.budget.normal_move_time_ms);
    }
    if (attention == ATTENTION_MOVE_NOW) think->move_now = true;
    return think->move_now && search.iterations > 0 ? STOP_NOW : STOP_NONE;
}

bool is_depth_reached(const Think& think, const SearchProgress& search, SearchMoment moment) {
    return moment == SEARCH_ITERATION && search.depth >= think.request->limits.depth;
}

// Whether a limit of time is ignored: in an untimed game a depth limit replaces the fixed time.
bool ignores_time(const Think& think, StopReason reason) {
    return reason == STOP_ST && think.turn.record.facts.kind == CLOCK_UNTIMED &&
           think.request->limits.depth < DEPTH_MAX;
}

StopReason find_stop(Think* think, const SearchProgress& search, SearchMoment moment) {
    const StopReason asked = ask_input(think, search);
    if (asked != STOP_NONE) return asked;
    if (is_depth_reached(*think, search, moment)) return STOP_DEPTH;
    note_progress(think, search);
    if (moment == SEARCH_ITERATION)
        turn_note_iteration(&think->turn, turn_elapsed_ms(think->turn, int64_t(search.nodes)));
    const StopReason reason = turn_ask(&think->turn, turn_moment(moment));
    if (moment == SEARCH_ITERATION && !think->turn.record.overrun.latched)
        think->best_before = search.best;
    pv_output_pending(&think->pv_output, think->turn.progress.elapsed_ms);
    return ignores_time(*think, reason) ? STOP_NONE : reason;
}

void set_monitor(Think* think, const SearchProgress& search, SearchMoment moment) {
    const bool iteration = moment == SEARCH_ITERATION;
    think->monitor.poll_nodes =
        turn_poll_nodes(&think->turn, int64_t(search.nodes), int64_t(search.own_nodes), iteration);
    // With MultiPV the search does not test whether the best move leads the other moves clearly.
    const bool one_line = think->request->limits.lines <= 1;
    think->monitor.lead_cp = iteration && one_line ? turn_wanted_lead_cp(think->turn) : 0;
}

bool hear_progress(void* context, const SearchProgress& search, SearchMoment moment) {
    Think* think = static_cast<Think*>(context);
    const StopReason stop = find_stop(think, search, moment);
    if (stop == STOP_NONE) {
        set_monitor(think, search, moment);
        return false;
    }
    think->turn.progress.nodes = int64_t(search.nodes);
    turn_stop(&think->turn, stop);
    return true;
}

void hear_line(void* context, const SearchLine& line) {
    Think* think = static_cast<Think*>(context);
    pv_output_line(&think->pv_output, line, turn_elapsed_ms(think->turn, int64_t(line.nodes)));
}

void begin(Think* think, const ThinkRequest& request) {
    think->request = &request;
    TurnRequest turn = request.turn;
    turn.game_ply = game_ply(*request.game);
    turn_begin(&think->turn, turn);
    think->pv_output.context = request.context;
    think->pv_output.hear = request.show;
    think->pv_output.several = request.limits.lines > 1;
    think->pv_output.by_nodes = think->turn.node_rate > 0;
    pv_output_begin(&think->pv_output, think->turn.record.budget.normal_move_time_ms);
    think->monitor = {think, hear_progress, hear_line, 0};
    set_monitor(think, SearchProgress{}, SEARCH_POLL);
}

} // namespace

Planned think_plan(const Game& game, const Pv& pv) {
    if (pv.length <= 2) return {};
    Board board = game.board;
    Undo undo;
    move_make(&board, pv.move[0], &undo);
    move_make(&board, pv.move[1], &undo);
    return {board.key, pv.move[2]};
}

Move think_planned_move(const Planned& planned, const Game& game) {
    return planned.key == game.board.key ? planned.move : MOVE_NONE;
}

ThinkResult think_run(const ThinkRequest& request) {
    Think think = {};
    begin(&think, request);
    ThinkResult result;
    result.report = search_run(request.search, *request.game, request.limits, &think.monitor);
    const uint64_t nodes = result.report.nodes, most = request.limits.nodes;
    MoveRecord& record = think.turn.record;
    think.turn.progress.nodes = int64_t(nodes);
    if (record.stop == STOP_NONE)
        turn_stop(&think.turn, most && nodes >= most ? STOP_NODES : STOP_DEPTH);
    record.used_ms = turn_elapsed_ms(think.turn, int64_t(nodes));
    if (record.stop != STOP_ABORT)
        pv_output_report(&think.pv_output, result.report, record.used_ms);
    result.is_move = record.stop != STOP_ABORT && think.turn.request.kind == TURN_MOVE;
    result.turn = think.turn;
    result.best_before = think.best_before;
    return result;
}
