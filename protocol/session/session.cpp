#include "protocol/session/session.h"

#include <algorithm>
#include <csignal>

#include "protocol/io/text.h"
#include "timing/controllers.h"

static_assert(TEXT_MS_MAX == CLOCK_MAX_MS && TEXT_MOVES_MAX == CLOCK_MOVES_MAX,
              "a time control is clamped where it is read");

namespace {

// session_look() takes at most this many lines, so that a flood of lines cannot stop the search.
constexpr int TAKEN_MAX = 1000;

Attention attend(void* context, const SearchProgress& progress, AttentionTimes* times) {
    Session* session = static_cast<Session*>(context);
    session->progress = progress;
    const Attention attention = session->dialect.attend(session);
    if (session->activity != ACTIVITY_THINK) log_flush(&session->input->log);
    times->hit_ms = session->command_ms;
    times->paused_ms = session->paused_ms;
    session->paused_ms = 0;
    return attention;
}

bool show(void* context, const SearchLine& line, int64_t elapsed_ms) {
    Session* session = static_cast<Session*>(context);
    // If the host does not read our output, writing a thinking line would block the search.
    if (!session->settings.post || !line_is_ready(session->output)) return false;
    const Dialect& dialect = session->dialect;
    const std::string text = dialect.thinking(dialect.state, line, elapsed_ms);
    if (!text.empty()) session_say(session, text);
    return true;
}

void reset_game(Session* session) {
    session->rules = FEN_CLASSIC;
    session->seed = uint64_t(stopwatch_now_ms(session->stopwatch));
    session->planned = {};
    session->game_log.opponent.clear();
    session->player.lag = {};
    session->player.memory = {};
    session->engine_colour = BLACK;
    session->bad_position = false;
    session->pondered = {};
    game_reset(&session->game);
    clock_new_game(&session->player.clock);
}

} // namespace

void session_init(Session* session, LineQueue* input, const LineWriter& output,
                  const Stopwatch& stopwatch) {
    *session = {};
    session->input = input;
    input->log.start_ms = stopwatch_now_ms(stopwatch);
    session->game_log.log = &input->log;
    session->output = output;
    session->stopwatch = stopwatch;
    session->settings.controller = &controllers_at(0);
    session->search = search_create(session->settings.megabytes);
    session->player.clock = clock_make();
    reset_game(session); // the hash table is still clear
}

void session_free(Session* session) {
    search_free(session->search);
}

void session_say(Session* session, const std::string& text) {
    // The line is logged before it is sent, since the host may answer at once.
    log_add(&session->input->log, LOG_SENT, text);
    line_write(session->output, text);
    if (line_is_lost(session->output)) session->quit = true;
}

void session_tell(Session* session, const std::string& protocol, const std::string& plain) {
    const std::string& text = session->settings.prompt ? plain : protocol;
    if (!text.empty()) session_say(session, text);
}

void session_comment(Session* session, const std::string& text) {
    const std::string line = "# " + text;
    if (session->settings.comments)
        session_say(session, line);
    else
        log_add(&session->input->log, LOG_KEPT, line);
}

void session_complain(Session* session, const char* prefix) {
    if (!session->complaint.empty()) session_say(session, prefix + session->complaint);
    session->complaint.clear();
}

void session_leave_console(Session* session) {
    std::signal(SIGINT, SIG_IGN);
    if (session->settings.prompt) session_say(session, "");
    session->settings.prompt = session->settings.post = session->settings.comments = false;
}

void session_new_game(Session* session) {
    reset_game(session);
    search_new_game(session->search);
}

const char* session_set_position(Session* session, const std::string& fen) {
    const char* error = game_set_up(&session->game, fen.c_str(), session->rules);
    session->bad_position = error != nullptr;
    if (error) return error;
    lag_interrupt(&session->player.lag);
    clock_restart_count(&session->player.clock);
    return nullptr;
}

void session_set_own_time(Session* session, int64_t own_ms) {
    clock_set_own(&session->player.clock, own_ms);
    lag_note_reading(&session->player.lag, own_ms);
}

bool session_take_side(Session* session, Colour colour) {
    if (session->engine_colour == colour) return false;
    lag_change_side(&session->player.lag);
    session->engine_colour = colour;
    return true;
}

void session_note_command(Session* session, const Line& line) {
    session->command_ms = std::max(line.read_ms, session->free_ms);
    session->arrivals_seen = 0; // a search must look at the lines behind this one
}

void session_note_move(Session* session, Turn* turn) {
    session->free_ms = stopwatch_now_ms(session->stopwatch);
    const bool by_time = turn->node_rate == CLOCK_BY_TIME;
    turn_end(turn, by_time ? session->free_ms - session->command_ms : turn->record.used_ms);
    session->record = turn->record;
}

void session_note_book_move(Session* session) {
    session->free_ms = stopwatch_now_ms(session->stopwatch);
    clock_own_move_made(&session->player.clock,
                        std::max<int64_t>(1, session->free_ms - session->command_ms));
    lag_interrupt(&session->player.lag);
}

CastleStyle session_castle_style(const Session& session) {
    return session.rules == FEN_CHESS960 ? CASTLE_LETTERS : CASTLE_KING_STEPS;
}

Move session_book_move(const Session& session) {
    const Settings& settings = session.settings;
    if (!settings.own_book) return MOVE_NONE;
    return book_choose(session.book, session.game, settings.book_best, session.seed);
}

SearchLimits session_limits(const Session& session, Activity activity) {
    const Settings& settings = session.settings;
    SearchLimits limits = SEARCH_UNLIMITED;
    limits.lines = settings.lines;
    if (activity == ACTIVITY_ANALYSE) return limits;
    if (settings.limit_strength) {
        const Strength strength = strength_for(settings.elo);
        limits.bias = {SCORE_DRAW, strength.noise_cp, session.seed};
        // The lines of MultiPV share the nodes: more lines must not weaken the first.
        limits.nodes = strength.nodes * uint64_t(settings.lines);
    }
    limits.alone = limits.nodes > 0 || session.player.clock.node_rate > 0;
    return limits;
}

ThinkRequest session_request(Session* session, const SearchLimits& limits) {
    ThinkRequest request = {};
    TurnRequest& turn = request.turn;
    turn.kind = session->activity == ACTIVITY_THINK    ? TURN_MOVE
                : session->activity == ACTIVITY_PONDER ? TURN_PONDER
                                                       : TURN_ANALYSIS;
    turn.player = &session->player;
    turn.controller = session->settings.controller;
    turn.settings = session->settings.timing;
    turn.stopwatch = session->stopwatch;
    turn.start_ms = session->search_start_ms;
    request.search = session->search;
    request.game = &session->game;
    request.limits = limits;
    request.planned = think_planned_move(session->planned, session->game);
    request.context = session;
    request.attend = attend;
    request.show = show;
    return request;
}

void session_ponder_hit(Session* session, int64_t read_ms) {
    session->activity = ACTIVITY_THINK;
    session->command_ms = std::max(read_ms, session->free_ms);
}

Attention session_look(Session* session) {
    LineQueue* input = session->input;
    const Dialect& dialect = session->dialect;
    const unsigned arrivals = input->arrivals;
    if (session->quit) return ATTENTION_ABORT;
    if (arrivals == session->arrivals_seen) return ATTENTION_NONE;
    Attention attention = ATTENTION_NONE;
    Line line;
    size_t index = 0;
    for (int taken = 0; line_peek(input, index, &line);) {
        const size_t before = index;
        const Attention heard = dialect.hear(dialect.state, line, &index);
        if (heard == ATTENTION_ABORT || heard == ATTENTION_PONDER_HIT) return heard;
        if (heard == ATTENTION_MOVE_NOW) attention = heard;
        if (index == before && ++taken == TAKEN_MAX) return attention;
    }
    if (line_is_closed(input)) return ATTENTION_ABORT;
    // The reader thread waits for room in the queue, which only the end of the search can make.
    if (line_is_full(input)) return ATTENTION_MOVE_NOW;
    // If no waiting line demands a stop, none is looked at again before another line arrives.
    if (attention == ATTENTION_NONE) session->arrivals_seen = arrivals;
    return attention;
}

bool session_is_interrupted(Session* session) {
    return session->dialect.attend && session->dialect.attend(session) != ATTENTION_NONE;
}
