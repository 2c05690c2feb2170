#include "protocol/xboard/command.h"

#include <algorithm>
#include <cstring>

#include "engine/board/move_do.h"
#include "engine/board/move_gen.h"
#include "protocol/io/text.h"
#include "protocol/session/option.h"
#include "protocol/xboard/console.h"
#include "protocol/xboard/edit.h"
#include "protocol/xboard/reply.h"

namespace {

// The effect of a command on a running search.
enum Effect : int {
    EFFECT_WAIT,  // the command and all lines behind it wait until the move has been sent
    EFFECT_RUN,   // the command is executed at once and the search goes on
    EFFECT_MOVE,  // the best move is played now
    EFFECT_ABORT, // the search ends without a move, then the command is executed
    EFFECT_PAUSE, // the search is suspended until `resume`
};

struct Command {
    const char* name;
    void (*run)(XBoard* xboard, const char* arguments);
    Effect thinking;
    Effect pondering;
    Effect analysing;
    bool console_only; // unknown after `xboard`
};

void say_error(XBoard* xboard, const char* type, const char* name, const char* arguments) {
    const std::string blank = *arguments ? " " : "";
    console_tell_error(xboard->session, type, name + blank + arguments);
}

void ignore(XBoard*, const char*) {}

// ---- session

void run_xboard(XBoard* xboard, const char*) {
    session_leave_console(xboard->session);
    xboard->session->settings.console = false;
}

void run_protover(XBoard* xboard, const char*) {
    Session* session = xboard->session;
    session_say(session, reply_features());
    for (const std::string& line : reply_options(*session)) session_say(session, line);
    session_say(session, "feature done=1");
    session_complain(session, "tellusererror ");
}

void run_accepted(XBoard* xboard, const char* arguments) {
    if (std::strcmp(arguments, "debug") == 0) xboard->session->settings.comments = true;
}

void run_rejected(XBoard* xboard, const char* arguments) {
    if (std::strcmp(arguments, "debug") == 0) xboard->session->settings.comments = false;
}

// Sends an error and returns false if the argument is no whole number.
bool parse_number(XBoard* xboard, const char* command, const char* arguments, int64_t* number) {
    const bool parsed = text_parse_integer(arguments, number);
    if (!parsed) say_error(xboard, "bad argument", command, arguments);
    return parsed;
}

// Numbers out of range are clamped.
void set_number(XBoard* xboard, const char* command, const char* arguments, const char* option,
                int most) {
    int64_t number = 0;
    if (parse_number(xboard, command, arguments, &number))
        option_set(xboard->session, option, std::to_string(std::clamp<int64_t>(number, 1, most)));
}

void run_memory(XBoard* xboard, const char* arguments) {
    set_number(xboard, "memory", arguments, "Hash", TABLE_MEGABYTES_MAX);
}

void run_cores(XBoard* xboard, const char* arguments) {
    set_number(xboard, "cores", arguments, "Threads", SEARCH_THREADS_MAX);
}

void run_option(XBoard* xboard, const char* arguments) {
    const char* equals = std::strchr(arguments, '=');
    const std::string name = equals ? std::string(arguments, equals) : std::string(arguments);
    const std::string value = equals ? equals + 1 : "";
    const char* refusal = option_set(xboard->session, name, value);
    if (!refusal) {
        if (option_use(name) == OPTION_FOR_SEARCH) xboard->searched = false;
        return;
    }
    // XBoard only logs an Error, but the user who entered a wrong file name has to see it.
    if (option_is_known(name) && !xboard->session->settings.prompt)
        session_say(xboard->session, reply_refused_option(refusal, arguments));
    else
        say_error(xboard, refusal, "option", arguments);
}

void run_quit(XBoard* xboard, const char*) {
    xboard->session->quit = true;
}

// ---- games and positions

void run_new(XBoard* xboard, const char*) {
    game_loop_new_game(xboard);
    console_tell_state(*xboard);
}

struct Variant {
    const char* name;
    FenRules rules;
    const char* start;
};

const Variant VARIANTS[] = {
    {"normal", FEN_CLASSIC, FEN_START},
    {"nocastle", FEN_NOCASTLE, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
    {"wildcastle", FEN_WILD, FEN_START},
    {"fischerandom", FEN_CHESS960, FEN_START},
};

void run_variant(XBoard* xboard, const char* arguments) {
    for (const Variant& variant : VARIANTS) {
        if (std::strcmp(arguments, variant.name) != 0) continue;
        game_loop_set_variant(xboard, variant.rules, variant.start);
        console_tell_state(*xboard);
        return;
    }
    console_tell_error(xboard->session, "unsupported variant", arguments);
}

void run_force(XBoard* xboard, const char*) {
    xboard->mode = MODE_FORCE;
    xboard->draw_offered = false;
    console_tell_state(*xboard);
}

void run_go(XBoard* xboard, const char*) {
    if (!console_has_position(xboard->session, "go")) return;
    game_loop_take_side(xboard, xboard->session->game.board.turn);
    xboard->position.told_to_go = true;
}

void run_playother(XBoard* xboard, const char*) {
    if (console_has_position(xboard->session, "playother"))
        game_loop_take_side(xboard, colour_opposite(xboard->session->game.board.turn));
}

void run_setboard(XBoard* xboard, const char* arguments) {
    const char* error = game_loop_set_position(xboard, arguments);
    if (error)
        console_tell_bad_position(xboard->session, error, arguments);
    else
        console_tell_state(*xboard);
}

void run_edit(XBoard* xboard, const char*) {
    edit_begin(xboard);
}

void run_undo(XBoard* xboard, const char*) {
    if (!console_has_position(xboard->session, "undo")) return;
    if (!game_loop_undo(xboard))
        say_error(xboard, "command not legal now", "undo", "");
    else if (xboard->mode != MODE_ANALYSE)
        xboard->mode = MODE_FORCE;
    console_tell_state(*xboard);
}

void run_remove(XBoard* xboard, const char*) {
    if (!console_has_position(xboard->session, "remove")) return;
    if (xboard->session->activity == ACTIVITY_THINK || xboard->session->game.moves.size() < 2) {
        say_error(xboard, "command not legal now", "remove", "");
        return;
    }
    game_loop_undo(xboard);
    game_loop_undo(xboard);
    console_tell_state(*xboard);
}

// Analysis goes on.
void run_result(XBoard* xboard, const char* arguments) {
    Session* session = xboard->session;
    if (xboard->mode != MODE_ANALYSE) run_force(xboard, arguments);
    game_log_result(&session->game_log, session->game, arguments);
    game_log_new(&session->game_log, false);
}

void run_name(XBoard* xboard, const char* arguments) {
    xboard->session->game_log.opponent = arguments;
}

void run_rating(XBoard* xboard, const char* arguments) {
    int64_t own = 0, opponent = 0;
    const std::string first = text_next_word(&arguments), second = text_next_word(&arguments);
    if (!text_parse_integer(first, &own) || !text_parse_integer(second, &opponent)) return;
    xboard->opponent.own_rating = int(std::clamp<int64_t>(own, 0, 9999));
    xboard->opponent.rating = int(std::clamp<int64_t>(opponent, 0, 9999));
}

void run_ics(XBoard* xboard, const char* arguments) {
    xboard->ics_host = arguments;
}

void run_computer(XBoard* xboard, const char*) {
    xboard->opponent.is_computer = true;
}

// ---- time and limits

void run_level(XBoard* xboard, const char* arguments) {
    int moves = 0;
    int64_t base_ms = 0, increment_ms = 0;
    if (text_parse_level(arguments, &moves, &base_ms, &increment_ms))
        game_loop_set_level(xboard, moves, base_ms, increment_ms);
    else
        say_error(xboard, "bad argument", "level", arguments);
}

void run_st(XBoard* xboard, const char* arguments) {
    int64_t move_time_ms = 0;
    const char* rest = arguments;
    if (!text_parse_seconds(text_next_word(&rest), &move_time_ms)) {
        say_error(xboard, "bad argument", "st", arguments);
        return;
    }
    clock_set_move_time(&xboard->session->player.clock, move_time_ms);
    lag_interrupt(&xboard->session->player.lag);
}

void run_sd(XBoard* xboard, const char* arguments) {
    int64_t depth = 0;
    if (!text_parse_integer(arguments, &depth) || depth < 0) {
        say_error(xboard, "bad argument", "sd", arguments);
        return;
    }
    xboard->depth = int(std::min<int64_t>(depth, DEPTH_MAX));
    xboard->searched = false;
}

void run_nps(XBoard* xboard, const char* arguments) {
    int64_t node_rate = 0;
    if (!parse_number(xboard, "nps", arguments, &node_rate)) return;
    if (node_rate == 0)
        say_error(xboard, "CPU clock not supported", "nps", arguments);
    else
        clock_set_node_rate(&xboard->session->player.clock, node_rate);
}

int64_t centiseconds_to_ms(int64_t centiseconds) {
    return std::clamp<int64_t>(centiseconds, 0, CLOCK_MAX_MS / 10) * 10;
}

void run_time(XBoard* xboard, const char* arguments) {
    int64_t reading = 0;
    if (parse_number(xboard, "time", arguments, &reading))
        session_set_own_time(xboard->session, centiseconds_to_ms(reading));
}

void run_otim(XBoard* xboard, const char* arguments) {
    int64_t reading = 0;
    if (parse_number(xboard, "otim", arguments, &reading))
        clock_set_opponent(&xboard->session->player.clock, centiseconds_to_ms(reading));
}

// ---- in a game

// The host does not know the move that we ponder on.
Board host_board(const Session& session, const XBoard& xboard) {
    Board board = session.game.board;
    if (session.activity == ACTIVITY_PONDER)
        move_undo(&board, xboard.position.ponder_move, session.game.undos.back());
    return board;
}

Move find_move(const XBoard& xboard, const char* text) {
    const Session& session = *xboard.session;
    return session.bad_position ? MOVE_NONE : notation_parse(host_board(session, xboard), text);
}

// XBoard takes `Illegal move` for a claim against the mover, so an ambiguous move gets an Error.
void refuse_move(XBoard* xboard, const char* text) {
    Session* session = xboard->session;
    if (!session->bad_position && notation_is_ambiguous(host_board(*session, *xboard), text))
        console_tell_error(session, "ambiguous move", text);
    else
        session_tell(session, reply_illegal_move(text), reply_illegal_move(text, text_plain));
}

void run_usermove(XBoard* xboard, const char* arguments) {
    if (xboard->cut_short) return; // it was meant to follow our move, which was not sent
    const Move move = find_move(*xboard, arguments);
    if (move == MOVE_NONE) {
        refuse_move(xboard, arguments);
        return;
    }
    game_loop_make_move(xboard, move);
    if (xboard->mode == MODE_FORCE) console_tell_state(*xboard);
}

void run_ping(XBoard* xboard, const char* arguments) {
    session_say(xboard->session, *arguments ? "pong " + reply_quote(arguments) : "pong");
}

void run_post(XBoard* xboard, const char*) {
    xboard->session->settings.post = true;
}
void run_nopost(XBoard* xboard, const char*) {
    xboard->session->settings.post = false;
}
void run_hard(XBoard* xboard, const char*) {
    xboard->session->settings.ponder = true;
}
void run_easy(XBoard* xboard, const char*) {
    xboard->session->settings.ponder = false;
}

// Some hosts send every move in force mode, and the offer between the move and `go`.
void run_draw(XBoard* xboard, const char*) {
    xboard->draw_offered = xboard->mode != MODE_ANALYSE;
}

void run_hint(XBoard* xboard, const char*) {
    Session* session = xboard->session;
    const Move hint = xboard->position.ponder_move;
    if (hint != MOVE_NONE)
        session_say(session, "Hint: " + notation_coordinate(hint, session_castle_style(*session)));
    else
        session_tell(session, "", "no hint");
}

void run_bk(XBoard* xboard, const char*) {
    Session* session = xboard->session;
    Game game = session->game;
    if (session->activity == ACTIVITY_PONDER) game_undo(&game); // the expected move
    if (session->book.path.empty())
        session_say(session, " no book\n");
    else
        session_say(session, reply_book(game.board, book_moves(session->book, game)));
}

// ---- analysis

void run_analyze(XBoard* xboard, const char*) {
    xboard->mode = MODE_ANALYSE;
    xboard->draw_offered = false;
    xboard->searched = false;
}

// At a terminal `exit` outside analysis means quit.
void run_exit(XBoard* xboard, const char*) {
    if (xboard->mode == MODE_ANALYSE)
        xboard->mode = MODE_FORCE;
    else if (xboard->session->settings.prompt)
        xboard->session->quit = true;
}

// XBoard may send `.` after the search has ended.
void run_status(XBoard* xboard, const char*) {
    Session* session = xboard->session;
    if (session->activity == ACTIVITY_NONE || session->progress.root_move == MOVE_NONE) return;
    const int64_t elapsed_ms = stopwatch_now_ms(session->stopwatch) - session->search_start_ms;
    SearchProgress progress = session->progress;
    progress.nodes -= xboard->start_nodes;
    session_say(session, reply_status(session->game.board, progress, elapsed_ms));
}

// Parses a move or "all" (legal moves). Returns false if it is neither.
bool parse_moves(const XBoard& xboard, const char* arguments, MoveList* moves) {
    move_gen_legal(xboard.session->game.board, moves);
    if (std::strcmp(arguments, "all") == 0) return true;
    const Move move = notation_parse(xboard.session->game.board, arguments);
    moves->count = 0;
    if (move != MOVE_NONE) move_list_add(moves, move);
    return move != MOVE_NONE;
}

void change_excluded(XBoard* xboard, const char* arguments, bool exclude) {
    MoveList moves;
    if (!parse_moves(*xboard, arguments, &moves)) {
        say_error(xboard, "bad argument", exclude ? "exclude" : "include", arguments);
        return;
    }
    for (int i = 0; i < moves.count; ++i) {
        move_list_remove(&xboard->position.excluded, moves.move[i]);
        if (exclude) move_list_add(&xboard->position.excluded, moves.move[i]);
    }
    xboard->searched = false;
}

void run_exclude(XBoard* xboard, const char* arguments) {
    change_excluded(xboard, arguments, true);
}

void run_include(XBoard* xboard, const char* arguments) {
    change_excluded(xboard, arguments, false);
}

void run_pause(XBoard* xboard, const char* arguments);
void run_resume(XBoard* xboard, const char* arguments);

const Command COMMANDS[] = {
    {"xboard", run_xboard, EFFECT_RUN, EFFECT_ABORT, EFFECT_ABORT, false},
    {"protover", run_protover, EFFECT_WAIT, EFFECT_RUN, EFFECT_RUN, false},
    {"accepted", run_accepted, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"rejected", run_rejected, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"memory", run_memory, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, false},
    {"egtpath", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"cores", run_cores, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, false},
    {"option", run_option, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, false},
    {"quit", run_quit, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT, false},

    {"new", run_new, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT, false},
    {"random", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"variant", run_variant, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, false},
    {"force", run_force, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT, false},
    {"go", run_go, EFFECT_RUN, EFFECT_ABORT, EFFECT_ABORT, false},
    {"playother", run_playother, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT, false},
    // colors=0: `go` and `playother` are enough.
    {"white", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"black", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    // Sent by ChessBase's programs.
    {"fritz", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"reset", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"ponder", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    // Bughouse.
    {"partner", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"ptell", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"holding", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"setboard", run_setboard, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT, false},
    {"edit", run_edit, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT, false},
    {"undo", run_undo, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT, false},
    {"remove", run_remove, EFFECT_RUN, EFFECT_ABORT, EFFECT_ABORT, false},
    {"result", run_result, EFFECT_ABORT, EFFECT_ABORT, EFFECT_RUN, false},
    {"name", run_name, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"rating", run_rating, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"ics", run_ics, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"computer", run_computer, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},

    {"level", run_level, EFFECT_WAIT, EFFECT_RUN, EFFECT_RUN, false},
    {"st", run_st, EFFECT_WAIT, EFFECT_RUN, EFFECT_RUN, false},
    {"sd", run_sd, EFFECT_WAIT, EFFECT_ABORT, EFFECT_RUN, false},
    {"nps", run_nps, EFFECT_WAIT, EFFECT_ABORT, EFFECT_RUN, false},
    {"time", run_time, EFFECT_WAIT, EFFECT_RUN, EFFECT_RUN, false},
    {"otim", run_otim, EFFECT_WAIT, EFFECT_RUN, EFFECT_RUN, false},

    {"usermove", run_usermove, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, false},
    {"?", ignore, EFFECT_MOVE, EFFECT_RUN, EFFECT_RUN, false},
    {"ping", run_ping, EFFECT_WAIT, EFFECT_RUN, EFFECT_RUN, false},
    {"draw", run_draw, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"hard", run_hard, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"easy", run_easy, EFFECT_RUN, EFFECT_ABORT, EFFECT_RUN, false},
    {"post", run_post, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"nopost", run_nopost, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"hint", run_hint, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"bk", run_bk, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"analyze", run_analyze, EFFECT_ABORT, EFFECT_ABORT, EFFECT_RUN, false},
    {"exit", run_exit, EFFECT_RUN, EFFECT_RUN, EFFECT_ABORT, false},
    {".", run_status, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"exclude", run_exclude, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, false},
    {"include", run_include, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, false},
    {"pause", run_pause, EFFECT_PAUSE, EFFECT_PAUSE, EFFECT_PAUSE, false},
    {"resume", run_resume, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},

    // The conversation changes the dialect.
    {"uci", ignore, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT, true},
    {"help", console_help, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, true},
    {"d", console_board, EFFECT_RUN, EFFECT_ABORT, EFFECT_RUN, true},
    {"eval", console_eval, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, true},
    {"perft", console_perft, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, true},
    {"bench", console_bench, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, true},
};

const Command* find(const XBoard& xboard, const std::string& name) {
    for (const Command& command : COMMANDS)
        if (name == command.name && (xboard.session->settings.console || !command.console_only))
            return &command;
    return nullptr;
}

struct Words {
    std::string name;
    std::string arguments;
};

Words split(const std::string& text) {
    const char* rest = text.c_str();
    const std::string name = text_next_word(&rest);
    return {name, text_trim(rest)};
}

// Protocol 1 sends moves without `usermove`.
bool is_bare_move(const Words& words) {
    return words.arguments.empty() && notation_looks_like_move(words.name.c_str());
}

// Returns nullptr if the line is not a move.
const char* text_of_move(const Words& words) {
    if (words.name == "usermove") return words.arguments.c_str();
    return is_bare_move(words) ? words.name.c_str() : nullptr;
}

// Whether the running search depends on this option.
bool is_option_of_search(const XBoard& xboard, const Words& words) {
    const OptionUse use = option_use(words.arguments.substr(0, words.arguments.find('=')));
    return use == OPTION_FOR_SEARCH ||
           (use == OPTION_FOR_MOVE && xboard.session->activity == ACTIVITY_PONDER);
}

Effect effect_of(const XBoard& xboard, const Words& words) {
    const Command* command = find(xboard, words.name);
    const char* move = text_of_move(words);
    const bool pondering = xboard.session->activity == ACTIVITY_PONDER;
    const bool waiting = pondering || xboard.session->activity == ACTIVITY_ANALYSE;
    if (!waiting && move) return EFFECT_WAIT;
    if (move) return find_move(xboard, move) == MOVE_NONE ? EFFECT_RUN : EFFECT_ABORT;
    if (!command) return EFFECT_RUN;
    if (!waiting) return command->thinking;
    if (command->run == run_option && !is_option_of_search(xboard, words)) return EFFECT_RUN;
    return pondering ? command->pondering : command->analysing;
}

// Whether the line is the move that we ponder on, and we have to think after it. (That move is the
// last one on the board.)
bool is_ponder_hit(const XBoard& xboard, const Words& words) {
    const Session& session = *xboard.session;
    if (session.activity != ACTIVITY_PONDER) return false;
    const char* move = text_of_move(words);
    // No search is needed if the move ends the game, lets us claim a draw or is in the book.
    return move && game_result(session.game) == GAME_ONGOING &&
           find_move(xboard, move) == xboard.position.ponder_move &&
           session_book_move(session) == MOVE_NONE;
}

// Handles the words of the `edit` sub-mode. A command ends it, and the board stays as it was.
bool is_for_edit(XBoard* xboard, const Words& words) {
    if (!xboard->edit.active) return false;
    if (edit_line(xboard, words.name)) return true;
    if (!find(*xboard, words.name)) {
        console_tell_error(xboard->session, "bad edit command", words.name);
        return true;
    }
    xboard->edit.active = false;
    return false;
}

// A host that starts a new game, for example, without `resume` is no longer in the pause. (XBoard's
// Machine White ends its own pause by `go` alone.)
bool ends_pause(const XBoard& xboard, const Words& words) {
    const Command* command = find(xboard, words.name);
    return command && (command->thinking == EFFECT_ABORT || command->run == run_go);
}

// Finds the first line from `index` on that ends the pause. One `resume` ends all pauses.
bool find_end_of_pause(const XBoard& xboard, size_t* index, Line* line) {
    LineQueue* input = xboard.session->input;
    while (line_peek(input, *index, line)) {
        const Words words = split(line->text);
        const bool resumed = words.name == "resume";
        if (resumed || words.name == "pause")
            line_remove(input, *index);
        else if (!ends_pause(xboard, words))
            ++*index;
        else
            return true;
        if (resumed) return true;
    }
    return false;
}

// Every line from `index` on waits.
void wait_for_resume(XBoard* xboard, size_t index, int64_t from_ms) {
    Session* session = xboard->session;
    LineQueue* input = session->input;
    Line line;
    session_tell(session, "", "Paused: whatever you type waits for resume");
    for (;;) {
        const unsigned arrivals = input->arrivals;
        if (find_end_of_pause(*xboard, &index, &line)) {
            session_tell(session, "", "The pause is over");
            game_loop_resume(xboard, from_ms, line.read_ms);
            return;
        }
        if (line_is_closed(input) || line_is_full(input)) return;
        log_flush(&input->log);
        line_wait(input, arrivals);
    }
}

void hold_until_resume(XBoard* xboard, size_t index, int64_t from_ms) {
    search_hold(xboard->session->search, true);
    wait_for_resume(xboard, index, from_ms);
    search_hold(xboard->session->search, false);
}

void run_pause(XBoard* xboard, const char*) {
    hold_until_resume(xboard, 0, xboard->session->command_ms);
}

// The `resume` that ends a pause is not executed.
void run_resume(XBoard* xboard, const char*) {
    session_tell(xboard->session, "", "There is no pause to end");
}

// Executes what does not disturb the search, unless something before it waits. While no search runs
// (perft, bench) everything waits.
Attention hear(void* state, const Line& line, size_t* index) {
    XBoard* xboard = static_cast<XBoard*>(state);
    LineQueue* input = xboard->session->input;
    const Words words = split(line.text);
    if (is_ponder_hit(*xboard, words)) {
        line_remove(input, *index);
        game_loop_ponder_hit(xboard, line.read_ms);
        return ATTENTION_PONDER_HIT;
    }
    const Effect effect = effect_of(*xboard, words);
    if (effect == EFFECT_ABORT) return ATTENTION_ABORT;
    if (*index == 0) xboard->only_clocks = true;
    const bool searching = xboard->session->activity != ACTIVITY_NONE;
    // A host that sends `time`, `otim` and `go` for every move means the one we think about.
    const bool runs =
        effect == EFFECT_RUN && (*index == 0 || (xboard->only_clocks && words.name == "go"));
    if (!searching || effect == EFFECT_WAIT || (effect == EFFECT_RUN && !runs)) {
        xboard->only_clocks &= words.name == "time" || words.name == "otim";
        ++*index;
        return ATTENTION_NONE;
    }
    line_remove(input, *index);
    if (effect == EFFECT_PAUSE) hold_until_resume(xboard, *index, line.read_ms);
    if (effect == EFFECT_RUN) command_execute(xboard, line);
    return effect == EFFECT_MOVE ? ATTENTION_MOVE_NOW : ATTENTION_NONE;
}

} // namespace

void command_begin(XBoard* xboard, Session* session) {
    *xboard = {};
    xboard->session = session;
    xboard->mode = MODE_PLAY;
    session->dialect = {xboard, session_look, hear, game_loop_thinking};
}

void command_execute(XBoard* xboard, const Line& line) {
    if (!line.refused.empty()) {
        console_tell_error(xboard->session, "line too long", line.refused);
        return;
    }
    const Words words = split(line.text);
    if (words.name.empty() || is_for_edit(xboard, words)) return;
    const Command* command = find(*xboard, words.name);
    if (command && command->thinking == EFFECT_ABORT) xboard->cut_short = false;
    if (command)
        command->run(xboard, words.arguments.c_str());
    else if (is_bare_move(words))
        run_usermove(xboard, words.name.c_str());
    else
        say_error(xboard, "unknown command", words.name.c_str(), words.arguments.c_str());
}
