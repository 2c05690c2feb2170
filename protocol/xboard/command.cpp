#include "protocol/xboard/command.h"

#include <algorithm>
#include <csignal>
#include <cstring>

#include "engine/board/move_do.h"
#include "engine/board/move_gen.h"
#include "protocol/io/text.h"
#include "protocol/session/option.h"
#include "protocol/uci/uci.h"
#include "protocol/xboard/console.h"
#include "protocol/xboard/edit.h"
#include "protocol/xboard/reply.h"

namespace {

// What a command does to a search that is running when it arrives.
enum Effect : int {
    EFFECT_WAIT,  // it waits until the move is out, and so does everything behind it
    EFFECT_RUN,   // it is executed at once and the search goes on
    EFFECT_MOVE,  // the best move is to be played now
    EFFECT_ABORT, // the search ends without a move, then the command is executed
    EFFECT_PAUSE, // the search stands still until `resume`
};

struct Command {
    const char* name;
    void (*run)(Session* session, const char* arguments);
    Effect thinking; // while we think about our move
    Effect pondering;
    Effect analysing;
    bool console_only; // unknown once a host has said `xboard`
};

void say_error(Session* session, const char* type, const char* name, const char* arguments) {
    const std::string blank = *arguments ? " " : "";
    session_tell_error(session, type, name + blank + arguments);
}

void ignore(Session*, const char*) {}

// ---- session

// A Ctrl-C at the terminal that started the host reaches us too and means nothing.
void ignore_interrupts() {
    std::signal(SIGINT, SIG_IGN);
}

void leave_console(Session* session) {
    ignore_interrupts();
    if (session->settings.prompt) session_say(session, "");
    session->settings.prompt = session->settings.post = session->settings.comments = false;
}

void run_xboard(Session* session, const char*) {
    leave_console(session);
    session->settings.console = false;
    if (session->uci.active) uci_end(session);
}

void run_uci(Session* session, const char*) {
    leave_console(session);
    uci_begin(session);
}

void run_protover(Session* session, const char*) {
    session_say(session, reply_features());
    for (const std::string& line : option_features(*session)) session_say(session, line);
    session_say(session, "feature done=1");
    session_complain(session, "tellusererror ");
}

void run_accepted(Session* session, const char* arguments) {
    if (std::strcmp(arguments, "debug") == 0) session->settings.comments = true;
}

void run_rejected(Session* session, const char* arguments) {
    if (std::strcmp(arguments, "debug") == 0) session->settings.comments = false;
}

// What is out of range becomes the nearest number within it.
void set_number(Session* session, const char* command, const char* arguments, const char* option,
                int most) {
    int64_t number = 0;
    if (!text_parse_integer(arguments, &number))
        say_error(session, "bad argument", command, arguments);
    else
        option_set(session, option, std::to_string(std::clamp<int64_t>(number, 1, most)));
}

void run_memory(Session* session, const char* arguments) {
    set_number(session, "memory", arguments, "Hash", TABLE_MEGABYTES_MAX);
}

void run_cores(Session* session, const char* arguments) {
    set_number(session, "cores", arguments, "Threads", SEARCH_THREADS_MAX);
}

void run_option(Session* session, const char* arguments) {
    const char* equals = std::strchr(arguments, '=');
    const std::string name = equals ? std::string(arguments, equals) : std::string(arguments);
    const std::string value = equals ? equals + 1 : "";
    if (option_set(session, name, value)) return;
    const char* reason = option_refusal(name, value);
    // XBoard keeps an Error to its log; a wrong name of a file is for the person who typed it.
    if (option_is_known(name) && !session->settings.prompt)
        session_say(session, reply_refused_option(reason, arguments));
    else
        say_error(session, reason, "option", arguments);
}

void run_quit(Session* session, const char*) {
    session->quit = true;
}

// ---- games and positions

void run_new(Session* session, const char*) {
    session_new_game(session);
    console_tell_state(session);
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

void run_variant(Session* session, const char* arguments) {
    for (const Variant& variant : VARIANTS) {
        if (std::strcmp(arguments, variant.name) != 0) continue;
        session_set_variant(session, variant.rules, variant.start);
        console_tell_state(session);
        return;
    }
    session_tell_error(session, "unsupported variant", arguments);
}

void run_force(Session* session, const char*) {
    session->mode = MODE_FORCE;
    session->draw_offered = false;
    console_tell_state(session);
}

void run_go(Session* session, const char*) {
    if (!session_has_position(session, "go")) return;
    session_take_side(session, session->game.board.turn);
    session->position.told_to_go = true;
}

void run_playother(Session* session, const char*) {
    if (session_has_position(session, "playother"))
        session_take_side(session, colour_opposite(session->game.board.turn));
}

void run_setboard(Session* session, const char* arguments) {
    const char* error = session_set_position(session, arguments);
    if (error)
        console_tell_bad_position(session, error, arguments);
    else
        console_tell_state(session);
}

void run_edit(Session* session, const char*) {
    edit_begin(session);
}

void run_undo(Session* session, const char*) {
    if (!session_has_position(session, "undo")) return;
    if (!session_undo(session))
        say_error(session, "command not legal now", "undo", "");
    else if (session->mode != MODE_ANALYSE)
        session->mode = MODE_FORCE;
    console_tell_state(session);
}

void run_remove(Session* session, const char*) {
    if (!session_has_position(session, "remove")) return;
    if (session->activity == ACTIVITY_THINK || session->game.moves.size() < 2) {
        say_error(session, "command not legal now", "remove", "");
        return;
    }
    session_undo(session);
    session_undo(session);
    console_tell_state(session);
}

// Analysis goes on: it is of no game, or of one that has ended.
void run_result(Session* session, const char* arguments) {
    if (session->mode != MODE_ANALYSE) run_force(session, arguments);
    game_log_result(&session->game_log, session->game, arguments);
    game_log_new(&session->game_log, false);
}

void run_name(Session* session, const char* arguments) {
    session->game_log.opponent = arguments;
}

void run_rating(Session* session, const char* arguments) {
    int64_t own = 0, opponent = 0;
    const std::string first = text_next_word(&arguments), second = text_next_word(&arguments);
    if (!text_parse_integer(first, &own) || !text_parse_integer(second, &opponent)) return;
    session->settings.opponent.own_rating = int(std::clamp<int64_t>(own, 0, 9999));
    session->settings.opponent.rating = int(std::clamp<int64_t>(opponent, 0, 9999));
}

void run_ics(Session* session, const char* arguments) {
    session->settings.ics_host = arguments;
}

void run_computer(Session* session, const char*) {
    session->settings.opponent.is_computer = true;
}

// ---- time and limits

void run_level(Session* session, const char* arguments) {
    int moves = 0;
    int64_t base_ms = 0, increment_ms = 0;
    if (text_parse_level(arguments, &moves, &base_ms, &increment_ms))
        session_set_level(session, moves, base_ms, increment_ms);
    else
        say_error(session, "bad argument", "level", arguments);
}

void run_st(Session* session, const char* arguments) {
    int64_t move_time_ms = 0;
    const char* rest = arguments;
    if (text_parse_seconds(text_next_word(&rest), &move_time_ms))
        session_set_move_time(session, move_time_ms);
    else
        say_error(session, "bad argument", "st", arguments);
}

void run_sd(Session* session, const char* arguments) {
    int64_t depth = 0;
    if (!text_parse_integer(arguments, &depth) || depth < 0) {
        say_error(session, "bad argument", "sd", arguments);
        return;
    }
    session->settings.depth = int(std::min<int64_t>(depth, DEPTH_MAX));
    session_search_again(session);
}

void run_nps(Session* session, const char* arguments) {
    int64_t node_rate = 0;
    if (text_parse_integer(arguments, &node_rate))
        clock_set_node_rate(&session->clock, node_rate);
    else
        say_error(session, "bad argument", "nps", arguments);
}

// Centiseconds to milliseconds.
bool parse_reading(const char* arguments, int64_t* ms) {
    int64_t centiseconds = 0;
    if (!text_parse_integer(arguments, &centiseconds)) return false;
    *ms = std::clamp<int64_t>(centiseconds, 0, CLOCK_MAX_MS / 10) * 10;
    return true;
}

void run_time(Session* session, const char* arguments) {
    int64_t ms = 0;
    if (parse_reading(arguments, &ms))
        session_set_own_time(session, ms);
    else
        say_error(session, "bad argument", "time", arguments);
}

void run_otim(Session* session, const char* arguments) {
    int64_t ms = 0;
    if (parse_reading(arguments, &ms))
        clock_set_opponent(&session->clock, ms);
    else
        say_error(session, "bad argument", "otim", arguments);
}

// ---- in a game

// The board that the host sees: the move that we ponder on is not on it.
Board seen_board(const Session& session) {
    Board board = session.game.board;
    if (session.activity == ACTIVITY_PONDER)
        move_undo(&board, session.position.ponder_move, session.game.undos.back());
    return board;
}

Move find_move(const Session& session, const char* text) {
    return session.bad_position ? MOVE_NONE : notation_parse(seen_board(session), text);
}

// To XBoard an illegal move is a claim against who made it; what is not clear may be said again.
void refuse_move(Session* session, const char* text) {
    if (!session->bad_position && notation_is_ambiguous(seen_board(*session), text))
        session_tell_error(session, "ambiguous move", text);
    else
        session_tell(session, reply_illegal_move(text), reply_illegal_move(text, text_plain));
}

void run_usermove(Session* session, const char* arguments) {
    if (session->cut_short) return; // it was to follow a move of ours that never came
    const Move move = find_move(*session, arguments);
    if (move == MOVE_NONE) {
        refuse_move(session, arguments);
        return;
    }
    session_make_move(session, move);
    if (session->mode == MODE_FORCE) console_tell_state(session);
}

void run_ping(Session* session, const char* arguments) {
    session_say(session, *arguments ? "pong " + reply_quote(arguments) : "pong");
}

void run_post(Session* session, const char*) {
    session->settings.post = true;
}
void run_nopost(Session* session, const char*) {
    session->settings.post = false;
}
void run_hard(Session* session, const char*) {
    session->settings.ponder = true;
}
void run_easy(Session* session, const char*) {
    session->settings.ponder = false;
}

// Some hosts send every move in force mode and the offer between it and `go`.
void run_draw(Session* session, const char*) {
    session->draw_offered = session->mode != MODE_ANALYSE;
}

void run_hint(Session* session, const char*) {
    const Move hint = session->position.ponder_move;
    if (hint != MOVE_NONE)
        session_say(session, "Hint: " + notation_coordinate(hint, session_castle_style(*session)));
    else
        session_tell(session, "", "no hint");
}

void run_bk(Session* session, const char*) {
    Game game = session->game;
    if (session->activity == ACTIVITY_PONDER) game_undo(&game); // the expected move
    if (session->book.path.empty())
        session_say(session, " no book\n");
    else
        session_say(session, reply_book(game.board, book_moves(session->book, game)));
}

// ---- analysis

void run_analyze(Session* session, const char*) {
    session->mode = MODE_ANALYSE;
    session->draw_offered = false;
    session_search_again(session);
}

// A person who is not analysing wants to leave.
void run_exit(Session* session, const char*) {
    if (session->mode == MODE_ANALYSE)
        session->mode = MODE_FORCE;
    else if (session->settings.prompt)
        session->quit = true;
}

// Only a running search has something to tell; a stray `.` after `exit` is no error.
void run_status(Session* session, const char*) {
    if (session->activity == ACTIVITY_NONE || session->progress.root_move == MOVE_NONE) return;
    const int64_t elapsed_ms = stopwatch_now_ms(session->stopwatch) - session->search_start_ms;
    SearchProgress progress = session->progress;
    progress.nodes -= session->start_nodes;
    session_say(session, reply_status(session->game.board, progress, elapsed_ms));
}

// The moves that `exclude` and `include` speak of: one, or all legal ones. False if it is no move.
bool parse_moves(const Session& session, const char* arguments, MoveList* moves) {
    move_gen_legal(session.game.board, moves);
    if (std::strcmp(arguments, "all") == 0) return true;
    const Move move = notation_parse(session.game.board, arguments);
    moves->count = 0;
    if (move != MOVE_NONE) move_list_add(moves, move);
    return move != MOVE_NONE;
}

void change_excluded(Session* session, const char* arguments, bool exclude) {
    MoveList moves;
    if (!parse_moves(*session, arguments, &moves)) {
        say_error(session, "bad argument", exclude ? "exclude" : "include", arguments);
        return;
    }
    for (int i = 0; i < moves.count; ++i) {
        move_list_remove(&session->position.excluded, moves.move[i]);
        if (exclude) move_list_add(&session->position.excluded, moves.move[i]);
    }
    session_search_again(session);
}

void run_exclude(Session* session, const char* arguments) {
    change_excluded(session, arguments, true);
}

void run_include(Session* session, const char* arguments) {
    change_excluded(session, arguments, false);
}

// "CP DEPTH": for the side to move. Behind the move that we think about it would be of another
// position.
void run_setscore(Session* session, const char* arguments) {
    if (session->activity == ACTIVITY_THINK) {
        say_error(session, "command not legal now", "setscore", arguments);
        return;
    }
    int64_t score = 0, depth = 0;
    const char* rest = arguments;
    const std::string first = text_next_word(&rest), second = text_next_word(&rest);
    if (!text_parse_integer(first, &score) || !text_parse_integer(second, &depth) || depth < 0) {
        say_error(session, "bad argument", "setscore", arguments);
        return;
    }
    score = std::clamp<int64_t>(score, -SCORE_EVAL_MAX, SCORE_EVAL_MAX);
    search_set_score(session->search, session->game, Score(int(score)),
                     Depth(int(std::min<int64_t>(depth, DEPTH_MAX))));
    session_forget_pondered(session);
    session_search_again(session);
}

void run_pause(Session* session, const char* arguments);
void run_resume(Session* session, const char* arguments);

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
    // colors=0: `go` and `playother` say all that is needed.
    {"white", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"black", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    // ChessBase's dialect of protocol 1.
    {"fritz", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"reset", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    {"ponder", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},
    // Bughouse, on servers.
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
    {"setscore", run_setscore, EFFECT_RUN, EFFECT_ABORT, EFFECT_ABORT, false},
    {"pause", run_pause, EFFECT_PAUSE, EFFECT_PAUSE, EFFECT_PAUSE, false},
    {"resume", run_resume, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, false},

    {"uci", run_uci, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT, true},
    {"help", console_help, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, true},
    {"d", console_board, EFFECT_RUN, EFFECT_ABORT, EFFECT_RUN, true},
    {"eval", console_eval, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, true},
    {"perft", console_perft, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, true},
    {"bench", console_bench, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, true},
};

const Command* find(const Session& session, const std::string& name) {
    for (const Command& command : COMMANDS)
        if (name == command.name && (session.settings.console || !command.console_only))
            return &command;
    return nullptr;
}

// The name and the arguments of a line, without the blanks around them.
struct Words {
    std::string name;
    std::string arguments;
};

Words split(const std::string& text) {
    const char* rest = text.c_str();
    const std::string name = text_next_word(&rest);
    return {name, text_trim(rest)};
}

// Hosts of the first protocol version send moves without `usermove`.
bool is_bare_move(const Words& words) {
    return words.arguments.empty() && notation_looks_like_move(words.name.c_str());
}

// The text of a move; nullptr if these words are something else.
const char* text_of_move(const Words& words) {
    if (words.name == "usermove") return words.arguments.c_str();
    return is_bare_move(words) ? words.name.c_str() : nullptr;
}

// Does the running search go by what this option says?
bool is_option_of_search(const Session& session, const Words& words) {
    const OptionUse use = option_use(words.arguments.substr(0, words.arguments.find('=')));
    return use == OPTION_FOR_SEARCH ||
           (use == OPTION_FOR_MOVE && session.activity == ACTIVITY_PONDER);
}

Effect effect_of(const Session& session, const Words& words) {
    const Command* command = find(session, words.name);
    const char* move = text_of_move(words);
    const bool pondering = session.activity == ACTIVITY_PONDER;
    const bool waiting = pondering || session.activity == ACTIVITY_ANALYSE;
    if (!waiting && move) return EFFECT_WAIT;
    if (move) return find_move(session, move) == MOVE_NONE ? EFFECT_RUN : EFFECT_ABORT;
    if (!command) return EFFECT_RUN;
    if (!waiting) return command->thinking;
    if (command->run == run_option && !is_option_of_search(session, words)) return EFFECT_RUN;
    return pondering ? command->pondering : command->analysing;
}

// Is this line the very move we are pondering on, and one to think after? (The pondered position is
// on the board, so its last move is the one.)
bool is_ponder_hit(const Session& session, const Words& words) {
    if (session.activity != ACTIVITY_PONDER) return false;
    const char* move = text_of_move(words);
    // Not one that ends the game, lets us claim a draw, or that the book has an answer to.
    return move && game_result(session.game) == GAME_ONGOING &&
           find_move(session, move) == session.position.ponder_move &&
           session_book_move(session) == MOVE_NONE;
}

// A word of `edit`? A command of the table ends that sub-mode, and the board stays as it was.
bool is_for_edit(Session* session, const Words& words) {
    if (!session->edit.active) return false;
    if (edit_line(session, words.name)) return true;
    if (!find(*session, words.name)) {
        session_tell_error(session, "bad edit command", words.name);
        return true;
    }
    session->edit.active = false;
    return false;
}

// A host that begins a new game, say, without `resume` is no longer in the pause. (XBoard's Machine
// White ends its own pause by `go` alone.)
bool ends_pause(const Session& session, const Words& words) {
    const Command* command = find(session, words.name);
    return command && (command->thinking == EFFECT_ABORT || command->run == run_go);
}

// The first line from `index` on that ends a pause, if it is there; one `resume` ends them all.
bool find_end_of_pause(Session* session, size_t* index, Line* line) {
    LineQueue* input = session->input;
    while (line_peek(input, *index, line)) {
        const Words words = split(line->text);
        const bool resumed = words.name == "resume";
        if (resumed || words.name == "pause")
            line_remove(input, *index);
        else if (!ends_pause(*session, words))
            ++*index;
        else
            return true;
        if (resumed) return true;
    }
    return false;
}

// Every line waits, from the one at `index` on.
void wait_for_resume(Session* session, size_t index, int64_t from_ms) {
    LineQueue* input = session->input;
    Line line;
    session_tell(session, "", "Paused: whatever you type waits for resume");
    for (;;) {
        const unsigned arrivals = input->arrivals;
        if (find_end_of_pause(session, &index, &line)) {
            session_tell(session, "", "The pause is over");
            session_resume(session, from_ms, line.read_ms);
            return;
        }
        if (line_is_closed(input) || line_is_full(input)) return;
        log_flush(&input->log);
        line_wait(input, arrivals);
    }
}

// Everything stands still until `resume`.
void await_resume(Session* session, size_t index, int64_t from_ms) {
    search_hold(session->search, true);
    wait_for_resume(session, index, from_ms);
    search_hold(session->search, false);
}

void run_pause(Session* session, const char*) {
    await_resume(session, 0, session->command_ms);
}

// The one that ends a pause is not executed.
void run_resume(Session* session, const char*) {
    session_tell(session, "", "There is no pause to end");
}

// What a host may be allowed to say during one look; the search must get its turn in a flood.
constexpr int RUN_AT_ONCE_MAX = 1000;

struct Look {
    Attention attention;
    bool complete; // every waiting line has been looked at
};

// Executes what does not disturb the search and nothing else waits for, up to the first line that
// ends it. While we count leaves or run the bench everything waits.
Look look_at_waiting(Session* session) {
    Look look = {ATTENTION_NONE, true};
    size_t index = 0;
    int executed = 0;
    bool only_clocks = true; // in front of this line
    Line line;
    while (line_peek(session->input, index, &line)) {
        const Words words = split(line.text);
        if (is_ponder_hit(*session, words)) {
            line_remove(session->input, index);
            session_ponder_hit(session, line.read_ms);
            return {ATTENTION_PONDER_HIT, false};
        }
        const bool searching = session->activity != ACTIVITY_NONE;
        const Effect effect = effect_of(*session, words);
        // Who sends `time`, `otim` and `go` for every move means the one we are at.
        const bool clocks_and_go = only_clocks && words.name == "go";
        if (effect == EFFECT_ABORT) return {ATTENTION_ABORT, true};
        if (effect == EFFECT_PAUSE && searching) {
            line_remove(session->input, index);
            await_resume(session, index, line.read_ms);
        } else if (effect == EFFECT_MOVE && searching) {
            look.attention = ATTENTION_MOVE_NOW;
            line_remove(session->input, index);
        } else if (effect == EFFECT_RUN && searching && (index == 0 || clocks_and_go)) {
            if (++executed > RUN_AT_ONCE_MAX) return {look.attention, false};
            line_remove(session->input, index);
            command_execute(session, line);
        } else {
            only_clocks = only_clocks && (words.name == "time" || words.name == "otim");
            ++index;
        }
    }
    if (line_is_closed(session->input)) return {ATTENTION_ABORT, true};
    // The reader cannot go on until the lines that wait for the move are worked off.
    if (line_is_full(session->input)) return {ATTENTION_MOVE_NOW, true};
    return look;
}

} // namespace

void command_execute(Session* session, const Line& line) {
    if (!line.refused.empty()) {
        if (session->uci.active)
            uci_refuse(session, line.refused);
        else
            session_tell_error(session, "line too long", line.refused);
        return;
    }
    if (session->activity == ACTIVITY_NONE) {
        // A line that came before our last move, or in a pause, could not be turned to until then.
        session->command_ms = std::max(line.read_ms, session->free_ms);
        session->arrivals_seen = 0; // those behind it are looked at again
    }
    const Words words = split(line.text);
    if (session->uci.active && words.name != "xboard") {
        uci_execute(session, line.text.c_str());
        return;
    }
    if (words.name.empty() || is_for_edit(session, words)) return;
    const Command* command = find(*session, words.name);
    if (command && command->thinking == EFFECT_ABORT) session->cut_short = false;
    if (command)
        command->run(session, words.arguments.c_str());
    else if (is_bare_move(words))
        run_usermove(session, words.name.c_str());
    else
        say_error(session, "unknown command", words.name.c_str(), words.arguments.c_str());
}

Attention command_attend(Session* session) {
    if (session->quit) return ATTENTION_ABORT;
    const unsigned arrivals = session->input->arrivals;
    if (arrivals == session->arrivals_seen) return ATTENTION_NONE;
    const Look look = look_at_waiting(session);
    // What must stop stays so until the line that asks for it has been executed.
    if (look.attention == ATTENTION_NONE && look.complete) session->arrivals_seen = arrivals;
    return look.attention;
}

void command_loop(Session* session) {
    Line line;
    session->attend = command_attend;
    if (session->settings.prompt)
        session_complain(session, "");
    else
        ignore_interrupts();
    while (!session->quit) {
        if (!line_peek(session->input, 0, &line)) {
            log_flush(&session->input->log);
            if (session->settings.prompt) line_prompt(CONSOLE_PROMPT);
        }
        if (!line_pop(session->input, &line)) break;
        command_execute(session, line);
        session_work(session);
    }
    if (session->settings.prompt && !session->quit) session_say(session, ""); // the prompt's line
}
