#include "protocol/think.h"

#include <algorithm>
#include <vector>

#include "protocol/reply.h"
#include "timing/controllers.h"
#include "timing/guard.h"
#include "timing/ponder.h"

namespace {

constexpr int64_t SHOW_EVERY_MS = 20;       // at most fifty lines a second
constexpr int64_t SHOW_MIN_BUDGET_MS = 200; // below, the pipe gets the final line only
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
    ControllerMemory memory;
    bool move_now;
    int poll_nodes;    // between two questions, if no limit in nodes comes before
    int64_t shown_ms;  // when the last line was shown
    Depth shown_depth; // the deepest shown: hosts take a lower one for a new search
    bool pending;      // the newest exact line, kept below, has not been shown
    bool bound_since;  // a bound has come after it
    bool newest_shown; // the newest line of all has been shown, and was exact
    SearchLine newest;
    std::vector<SearchLine> lines; // the newest of several, told together
    bool lines_shown;              // they have been shown
};

int64_t elapsed_ms(const Thought& thought, uint64_t nodes) {
    if (thought.node_rate > 0)
        return clock_nodes_to_ms(thought.node_rate, int64_t(nodes) - thought.start_nodes);
    return stopwatch_now_ms(thought.request->stopwatch) - thought.start_ms;
}

void take_best(Thought* thought, Move best) {
    const ThinkRequest& request = *thought->request;
    thought->best = best;
    thought->progress.steady_iterations = 0;
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
    progress.previous_score_cp = reply_score(search.previous_score);
    progress.current_score_cp = reply_score(search.current_score);
    progress.fail_low_pending = search.fail_low_pending;
    progress.static_score_cp = reply_score(search.root_eval);
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
    thought->shown_ms = -SHOW_EVERY_MS;
    thought->newest_shown = false; // hosts leave out what was shown on the opponent's clock
    thought->memory.carried_nodes = thought->progress.nodes;
    thought->progress.depths = {}; // these were by the opponent's clock
    const int64_t judged_ms = thought->record.budget.normal_move_time_ms;
    plan(thought);
    // Another clock may have been told since, or the score have dropped.
    thought->settled &=
        thought->record.budget.normal_move_time_ms * 100 <= judged_ms * SETTLED_PERCENT &&
        !search.fail_low_pending &&
        reply_score(search.current_score) >=
            thought->settled_cp - thought->request->settings.rival_drop_cp;
    take_credit(thought, pondered_ms);
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

bool has_time_to_show(const Thought& thought) {
    return thought.request->show && thought.record.budget.normal_move_time_ms >= SHOW_MIN_BUDGET_MS;
}

bool may_show(const Thought& thought, int64_t now_ms) {
    return has_time_to_show(thought) && now_ms >= thought.shown_ms + SHOW_EVERY_MS;
}

// False if nobody reads it.
bool show_line(Thought* thought, const SearchLine& line, int64_t now_ms) {
    SearchLine shown = line;
    // Where nodes are our clock, hosts take it from here.
    if (thought->node_rate > 0)
        shown.nodes -= std::min(shown.nodes, uint64_t(thought->start_nodes));
    const bool read = thought->request->show(thought->request->context, shown, now_ms);
    thought->shown_ms = now_ms;
    thought->shown_depth = std::max(thought->shown_depth, line.depth);
    thought->pending = false;
    return read;
}

// A line that came too soon after the one before is shown when its time has come.
void show_pending_line(Thought* thought, int64_t now_ms) {
    if (!thought->pending || !may_show(*thought, now_ms)) return;
    thought->newest_shown = show_line(thought, thought->newest, now_ms) && !thought->bound_since;
}

void hear_line(void* context, const SearchLine& line) {
    Thought* thought = static_cast<Thought*>(context);
    const int64_t now_ms = elapsed_ms(*thought, line.nodes);
    const bool exact = line.bound == BOUND_EXACT;
    if (thought->request->limits.lines > 1) {
        if (!exact) return;
        if (line.number == 0) thought->lines.clear();
        thought->lines.push_back(line);
        // All lines of a depth belong together, whenever they come.
        thought->lines_shown = has_time_to_show(*thought);
        if (thought->lines_shown) show_line(thought, line, now_ms);
        return;
    }
    const bool may = may_show(*thought, now_ms);
    thought->pending |= exact;
    thought->bound_since = !exact;
    if (exact) thought->newest = line;
    thought->newest_shown = may && show_line(thought, line, now_ms) && exact;
}

// A move that has become best in the middle of an iteration leads the lines: those that led before
// move down, so that no move has two of them.
void show_other_lines(Thought* thought, Move best) {
    std::vector<SearchLine> lines = thought->lines;
    if (lines.empty() || lines[0].pv.move[0] == best || !thought->lines_shown) return;
    int number = 1;
    for (SearchLine& line : lines) {
        if (line.pv.move[0] == best || number == int(lines.size())) continue;
        line.number = number++;
        show_line(thought, line, thought->record.used_ms);
    }
}

// Hosts take score and depth of the move from the last line before it: it must be an exact one.
// Where nodes are our clock, they take it from there as well.
void show_final_line(Thought* thought, const SearchReport& report) {
    const bool told = thought->newest_shown && thought->node_rate <= 0;
    if (!thought->request->show || told || thought->record.stop == STOP_ABORT) return;
    if (report.best == MOVE_NONE) return; // pondered on a move that ends the game
    Depth depth = std::max({report.depth, thought->newest.depth, thought->shown_depth});
    if (thought->request->limits.lines > 1) depth = std::max(depth, report.proven);
    show_other_lines(thought, report.best);
    show_line(thought, {0, depth, report.score, BOUND_EXACT, report.nodes, report.pv},
              thought->record.used_ms);
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
    show_pending_line(thought, thought->progress.elapsed_ms);
    return ask_clock(thought, moment);
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
    thought.shown_ms = -SHOW_EVERY_MS;
    if (request.memory) thought.memory = *request.memory;
    plan(&thought);
    take_credit(&thought, request.pondered_ms);
    MoveRecord& record = thought.record;
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
    show_final_line(&thought, result.report);
    result.is_move = record.stop != STOP_ABORT && thought.kind == THINK_MOVE;
    if (result.is_move) learn(&thought, result.report);
    result.record = record;
    return result;
}
