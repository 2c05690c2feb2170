#include "protocol/tools/play.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <initializer_list>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/board/notation.h"
#include "protocol/files/book.h"
#include "protocol/files/pgn.h"
#include "protocol/io/file.h"
#include "protocol/session/display.h"
#include "protocol/session/think.h"
#include "protocol/tools/report/page.h"
#include "protocol/version.h"

namespace {

constexpr int PLIES_MAX = 600;

struct Player {
    TurnPlayer time;
    Search* search;
    Planned planned;
    Clock clock; // as the match counts it down
    bool flagged;
};

struct Match {
    Game game;
    Player player[COLOUR_NB];
    int64_t moved_ms;              // when the last move went out: the next clock runs from then
    std::vector<std::string> text; // each move as SAN and its comment
    ReportGame report;
    const PlaySettings* settings;
    Stopwatch stopwatch;
};

std::string seconds(int64_t ms) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2fs", double(ms) / 1000.0);
    return text;
}

std::string pawns(Score score) {
    char text[32];
    if (score_is_mate(score))
        std::snprintf(text, sizeof text, "%cM%d", score > 0 ? '+' : '-',
                      std::abs(score_mate_moves(score)));
    else
        std::snprintf(text, sizeof text, "%+.2f", int(score) / 100.0);
    return text;
}

std::string overrun_story(const Overrun& overrun) {
    if (!overrun.latched) return "";
    if (!overrun.fallen) return ", best move failed low";
    return ", score dropped " + std::to_string(overrun.drop_cp) + " centipawns";
}

void show_move(const Match& match, const std::string& san, const ThinkResult& result) {
    const MoveRecord& record = result.turn.record;
    const Board& board = match.game.board; // the move is made: the other side is on turn
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

// As a host does before a move: both clocks.
void tell_clocks(Match* match, Colour colour) {
    TurnPlayer* time = &match->player[colour].time;
    clock_set_own(&time->clock, match->player[colour].clock.own_ms);
    lag_note_reading(&time->lag, match->player[colour].clock.own_ms);
    clock_set_opponent(&time->clock, match->player[colour_opposite(colour)].clock.own_ms);
}

ThinkResult find_move(Match* match) {
    const PlaySettings& settings = *match->settings;
    const Colour colour = match->game.board.turn;
    Player* player = &match->player[colour];
    tell_clocks(match, colour);
    ThinkRequest request = {};
    request.turn.player = &player->time;
    request.turn.controller = settings.controller;
    request.turn.settings = settings.timing;
    request.turn.stopwatch = match->stopwatch;
    request.turn.start_ms = stopwatch_now_ms(match->stopwatch);
    request.search = player->search;
    request.game = &match->game;
    request.limits = settings.limits;
    request.limits.bias.seed = settings.seed + colour;
    request.planned = think_planned_move(player->planned, match->game);
    ThinkResult result = think_run(request);
    player->planned = think_plan(match->game, result.report.pv);
    turn_end(&result.turn, turn_elapsed_ms(result.turn, 0));
    return result;
}

// The match charges all the time since the last move went out, what showing it took included.
void charge(Match* match, Colour colour) {
    Player* player = &match->player[colour];
    const int64_t now_ms = stopwatch_now_ms(match->stopwatch);
    const int64_t charged_ms = now_ms - match->moved_ms;
    player->flagged = charged_ms > player->clock.own_ms;
    clock_own_move_made(&player->clock, std::max<int64_t>(1, charged_ms));
    match->moved_ms = now_ms;
}

// Why the move took its time, as a log of ours would tell it.
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

// The page is White's: of Black it shows the clock.
void note_move(Match* match, Colour colour, const std::string& san, const ThinkResult& result) {
    ReportMove move;
    move.text = san;
    move.sent_ms = result.turn.record.facts.own_ms - result.turn.record.used_ms;
    move.left_ms = match->player[colour].clock.own_ms;
    move.used_ms = result.turn.record.used_ms;
    if (colour == WHITE && result.report.depth > DEPTH_ZERO) note_reasons(result, &move);
    match->report.side[colour].moves.push_back(move);
}

// Depth 0 marks it. False if the book is not used or has no move.
bool find_book_move(Match* match, ThinkResult* result) {
    const PlaySettings& settings = *match->settings;
    if (!settings.book) return false;
    result->report.best =
        book_choose(*settings.book, match->game, settings.book_best, settings.seed);
    if (result->report.best == MOVE_NONE) return false;
    Player* player = &match->player[match->game.board.turn];
    result->turn.record.facts.own_ms = player->clock.own_ms;
    clock_own_move_made(&player->time.clock, 1);
    lag_interrupt(&player->time.lag);
    return true;
}

void play_move(Match* match) {
    const Colour colour = match->game.board.turn;
    ThinkResult result = {};
    if (!find_book_move(match, &result)) result = find_move(match);
    charge(match, colour);
    const std::string san = notation_san(match->game.board, result.report.best);
    game_make(&match->game, result.report.best);
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

// Without trailing zeros.
std::string plain_seconds(int64_t ms) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", double(ms) / 1000.0);
    return text;
}

// "40/300", "10+0.1": in seconds, as PGN has it.
std::string control_text(const PlaySettings& settings) {
    std::string text = plain_seconds(settings.base_ms);
    if (settings.moves > 0) text = std::to_string(settings.moves) + '/' + text;
    if (settings.increment_ms > 0) text += '+' + plain_seconds(settings.increment_ms);
    return text;
}

// Games in a file are parted by an empty line.
const char* separator(const std::string& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return error || size == 0 ? "" : "\n";
}

// Empty, or why not.
std::string write_pgn(const Match& match, const std::string& result) {
    const std::string& path = match.settings->pgn;
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
        {"TimeControl", control_text(*match.settings)},
    };
    std::string text = separator(path);
    for (const auto& tag : tags) text += pgn_tag(tag.first, tag.second) + '\n';
    return file_append(path, text + '\n' + pgn_wrap(words));
}

bool is_flagged(const Match& match) {
    return match.player[WHITE].flagged || match.player[BLACK].flagged;
}

void play_game(Match* match) {
    while (game_result(match->game) == GAME_ONGOING && !is_flagged(*match) &&
           match->game.moves.size() < PLIES_MAX)
        play_move(match);
}

// "1-0 {White mates}", "1-0 {Black loses on time}"
std::string result_text(const Match& match) {
    if (match.player[WHITE].flagged) return "0-1 {White loses on time}";
    if (match.player[BLACK].flagged) return "1-0 {Black loses on time}";
    const std::string text = game_result_text(match.game, game_result(match.game));
    return text.empty() ? "* {too long}" : text;
}

// Empty, or why the page cannot be written there.
std::string refuse_report(const PlaySettings& settings) {
    return settings.report.empty() ? "" : file_refuse_output(settings.report, {settings.pgn});
}

// Empty, or why not.
std::string write_report(const Match& match, const std::string& token) {
    const PlaySettings& settings = *match.settings;
    const std::string why = refuse_report(settings);
    if (!why.empty()) return why;
    ReportFile file;
    file.name = settings.pgn;
    file.games = {match.report};
    ReportGame* game = &file.games[0];
    game->own = WHITE;
    game->control = {settings.moves, settings.base_ms, settings.increment_ms};
    for (ReportSide& side : game->side) side.name = VERSION_NAME;
    game->result = token;
    return file_write(settings.report, report_page({file}));
}

int finish(const Match& match) {
    const std::string text = result_text(match), token = text.substr(0, text.find(' '));
    std::printf("\nResult: %s\n", text.c_str());
    const std::string why = write_pgn(match, token);
    if (!why.empty()) return file_fail(match.settings->pgn, why);
    std::printf("The game is in %s\n", match.settings->pgn.c_str());
    const std::string& page = match.settings->report;
    if (page.empty()) return 0;
    const std::string error = write_report(match, token);
    if (!error.empty()) return file_fail(page, error);
    std::printf("Where the time went is in %s\n", page.c_str());
    return 0;
}

} // namespace

int play_run(const PlaySettings& settings) {
    std::string why = file_append(settings.pgn, "");
    if (!why.empty()) return file_fail(settings.pgn, why);
    why = refuse_report(settings);
    if (!why.empty()) return file_fail(settings.report, why);
    Match match = {};
    match.settings = &settings;
    match.stopwatch = stopwatch_steady();
    game_reset(&match.game);
    for (const Colour colour : {WHITE, BLACK}) {
        Player* player = &match.player[colour];
        player->search = search_create(settings.megabytes);
        search_set_threads(player->search, settings.threads);
        search_set_network(player->search, settings.network);
        player->clock = clock_make();
        clock_set_level(&player->clock, settings.moves, settings.base_ms, settings.increment_ms);
        player->time.clock = player->clock;
    }
    match.moved_ms = stopwatch_now_ms(match.stopwatch);
    play_game(&match);
    const int status = finish(match);
    for (const Player& player : match.player) search_free(player.search);
    return status;
}
