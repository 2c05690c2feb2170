#include "protocol/session/think.h"

#include <algorithm>

#include "protocol/session/pv_output.h"
#include "timing/controllers.h"
#include "timing/guard.h"
#include "timing/ponder.h"

static_assert(SCORE_CP_MATE == PROGRESS_MATE_CP, "controllers are told what score_cp() says");

namespace {

// After a ponder hit a settled search counts as one if the new N is at most this much of the N that
// it was judged by.
constexpr int64_t SETTLED_PERCENT = 150;

// One search and what its monitor has to remember.
struct Thought {
    const ThinkRequest* request;
    ThinkKind kind;      // of this moment: a ponder hit changes it
    int64_t start_ms;    // and this
    int64_t node_rate;   // nodes a second if they are our clock, else not above 0
    int64_t start_nodes; // searched when our clock began, at a ponder hit
    int64_t start_own;   // of them by the thread that asks
    int64_t credit_ms;   // what pondering saved of NormalMoveTime
    bool settled;        // while pondering: had it been our time, we would have moved
    int settled_cp;      // the score then
    const Controller* controller;
    SearchMonitor monitor;
    MoveRecord record;
    Progress progress; // as of the last question
    Move best;         // then
    Move best_before;  // of the last iteration before overtime
    ControllerMemory memory;
    bool move_now;
    int poll_nodes; // between two questions, if no limit in nodes comes before
    PvOutput pv_output;
};

int64_t elapsed_ms(const Thought& thought, uint64_t nodes) {
    if (thought.node_rate > 0)
        return clock_nodes_to_ms(thought.node_rate, int64_t(nodes) - thought.start_nodes);
    return stopwatch_now_ms(thought.request->stopwatch) - thought.start_ms;
}

void take_best(Thought* thought, Move best) {
    const ThinkRequest& request = *thought->request;
    thought->best = best;
    thought->progress.steady_plies = 0;
    thought->progress.best_obvious =
        best == request.planned || game_is_recapture(*request.game, best);
}

void update_progress(Thought* thought, const SearchProgress& search, SearchMoment moment) {
    Progress& progress = thought->progress;
    progress.elapsed_ms = elapsed_ms(*thought, search.nodes);
    progress.iterations_completed = search.iterations;
    progress.depth = search.depth;
    const MoveList* excluded = thought->request->limits.excluded;
    progress.legal_moves = search.root_moves + (excluded ? excluded->count : 0);
    progress.root_moves_searched = search.root_moves_searched;
    progress.previous_score_cp = score_cp(search.previous_score);
    progress.current_score_cp = score_cp(search.current_score);
    progress.fail_low_pending = search.fail_low_pending;
    progress.static_score_cp = score_cp(search.root_eval);
    progress.nodes = int64_t(search.nodes);
    progress.best_nodes = int64_t(search.best_nodes);
    progress.best_leads = search.best_leads;
    if (search.best != thought->best) take_best(thought, search.best);
    if (moment == SEARCH_ITERATION) guard_note_iteration(&progress);
}

Moment make_moment(SearchMoment moment) {
    switch (moment) {
    case SEARCH_ROOT_MOVE:
        return MOMENT_ROOT_MOVE;
    case SEARCH_ITERATION:
        return MOMENT_ITERATION;
    default:
        return MOMENT_POLL;
    }
}

// The budget for a move on our clock. Analysis has all the time there is.
void plan(Thought* thought) {
    const ThinkRequest& request = *thought->request;
    const Lag lag = request.lag ? *request.lag : Lag{};
    MoveRecord& record = thought->record;
    record.facts = guard_facts(*request.clock, game_ply(*request.game), lag, request.settings);
    record.lag_ms = lag_newest_ms(lag);
    thought->progress.moves_to_go = record.facts.moves_to_go;
    thought->controller = &controllers_for(record.facts, *request.controller);
    record.controller = thought->controller->name;
    record.budget = thought->kind == THINK_ANALYSE ? Budget{CLOCK_MAX_MS, CLOCK_MAX_MS}
                                                   : guard_plan(*thought->controller, record.facts,
                                                                request.settings, thought->memory);
}

// What was pondered saves a part of the time. With a time for each move nothing is gained by saving
// it.
void take_credit(Thought* thought, int64_t pondered_ms) {
    if (pondered_ms <= 0 || thought->record.facts.kind != CLOCK_LEVEL) return;
    Budget& budget = thought->record.budget;
    thought->credit_ms = ponder_credit_ms(budget, pondered_ms);
    budget = ponder_hit_budget(budget, pondered_ms, thought->settled);
}

// The time pondered is worth its credit; what the search knows and feels carries over.
void begin_clock(Thought* thought, int64_t hit_ms, const SearchProgress& search) {
    const int64_t pondered_ms =
        thought->node_rate > 0 ? elapsed_ms(*thought, search.nodes) : hit_ms - thought->start_ms;
    thought->kind = THINK_MOVE;
    thought->start_nodes = int64_t(search.nodes);
    thought->start_own = int64_t(search.own_nodes);
    thought->start_ms = hit_ms;
    thought->memory.carried_nodes = thought->progress.nodes;
    thought->progress.depths = {}; // these were by the opponent's clock
    const int64_t judged_ms = thought->record.budget.normal_move_time_ms;
    plan(thought);
    // Another clock may have been told since, or the score have dropped.
    thought->settled &=
        thought->record.budget.normal_move_time_ms * 100 <= judged_ms * SETTLED_PERCENT &&
        !search.fail_low_pending &&
        score_cp(search.current_score) >=
            thought->settled_cp - thought->request->settings.rival_drop_cp;
    take_credit(thought, pondered_ms);
    pv_output_begin(&thought->pv_output, thought->record.budget.normal_move_time_ms);
}

StopReason ask_input(Thought* thought, const SearchProgress& search) {
    const ThinkRequest& request = *thought->request;
    AttentionTimes times = {};
    const Attention attention =
        request.attend ? request.attend(request.context, search, &times) : ATTENTION_NONE;
    thought->start_ms += times.paused_ms;
    if (attention == ATTENTION_ABORT) return STOP_ABORT;
    if (attention == ATTENTION_PONDER_HIT) begin_clock(thought, times.hit_ms, search);
    if (attention == ATTENTION_MOVE_NOW) thought->move_now = true;
    return thought->move_now && search.iterations > 0 ? STOP_NOW : STOP_NONE;
}

StopReason ask_limits(const Thought& thought, const SearchProgress& search, SearchMoment moment) {
    const bool deep = search.depth >= thought.request->limits.depth;
    return moment == SEARCH_ITERATION && deep ? STOP_DEPTH : STOP_NONE;
}

void hear_line(void* context, const SearchLine& line) {
    Thought* thought = static_cast<Thought*>(context);
    pv_output_line(&thought->pv_output, line, elapsed_ms(*thought, line.nodes));
}

// A depth to be reached, and no clock that would mind.
bool is_by_depth(const Thought& thought) {
    return thought.record.facts.kind == CLOCK_UNTIMED && thought.request->limits.depth < DEPTH_MAX;
}

// What the clock says. Time never ends a pondering; that it would have is remembered.
StopReason ask_clock(Thought* thought, SearchMoment moment) {
    const bool pondering = thought->kind == THINK_PONDER;
    if (thought->kind == THINK_ANALYSE || (pondering && thought->settled)) return STOP_NONE;
    MoveRecord& record = thought->record;
    const StopReason reason =
        guard_judge(*thought->controller, record.budget, thought->progress, make_moment(moment),
                    thought->request->settings, thought->memory, &record.overrun);
    if (pondering) {
        thought->settled = reason != STOP_NONE;
        thought->settled_cp = thought->progress.current_score_cp;
        return STOP_NONE;
    }
    if (reason == STOP_ST && is_by_depth(*thought)) return STOP_NONE;
    return reason == STOP_NORMAL && thought->credit_ms > 0 ? STOP_PONDERHIT : reason;
}

// Where nodes are our clock, it is asked when N or E is reached, to the node.
void set_poll(Thought* thought, const SearchProgress& search, SearchMoment moment) {
    const Budget budget = guard_refine(*thought->controller, thought->record.budget,
                                       thought->progress, thought->request->settings);
    if (moment == SEARCH_ITERATION)
        thought->poll_nodes = guard_poll_nodes(int64_t(search.own_nodes) - thought->start_own,
                                               elapsed_ms(*thought, search.nodes), budget);
    int64_t poll = thought->poll_nodes;
    if (thought->node_rate > 0) {
        const int64_t used = int64_t(search.nodes) - thought->start_nodes;
        for (const int64_t ms : {budget.normal_move_time_ms, budget.extend_max_move_time_ms}) {
            const int64_t left = clock_ms_to_nodes(thought->node_rate, ms) - used;
            if (left > 0) poll = std::min(poll, left);
        }
    }
    thought->monitor.poll_nodes = int(poll);
}

// Whether a move is easy only matters on our clock, and where one line is looked for.
void set_lead(Thought* thought, SearchMoment moment) {
    const ThinkRequest& request = *thought->request;
    thought->monitor.lead_cp = 0;
    if (moment != SEARCH_ITERATION || thought->kind != THINK_MOVE || request.limits.lines > 1)
        return;
    thought->monitor.lead_cp =
        guard_wanted_lead_cp(*thought->controller, thought->record.budget, thought->progress,
                             request.settings, thought->record.overrun);
}

StopReason find_stop(Thought* thought, const SearchProgress& search, SearchMoment moment) {
    StopReason reason = ask_input(thought, search);
    if (reason == STOP_NONE) reason = ask_limits(*thought, search, moment);
    if (reason != STOP_NONE) return reason;
    update_progress(thought, search, moment);
    pv_output_pending(&thought->pv_output, thought->progress.elapsed_ms);
    reason = ask_clock(thought, moment);
    if (moment == SEARCH_ITERATION && !thought->record.overrun.latched)
        thought->best_before = search.best;
    return reason;
}

void note_stop(Thought* thought, uint64_t nodes) {
    thought->progress.elapsed_ms = elapsed_ms(*thought, nodes);
    thought->record.meant_ms =
        guard_meant_ms(*thought->controller, thought->record.budget, thought->progress,
                       thought->request->settings, thought->record.stop);
}

bool stop(void* context, const SearchProgress& search, SearchMoment moment) {
    Thought* thought = static_cast<Thought*>(context);
    MoveRecord& record = thought->record;
    record.stop = find_stop(thought, search, moment);
    if (record.stop != STOP_NONE) {
        note_stop(thought, search.nodes);
        return true;
    }
    set_poll(thought, search, moment);
    set_lead(thought, moment);
    return false;
}

void learn(Thought* thought, const SearchReport& report) {
    const MoveRecord& record = thought->record;
    ControllerMemory* memory = thought->request->memory;
    if (!memory || record.stop == STOP_ABORT) return;
    thought->progress.elapsed_ms = record.used_ms;
    memory->carried_nodes = thought->memory.carried_nodes;
    thought->progress.nodes = int64_t(report.nodes) - memory->carried_nodes;
    guard_finished(*thought->controller, record.facts, record.budget, thought->progress,
                   thought->request->settings, memory);
}

} // namespace

ThinkResult think_run(const ThinkRequest& request) {
    Thought thought = {};
    thought.request = &request;
    thought.kind = request.kind;
    thought.start_ms = request.start_ms;
    thought.node_rate = request.kind == THINK_ANALYSE ? CLOCK_BY_TIME : request.clock->node_rate;
    thought.pv_output.context = request.context;
    thought.pv_output.hear = request.show;
    thought.pv_output.several = request.limits.lines > 1;
    thought.pv_output.by_nodes = thought.node_rate > 0;
    if (request.memory) thought.memory = *request.memory;
    plan(&thought);
    take_credit(&thought, request.pondered_ms);
    MoveRecord& record = thought.record;
    pv_output_begin(&thought.pv_output, record.budget.normal_move_time_ms);
    thought.poll_nodes = guard_poll_nodes(0, 0, record.budget);
    thought.monitor = {&thought, stop, hear_line, thought.poll_nodes};
    set_poll(&thought, SearchProgress{}, SEARCH_POLL);

    ThinkResult result;
    result.report = search_run(request.search, *request.game, request.limits, &thought.monitor);
    // The search has ended by itself: no nodes are left, or no depth.
    const uint64_t nodes = request.limits.nodes;
    if (record.stop == STOP_NONE) {
        record.stop = nodes && result.report.nodes >= nodes ? STOP_NODES : STOP_DEPTH;
        note_stop(&thought, result.report.nodes);
    }
    record.used_ms = elapsed_ms(thought, result.report.nodes);
    if (record.stop != STOP_ABORT)
        pv_output_report(&thought.pv_output, result.report, record.used_ms);
    result.is_move = record.stop != STOP_ABORT && thought.kind == THINK_MOVE;
    if (result.is_move) learn(&thought, result.report);
    result.record = record;
    result.best_before = thought.best_before;
    return result;
}
