#include "protocol/uci/uci.h"

#include <algorithm>
#include <cstring>

#include "engine/board/attack.h"
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
    return session.uci.chess960 ? CASTLE_TAKES_ROOK : CASTLE_KING_STEPS;
}

// UCI has no errors of its own: a host shows these to its user, or nobody.
void complain(Session* session, const char* what, const std::string& text) {
    session_say(session, std::string("info string ") + what + ": " + text_plain(text));
}

// ---- positions

// Clock, lag and what controllers have learned belong to a game.
void begin_game(Session* session) {
    session->mode = MODE_FORCE;
    session->clock = clock_make();
    session->lag = {};
    session->memory = {};
    record_clear(&session->recorder);
}

void run_new_game(Session* session, const char*) {
    session_new_game(session);
    session->uci.position.clear();
    game_log_new(&session->game_log, true);
    begin_game(session);
}

// Plays the moves of the text; the word that is no legal move, empty if all are.
std::string play_moves(Game* game, const char* text) {
    for (std::string word; !(word = text_next_word(&text)).empty();) {
        const Move move = notation_parse(game->board, word.c_str());
        if (move == MOVE_NONE) return word;
        game_make(game, move);
    }
    return "";
}

// "startpos" or "fen ...", up to the moves.
std::string read_start(const char** text) {
    std::string fen;
    const std::string first = text_next_word(text);
    for (std::string word; !(word = text_next_word(text)).empty() && word != "moves";)
        fen += (fen.empty() ? "" : " ") + word;
    if (first == "startpos" && fen.empty()) return FEN_START;
    return first == "fen" ? fen : first + ' ' + fen;
}

// Does the new position only add moves to the old one? Then this is what it adds.
const char* find_added(const std::string& old, const std::string& position) {
    if (old.empty() || position.compare(0, old.size(), old) != 0) return nullptr;
    const char* added = position.c_str() + old.size();
    if (*added == '\0' || old.find(" moves ") != std::string::npos)
        return *added == '\0' || *added == ' ' ? added : nullptr;
    constexpr size_t MOVES_SIZE = 7;
    return std::strncmp(added, " moves ", MOVES_SIZE) == 0 ? added + MOVES_SIZE : nullptr;
}

// The position without its last move, and without the word before if that was the only one.
std::string before_last_move(std::string position) {
    const std::string word = " moves";
    position.erase(std::min(position.size(), position.find_last_of(' ')));
    const size_t begins = position.size() - std::min(position.size(), word.size());
    if (position.compare(begins, word.size(), word) == 0) position.erase(begins);
    return position;
}

// Is it the game that we know, with moves added? After a guess that did not come true, from the
// move before it.
bool follow(const Session& session, const std::string& position, Game* game) {
    if (session.bad_position) return false;
    *game = session.game;
    const std::string& old = session.uci.position;
    const char* added = find_added(old, position);
    if (!added && session.uci.guessed && game_undo(game))
        added = find_added(before_last_move(old), position);
    return added && play_moves(game, added).empty();
}

// False if it was refused, and the host has been told why.
bool set_up(Session* session, const char* text, Game* game) {
    const FenRules rules = session->uci.chess960 ? FEN_CHESS960 : FEN_CLASSIC;
    const std::string fen = read_start(&text);
    const char* error = game_set_up(game, fen.c_str(), rules);
    if (error) complain(session, (std::string("illegal position (") + error + ')').c_str(), fen);
    const std::string wrong = error ? "" : play_moves(game, text);
    if (!wrong.empty()) complain(session, "illegal move", wrong);
    return !error && wrong.empty();
}

// Hosts that tell every position without its moves: one that our move and the answer to it lead to
// is of the game that we know. Then that is what `game` becomes.
bool is_of_known_game(const Session& session, Game* game) {
    constexpr int PLIES = 2;
    Game known = session.game;
    if (session.uci.position.empty() || (session.uci.guessed && !game_undo(&known))) return false;
    if (!game->moves.empty() || !game_follow(&known, game->board, PLIES)) return false;
    *game = known;
    return true;
}

// After a position that was refused no move is legal until another.
void run_position(Session* session, const char* arguments) {
    const std::string position = arguments;
    Game game;
    if (!follow(*session, position, &game)) {
        game = {};
        session->bad_position = !set_up(session, arguments, &game);
        if (session->bad_position) return;
        if (!is_of_known_game(*session, &game)) {
            game_log_set_up(&session->game_log, session->game, game);
            begin_game(session);
        }
    }
    session->game = game;
    session->uci.position = position;
    session->uci.guessed = false;
}

// ---- options

// As the option table has it. UCI makes no difference between small letters and capitals.
std::string plain_value(const std::string& value) {
    if (value == "<empty>") return "";
    if (text_lower(value) == "true") return "1";
    return text_lower(value) == "false" ? "0" : value;
}

void run_setoption(Session* session, const char* arguments) {
    std::string name;
    const char* rest = arguments;
    if (text_next_word(&rest) != "name") rest = "";
    for (std::string word; !(word = text_next_word(&rest)).empty() && word != "value";)
        name += (name.empty() ? "" : " ") + word;
    const std::string value = plain_value(text_trim(rest)); // a path may have any blanks
    if (!option_set(session, name, value))
        complain(session, option_refusal(name, value), arguments);
}

void run_debug(Session* session, const char* arguments) {
    session->uci.debug = std::strcmp(arguments, "off") != 0;
}

// ---- the search

// A `go` while it is worked on.
struct Errand {
    Session* session;
    UciGo go;
    bool timed;     // a clock, or a time for the move, ends it
    bool endless;   // only the host ends it
    bool pondering; // no move may go out before `ponderhit` or `stop`
    bool stopped;
    int64_t start_ms;
    unsigned arrivals_seen;
};

// What does not wait for the end of a search that nothing has ended yet.
bool is_done_at_once(const Errand& errand, const std::string& word, size_t index) {
    return (word == "isready" || word == "debug") && (index == 0 || !errand.stopped);
}

void do_at_once(Session* session, const Line& line) {
    const char* rest = line.text.c_str();
    if (text_next_word(&rest) == "debug")
        run_debug(session, text_trim(rest).c_str());
    else
        session_say(session, "readyok");
}

// A search without an end makes way for what needs another position; other words wait for its end,
// or mean nothing.
bool makes_way_for(const std::string& word) {
    for (const char* other : {"position", "go", "ucinewgame", "xboard"})
        if (word == other) return true;
    return false;
}

Attention hear(Errand* errand, const Line& line, size_t* index, AttentionTimes* times) {
    Session* session = errand->session;
    const std::string word = text_first_word(line.text);
    const bool hit = word == "ponderhit";
    if (word == "quit") return ATTENTION_ABORT;
    const bool at_once = is_done_at_once(*errand, word, *index);
    if (word == "stop" || hit || at_once) {
        line_remove(session->input, *index);
        if (at_once) do_at_once(session, line);
        if (word == "stop") errand->stopped = true;
        if (!hit || !errand->pondering)
            return errand->stopped ? ATTENTION_MOVE_NOW : ATTENTION_NONE;
        errand->pondering = false;
        session->command_ms = times->hit_ms = std::max(line.read_ms, errand->start_ms);
        return errand->timed ? ATTENTION_PONDER_HIT : ATTENTION_NONE;
    }
    ++*index;
    if (!makes_way_for(word)) return ATTENTION_NONE;
    if (errand->endless || errand->pondering) errand->stopped = true;
    return errand->stopped ? ATTENTION_MOVE_NOW : ATTENTION_NONE;
}

// What follows another `go` is meant for that one; but before it can begin, this one must end.
Attention hear_behind_go(Errand* errand, const Line& line, size_t* index) {
    const std::string word = text_first_word(line.text);
    if (word == "quit") return ATTENTION_ABORT;
    if (word == "stop") errand->stopped = true;
    if (!is_done_at_once(*errand, word, *index)) {
        ++*index;
    } else {
        line_remove(errand->session->input, *index);
        do_at_once(errand->session, line);
    }
    return errand->stopped ? ATTENTION_MOVE_NOW : ATTENTION_NONE;
}

Attention look_at_waiting(Errand* errand, AttentionTimes* times) {
    LineQueue* input = errand->session->input;
    const unsigned arrivals = input->arrivals;
    if (arrivals == errand->arrivals_seen) return ATTENTION_NONE;
    Line line;
    bool behind_go = false;
    for (size_t index = 0; line_peek(input, index, &line);) {
        const bool is_go = text_first_word(line.text) == "go";
        const Attention attention =
            behind_go ? hear_behind_go(errand, line, &index) : hear(errand, line, &index, times);
        if (attention != ATTENTION_NONE) return attention;
        behind_go |= is_go;
    }
    if (line_is_closed(input)) return ATTENTION_ABORT;
    if (line_is_full(input)) return ATTENTION_MOVE_NOW;
    errand->arrivals_seen = arrivals;
    return ATTENTION_NONE;
}

bool has_mate(const Errand& errand, const SearchProgress& progress) {
    const Score score = progress.current_score;
    return errand.go.mate != UCI_UNTOLD && progress.iterations > 0 && score > 0 &&
           score_is_mate(score) && score_mate_moves(score) <= errand.go.mate;
}

Attention attend(void* context, const SearchProgress& progress, AttentionTimes* times) {
    Errand* errand = static_cast<Errand*>(context);
    if (errand->session->quit) return ATTENTION_ABORT;
    const Attention attention = look_at_waiting(errand, times);
    if (errand->pondering || !errand->timed) log_flush(&errand->session->input->log);
    if (attention != ATTENTION_NONE) return attention;
    return has_mate(*errand, progress) ? ATTENTION_MOVE_NOW : ATTENTION_NONE;
}

bool show(void* context, const SearchLine& line, int64_t) {
    const Errand* errand = static_cast<Errand*>(context);
    Session* session = errand->session;
    if (!line_is_ready(session->output)) return false;
    const int64_t elapsed_ms = stopwatch_now_ms(session->stopwatch) - errand->start_ms;
    const UciInfo info = {
        elapsed_ms, castle_style(*session), session->settings.lines > 1, session->uci.show_wdl,
        eval_outlook(search_network(session->search), session->game.board, line.score)};
    session_say(session, uci_text_info(line, info));
    return true;
}

int to_int(int64_t value, int64_t least, int64_t most) {
    return int(std::clamp(value, least, most));
}

// A level is told when it is another than we have counted with; then the reading of our clock.
void set_clock(Session* session, const UciGo& go) {
    const Colour turn = session->game.board.turn;
    Clock* clock = &session->clock;
    const int moves = to_int(go.moves_to_go, 0, CLOCK_MOVES_MAX);
    const int64_t increment_ms = clock_clamp_ms(go.increment_ms[turn]);
    const ClockFacts facts = clock_facts(*clock, 0);
    const bool same = facts.kind == CLOCK_LEVEL && facts.increment_ms == increment_ms &&
                      facts.moves_to_go == moves;
    // A level of nothing at all would be none.
    if (!same) clock_set_level(clock, moves, std::max<int64_t>(1, go.own_ms[turn]), increment_ms);
    session_set_own_time(session, go.own_ms[turn]);
    const int64_t opponent_ms = go.own_ms[colour_opposite(turn)];
    if (opponent_ms != UCI_UNTOLD) clock_set_opponent(clock, opponent_ms);
}

// The clock to plan with: the game's, or one for this move alone.
Clock make_clock(Session* session, const UciGo& go) {
    Clock clock = clock_make();
    if (go.move_time_ms != UCI_UNTOLD) {
        clock_set_move_time(&clock, go.move_time_ms);
    } else if (go.own_ms[session->game.board.turn] != UCI_UNTOLD) {
        set_clock(session, go);
        clock = session->clock;
    }
    return clock;
}

// All legal moves but those to be looked at; none if there are no such.
MoveList make_excluded(const Session& session, const UciGo& go) {
    MoveList excluded = {};
    if (go.only.count == 0) return excluded;
    move_gen_legal(session.game.board, &excluded);
    for (int i = 0; i < go.only.count; ++i) move_list_remove(&excluded, go.only.move[i]);
    return excluded;
}

SearchLimits make_limits(const Errand& errand, const MoveList& excluded) {
    const UciGo& go = errand.go;
    const bool plays = errand.pondering || !errand.endless; // else it shall tell what is true
    SearchLimits limits =
        session_limits(*errand.session, plays ? ACTIVITY_THINK : ACTIVITY_ANALYSE);
    limits.excluded = excluded.count > 0 ? &excluded : nullptr;
    if (go.depth != UCI_UNTOLD) limits.depth = Depth(to_int(go.depth, 1, DEPTH_MAX));
    if (go.nodes != UCI_UNTOLD) {
        const uint64_t nodes = uint64_t(std::max<int64_t>(1, go.nodes));
        limits.nodes = limits.nodes ? std::min(limits.nodes, nodes) : nodes;
    }
    return limits;
}

ThinkRequest make_request(Errand* errand, const Clock* clock, const SearchLimits& limits) {
    Session* session = errand->session;
    ThinkRequest request = session_request(session, limits);
    request.kind = !errand->timed ? THINK_ANALYSE : errand->pondering ? THINK_PONDER : THINK_MOVE;
    request.clock = clock;
    if (clock->kind != CLOCK_LEVEL) {
        request.lag = nullptr;
        request.memory = nullptr;
    }
    request.start_ms = errand->start_ms;
    request.context = errand;
    request.attend = attend;
    request.show = show;
    return request;
}

// The search has ended by itself, but the host has not asked for the move yet.
void await_host(Errand* errand) {
    LineQueue* input = errand->session->input;
    while ((errand->endless || errand->pondering) && !errand->stopped && !errand->session->quit) {
        const unsigned arrivals = input->arrivals;
        AttentionTimes times = {};
        const Attention attention = look_at_waiting(errand, &times);
        if (attention == ATTENTION_ABORT || attention == ATTENTION_MOVE_NOW) return;
        log_flush(&input->log);
        if (attention == ATTENTION_NONE && (errand->endless || errand->pondering))
            line_wait(input, arrivals);
    }
}

// What we expect of the opponent, if the game goes on.
Move find_ponder(const Session& session, const SearchReport& report) {
    if (report.best == MOVE_NONE) return MOVE_NONE;
    Game after = session.game;
    game_make(&after, report.best);
    if (game_result(after) != GAME_ONGOING) return MOVE_NONE;
    return report.pv.length > 1 ? report.pv.move[1] : search_hash_move(session.search, after);
}

void say_record(Session* session, const ThinkResult& result) {
    const std::string line =
        game_log_move(&session->game_log, session->game, session->clock, result);
    if (session->uci.debug)
        session_say(session, "info string " + line);
    else
        session_comment(session, line);
    Game after = session->game;
    game_make(&after, result.report.best);
    game_log_result(&session->game_log, after, game_result_text(after, game_result(after)));
}

// One program may play both sides.
void take_side(Session* session) {
    const Colour colour = session->game.board.turn;
    if (session->engine_colour != colour) lag_change_side(&session->lag);
    session->engine_colour = colour;
}

// False if the book has no move, or is not to be asked.
bool play_from_book(const Errand& errand) {
    Session* session = errand.session;
    if (errand.endless || errand.pondering || errand.go.only.count > 0) return false;
    const Move move = session_book_move(*session);
    if (move == MOVE_NONE) return false;
    make_clock(session, errand.go); // the host's reading counts, whoever finds the move
    session_say(session, "info string a move of the book");
    session_say(session, uci_text_move(move, MOVE_NONE, castle_style(*session)));
    game_log_book_move(&session->game_log, session->game, session->clock, move);
    session_note_book_move(session);
    return true;
}

// Was the guess right, though the search had ended by itself before that was known?
bool is_late_hit(const Errand& errand, const MoveRecord& record) {
    return errand.go.ponder && errand.timed && !errand.pondering && !errand.stopped &&
           record.stop != STOP_ABORT;
}

void think(Errand* errand) {
    Session* session = errand->session;
    const Clock clock = make_clock(session, errand->go);
    const MoveList excluded = make_excluded(*session, errand->go);
    const SearchLimits limits = make_limits(*errand, excluded);
    session->activity = errand->timed ? ACTIVITY_THINK : ACTIVITY_ANALYSE;
    ThinkResult result = think_run(make_request(errand, &clock, limits));
    await_host(errand);
    session->activity = ACTIVITY_NONE;
    session_say(session, uci_text_move(result.report.best, find_ponder(*session, result.report),
                                       castle_style(*session)));
    session->uci.guessed = errand->pondering;
    session->free_ms = stopwatch_now_ms(session->stopwatch); // for what waits
    if (!result.is_move && !is_late_hit(*errand, result.record)) return;
    if (!result.is_move) result.record.meant_ms = 0;                        // it was ready
    if (errand->go.ponder) result.record.facts.opponent_ms = CLOCK_UNKNOWN; // told before he moved
    session_note_move(session, &result.record, clock.kind == CLOCK_LEVEL);
    say_record(session, result);
    session_note_plan(session, result.report.pv);
}

void run_go(Session* session, const char* arguments) {
    const Board& board = session->game.board;
    Errand errand = {};
    errand.session = session;
    errand.go = uci_go_parse(board, arguments);
    if (!errand.go.wrong.empty()) complain(session, "bad argument: go", errand.go.wrong);
    errand.timed = uci_go_is_timed(errand.go, board.turn);
    const UciGo& go = errand.go;
    const bool limited = go.depth != UCI_UNTOLD || go.nodes != UCI_UNTOLD || go.mate != UCI_UNTOLD;
    errand.endless = go.infinite || (!errand.timed && !limited);
    errand.pondering = go.ponder;
    errand.start_ms = session->command_ms;
    MoveList legal = {};
    if (!session->bad_position) move_gen_legal(board, &legal);
    if (legal.count > 0) {
        take_side(session);
        if (!play_from_book(errand)) think(&errand);
        return;
    }
    if (!session->bad_position) session_say(session, uci_text_end(attack_in_check(board)));
    await_host(&errand);
    session_say(session, uci_text_move(MOVE_NONE, MOVE_NONE, CASTLE_KING_STEPS));
}

// ---- the commands

void say_who(Session* session, const char*) {
    session_say(session, std::string("id name ") + VERSION_NAME);
    session_say(session, "id author The Overtime authors");
    for (const OptionRow& row : option_rows(*session, OPTION_UCI))
        session_say(session, uci_text_option(row.name, row.value));
    session_complain(session, "info string ");
    session_say(session, "uciok");
}

void run_isready(Session* session, const char*) {
    session_say(session, "readyok");
}

void run_quit(Session* session, const char*) {
    session->quit = true;
}

void ignore(Session*, const char*) {}

struct Command {
    const char* name;
    void (*run)(Session* session, const char* arguments);
};

const Command COMMANDS[] = {
    {"uci", say_who},
    {"isready", run_isready},
    {"ucinewgame", run_new_game},
    {"position", run_position},
    {"go", run_go},
    {"setoption", run_setoption},
    {"debug", run_debug},
    {"quit", run_quit},
    // Too late, or nothing to us.
    {"stop", ignore},
    {"ponderhit", ignore},
    {"register", ignore},
};

} // namespace

void uci_begin(Session* session) {
    session->uci.active = true;
    run_new_game(session, "");
    say_who(session, "");
}

void uci_execute(Session* session, const char* text) {
    const char* rest = text;
    const std::string name = text_next_word(&rest);
    if (name.empty()) return;
    const std::string arguments = text_trim(rest);
    for (const Command& command : COMMANDS) {
        if (name != command.name) continue;
        command.run(session, arguments.c_str());
        return;
    }
    complain(session, "unknown command", text);
}

void uci_refuse(Session* session, const std::string& start) {
    complain(session, "line too long", start);
    if (text_first_word(start) == "position") session->bad_position = true;
}

void uci_end(Session* session) {
    session->uci = {};
    session_new_game(session);
    session->clock = clock_make();
    session->mode = MODE_PLAY;
}
