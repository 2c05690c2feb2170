// `overtime play`: a timed game of Overtime against itself, shown move by move with its clocks.
#include "protocol/tools/tools.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/board/notation.h"
#include "protocol/files/pgn.h"
#include "protocol/io/file.h"
#include "protocol/io/text.h"
#include "protocol/session/display.h"
#include "protocol/session/session.h"
#include "protocol/session/think.h"
#include "protocol/tools/flags.h"
#include "protocol/tools/report/page.h"
#include "protocol/version.h"

namespace {

constexpr int PLIES_MAX = 600;
constexpr const char* PGN = "overtime.pgn"; // the game goes to the end of it
constexpr const char* LEVEL_DEFAULT = "0 0:10 0.1";

struct Player {
    TurnPlayer time;
    Search* search;
    Planned planned;
    Clock clock; // the clock of this side, as the match counts it down
    bool flagged;
};

struct Match {
    Session* session;   // has the settings, the game and the stopwatch
    std::string report; // a page that shows where the time went; empty: none
    Player player[COLOUR_NB];
    int64_t moved_ms;              // when the last move went out: the next clock runs from then
    std::vector<std::string> text; // each move as SAN and its comment
    ReportGame game;               // for the page
};

std::string seconds(int64_t ms) {
    return text_format("%.2fs", double(ms) / 1000.0);
}

std::string pawns(Score score) {
    if (score_is_mate(score))
        return text_format("%cM%d", score > 0 ? '+' : '-', std::abs(score_mate_moves(score)));
    return text_format("%+.2f", int(score) / 100.0);
}

std::string overrun_story(const Overrun& overrun) {
    if (!overrun.latched) return "";
    if (!overrun.fallen) return ", best move failed low";
    return ", score dropped " + std::to_string(overrun.drop_cp) + " centipawns";
}

void show_move(const Match& match, const std::string& san, const ThinkResult& result) {
    const MoveRecord& record = result.turn.record;
    const Board& board = match.session->game.board; // the move is made: the other side is on turn
    const bool white = board.turn == BLACK;
    std::printf("\n%d.%s %s  (%s, depth %d)\n", board.move_number - !white, white ? "" : "..",
                san.c_str(), pawns(result.report.score).c_str(), int(result.report.depth));
    std::printf("%s\n", display_board(board).c_str());
    if (result.report.depth == DEPTH_ZERO) {
        std::printf("a move of the book\n");
        return;
    }
    std::printf(
        "clock %s  NormalMoveTime %s  ExtendMaxMoveTime %s  used %s  stopped: %s%s\n",
        seconds(record.facts.own_ms).c_str(), seconds(record.budget.normal_move_time_ms).c_str(),
        seconds(record.budget.extend_max_move_time_ms).c_str(), seconds(record.used_ms).c_str(),
        stop_reason_name(record.stop), overrun_story(record.overrun).c_str());
    std::fflush(stdout);
}

ThinkResult find_move(Match* match) {
    const Session& session = *match->session;
    const Colour colour = session.game.board.turn;
    Player* player = &match->player[colour];
    TurnPlayer* time = &player->time;
    // Tells both clocks before a move, as a host does.
    clock_set_own(&time->clock, player->clock.own_ms);
    lag_note_reading(&time->lag, player->clock.own_ms);
    clock_set_opponent(&time->clock, match->player[colour_opposite(colour)].clock.own_ms);
    ThinkRequest request = {};
    request.turn.player = time;
    request.turn.controller = session.settings.controller;
    request.turn.settings = session.settings.timing;
    request.turn.stopwatch = session.stopwatch;
    request.turn.start_ms = stopwatch_now_ms(session.stopwatch);
    request.search = player->search;
    request.game = &session.game;
    request.limits = session_limits(session, ACTIVITY_THINK);
    request.limits.bias.seed = session.seed + colour;
    request.planned = think_planned_move(player->planned, session.game);
    ThinkResult result = think_run(request);
    player->planned = think_plan(session.game, result.report.pv);
    turn_end(&result.turn, turn_elapsed_ms(result.turn, 0));
    return result;
}

// Charges all the time since the last move went out, including the time that showing it took.
void charge(Match* match, Colour colour) {
    Player* player = &match->player[colour];
    const int64_t now_ms = stopwatch_now_ms(match->session->stopwatch);
    const int64_t charged_ms = now_ms - match->moved_ms;
    player->flagged = charged_ms > player->clock.own_ms;
    clock_own_move_made(&player->clock, std::max<int64_t>(1, charged_ms));
    match->moved_ms = now_ms;
}

// Notes why the move took its time, in the fields that our log would have.
void note_reasons(const ThinkResult& result, ReportMove* move) {
    const MoveRecord& record = result.turn.record;
    move->normal_ms = record.budget.normal_move_time_ms;
    move->extend_ms = record.budget.extend_max_move_time_ms;
    move->stop = stop_reason_name(record.stop);
    if (!record.overrun.latched) return;
    move->drop_cp = record.overrun.fallen ? record.overrun.drop_cp : 0;
    move->drop_depth = record.overrun.drop_depth;
    move->resolved_depth = record.overrun.resolved_depth;
    move->resolved_move = record.overrun.resolved_move;
    move->before_cp = record.overrun.reference_cp;
    move->after_cp = score_cp(result.report.score);
}

// The report explains White's moves; of Black it shows only the clock.
void note_move(Match* match, Colour colour, const std::string& san, const ThinkResult& result) {
    ReportMove move;
    move.text = san;
    move.sent_ms = result.turn.record.facts.own_ms - result.turn.record.used_ms;
    move.left_ms = match->player[colour].clock.own_ms;
    move.used_ms = result.turn.record.used_ms;
    if (colour == WHITE && result.report.depth > DEPTH_ZERO) note_reasons(result, &move);
    match->game.side[colour].moves.push_back(move);
}

// Depth 0 marks a book move. Returns false if the book is not used or has no move.
bool find_book_move(Match* match, ThinkResult* result) {
    result->report.best = session_book_move(*match->session);
    if (result->report.best == MOVE_NONE) return false;
    Player* player = &match->player[match->session->game.board.turn];
    result->turn.record.facts.own_ms = player->clock.own_ms;
    clock_own_move_made(&player->time.clock, 1);
    lag_interrupt(&player->time.lag);
    return true;
}

void play_move(Match* match) {
    Game* game = &match->session->game;
    const Colour colour = game->board.turn;
    ThinkResult result = {};
    if (!find_book_move(match, &result)) result = find_move(match);
    charge(match, colour);
    const std::string san = notation_san(game->board, result.report.best);
    game_make(game, result.report.best);
    match->text.push_back(san + " {" + pawns(result.report.score) + '/' +
                          std::to_string(int(result.report.depth)) + ' ' +
                          seconds(result.turn.record.used_ms) +
                          ", tl=" + seconds(match->player[colour].clock.own_ms) + '}');
    note_move(match, colour, san, result);
    show_move(*match, san, result);
}

std::string today() {
    char text[32];
    const std::time_t now = std::time(nullptr);
    std::strftime(text, sizeof text, "%Y.%m.%d", std::localtime(&now));
    return text;
}

// Seconds without trailing zeros.
std::string plain_seconds(int64_t ms) {
    return text_format("%.10g", double(ms) / 1000.0);
}

// "40/300", "10+0.1": in seconds, as PGN has it.
std::string control_text(const ReportControl& control) {
    std::string text = plain_seconds(control.base_ms);
    if (control.moves > 0) text = std::to_string(control.moves) + '/' + text;
    if (control.increment_ms > 0) text += '+' + plain_seconds(control.increment_ms);
    return text;
}

// Returns the empty line between a game that is already in the file and the next game.
const char* separator() {
    std::error_code error;
    const auto size = std::filesystem::file_size(PGN, error);
    return error || size == 0 ? "" : "\n";
}

// Returns an empty text, or why the game cannot be written.
std::string write_pgn(const Match& match, const std::string& result) {
    std::vector<std::string> words;
    for (size_t i = 0; i < match.text.size(); ++i) {
        if (i % 2 == 0) words.push_back(std::to_string(i / 2 + 1) + '.');
        words.push_back(match.text[i]);
    }
    words.push_back(result);
    const std::pair<const char*, std::string> tags[] = {
        {"Event", std::string(VERSION_NAME) + " against itself"},
        {"Site", "?"},
        {"Date", today()},
        {"Round", "1"},
        {"White", VERSION_NAME},
        {"Black", VERSION_NAME},
        {"Result", result},
        {"TimeControl", control_text(match.game.control)},
    };
    std::string text = separator();
    for (const auto& tag : tags) text += pgn_tag(tag.first, tag.second) + '\n';
    return file_append(PGN, text + '\n' + pgn_wrap(words));
}

// "1-0 {White mates}", "1-0 {Black loses on time}"
std::string result_text(const Match& match) {
    if (match.player[WHITE].flagged) return "0-1 {White loses on time}";
    if (match.player[BLACK].flagged) return "1-0 {Black loses on time}";
    const std::string text =
        game_result_text(match.session->game, game_result(match.session->game));
    return text.empty() ? "* {too long}" : text;
}

// Returns an empty text, or why the page cannot be written.
std::string refuse_report(const Match& match) {
    return match.report.empty() ? "" : file_refuse_output(match.report, {PGN});
}

// Returns an empty text, or why the page was not written.
std::string write_report(const Match& match, const std::string& token) {
    const std::string why = refuse_report(match);
    if (!why.empty()) return why;
    ReportFile file;
    file.name = PGN;
    file.games = {match.game};
    ReportGame* game = &file.games[0];
    game->own = WHITE;
    for (ReportSide& side : game->side) side.name = VERSION_NAME;
    game->result = token;
    return file_write(match.report, report_page({file}));
}

int finish(const Match& match) {
    const std::string text = result_text(match), token = text_first_word(text);
    std::printf("\nResult: %s\n", text.c_str());
    if (const int status = file_check(PGN, write_pgn(match, token))) return status;
    std::printf("The game is in %s\n", PGN);
    if (match.report.empty()) return 0;
    if (const int status = file_check(match.report, write_report(match, token))) return status;
    std::printf("Where the time went is in %s\n", match.report.c_str());
    return 0;
}

int play(Match* match) {
    Session* session = match->session;
    const ReportControl& control = match->game.control;
    for (Player& player : match->player) {
        player.search = search_create(session->settings.megabytes);
        search_set_threads(player.search, session->settings.threads);
        search_set_network(player.search, search_network(session->search));
        player.clock = clock_make();
        clock_set_level(&player.clock, control.moves, control.base_ms, control.increment_ms);
        player.time.clock = player.clock;
    }
    match->moved_ms = stopwatch_now_ms(session->stopwatch);
    while (game_result(session->game) == GAME_ONGOING && !match->player[WHITE].flagged &&
           !match->player[BLACK].flagged && session->game.moves.size() < PLIES_MAX)
        play_move(match);
    const int status = finish(*match);
    for (const Player& player : match->player) search_free(player.search);
    return status;
}

// Stricter than the `level` command, which ignores words after the numbers and takes a level
// without time as untimed.
bool parse_level(const std::string& level, ReportControl* control) {
    return text_words(level).size() <= 3 &&
           text_parse_level(level.c_str(), &control->moves, &control->base_ms,
                            &control->increment_ms) &&
           control->base_ms + control->increment_ms > 0;
}

} // namespace

int tool_play(Session* session, int count, char** words) {
    Match match = {};
    match.session = session;
    std::vector<const char*> levels;
    if (const int status =
            flags_read(count, words, {flags_text("--report", &match.report)}, &levels))
        return status;
    std::string level;
    for (const char* word : levels) level += (level.empty() ? "" : " ") + std::string(word);
    if (level.empty()) level = LEVEL_DEFAULT;
    if (!parse_level(level, &match.game.control))
        return flags_fail("not a time control", level.c_str());
    session->settings.lines = 1;
    if (const int status = file_check(PGN, file_append(PGN, ""))) return status;
    if (const int status = file_check(match.report, refuse_report(match))) return status;
    return play(&match);
}
