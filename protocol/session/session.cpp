#include "protocol/session/session.h"

#include <algorithm>

#include "engine/board/move_gen.h"
#include "engine/search/strength.h"
#include "protocol/session/display.h"
#include "protocol/session/draw_offer.h"
#include "protocol/xboard/reply.h"
#include "timing/controllers.h"

namespace {

constexpr int RESIGN_MOVES = 3;     // in a row, before we resign
constexpr int DRAW_CP_PER_100 = 10; // what a draw costs us without Contempt, see draw_offer_cost()
constexpr const char* LOCAL = "-";  // `ics -`

bool is_on_server(const Session& session) {
    return !session.settings.ics_host.empty() && session.settings.ics_host != LOCAL;
}

bool goes_by_processor(const Session& session) {
    return session.clock.node_rate == CLOCK_BY_PROCESSOR;
}

Attention attend(void* context, const SearchProgress& progress, AttentionTimes* times) {
    Session* session = static_cast<Session*>(context);
    session->progress = progress;
    const Attention attention = session->attend ? session->attend(session) : ATTENTION_NONE;
    if (session->activity != ACTIVITY_THINK) log_flush(&session->input->log);
    // The processor has not worked for us in a pause. (Analysis goes by the clock on the wall.)
    const bool by_processor = goes_by_processor(*session) && session->activity != ACTIVITY_ANALYSE;
    times->hit_ms = by_processor ? stopwatch_now_ms(session->processor) : session->command_ms;
    times->paused_ms = by_processor ? 0 : session->paused_ms;
    session->paused_ms = 0;
    if (attention == ATTENTION_PONDER_HIT) session->start_nodes = progress.nodes;
    return attention;
}

// Hosts divide the nodes by the time, which begins at a ponder hit; where nodes are our clock, they
// take it from here.
bool show(void* context, const SearchLine& told, int64_t elapsed_ms) {
    Session* session = static_cast<Session*>(context);
    // A host that does not read must not keep the search from its clock.
    if (!session->settings.post || !line_is_ready(session->output)) return false;
    SearchLine line = told;
    line.nodes -= std::min(line.nodes, session->start_nodes);
    Board board = session->game.board;
    const Move before =
        session->activity == ACTIVITY_PONDER ? session->position.ponder_move : MOVE_NONE;
    if (session->settings.prompt) {
        if (line.bound == BOUND_EXACT)
            session_say(session, display_thinking(board, line, elapsed_ms, before));
        return true;
    }
    if (before != MOVE_NONE) move_undo(&board, before, session->game.undos.back());
    session_say(session, reply_thinking(board, line, elapsed_ms, before));
    return true;
}

// In a game a move has to be made even if all are excluded.
const MoveList* excluded(const Session& session, Activity activity) {
    MoveList legal;
    move_gen_legal(session.game.board, &legal);
    const bool all = session.position.excluded.count >= legal.count;
    if (session.position.excluded.count == 0 || activity == ACTIVITY_PONDER) return nullptr;
    return all && activity == ACTIVITY_THINK ? nullptr : &session.position.excluded;
}

// Analysis tells what is true, a game is played against somebody.
SearchBias make_bias(const Session& session, Activity activity) {
    if (activity == ACTIVITY_ANALYSE) return SEARCH_UNBIASED;
    const Settings& settings = session.settings;
    const Score cost = draw_offer_cost(settings.opponent, settings.contempt_cp);
    SearchBias bias = {session.engine_colour == WHITE ? -cost : cost, 0, 0};
    if (settings.limit_strength) {
        bias.noise_cp = strength_for(settings.elo).noise_cp;
        bias.seed = session.seed;
    }
    return bias;
}

ThinkRequest make_request(Session* session, Activity activity) {
    ThinkRequest request = session_request(session, session_limits(*session, activity));
    request.kind = activity == ACTIVITY_THINK    ? THINK_MOVE
                   : activity == ACTIVITY_PONDER ? THINK_PONDER
                                                 : THINK_ANALYSE;
    request.start_ms = session->search_start_ms;
    const bool pondered = session->pondered.key == session->game.board.key;
    if (activity == ACTIVITY_THINK && pondered) request.pondered_ms = session->pondered.ms;
    if (goes_by_processor(*session) && activity != ACTIVITY_ANALYSE) {
        request.stopwatch = session->processor;
        request.start_ms = stopwatch_now_ms(session->processor);
    }
    request.context = session;
    request.attend = attend;
    request.show = show;
    return request;
}

// Nothing that was true of the position before the last change counts.
void forget_position(Session* session) {
    session->position = {};
    session_search_again(session);
}

bool is_lost(const Session& session, Score score) {
    return session.settings.resign_cp > 0 && score <= -session.settings.resign_cp;
}

bool is_claimable(GameResult result) {
    return result == GAME_REPETITION || result == GAME_FIFTY_MOVES;
}

bool is_drawn_by(const Session& session, Move move) {
    Game after = session.game;
    game_make(&after, move);
    return is_claimable(game_result(after));
}

bool takes_draw(const Session& session, const SearchReport& report) {
    const Settings& settings = session.settings;
    const int cp_per_100 = settings.contempt_cp ? settings.contempt_cp : DRAW_CP_PER_100;
    const Score cost = draw_offer_cost(settings.opponent, cp_per_100);
    return session.draw_offered &&
           draw_offer_is_welcome({session.game.board, report.score, cost, session.clock,
                                  settings.opponent.is_computer});
}

// On a server: the draw that stands on the board, if there is no more to be had, or the one that
// the move completes.
bool claims_draw(const Session& session, const SearchReport& report) {
    if (!is_on_server(session)) return false;
    const Score draw = bias_draw(make_bias(session, ACTIVITY_THINK), session.game.board.turn);
    const bool stands = is_claimable(game_result(session.game));
    return (stands && report.score <= draw) || is_drawn_by(session, report.best);
}

// Before the move goes out: accepts an offer, or claims.
void say_draw(Session* session, const SearchReport& report) {
    if (claims_draw(*session, report) || takes_draw(*session, report))
        session_tell(session, "offer draw", "Overtime agrees to a draw");
    else if (session->draw_offered)
        session_tell(session, "", "Overtime declines the draw");
    session->draw_offered = false;
}

// One line a move, as servers mute who says more.
void say_chat(Session* session, const Board& before, const SearchReport& report) {
    constexpr const char* COMMANDS[CHAT_NB] = {"", "tellall", "tellothers", "tellopponent"};
    if (session->settings.chat == CHAT_OFF || !is_on_server(*session)) return;
    session_say(session, reply_chat(COMMANDS[session->settings.chat], before, report));
}

// The move goes out first; what it took is known when it is out.
void play(Session* session, ThinkResult* result) {
    const SearchReport& report = result->report;
    session->lost_moves = is_lost(*session, report.score) ? session->lost_moves + 1 : 0;
    if (session->lost_moves >= RESIGN_MOVES && !takes_draw(*session, report) &&
        !claims_draw(*session, report)) {
        session_tell(session, "resign", "Overtime resigns");
        session->position.resigned = true;
        return;
    }
    say_draw(session, report);
    session_tell(session, reply_move(report.best, session_castle_style(*session)),
                 display_move(session->game.board, report.best));
    session_note_move(session, &result->record, true);
    say_chat(session, session->game.board, report);
    session_note_plan(session, report.pv);
    session_comment(session,
                    game_log_move(&session->game_log, session->game, session->clock, *result));
    game_make(&session->game, report.best);
    forget_position(session);
    session_forget_pondered(session);
    log_flush(&session->input->log);
    // A line that ends in our own move still has its answer in the table, as a rule.
    session->position.ponder_move =
        report.pv.length > 1 ? report.pv.move[1] : search_hash_move(session->search, session->game);
}

// All zeros: a host takes it for no score, and has no older one to take for this move's.
void show_book_move(Session* session, Move move) {
    Pv pv;
    pv.length = 1;
    pv.move[0] = move;
    const SearchLine line = {0, DEPTH_ZERO, SCORE_DRAW, BOUND_EXACT, 0, pv};
    if (session->settings.post)
        session_tell(session, reply_thinking(session->game.board, line, 0, MOVE_NONE), "");
}

// A move of the book goes out at once.
bool play_from_book(Session* session) {
    const Move move = session_book_move(*session);
    if (move == MOVE_NONE || session->position.excluded.count > 0) return false;
    // A book knows of no draw that could be claimed.
    if (is_on_server(*session) && is_claimable(game_result(session->game))) return false;
    show_book_move(session, move);
    session_tell(session, reply_move(move, session_castle_style(*session)),
                 display_move(session->game.board, move));
    game_log_book_move(&session->game_log, session->game, session->clock, move);
    session_note_book_move(session);
    game_make(&session->game, move);
    forget_position(session);
    session->draw_offered = false;
    session->lost_moves = 0;
    session_forget_pondered(session);
    session_comment(session, "a move of the book");
    log_flush(&session->input->log);
    return true;
}

// Tells it once; true if the game is over. A server wants to be asked for the draw, with a move of
// ours, and the game goes on until it agrees. Whoever says `go` where there is no more than a draw
// to claim may not end the game for it, and our clock runs.
bool tell_result(Session* session) {
    const GameResult result = game_result(session->game);
    if (result == GAME_ONGOING) return false;
    const bool ask = is_on_server(*session) && is_claimable(result);
    const bool our_turn = session->game.board.turn == session->engine_colour;
    if (!session->position.result_told && !ask) {
        const std::string text = game_result_text(session->game, result);
        session_say(session, text);
        game_log_result(&session->game_log, session->game, text);
    }
    session->position.result_told = true;
    return !ask && !(is_claimable(result) && our_turn && session->position.told_to_go);
}

bool has_moves(const Session& session) {
    MoveList legal;
    move_gen_legal(session.game.board, &legal);
    return legal.count > session.position.excluded.count;
}

// Nothing but this decides what the session does next.
Activity next_activity(Session* session) {
    if (session->quit || session->bad_position || session->edit.active) return ACTIVITY_NONE;
    if (session->mode == MODE_ANALYSE)
        return session->searched || !has_moves(*session) ? ACTIVITY_NONE : ACTIVITY_ANALYSE;
    if (session->mode != MODE_PLAY || session->position.resigned || tell_result(session))
        return ACTIVITY_NONE;
    if (session_is_our_turn(*session)) return ACTIVITY_THINK;
    const Settings& settings = session->settings;
    const bool may_ponder =
        settings.ponder && !settings.limit_strength && session->position.ponder_move != MOVE_NONE;
    return may_ponder && !session->searched ? ACTIVITY_PONDER : ACTIVITY_NONE;
}

// The expected move may still come: after `easy` or `force`, as some hosts send every move.
void note_pondered(Session* session, int64_t pondered_ms) {
    const Key key = session->game.board.key;
    const bool again = session->pondered.key == key;
    session->pondered = {key, (again ? session->pondered.ms : 0) + pondered_ms};
}

// True if a waiting command has cut it short.
bool run(Session* session, Activity activity) {
    const bool on_clock = activity == ACTIVITY_THINK;
    session->activity = activity;
    session->arrivals_seen = 0; // what the last search had to let wait may end this one
    session->search_start_ms =
        on_clock ? session->command_ms : stopwatch_now_ms(session->stopwatch);
    session->start_nodes = 0;
    // We ponder on the position after the expected move; a hit leaves it on the board.
    if (activity == ACTIVITY_PONDER) game_make(&session->game, session->position.ponder_move);
    ThinkResult result = think_run(make_request(session, activity));
    const bool hit = activity == ACTIVITY_PONDER && session->activity == ACTIVITY_THINK;
    if (activity == ACTIVITY_PONDER && !hit) {
        note_pondered(session, result.record.used_ms);
        game_undo(&session->game);
    }
    session->activity = ACTIVITY_NONE;
    session->searched = true;
    if (result.is_move) play(session, &result);
    const bool aborted = result.record.stop == STOP_ABORT;
    // What ended our own search still waits; until it is executed we play neither side.
    if (aborted && (on_clock || hit)) {
        session->mode = MODE_FORCE;
        session->cut_short = true;
    }
    if (aborted) session_search_again(session);
    return aborted;
}

// Another position to start from: what hung on the moves before it is gone.
void forget_game(Session* session) {
    session->draw_offered = false;
    session->lost_moves = 0;
    session->count_start = 0;
    game_log_new(&session->game_log, false);
    lag_interrupt(&session->lag);
    clock_restart_count(&session->clock);
}

// All that belongs to one game.
void reset_game(Session* session) {
    Settings& settings = session->settings;
    settings.depth = 0;
    settings.opponent = {};
    session->game_log.opponent.clear();
    session->rules = FEN_CLASSIC;
    session->seed = uint64_t(stopwatch_now_ms(session->stopwatch));
    forget_game(session);
    session_forget_pondered(session);
    session->planned = {};
    game_reset(&session->game);
    clock_new_game(&session->clock);
    session->lag = {};
    session->memory = {};
    record_clear(&session->recorder);
    if (session->mode != MODE_ANALYSE) session->mode = MODE_PLAY;
    session->engine_colour = BLACK;
    session->bad_position = false;
    forget_position(session);
}

} // namespace

void session_init(Session* session, LineQueue* input, const LineWriter& output,
                  const Stopwatch& stopwatch) {
    *session = {};
    session->input = input;
    session->game_log.log = &input->log;
    input->log.start_ms = stopwatch_now_ms(stopwatch);
    session->output = output;
    session->stopwatch = stopwatch;
    session->processor = stopwatch_processor();
    session->settings.megabytes = TABLE_MEGABYTES_DEFAULT;
    session->settings.threads = 1;
    session->settings.lines = 1;
    session->settings.elo = STRENGTH_ELO_DEFAULT;
    session->settings.controller = &controllers_at(0);
    session->settings.ics_host = LOCAL;
    session->search = search_create(session->settings.megabytes);
    session->clock = clock_make();
    session->mode = MODE_PLAY;
    reset_game(session); // the search is as new, and clearing its table would only delay the start
}

void session_free(Session* session) {
    search_free(session->search);
}

void session_say(Session* session, const std::string& text) {
    // In this order: a host may answer before we get to the next line.
    log_add(&session->input->log, LOG_SENT, text);
    line_write(session->output, text);
    if (line_is_lost(session->output)) session->quit = true; // nobody is there to play with
}

void session_tell(Session* session, const std::string& protocol, const std::string& plain) {
    const std::string& text = session->settings.prompt ? plain : protocol;
    if (!text.empty()) session_say(session, text);
}

void session_tell_error(Session* session, const char* type, const std::string& command) {
    session_tell(session, reply_error(type, command), reply_error(type, command, text_plain));
}

void session_complain(Session* session, const char* words) {
    if (!session->complaint.empty()) session_say(session, words + session->complaint);
    session->complaint.clear();
}

void session_comment(Session* session, const std::string& text) {
    const std::string line = "# " + text;
    if (session->settings.comments)
        session_say(session, line);
    else
        log_add(&session->input->log, LOG_KEPT, line);
}

void session_new_game(Session* session) {
    reset_game(session);
    search_new_game(session->search);
}

void session_set_level(Session* session, int moves, int64_t base_ms, int64_t increment_ms) {
    const bool again = clock_is_level_again(session->clock, moves, base_ms, increment_ms);
    clock_set_level(&session->clock, moves, base_ms, increment_ms);
    if (!again) lag_interrupt(&session->lag);
    const bool expected = session->activity == ACTIVITY_PONDER; // on the board, not yet played
    session->count_start = session->game.moves.size() - (expected ? 1 : 0);
}

void session_set_move_time(Session* session, int64_t move_time_ms) {
    clock_set_move_time(&session->clock, move_time_ms);
    lag_interrupt(&session->lag);
}

void session_set_own_time(Session* session, int64_t own_ms) {
    clock_set_own(&session->clock, own_ms);
    lag_note_reading(&session->lag, own_ms);
}

const char* session_set_position(Session* session, const std::string& fen) {
    if (session->mode != MODE_ANALYSE) session->mode = MODE_FORCE;
    forget_position(session);
    const char* error = game_set_up(&session->game, fen.c_str(), session->rules);
    session->bad_position = error != nullptr;
    if (!error) forget_game(session);
    return error;
}

bool session_has_position(Session* session, const char* command) {
    if (session->bad_position) session_tell_error(session, "command not legal now", command);
    return !session->bad_position;
}

void session_set_variant(Session* session, FenRules rules, const char* start) {
    session->rules = rules;
    session->engine_colour = BLACK;
    session->bad_position = false;
    forget_position(session);
    forget_game(session);
    game_set_up(&session->game, start, rules);
}

void session_make_move(Session* session, Move move) {
    if (session->game.board.turn == session->engine_colour) {
        clock_own_move_made(&session->clock, 0);
        lag_interrupt(&session->lag); // what that move was charged is not known
    }
    game_make(&session->game, move);
    if (session->mode == MODE_FORCE)
        session->draw_offered = false; // it was for the position before
    forget_position(session);
}

bool session_undo(Session* session) {
    if (!game_undo(&session->game)) return false;
    if (session->game.board.turn == session->engine_colour) clock_own_move_undone(&session->clock);
    lag_interrupt(&session->lag);
    session->count_start = std::min(session->count_start, session->game.moves.size());
    session->draw_offered = false;
    session->lost_moves = 0;
    forget_position(session);
    return true;
}

void session_take_side(Session* session, Colour colour) {
    const bool was_playing = session->mode == MODE_PLAY;
    session->mode = MODE_PLAY;
    session->position.result_told = false;
    if (session->position.resigned) session->lost_moves = 0; // they want to see it played on
    session->position.resigned = false;
    if (session->engine_colour == colour) return;   // some hosts say `go` for every move
    if (was_playing) session->draw_offered = false; // it was the other side's
    lag_change_side(&session->lag);
    session->engine_colour = colour;
    clock_restart_count(&session->clock);
    Colour mover = session->game.start.turn;
    for (size_t i = 0; i < session->game.moves.size(); ++i) {
        if (mover == colour && i >= session->count_start) clock_own_move_made(&session->clock, 0);
        mover = colour_opposite(mover);
    }
}

void session_note_move(Session* session, MoveRecord* record, bool on_clock) {
    session->free_ms = stopwatch_now_ms(session->stopwatch);
    if (session->clock.node_rate == CLOCK_BY_TIME)
        record->used_ms = session->free_ms - session->command_ms;
    if (on_clock) {
        clock_own_move_made(&session->clock, std::max<int64_t>(1, record->used_ms));
        lag_note_move(&session->lag, record->facts, record->used_ms);
        lag_note_late(&session->lag, record->used_ms - record->meant_ms);
    }
    record_add(&session->recorder, *record);
}

void session_note_book_move(Session* session) {
    session->free_ms = stopwatch_now_ms(session->stopwatch);
    clock_own_move_made(&session->clock,
                        std::max<int64_t>(1, session->free_ms - session->command_ms));
    lag_interrupt(&session->lag);
}

void session_note_plan(Session* session, const Pv& pv) {
    session->planned = {};
    if (pv.length <= 2) return;
    Board board = session->game.board;
    Undo undo;
    move_make(&board, pv.move[0], &undo);
    move_make(&board, pv.move[1], &undo);
    session->planned = {board.key, pv.move[2]};
}

Move session_planned(const Session& session) {
    return session.planned.key == session.game.board.key ? session.planned.move : MOVE_NONE;
}

void session_forget_pondered(Session* session) {
    session->pondered = {};
}

ThinkRequest session_request(Session* session, const SearchLimits& limits) {
    ThinkRequest request = {};
    request.search = session->search;
    request.game = &session->game;
    request.clock = &session->clock;
    request.lag = &session->lag;
    request.controller = session->settings.controller;
    request.settings = session->settings.timing;
    request.memory = &session->memory;
    request.limits = limits;
    request.stopwatch = session->stopwatch;
    request.planned = session_planned(*session);
    return request;
}

void session_search_again(Session* session) {
    session->searched = false;
}

CastleStyle session_castle_style(const Session& session) {
    return session.rules == FEN_CHESS960 ? CASTLE_LETTERS : CASTLE_KING_STEPS;
}

void session_ponder_hit(Session* session, int64_t read_ms) {
    session->activity = ACTIVITY_THINK;
    session->command_ms = session->search_start_ms = std::max(read_ms, session->free_ms);
    session->position.result_told = false;
    session->position.ponder_move = MOVE_NONE;
    session->position.excluded.count = 0; // these were the opponent's moves
}

void session_resume(Session* session, int64_t from_ms, int64_t until_ms) {
    const int64_t paused_ms = std::max<int64_t>(0, until_ms - from_ms);
    session->command_ms += paused_ms;
    session->search_start_ms += paused_ms;
    session->free_ms = std::max(session->free_ms, until_ms);
    if (session->activity != ACTIVITY_NONE) session->paused_ms += paused_ms;
}

bool session_is_our_turn(const Session& session) {
    return session.mode == MODE_PLAY && !session.bad_position &&
           session.game.board.turn == session.engine_colour;
}

Move session_book_move(const Session& session) {
    const Settings& settings = session.settings;
    if (!settings.own_book) return MOVE_NONE;
    return book_choose(session.book, session.game, settings.book_best, session.seed);
}

SearchLimits session_limits(const Session& session, Activity activity) {
    SearchLimits limits = SEARCH_UNLIMITED;
    if (session.settings.depth > 0 && activity != ACTIVITY_ANALYSE)
        limits.depth = Depth(std::min(session.settings.depth, int(DEPTH_MAX)));
    // The lines share the nodes, the first must not be weaker for the others.
    if (session.settings.limit_strength && activity != ACTIVITY_ANALYSE)
        limits.nodes = strength_for(session.settings.elo).nodes * uint64_t(session.settings.lines);
    limits.alone =
        limits.nodes > 0 || (session.clock.node_rate > 0 && activity != ACTIVITY_ANALYSE);
    limits.lines = session.settings.lines;
    limits.excluded = excluded(session, activity);
    limits.bias = make_bias(session, activity);
    return limits;
}

void session_work(Session* session) {
    for (;;) {
        const Activity activity = next_activity(session);
        if (activity == ACTIVITY_THINK && play_from_book(session)) continue;
        if (activity == ACTIVITY_NONE || run(session, activity)) return;
    }
}
