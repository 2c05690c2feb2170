#include "protocol/session.h"

#include <algorithm>

#include "protocol/reply.h"

namespace {

Attention attend(void* context) {
    Session* session = static_cast<Session*>(context);
    return session->attend ? session->attend(session) : ATTENTION_NONE;
}

void show(void* context, const SearchLine& line, int64_t elapsed_ms) {
    Session* session = static_cast<Session*>(context);
    if (session->settings.post) session_say(session, reply_thinking(line, elapsed_ms));
}

SearchLimits make_limits(const Session& session) {
    SearchLimits limits = SEARCH_UNLIMITED;
    if (session.settings.depth > 0)
        limits.depth = Depth(std::min(session.settings.depth, int(DEPTH_MAX)));
    return limits;
}

ThinkRequest make_request(Session* session) {
    ThinkRequest request = {};
    request.search = session->search;
    request.game = &session->game;
    request.clock = &session->clock;
    request.controller = session->settings.controller;
    request.settings = session->settings.timing;
    request.memory = &session->memory;
    request.limits = make_limits(*session);
    request.stopwatch = session->stopwatch;
    request.start_ms = session->command_ms;
    request.context = session;
    request.attend = attend;
    request.show = show;
    return request;
}

// The move goes out first; what it took is known when it is out.
void play(Session* session, ThinkResult* result) {
    const SearchReport& report = result->report;
    session_say(session, reply_move(report.best));
    MoveRecord& record = result->record;
    session->moved_ms = stopwatch_now_ms(session->stopwatch);
    record.used_ms = session->moved_ms - session->command_ms;
    game_make(&session->game, report.best);
    session->result_told = false;
    clock_own_move_made(&session->clock, std::max<int64_t>(1, record.used_ms));
    recorder_add(&session->recorder, record);
    session_comment(session, recorder_line(record));
    session->hint = report.pv.length > 1 ? report.pv.move[1] : MOVE_NONE;
}

// Tells it once; true if the game is over.
bool tell_result(Session* session) {
    const GameResult result = game_result(session->game);
    if (result == GAME_ONGOING) return false;
    if (!session->result_told) session_say(session, reply_result(session->game, result));
    session->result_told = true;
    return true;
}

// The position has changed by other means than our own thinking.
void forget_position(Session* session) {
    session->result_told = false;
    session->hint = MOVE_NONE;
}

} // namespace

void session_init(Session* session, LineQueue* input, const LineWriter& output,
                  const Stopwatch& stopwatch) {
    session->input = input;
    session->output = output;
    session->stopwatch = stopwatch;
    session->settings = {};
    session->settings.megabytes = TABLE_MEGABYTES_DEFAULT;
    session->settings.cores = 1;
    session->settings.controller = &controllers_at(0);
    session->settings.timing = controller_settings_default();
    session->settings.ics_host = "-";
    session->search = search_create(session->settings.megabytes);
    session->clock = clock_make();
    session->edit = {};
    session->thinking = false;
    session->quit = false;
    session->command_ms = session->moved_ms = 0;
    session->arrivals_seen = 0;
    session->attend = nullptr;
    session_new_game(session);
}

void session_free(Session* session) {
    search_free(session->search);
}

void session_say(Session* session, const std::string& text) {
    line_write(session->output, text);
}

void session_comment(Session* session, const std::string& text) {
    if (session->settings.comments) session_say(session, "# " + text);
}

void session_new_game(Session* session) {
    Settings& settings = session->settings;
    settings.depth = 0;
    settings.opponent.clear();
    settings.opponent_is_computer = false;
    settings.own_rating = settings.opponent_rating = 0;
    game_reset(&session->game);
    session->count_start = 0;
    clock_new_game(&session->clock);
    session->memory = {};
    recorder_clear(&session->recorder);
    search_new_game(session->search);
    session->mode = MODE_PLAY;
    session->engine_colour = BLACK;
    session->bad_position = false;
    forget_position(session);
}

void session_set_level(Session* session, int moves, int64_t base_ms, int64_t increment_ms) {
    clock_set_level(&session->clock, moves, base_ms, increment_ms);
    session->count_start = session->game.moves.size();
}

const char* session_set_position(Session* session, const std::string& fen) {
    session->mode = MODE_FORCE;
    forget_position(session);
    const char* error = game_set_up(&session->game, fen.c_str());
    session->bad_position = error != nullptr;
    if (error) return error;
    session->count_start = 0;
    clock_restart_count(&session->clock);
    return nullptr;
}

void session_make_move(Session* session, Move move) {
    if (session->game.board.turn == session->engine_colour) clock_own_move_made(&session->clock, 0);
    game_make(&session->game, move);
    forget_position(session);
}

bool session_undo(Session* session) {
    if (!game_undo(&session->game)) return false;
    if (session->game.board.turn == session->engine_colour) clock_own_move_undone(&session->clock);
    session->count_start = std::min(session->count_start, session->game.moves.size());
    forget_position(session);
    return true;
}

void session_take_side(Session* session, Colour colour) {
    session->mode = MODE_PLAY;
    session->result_told = false;
    if (session->engine_colour == colour) return;
    session->engine_colour = colour;
    clock_restart_count(&session->clock);
    Colour mover = session->game.start.turn;
    for (size_t i = 0; i < session->game.moves.size(); ++i) {
        if (mover == colour && i >= session->count_start) clock_own_move_made(&session->clock, 0);
        mover = colour_opposite(mover);
    }
}

bool session_is_our_turn(const Session& session) {
    return session.mode == MODE_PLAY && !session.bad_position &&
           session.game.board.turn == session.engine_colour;
}

void session_work(Session* session) {
    if (!session_is_our_turn(*session) || tell_result(session)) return;
    session->thinking = true;
    ThinkResult result = think_run(make_request(session));
    session->thinking = false;
    if (result.record.stop == STOP_ABORT) {
        // The command that ended the search still waits; until it is executed we play neither side.
        session->mode = MODE_FORCE;
        return;
    }
    play(session, &result);
    tell_result(session);
}
