#include "protocol/uci/uci.h"

#include <algorithm>
#include <cstring>

#include "engine/board/attack.h"
#include "engine/board/fen.h"
#include "engine/board/move_gen.h"
#include "engine/board/notation.h"
#include "engine/eval/eval.h"
#include "protocol/io/text.h"
#include "protocol/session/option.h"
#include "protocol/uci/uci_go.h"
#include "protocol/uci/uci_text.h"
#include "protocol/version.h"

namespace {

CastleStyle castle_style(const Session& session) {
    return session.settings.chess960 ? CASTLE_TAKES_ROOK : CASTLE_KING_STEPS;
}

// Sends an error as `info string`: UCI has no error messages, but some hosts show such lines.
void say_error(Session* session, const char* what, const std::string& text) {
    session_say(session, std::string("info string ") + what + ": " + text_plain(text));
}

// ---- positions

// Resets what belongs to one game: clock, lag and the controller's memory.
void begin_game(Session* session) {
    session->player.clock = clock_make();
    session->player.lag = {};
    session->player.memory = {};
}

void run_new_game(Uci* uci, const char*) {
    session_new_game(uci->session);
    game_log_new(&uci->session->game_log, true);
    begin_game(uci->session);
    uci->positioned = false;
}

// Plays the moves of the text. Returns the first word that is not a legal move, empty if there is
// none.
std::string play_moves(Game* game, const char* text) {
    for (std::string word; !(word = text_next_word(&text)).empty();) {
        const Move move = notation_parse(game->board, word.c_str());
        if (move == MOVE_NONE) return word;
        game_make(game, move);
    }
    return "";
}

// Reads "startpos" or "fen ..." up to "moves" and returns the FEN.
std::string read_start(const char** text) {
    std::string fen;
    const std::string first = text_next_word(text);
    for (std::string word; !(word = text_next_word(text)).empty() && word != "moves";)
        fen += (fen.empty() ? "" : " ") + word;
    if (first == "startpos" && fen.empty()) return FEN_START;
    return first == "fen" ? fen : first + ' ' + fen;
}

// Returns false, and says why, if the position is refused.
bool set_up(Session* session, const char* text, Game* game) {
    const std::string fen = read_start(&text);
    const FenRules rules = session->settings.chess960 ? FEN_CHESS960 : FEN_CLASSIC;
    const char* error = game_set_up(game, fen.c_str(), rules);
    if (error) say_error(session, (std::string("illegal position (") + error + ')').c_str(), fen);
    const std::string wrong = error ? "" : play_moves(game, text);
    if (!wrong.empty()) say_error(session, "illegal move", wrong);
    return !error && wrong.empty();
}

bool adds_moves(const Game& known, const Game& game) {
    return fen_write(known.start) == fen_write(game.start) &&
           known.moves.size() <= game.moves.size() &&
           std::equal(known.moves.begin(), known.moves.end(), game.moves.begin());
}

// Whether `game` continues the game on the board. If we have pondered on a wrong guess, `game` may
// continue from the move before that guess. Some hosts send each position as a FEN without moves;
// if our move and an answer lead to that FEN, `game` becomes the known game with these two moves.
bool is_same_game(const Uci& uci, Game* game) {
    constexpr int PLIES = 2;
    Game known = uci.session->game;
    if (adds_moves(known, *game)) return true;
    if (uci.guessed && game_undo(&known) && adds_moves(known, *game)) return true;
    if (!game->moves.empty() || !game_follow(&known, game->board, PLIES)) return false;
    *game = known;
    return true;
}

void run_position(Uci* uci, const char* arguments) {
    Session* session = uci->session;
    Game game = {};
    session->bad_position = !set_up(session, arguments, &game);
    if (session->bad_position) return;
    if (!uci->positioned || !is_same_game(*uci, &game)) {
        game_log_set_up(&session->game_log, session->game, game);
        begin_game(session);
    }
    session->game = game;
    uci->positioned = true;
    uci->guessed = false;
}

// ---- options

// Converts an option's value from UCI's form to the form of the option table.
std::string plain_value(const std::string& value) {
    if (value == "<empty>") return "";
    if (text_lower(value) == "true") return "1";
    return text_lower(value) == "false" ? "0" : value;
}

void run_setoption(Uci* uci, const char* arguments) {
    std::string name;
    const char* rest = arguments;
    if (text_next_word(&rest) != "name") rest = "";
    for (std::string word; !(word = text_next_word(&rest)).empty() && word != "value";)
        name += (name.empty() ? "" : " ") + word;
    // The value is taken whole, as a file name may contain several blanks in a row.
    const char* refusal = option_set(uci->session, name, plain_value(text_trim(rest)));
    if (refusal) say_error(uci->session, refusal, arguments);
}

void run_debug(Uci* uci, const char* arguments) {
    uci->debug = std::strcmp(arguments, "off") != 0;
}

// ---- the search

// Whether the command ends even a search that otherwise only `stop` ends; other commands wait.
bool makes_way_for(const std::string& word) {
    for (const char* other : {"position", "go", "ucinewgame", "xboard"})
        if (word == other) return true;
    return false;
}

// Handles a line that waits while we search. `stop` and `ponderhit` behind another `go` belong to
// that `go`, so they stay; but such a `stop` also ends the running search, to start the next.
Attention hear(void* state, const Line& line, size_t* index) {
    Uci* uci = static_cast<Uci*>(state);
    UciSearch* search = &uci->search;
    const std::string word = text_first_word(line.text);
    if (word == "quit") return ATTENTION_ABORT;
    if (*index == 0) search->behind_go = false;
    const bool stop = word == "stop", hit = word == "ponderhit" && !search->behind_go;
    const bool at_once =
        (word == "isready" || word == "debug") && (*index == 0 || !search->stopped);
    if (at_once || hit || (stop && !search->behind_go))
        line_remove(uci->session->input, *index);
    else
        ++*index;
    search->stopped |= stop || (makes_way_for(word) && (search->endless || search->pondering));
    search->behind_go |= word == "go";
    if (at_once) uci_execute(uci, line);
    if (hit && search->pondering) {
        search->pondering = false;
        session_ponder_hit(uci->session, line.read_ms);
        if (search->timed && !search->stopped) return ATTENTION_PONDER_HIT;
    }
    return search->stopped ? ATTENTION_MOVE_NOW : ATTENTION_NONE;
}

bool has_mate(const UciSearch& search, const SearchProgress& progress) {
    const Score score = progress.current_score;
    return search.go.mate != UCI_UNTOLD && progress.iterations > 0 && score > 0 &&
           score_is_mate(score) && score_mate_moves(score) <= search.go.mate;
}

Attention attend(Session* session) {
    const Uci* uci = static_cast<const Uci*>(session->dialect.state);
    const Attention attention = session_look(session);
    if (attention != ATTENTION_NONE) return attention;
    return has_mate(uci->search, session->progress) ? ATTENTION_MOVE_NOW : ATTENTION_NONE;
}

// Hosts divide nodes by time, so both numbers count from `go` on, also after a ponder hit.
std::string thinking(void* state, const SearchLine& line, int64_t) {
    const Session& session = *static_cast<const Uci*>(state)->session;
    const int64_t elapsed_ms = stopwatch_now_ms(session.stopwatch) - session.search_start_ms;
    const Outlook outlook =
        eval_outlook(search_network(session.search), session.game.board, line.score);
    return uci_text_info(line, elapsed_ms, castle_style(session), session.settings.lines > 1,
                         session.settings.show_wdl ? &outlook : nullptr);
}

int to_int(int64_t value, int64_t least, int64_t most) {
    return int(std::clamp(value, least, most));
}

// Sets a new time control if moves to go or increment are not what the clock expects.
void set_clock(Session* session, const UciGo& go) {
    const Colour turn = session->game.board.turn;
    Clock* clock = &session->player.clock;
    const int moves = to_int(go.moves_to_go, 0, CLOCK_MOVES_MAX);
    const int64_t increment_ms = clock_clamp_ms(go.increment_ms[turn]);
    const ClockFacts facts = clock_facts(*clock, 0);
    const bool same = facts.kind == CLOCK_LEVEL && facts.increment_ms == increment_ms &&
                      facts.moves_to_go == moves;
    // Three zeros would mean an untimed game, so the base is at least 1 ms.
    if (!same) clock_set_level(clock, moves, std::max<int64_t>(1, go.own_ms[turn]), increment_ms);
    session_set_own_time(session, go.own_ms[turn]);
    const int64_t opponent_ms = go.own_ms[colour_opposite(turn)];
    if (opponent_ms != UCI_UNTOLD) clock_set_opponent(clock, opponent_ms);
}

// Returns the game's clock with the times of `go`, or `alone` with a clock for this move only.
TurnPlayer* choose_player(Session* session, const UciGo& go, TurnPlayer* alone) {
    *alone = {clock_make(), {}, {}};
    if (go.move_time_ms != UCI_UNTOLD) {
        clock_set_move_time(&alone->clock, go.move_time_ms);
    } else if (go.own_ms[session->game.board.turn] != UCI_UNTOLD) {
        set_clock(session, go);
        return &session->player;
    }
    return alone;
}

// All legal moves except those of `searchmoves`; empty if `go` has no `searchmoves`.
MoveList make_excluded(const Session& session, const UciGo& go) {
    MoveList excluded = {};
    if (go.only.count == 0) return excluded;
    move_gen_legal(session.game.board, &excluded);
    for (int i = 0; i < go.only.count; ++i) move_list_remove(&excluded, go.only.move[i]);
    return excluded;
}

SearchLimits make_limits(const Uci& uci, const MoveList& excluded) {
    const UciGo& go = uci.search.go;
    const bool plays = uci.search.pondering || !uci.search.endless;
    SearchLimits limits = session_limits(*uci.session, plays ? ACTIVITY_THINK : ACTIVITY_ANALYSE);
    limits.excluded = excluded.count > 0 ? &excluded : nullptr;
    if (go.depth != UCI_UNTOLD) limits.depth = Depth(to_int(go.depth, 1, DEPTH_MAX));
    if (go.nodes != UCI_UNTOLD) {
        const uint64_t nodes = uint64_t(std::max<int64_t>(1, go.nodes));
        limits.nodes = limits.nodes ? std::min(limits.nodes, nodes) : nodes;
    }
    return limits;
}

// After a search has ended by itself, waits until the host allows `bestmove` to be sent.
void await_host(Uci* uci) {
    Session* session = uci->session;
    const UciSearch& search = uci->search;
    while ((search.endless || search.pondering) && !search.stopped) {
        const unsigned arrivals = session->input->arrivals;
        const Attention attention = session_look(session);
        if (attention == ATTENTION_ABORT || attention == ATTENTION_MOVE_NOW) return;
        log_flush(&session->input->log);
        if (session->arrivals_seen == arrivals) line_wait(session->input, arrivals);
    }
}

// The move we expect from the opponent; MOVE_NONE if our move ends the game.
Move find_ponder(const Session& session, const SearchReport& report) {
    if (report.best == MOVE_NONE) return MOVE_NONE;
    Game after = session.game;
    game_make(&after, report.best);
    if (game_result(after) != GAME_ONGOING) return MOVE_NONE;
    return report.pv.length > 1 ? report.pv.move[1] : search_hash_move(session.search, after);
}

void say_record(const Uci& uci, const ThinkResult& result) {
    Session* session = uci.session;
    const std::string line =
        game_log_move(&session->game_log, session->game, session->player.clock, result);
    if (uci.debug)
        session_say(session, "info string " + line);
    else
        session_comment(session, line);
    Game after = session->game;
    game_make(&after, result.report.best);
    game_log_result(&session->game_log, after, game_result_text(after, game_result(after)));
}

void say_book_move(const Uci& uci, Move move) {
    Session* session = uci.session;
    TurnPlayer alone;
    choose_player(session, uci.search.go, &alone); // the reading counts for later moves
    session_say(session, "info string a move of the book");
    session_say(session, uci_text_move(move, MOVE_NONE, castle_style(*session)));
    game_log_book_move(&session->game_log, session->game, session->player.clock, move);
    session_note_book_move(session);
}

// Whether `ponderhit` came after the search had ended by itself.
bool is_late_hit(const UciSearch& search, const MoveRecord& record) {
    return search.go.ponder && search.timed && !search.pondering && !search.stopped &&
           record.stop != STOP_ABORT;
}

void think(Uci* uci) {
    Session* session = uci->session;
    const UciSearch& search = uci->search;
    TurnPlayer alone;
    TurnPlayer* player = choose_player(session, search.go, &alone);
    const MoveList excluded = make_excluded(*session, search.go);
    session->activity = !search.timed      ? ACTIVITY_ANALYSE
                        : search.pondering ? ACTIVITY_PONDER
                                           : ACTIVITY_THINK;
    ThinkRequest request = session_request(session, make_limits(*uci, excluded));
    request.turn.player = player;
    ThinkResult result = think_run(request);
    await_host(uci);
    session->activity = ACTIVITY_NONE;
    session_say(session, uci_text_move(result.report.best, find_ponder(*session, result.report),
                                       castle_style(*session)));
    uci->guessed = search.pondering;
    session->free_ms = stopwatch_now_ms(session->stopwatch); // for the lines that wait
    MoveRecord& record = result.turn.record;
    if (!result.is_move && !is_late_hit(search, record)) return;
    if (!result.is_move) record.meant_ms = 0; // the move was ready
    // `go ponder` told the opponent's clock before the opponent moved, so it is out of date.
    if (search.go.ponder) record.facts.opponent_ms = CLOCK_UNKNOWN;
    session_note_move(session, &result.turn);
    say_record(*uci, result);
    session->planned = think_plan(session->game, result.report.pv);
}

void start_search(Uci* uci, const char* arguments) {
    const Board& board = uci->session->game.board;
    UciSearch* search = &uci->search;
    const UciGo& go = search->go;
    *search = {};
    search->go = uci_go_parse(board, arguments);
    search->timed = uci_go_is_timed(go, board.turn);
    const bool limited = go.depth != UCI_UNTOLD || go.nodes != UCI_UNTOLD || go.mate != UCI_UNTOLD;
    search->endless = go.infinite || (!search->timed && !limited);
    search->pondering = go.ponder;
    uci->session->search_start_ms = uci->session->command_ms;
}

void run_go(Uci* uci, const char* arguments) {
    Session* session = uci->session;
    start_search(uci, arguments);
    const UciSearch& search = uci->search;
    if (!search.go.wrong.empty()) say_error(session, "bad argument: go", search.go.wrong);
    MoveList legal = {};
    if (!session->bad_position) move_gen_legal(session->game.board, &legal);
    if (legal.count > 0) {
        session_take_side(session, session->game.board.turn); // the host may use us for both sides
        const bool asks_book = !search.endless && !search.pondering && search.go.only.count == 0;
        const Move move = asks_book ? session_book_move(*session) : MOVE_NONE;
        return move != MOVE_NONE ? say_book_move(*uci, move) : think(uci);
    }
    if (!session->bad_position)
        session_say(session, attack_in_check(session->game.board) ? "info depth 0 score mate 0"
                                                                  : "info depth 0 score cp 0");
    await_host(uci);
    session->activity = ACTIVITY_NONE; // `ponderhit` may have set it
    session_say(session, uci_text_move(MOVE_NONE, MOVE_NONE, CASTLE_KING_STEPS));
}

// ---- the commands

void run_uci(Uci* uci, const char*) {
    Session* session = uci->session;
    session_say(session, std::string("id name ") + VERSION_NAME);
    session_say(session, "id author The Overtime authors");
    for (const OptionRow& row : option_rows(*session, OPTION_UCI))
        session_say(session, uci_text_option(row.name, row.value));
    session_complain(session, "info string ");
    session_say(session, "uciok");
}

void run_isready(Uci* uci, const char*) {
    session_say(uci->session, "readyok");
}

void run_quit(Uci* uci, const char*) {
    uci->session->quit = true;
}

void ignore(Uci*, const char*) {}

struct UciCommand {
    const char* name;
    void (*run)(Uci* uci, const char* arguments);
};

const UciCommand COMMANDS[] = {
    {"uci", run_uci},
    {"isready", run_isready},
    {"ucinewgame", run_new_game},
    {"position", run_position},
    {"go", run_go},
    {"setoption", run_setoption},
    {"debug", run_debug},
    {"quit", run_quit},
    // While no search is running these commands do nothing.
    {"stop", ignore},
    {"ponderhit", ignore},
    {"register", ignore},
};

// Refuses a line that is too long. After such a `position` no move is legal until the next one.
void refuse(Session* session, const std::string& start) {
    say_error(session, "line too long", start);
    if (text_first_word(start) == "position") session->bad_position = true;
}

} // namespace

void uci_begin(Uci* uci, Session* session) {
    *uci = {};
    uci->session = session;
    session->dialect = {uci, attend, hear, thinking};
    session->settings.post = true;
    run_new_game(uci, "");
    run_uci(uci, "");
}

void uci_execute(Uci* uci, const Line& line) {
    if (!line.refused.empty()) return refuse(uci->session, line.refused);
    const TextCommand words = text_split_command(line.text);
    if (words.name.empty()) return;
    for (const UciCommand& command : COMMANDS)
        if (words.name == command.name) return command.run(uci, words.arguments.c_str());
    say_error(uci->session, "unknown command", line.text);
}
