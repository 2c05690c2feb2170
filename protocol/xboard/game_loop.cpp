#include "protocol/xboard/game_loop.h"

#include <algorithm>

#include "engine/board/move_gen.h"
#include "protocol/session/display.h"
#include "protocol/session/resign.h"
#include "protocol/xboard/reply.h"

namespace {

constexpr int DRAW_CP_PER_100 = 10; // in place of a Contempt of 0, see draw_offer_cost()

bool is_on_server(const XBoard& xboard) {
    return !xboard.ics_host.empty() && xboard.ics_host != "-";
}

void forget_position(XBoard* xboard) {
    xboard->position = {};
    xboard->searched = false;
}

// Forgets what belongs to the old game, when a game starts from a new position.
void forget_game(XBoard* xboard) {
    xboard->draw_offered = false;
    xboard->lost_moves = 0;
    xboard->count_start = 0;
    game_log_new(&xboard->session->game_log, false);
    forget_position(xboard);
}

// ---- the limits of a search

bool has_moves(const XBoard& xboard) {
    MoveList legal;
    move_gen_legal(xboard.session->game.board, &legal);
    return legal.count > xboard.position.excluded.count;
}

// In a game a move has to be made even if all moves are excluded.
const MoveList* excluded(const XBoard& xboard, Activity activity) {
    if (xboard.position.excluded.count == 0 || activity == ACTIVITY_PONDER) return nullptr;
    return activity == ACTIVITY_THINK && !has_moves(xboard) ? nullptr : &xboard.position.excluded;
}

SearchLimits make_limits(const XBoard& xboard, Activity activity) {
    const Session& session = *xboard.session;
    SearchLimits limits = session_limits(session, activity);
    limits.excluded = excluded(xboard, activity);
    if (activity == ACTIVITY_ANALYSE) return limits;
    if (xboard.depth > 0) limits.depth = Depth(xboard.depth);
    const Score cost = draw_offer_cost(xboard.opponent, session.settings.contempt_cp);
    limits.bias.draw = session.engine_colour == WHITE ? -cost : cost;
    return limits;
}

// ---- draws and resigning

bool is_claimable(GameResult result) {
    return result == GAME_REPETITION || result == GAME_FIFTY_MOVES;
}

bool is_drawn_by(const Session& session, Move move) {
    Game after = session.game;
    game_make(&after, move);
    return is_claimable(game_result(after));
}

bool takes_draw(const XBoard& xboard, const SearchReport& report) {
    const Session& session = *xboard.session;
    const int contempt_cp = session.settings.contempt_cp;
    const Score cost =
        draw_offer_cost(xboard.opponent, contempt_cp ? contempt_cp : DRAW_CP_PER_100);
    return xboard.draw_offered &&
           draw_offer_is_welcome(session.game.board, report.score, cost, session.player.clock,
                                 xboard.opponent.is_computer);
}

// On a server claims a draw on the board if our score is no better, and a draw by our move.
bool claims_draw(const XBoard& xboard, const SearchReport& report) {
    if (!is_on_server(xboard)) return false;
    const Session& session = *xboard.session;
    const Score draw = bias_draw(make_limits(xboard, ACTIVITY_THINK).bias, session.game.board.turn);
    const bool stands = is_claimable(game_result(session.game));
    return (stands && report.score <= draw) || is_drawn_by(session, report.best);
}

// Accepts a draw offer or claims a draw; both have to be sent before the move.
void say_draw(XBoard* xboard, const SearchReport& report) {
    if (claims_draw(*xboard, report) || takes_draw(*xboard, report))
        session_tell(xboard->session, "offer draw", "Overtime agrees to a draw");
    else if (xboard->draw_offered)
        session_tell(xboard->session, "", "Overtime declines the draw");
    xboard->draw_offered = false;
}

bool resigns(XBoard* xboard, const SearchReport& report) {
    const int resign_cp = xboard->session->settings.resign_cp;
    return resign_is_due(&xboard->lost_moves, report.score, resign_cp) &&
           !takes_draw(*xboard, report) && !claims_draw(*xboard, report);
}

// ---- our move

void say_move(XBoard* xboard, Move move) {
    Session* session = xboard->session;
    session_tell(session, "move " + notation_coordinate(move, session_castle_style(*session)),
                 display_move(session->game.board, move));
}

// Sends one chat line for each of our moves, as chess servers mute players who send more.
void say_chat(const XBoard& xboard, const SearchReport& report) {
    constexpr const char* COMMANDS[CHAT_NB] = {"", "tellall", "tellothers", "tellopponent"};
    Session* session = xboard.session;
    const Chat chat = session->settings.chat;
    if (chat == CHAT_OFF || !is_on_server(xboard)) return;
    session_say(session, reply_chat(COMMANDS[chat], session->game.board, report));
}

void make_own_move(XBoard* xboard, Move move, const std::string& comment) {
    Session* session = xboard->session;
    game_make(&session->game, move);
    forget_position(xboard);
    session->pondered = {};
    session_comment(session, comment);
    log_flush(&session->input->log);
}

// The move is sent before chat and log lines are written, so that their time is not charged to it.
void play(XBoard* xboard, ThinkResult* result) {
    Session* session = xboard->session;
    const SearchReport& report = result->report;
    if (resigns(xboard, report)) {
        session_tell(session, "resign", "Overtime resigns");
        xboard->position.resigned = true;
        return;
    }
    say_draw(xboard, report);
    say_move(xboard, report.best);
    session_note_move(session, &result->turn);
    say_chat(*xboard, report);
    session->planned = think_plan(session->game, report.pv);
    const std::string line =
        game_log_move(&session->game_log, session->game, session->player.clock, *result);
    make_own_move(xboard, report.best, line);
    // If the PV ends with our move, the hash table usually has the opponent's answer.
    xboard->position.ponder_move =
        report.pv.length > 1 ? report.pv.move[1] : search_hash_move(session->search, session->game);
}

// Without this line of zeros a host would take the score of a book move from an older line.
void show_book_move(Session* session, Move move) {
    Pv pv;
    pv.length = 1;
    pv.move[0] = move;
    const SearchLine line = {0, DEPTH_ZERO, SCORE_DRAW, BOUND_EXACT, 0, pv};
    if (session->settings.post)
        session_tell(session, reply_thinking(session->game.board, line, 0, MOVE_NONE), "");
}

bool play_from_book(XBoard* xboard) {
    Session* session = xboard->session;
    const Move move = session_book_move(*session);
    if (move == MOVE_NONE || xboard->position.excluded.count > 0) return false;
    // The book knows no draws that can be claimed, so the search decides about a claim.
    if (is_on_server(*xboard) && is_claimable(game_result(session->game))) return false;
    show_book_move(session, move);
    say_move(xboard, move);
    game_log_book_move(&session->game_log, session->game, session->player.clock, move);
    session_note_book_move(session);
    xboard->draw_offered = false;
    xboard->lost_moves = 0;
    make_own_move(xboard, move, "a move of the book");
    return true;
}

// ---- what to do next

// Announces the result once; returns true if the game is over. On a server a draw is not announced
// but claimed with our next move, and the game goes on until the server agrees. If `go` comes
// although a draw can be claimed, our clock runs: we play on.
bool tell_result(XBoard* xboard) {
    Session* session = xboard->session;
    const GameResult result = game_result(session->game);
    if (result == GAME_ONGOING) return false;
    const bool ask = is_on_server(*xboard) && is_claimable(result);
    const bool our_turn = session->game.board.turn == session->engine_colour;
    if (!xboard->position.result_told && !ask) {
        const std::string text = game_result_text(session->game, result);
        session_say(session, text);
        game_log_result(&session->game_log, session->game, text);
    }
    xboard->position.result_told = true;
    return !ask && !(is_claimable(result) && our_turn && xboard->position.told_to_go);
}

Activity next_activity(XBoard* xboard) {
    const Session& session = *xboard->session;
    if (session.quit || session.bad_position || xboard->edit.active) return ACTIVITY_NONE;
    if (xboard->mode == MODE_ANALYSE)
        return xboard->searched || !has_moves(*xboard) ? ACTIVITY_NONE : ACTIVITY_ANALYSE;
    if (xboard->mode != MODE_PLAY || xboard->position.resigned || tell_result(xboard))
        return ACTIVITY_NONE;
    if (game_loop_is_our_turn(*xboard)) return ACTIVITY_THINK;
    const Settings& settings = session.settings;
    const bool may_ponder =
        settings.ponder && !settings.limit_strength && xboard->position.ponder_move != MOVE_NONE;
    return may_ponder && !xboard->searched ? ACTIVITY_PONDER : ACTIVITY_NONE;
}

// Even after an aborted search the move that we pondered on may still come: after `easy`, or after
// `force` from hosts that send `force` before every move.
void note_pondered(Session* session, int64_t pondered_ms) {
    const Key key = session->game.board.key;
    const bool again = session->pondered.key == key;
    session->pondered = {key, (again ? session->pondered.ms : 0) + pondered_ms};
}

// Runs a search and acts on its result. Returns true if a waiting command has aborted the search.
bool run(XBoard* xboard, Activity activity) {
    Session* session = xboard->session;
    const bool on_clock = activity == ACTIVITY_THINK;
    session->activity = activity;
    session->arrivals_seen = 0; // lines that had to wait for the last search may end this one
    session->search_start_ms =
        on_clock ? session->command_ms : stopwatch_now_ms(session->stopwatch);
    xboard->start_nodes = 0;
    // We ponder on the position after the expected move; a hit leaves that move on the board.
    if (activity == ACTIVITY_PONDER) game_make(&session->game, xboard->position.ponder_move);
    ThinkRequest request = session_request(session, make_limits(*xboard, activity));
    if (on_clock && session->pondered.key == session->game.board.key)
        request.turn.pondered_ms = session->pondered.ms;
    ThinkResult result = think_run(request);
    const bool hit = activity == ACTIVITY_PONDER && session->activity == ACTIVITY_THINK;
    if (activity == ACTIVITY_PONDER && !hit) {
        note_pondered(session, result.turn.record.used_ms);
        game_undo(&session->game);
    }
    session->activity = ACTIVITY_NONE;
    const bool aborted = result.turn.record.stop == STOP_ABORT;
    xboard->searched = !aborted;
    if (result.is_move) play(xboard, &result);
    // The command that has aborted our search still waits; until it has run we play neither side.
    if (aborted && (on_clock || hit)) {
        xboard->mode = MODE_FORCE;
        xboard->cut_short = true;
    }
    return aborted;
}

} // namespace

void game_loop_new_game(XBoard* xboard) {
    session_new_game(xboard->session);
    xboard->depth = 0;
    xboard->opponent = {};
    if (xboard->mode != MODE_ANALYSE) xboard->mode = MODE_PLAY;
    forget_game(xboard);
}

void game_loop_set_level(XBoard* xboard, int moves, int64_t base_ms, int64_t increment_ms) {
    Session* session = xboard->session;
    if (!clock_is_level_again(session->player.clock, moves, base_ms, increment_ms))
        lag_interrupt(&session->player.lag);
    clock_set_level(&session->player.clock, moves, base_ms, increment_ms);
    const bool expected = session->activity == ACTIVITY_PONDER; // on the board, not yet played
    xboard->count_start = session->game.moves.size() - (expected ? 1 : 0);
}

const char* game_loop_set_position(XBoard* xboard, const std::string& fen) {
    if (xboard->mode != MODE_ANALYSE) xboard->mode = MODE_FORCE;
    const char* error = session_set_position(xboard->session, fen);
    if (error)
        forget_position(xboard);
    else
        forget_game(xboard);
    return error;
}

void game_loop_set_variant(XBoard* xboard, FenRules rules, const char* start) {
    xboard->session->rules = rules;
    xboard->session->engine_colour = BLACK;
    session_set_position(xboard->session, start);
    forget_game(xboard);
}

void game_loop_make_move(XBoard* xboard, Move move) {
    Session* session = xboard->session;
    if (session->game.board.turn == session->engine_colour) {
        clock_own_move_made(&session->player.clock, 0);
        lag_interrupt(&session->player.lag); // the time charged for that move is not known
    }
    game_make(&session->game, move);
    if (xboard->mode == MODE_FORCE) xboard->draw_offered = false; // it was for the last position
    forget_position(xboard);
}

bool game_loop_undo(XBoard* xboard) {
    Session* session = xboard->session;
    if (!game_undo(&session->game)) return false;
    if (session->game.board.turn == session->engine_colour)
        clock_own_move_undone(&session->player.clock);
    lag_interrupt(&session->player.lag);
    xboard->count_start = std::min(xboard->count_start, session->game.moves.size());
    xboard->draw_offered = false;
    xboard->lost_moves = 0;
    forget_position(xboard);
    return true;
}

void game_loop_take_side(XBoard* xboard, Colour colour) {
    Session* session = xboard->session;
    const bool was_playing = xboard->mode == MODE_PLAY;
    xboard->mode = MODE_PLAY;
    xboard->position.result_told = false;
    if (xboard->position.resigned) xboard->lost_moves = 0; // the user wants to play on
    xboard->position.resigned = false;
    if (!session_take_side(session, colour)) return; // some hosts send `go` for every move
    if (was_playing) xboard->draw_offered = false;   // by the side that we play now
    clock_restart_count(&session->player.clock);
    Colour mover = session->game.start.turn;
    for (size_t i = 0; i < session->game.moves.size(); ++i) {
        if (mover == colour && i >= xboard->count_start)
            clock_own_move_made(&session->player.clock, 0);
        mover = colour_opposite(mover);
    }
}

void game_loop_ponder_hit(XBoard* xboard, int64_t read_ms) {
    Session* session = xboard->session;
    session_ponder_hit(session, read_ms);
    session->search_start_ms = session->command_ms;
    xboard->start_nodes = session->progress.nodes;
    xboard->position.result_told = false;
    xboard->position.ponder_move = MOVE_NONE;
    xboard->position.excluded.count = 0; // the excluded moves were the opponent's
}

bool game_loop_is_our_turn(const XBoard& xboard) {
    const Session& session = *xboard.session;
    return xboard.mode == MODE_PLAY && !session.bad_position &&
           session.game.board.turn == session.engine_colour;
}

// Hosts divide the nodes by the time, which starts at a ponder hit, and with `nps` take the nodes
// for the clock. So nodes searched before the ponder hit do not count.
std::string game_loop_thinking(void* state, const SearchLine& told, int64_t elapsed_ms) {
    const XBoard* xboard = static_cast<const XBoard*>(state);
    const Session& session = *xboard->session;
    SearchLine line = told;
    line.nodes -= std::min(line.nodes, xboard->start_nodes);
    Board board = session.game.board;
    const Move before =
        session.activity == ACTIVITY_PONDER ? xboard->position.ponder_move : MOVE_NONE;
    if (session.settings.prompt)
        return line.bound == BOUND_EXACT ? display_thinking(board, line, elapsed_ms, before) : "";
    if (before != MOVE_NONE) move_undo(&board, before, session.game.undos.back());
    return reply_thinking(board, line, elapsed_ms, before);
}

void game_loop_work(XBoard* xboard) {
    for (;;) {
        const Activity activity = next_activity(xboard);
        if (activity == ACTIVITY_THINK && play_from_book(xboard)) continue;
        if (activity == ACTIVITY_NONE || run(xboard, activity)) return;
    }
}
