#include "protocol/xboard/command.h"

#include <algorithm>

#include "engine/board/move_do.h"
#include "engine/board/move_gen.h"
#include "protocol/io/text.h"
#include "protocol/session/option.h"
#include "protocol/xboard/console.h"
#include "protocol/xboard/edit.h"
#include "protocol/xboard/pause.h"
#include "protocol/xboard/reply.h"

namespace {

// What a command that arrives during a search does to that search.
enum Effect : int {
    EFFECT_WAIT,  // the command and all lines behind it wait until the move has been sent
    EFFECT_RUN,   // the command is executed at once and the search goes on
    EFFECT_MOVE,  // the best move is played now
    EFFECT_ABORT, // the search ends without a move, then the command is executed
    EFFECT_PAUSE, // the search is suspended until `resume`
};

enum CommandFlags : int {
    CONSOLE = 1,  // unknown after `xboard`
    ALONE = 2,    // has no arguments
    POSITION = 4, // not legal after a refused position until there is another
};

struct Command {
    const char* name;
    void (*run)(XBoard* xboard, const TextCommand& words);
    Effect thinking;
    Effect pondering;
    Effect analysing;
    int flags = 0; // CommandFlags
};

constexpr const char* NOT_LEGAL_NOW = "command not legal now";

void say_error(XBoard* xboard, const char* type, const TextCommand& words) {
    const std::string blank = words.arguments.empty() ? "" : " ";
    console_tell_error(xboard->session, type, words.name + blank + words.arguments);
}

// Sends an error and returns false if the arguments could not be parsed.
bool accept(XBoard* xboard, const TextCommand& words, bool parsed) {
    if (!parsed) say_error(xboard, "bad argument", words);
    return parsed;
}

bool parse_number(XBoard* xboard, const TextCommand& words, int64_t* number) {
    return accept(xboard, words, text_parse_integer(words.arguments, number));
}

// Carries out a command that only sets a boolean setting to VALUE.
template <bool Settings::*MEMBER, bool VALUE> void set(XBoard* xboard, const TextCommand&) {
    xboard->session->settings.*MEMBER = VALUE;
}

void ignore(XBoard*, const TextCommand&) {}

// ---- session

void run_xboard(XBoard* xboard, const TextCommand&) {
    session_leave_console(xboard->session);
    xboard->session->settings.console = false;
}

void run_protover(XBoard* xboard, const TextCommand&) {
    Session* session = xboard->session;
    session_say(session, reply_features());
    for (const std::string& line : reply_options(*session)) session_say(session, line);
    session_say(session, "feature done=1");
    session_complain(session, "tellusererror ");
}

// Carries out `accepted` and `rejected`, the host's answers to our features.
void run_accepted(XBoard* xboard, const TextCommand& words) {
    if (words.arguments == "debug") xboard->session->settings.comments = words.name == "accepted";
}

// Carries out `memory` or `cores`. Numbers out of range are clamped.
void run_memory(XBoard* xboard, const TextCommand& words) {
    int64_t number = 0;
    if (!parse_number(xboard, words, &number)) return;
    const bool memory = words.name == "memory";
    const int most = memory ? TABLE_MEGABYTES_MAX : SEARCH_THREADS_MAX;
    option_set(xboard->session, memory ? "Hash" : "Threads",
               std::to_string(std::clamp<int64_t>(number, 1, most)));
}

void run_option(XBoard* xboard, const TextCommand& words) {
    const size_t equals = words.arguments.find('=');
    const std::string name = words.arguments.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : words.arguments.substr(equals + 1);
    const char* refusal = option_set(xboard->session, name, value);
    const OptionUse use = option_use(name);
    if (!refusal && use == OPTION_FOR_SEARCH) xboard->searched = false;
    if (!refusal) return;
    // XBoard only logs an Error, but a user who entered a wrong file name has to see the error.
    if (use != OPTION_UNKNOWN && !xboard->session->settings.prompt)
        session_say(xboard->session,
                    std::string("tellusererror ") + refusal + ": " + reply_quote(words.arguments));
    else
        say_error(xboard, refusal, words);
}

void run_quit(XBoard* xboard, const TextCommand&) {
    xboard->session->quit = true;
}

// ---- games and positions

void run_new(XBoard* xboard, const TextCommand&) {
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

void run_variant(XBoard* xboard, const TextCommand& words) {
    for (const Variant& variant : VARIANTS) {
        if (words.arguments != variant.name) continue;
        game_loop_set_variant(xboard, variant.rules, variant.start);
        console_tell_state(*xboard);
        return;
    }
    console_tell_error(xboard->session, "unsupported variant", words.arguments);
}

void run_force(XBoard* xboard, const TextCommand&) {
    xboard->mode = MODE_FORCE;
    xboard->draw_offered = false;
    console_tell_state(*xboard);
}

void run_go(XBoard* xboard, const TextCommand&) {
    game_loop_take_side(xboard, xboard->session->game.board.turn);
    xboard->position.told_to_go = true;
}

void run_playother(XBoard* xboard, const TextCommand&) {
    game_loop_take_side(xboard, colour_opposite(xboard->session->game.board.turn));
}

void run_setboard(XBoard* xboard, const TextCommand& words) {
    console_set_position(xboard, words.arguments);
}

void run_undo(XBoard* xboard, const TextCommand& words) {
    if (!game_loop_undo(xboard))
        console_tell_error(xboard->session, NOT_LEGAL_NOW, words.name);
    else if (xboard->mode != MODE_ANALYSE)
        xboard->mode = MODE_FORCE;
    console_tell_state(*xboard);
}

void run_remove(XBoard* xboard, const TextCommand& words) {
    if (xboard->session->activity == ACTIVITY_THINK || xboard->session->game.moves.size() < 2) {
        console_tell_error(xboard->session, NOT_LEGAL_NOW, words.name);
        return;
    }
    game_loop_undo(xboard);
    game_loop_undo(xboard);
    console_tell_state(*xboard);
}

// A result from the host ends play; an analysis goes on.
void run_result(XBoard* xboard, const TextCommand& words) {
    Session* session = xboard->session;
    if (xboard->mode != MODE_ANALYSE) run_force(xboard, words);
    game_log_result(&session->game_log, session->game, words.arguments);
    game_log_new(&session->game_log, false);
}

void run_name(XBoard* xboard, const TextCommand& words) {
    xboard->session->game_log.opponent = words.arguments;
}

void run_rating(XBoard* xboard, const TextCommand& words) {
    int64_t own = 0, opponent = 0;
    const char* rest = words.arguments.c_str();
    const std::string first = text_next_word(&rest), second = text_next_word(&rest);
    if (!text_parse_integer(first, &own) || !text_parse_integer(second, &opponent)) return;
    xboard->opponent.own_rating = int(std::clamp<int64_t>(own, 0, 9999));
    xboard->opponent.rating = int(std::clamp<int64_t>(opponent, 0, 9999));
}

void run_ics(XBoard* xboard, const TextCommand& words) {
    xboard->ics_host = words.arguments;
}

void run_computer(XBoard* xboard, const TextCommand&) {
    xboard->opponent.is_computer = true;
}

// ---- time and limits

void run_level(XBoard* xboard, const TextCommand& words) {
    int moves = 0;
    int64_t base_ms = 0, increment_ms = 0;
    const char* text = words.arguments.c_str();
    if (accept(xboard, words, text_parse_level(text, &moves, &base_ms, &increment_ms)))
        game_loop_set_level(xboard, moves, base_ms, increment_ms);
}

void run_st(XBoard* xboard, const TextCommand& words) {
    int64_t move_time_ms = 0;
    const std::string time = text_first_word(words.arguments);
    if (!accept(xboard, words, text_parse_seconds(time, &move_time_ms))) return;
    clock_set_move_time(&xboard->session->player.clock, move_time_ms);
    lag_interrupt(&xboard->session->player.lag);
}

void run_sd(XBoard* xboard, const TextCommand& words) {
    int64_t depth = 0;
    const bool parsed = text_parse_integer(words.arguments, &depth) && depth >= 0;
    if (!accept(xboard, words, parsed)) return;
    xboard->depth = int(std::min<int64_t>(depth, DEPTH_MAX));
    xboard->searched = false;
}

void run_nps(XBoard* xboard, const TextCommand& words) {
    int64_t node_rate = 0;
    if (!parse_number(xboard, words, &node_rate)) return;
    if (node_rate == 0)
        say_error(xboard, "CPU clock not supported", words);
    else
        clock_set_node_rate(&xboard->session->player.clock, node_rate);
}

// Carries out `time` (our clock) or `otim` (the opponent's clock), in centiseconds.
void run_time(XBoard* xboard, const TextCommand& words) {
    int64_t reading = 0;
    if (!parse_number(xboard, words, &reading)) return;
    const int64_t ms = std::clamp<int64_t>(reading, 0, CLOCK_MAX_MS / 10) * 10;
    if (words.name == "time")
        session_set_own_time(xboard->session, ms);
    else
        clock_set_opponent(&xboard->session->player.clock, ms);
}

// ---- in a game

// The board as the host knows it, without the move that we ponder on.
Board host_board(const Session& session, const XBoard& xboard) {
    Board board = session.game.board;
    if (session.activity == ACTIVITY_PONDER)
        move_undo(&board, xboard.position.ponder_move, session.game.undos.back());
    return board;
}

Move find_move(const XBoard& xboard, const std::string& text) {
    const Session& session = *xboard.session;
    if (session.bad_position) return MOVE_NONE;
    return notation_parse(host_board(session, xboard), text.c_str());
}

// XBoard takes `Illegal move` for a claim against the mover, so an ambiguous move gets an Error.
void refuse_move(XBoard* xboard, const std::string& text) {
    Session* session = xboard->session;
    if (!session->bad_position &&
        notation_is_ambiguous(host_board(*session, *xboard), text.c_str()))
        console_tell_error(session, "ambiguous move", text);
    else
        session_tell(session, reply_illegal_move(text), reply_illegal_move(text, text_plain));
}

void run_usermove(XBoard* xboard, const TextCommand& words) {
    if (xboard->cut_short) return; // it was meant to follow our move, which was not sent
    const Move move = find_move(*xboard, words.arguments);
    if (move == MOVE_NONE) return refuse_move(xboard, words.arguments);
    game_loop_make_move(xboard, move);
    if (xboard->mode == MODE_FORCE) console_tell_state(*xboard);
}

void run_ping(XBoard* xboard, const TextCommand& words) {
    session_say(xboard->session,
                words.arguments.empty() ? "pong" : "pong " + reply_quote(words.arguments));
}

// Draw offers count in force mode too: some hosts send moves in it, and an offer before `go`.
void run_draw(XBoard* xboard, const TextCommand&) {
    xboard->draw_offered = xboard->mode != MODE_ANALYSE;
}

void run_hint(XBoard* xboard, const TextCommand&) {
    Session* session = xboard->session;
    const Move hint = xboard->position.ponder_move;
    if (hint != MOVE_NONE)
        session_say(session, "Hint: " + notation_coordinate(hint, session_castle_style(*session)));
    else
        session_tell(session, "", "no hint");
}

void run_bk(XBoard* xboard, const TextCommand&) {
    Session* session = xboard->session;
    Game game = session->game;
    if (session->activity == ACTIVITY_PONDER) game_undo(&game); // takes the expected move back
    if (session->book.path.empty())
        session_say(session, " no book\n");
    else
        session_say(session, reply_book(game.board, book_moves(session->book, game)));
}

// ---- analysis

void run_analyze(XBoard* xboard, const TextCommand&) {
    xboard->mode = MODE_ANALYSE;
    xboard->draw_offered = false;
    xboard->searched = false;
}

// `exit` leaves analysis; outside analysis it means `quit` at a terminal, and nothing for a host.
void run_exit(XBoard* xboard, const TextCommand&) {
    if (xboard->mode == MODE_ANALYSE)
        xboard->mode = MODE_FORCE;
    else if (xboard->session->settings.prompt)
        xboard->session->quit = true;
}

// Carries out `.`, which XBoard may send even after the search has ended.
void run_status(XBoard* xboard, const TextCommand&) {
    Session* session = xboard->session;
    if (session->activity == ACTIVITY_NONE || session->progress.root_move == MOVE_NONE) return;
    const int64_t elapsed_ms = stopwatch_now_ms(session->stopwatch) - session->search_start_ms;
    SearchProgress progress = session->progress;
    progress.nodes -= xboard->start_nodes;
    session_say(session, reply_status(session->game.board, progress, elapsed_ms));
}

// Parses a move or "all" (legal moves). Returns false if the text is neither.
bool parse_moves(const XBoard& xboard, const std::string& text, MoveList* moves) {
    move_gen_legal(xboard.session->game.board, moves);
    if (text == "all") return true;
    const Move move = notation_parse(xboard.session->game.board, text.c_str());
    moves->count = 0;
    if (move != MOVE_NONE) move_list_add(moves, move);
    return move != MOVE_NONE;
}

// Carries out `exclude` or `include`: moves that the search leaves out, or considers again.
void run_exclude(XBoard* xboard, const TextCommand& words) {
    MoveList moves;
    if (!accept(xboard, words, parse_moves(*xboard, words.arguments, &moves))) return;
    for (int i = 0; i < moves.count; ++i) {
        move_list_remove(&xboard->position.excluded, moves.move[i]);
        if (words.name == "exclude") move_list_add(&xboard->position.excluded, moves.move[i]);
    }
    xboard->searched = false;
}

// ---- the pause

const Command* find(const XBoard& xboard, const std::string& name);

// A host that starts a new game, for example, is no longer in the pause, even without `resume`.
// (XBoard's menu item Machine White ends a pause by `go` alone.)
bool ends_pause(const XBoard& xboard, const std::string& name) {
    const Command* command = find(xboard, name);
    return command && (command->thinking == EFFECT_ABORT || command->run == run_go);
}

void run_pause(XBoard* xboard, const TextCommand&) {
    pause_wait(xboard, 0, xboard->session->command_ms, ends_pause);
}

// This runs for a `resume` outside of a pause only; pause_wait() takes the `resume` that ends one.
void run_resume(XBoard* xboard, const TextCommand&) {
    session_tell(xboard->session, "", "There is no pause to end");
}

// ---- the table

const Command COMMANDS[] = {
    {"xboard", run_xboard, EFFECT_RUN, EFFECT_ABORT, EFFECT_ABORT},
    {"protover", run_protover, EFFECT_WAIT, EFFECT_RUN, EFFECT_RUN},
    {"accepted", run_accepted, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"rejected", run_accepted, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"memory", run_memory, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT},
    {"egtpath", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"cores", run_memory, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT},
    {"option", run_option, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT},
    {"quit", run_quit, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT},

    {"new", run_new, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT},
    {"random", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"variant", run_variant, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT},
    {"force", run_force, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT},
    {"go", run_go, EFFECT_RUN, EFFECT_ABORT, EFFECT_ABORT, POSITION},
    {"playother", run_playother, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT, POSITION},
    // `white` and `black` do nothing: with colors=0 hosts send `go` and `playother`.
    {"white", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"black", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    // Sent by ChessBase's programs.
    {"fritz", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"reset", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"ponder", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    // Sent in Bughouse, a variant that we do not play.
    {"partner", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"ptell", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"holding", ignore, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"setboard", run_setboard, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT},
    {"edit", edit_begin, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT},
    {"undo", run_undo, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT, POSITION},
    {"remove", run_remove, EFFECT_RUN, EFFECT_ABORT, EFFECT_ABORT, POSITION},
    {"result", run_result, EFFECT_ABORT, EFFECT_ABORT, EFFECT_RUN},
    {"name", run_name, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"rating", run_rating, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"ics", run_ics, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"computer", run_computer, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},

    {"level", run_level, EFFECT_WAIT, EFFECT_RUN, EFFECT_RUN},
    {"st", run_st, EFFECT_WAIT, EFFECT_RUN, EFFECT_RUN},
    {"sd", run_sd, EFFECT_WAIT, EFFECT_ABORT, EFFECT_RUN},
    {"nps", run_nps, EFFECT_WAIT, EFFECT_ABORT, EFFECT_RUN},
    {"time", run_time, EFFECT_WAIT, EFFECT_RUN, EFFECT_RUN},
    {"otim", run_time, EFFECT_WAIT, EFFECT_RUN, EFFECT_RUN},

    {"usermove", run_usermove, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT},
    {"?", ignore, EFFECT_MOVE, EFFECT_RUN, EFFECT_RUN},
    {"ping", run_ping, EFFECT_WAIT, EFFECT_RUN, EFFECT_RUN},
    {"draw", run_draw, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"hard", set<&Settings::ponder, true>, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"easy", set<&Settings::ponder, false>, EFFECT_RUN, EFFECT_ABORT, EFFECT_RUN},
    {"post", set<&Settings::post, true>, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"nopost", set<&Settings::post, false>, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"hint", run_hint, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"bk", run_bk, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"analyze", run_analyze, EFFECT_ABORT, EFFECT_ABORT, EFFECT_RUN},
    {"exit", run_exit, EFFECT_RUN, EFFECT_RUN, EFFECT_ABORT},
    {".", run_status, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},
    {"exclude", run_exclude, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT},
    {"include", run_exclude, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT},
    {"pause", run_pause, EFFECT_PAUSE, EFFECT_PAUSE, EFFECT_PAUSE},
    {"resume", run_resume, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN},

    // protocol/conversation.cpp executes `uci` and changes the dialect.
    {"uci", ignore, EFFECT_ABORT, EFFECT_ABORT, EFFECT_ABORT, CONSOLE},
    {"help", console_help, EFFECT_RUN, EFFECT_RUN, EFFECT_RUN, CONSOLE | ALONE},
    {"d", console_board, EFFECT_RUN, EFFECT_ABORT, EFFECT_RUN, CONSOLE | ALONE | POSITION},
    {"eval", console_eval, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, CONSOLE | ALONE | POSITION},
    {"perft", console_perft, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, CONSOLE | POSITION},
    {"bench", console_bench, EFFECT_WAIT, EFFECT_ABORT, EFFECT_ABORT, CONSOLE},
};

const Command* find(const XBoard& xboard, const std::string& name) {
    for (const Command& command : COMMANDS)
        if (name == command.name &&
            (xboard.session->settings.console || !(command.flags & CONSOLE)))
            return &command;
    return nullptr;
}

// Whether the line is a move without `usermove`, as hosts of CECP version 1 send moves.
bool is_bare_move(const TextCommand& words) {
    return words.arguments.empty() && notation_looks_like_move(words.name.c_str());
}

// Returns the move's text without `usermove`; nullptr if the line is not a move.
const char* text_of_move(const TextCommand& words) {
    if (words.name == "usermove") return words.arguments.c_str();
    return is_bare_move(words) ? words.name.c_str() : nullptr;
}

// Whether the running search depends on this option.
bool is_option_of_search(const XBoard& xboard, const TextCommand& words) {
    const OptionUse use = option_use(words.arguments.substr(0, words.arguments.find('=')));
    return use == OPTION_FOR_SEARCH ||
           (use == OPTION_FOR_MOVE && xboard.session->activity == ACTIVITY_PONDER);
}

Effect effect_of(const XBoard& xboard, const TextCommand& words) {
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

// Whether the line is the move that we ponder on, and our answer needs a search. (The move that we
// ponder on is the last one on the board.)
bool is_ponder_hit(const XBoard& xboard, const TextCommand& words) {
    const Session& session = *xboard.session;
    if (session.activity != ACTIVITY_PONDER) return false;
    const char* move = text_of_move(words);
    // No search is needed if the move ends the game, lets us claim a draw or is in the book.
    return move && game_result(session.game) == GAME_ONGOING &&
           find_move(xboard, move) == xboard.position.ponder_move &&
           session_book_move(session) == MOVE_NONE;
}

// Handles a line in the `edit` sub-mode, which a command ends without changing the position.
bool is_for_edit(XBoard* xboard, const TextCommand& words) {
    if (!xboard->edit.active) return false;
    if (edit_line(xboard, words.name)) return true;
    if (!find(*xboard, words.name)) {
        console_tell_error(xboard->session, "bad edit command", words.name);
        return true;
    }
    xboard->edit.active = false;
    return false;
}

// Executes a line that does not disturb the search, unless a line before it waits. While perft or
// bench runs, a line waits unless it ends that work.
Attention hear(void* state, const Line& line, size_t* index) {
    XBoard* xboard = static_cast<XBoard*>(state);
    LineQueue* input = xboard->session->input;
    const TextCommand words = text_split_command(line.text);
    if (is_ponder_hit(*xboard, words)) {
        line_remove(input, *index);
        game_loop_ponder_hit(xboard, line.read_ms);
        return ATTENTION_PONDER_HIT;
    }
    const Effect effect = effect_of(*xboard, words);
    if (effect == EFFECT_ABORT) return ATTENTION_ABORT;
    if (*index == 0) xboard->only_clocks = true;
    const bool searching = xboard->session->activity != ACTIVITY_NONE;
    // If a host sends `time`, `otim` and `go` for every move, `go` means the move we think about.
    const bool runs =
        effect == EFFECT_RUN && (*index == 0 || (xboard->only_clocks && words.name == "go"));
    if (!searching || effect == EFFECT_WAIT || (effect == EFFECT_RUN && !runs)) {
        xboard->only_clocks &= words.name == "time" || words.name == "otim";
        ++*index;
        return ATTENTION_NONE;
    }
    line_remove(input, *index);
    if (effect == EFFECT_PAUSE) pause_wait(xboard, *index, line.read_ms, ends_pause);
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
    const TextCommand words = text_split_command(line.text);
    if (words.name.empty() || is_for_edit(xboard, words)) return;
    const Command* command = find(*xboard, words.name);
    if (command && command->thinking == EFFECT_ABORT) xboard->cut_short = false;
    if (is_bare_move(words) && !command)
        run_usermove(xboard, {"usermove", words.name});
    else if (!command)
        say_error(xboard, "unknown command", words);
    else if ((command->flags & ALONE) && !words.arguments.empty())
        say_error(xboard, "too many parameters", words);
    else if ((command->flags & POSITION) && xboard->session->bad_position)
        console_tell_error(xboard->session, NOT_LEGAL_NOW, words.name);
    else
        command->run(xboard, words);
}
