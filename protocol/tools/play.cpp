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

struct Match {
    Game game;
    Clock clock[COLOUR_NB];
    ControllerMemory memory[COLOUR_NB];
    Search* search[COLOUR_NB];
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
    const MoveRecord& record = result.record;
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

ThinkResult find_move(Match* match) {
    const Colour colour = match->game.board.turn;
    ThinkRequest request = {};
    request.search = match->search[colour];
    request.game = &match->game;
    request.clock = &match->clock[colour];
    request.controller = match->settings->controller;
    request.settings = match->settings->timing;
    request.memory = &match->memory[colour];
    request.limits = match->settings->limits;
    request.limits.bias.seed = match->settings->seed + colour;
    request.stopwatch = match->stopwatch;
    request.start_ms = stopwatch_now_ms(match->stopwatch);
    return think_run(request);
}

// Why the move took its time, as a log of ours would tell it.
void note_reasons(const ThinkResult& result, ReportMove* move) {
    const MoveRecord& record = result.record;
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
    move.sent_ms = result.record.facts.own_ms - result.record.used_ms;
    move.left_ms = match->clock[colour].own_ms;
    move.used_ms = result.record.used_ms;
    if (colour == WHITE && result.report.depth > DEPTH_ZERO) note_reasons(result, &move);
    match->report.side[colour].moves.push_back(move);
}

// Depth 0 tells it from what was searched.
ThinkResult find_book_move(const Match& match) {
    const PlaySettings& settings = *match.settings;
    ThinkResult result = {};
    if (!settings.book) return result;
    result.report.best = book_choose(*settings.book, match.game, settings.book_best, settings.seed);
    result.record.facts.own_ms = match.clock[match.game.board.turn].own_ms;
    return result;
}

void play_move(Match* match) {
    const Colour colour = match->game.board.turn;
    ThinkResult result = find_book_move(*match);
    if (result.report.best == MOVE_NONE) result = find_move(match);
    const std::string san = notation_san(match->game.board, result.report.best);
    game_make(&match->game, result.report.best);
    clock_own_move_made(&match->clock[colour], std::max<int64_t>(1, result.record.used_ms));
    match->text.push_back(san + " {" + pawns(result.report.score) + '/' +
                          std::to_string(int(result.report.depth)) + ' ' +
                          seconds(result.record.used_ms) +
                          ", tl=" + seconds(match->clock[colour].own_ms) + '}');
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

void play_game(Match* match) {
    while (game_result(match->game) == GAME_ONGOING && match->game.moves.size() < PLIES_MAX)
        play_move(match);
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
    const GameResult result = game_result(match.game);
    const char* token = game_result_token(match.game, result);
    std::printf("\nResult: %s\n", result == GAME_ONGOING
                                      ? "* {too long}"
                                      : game_result_text(match.game, result).c_str());
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
        match.search[colour] = search_create(settings.megabytes);
        search_set_threads(match.search[colour], settings.threads);
        search_set_network(match.search[colour], settings.network);
        match.clock[colour] = clock_make();
        clock_set_level(&match.clock[colour], settings.moves, settings.base_ms,
                        settings.increment_ms);
    }
    play_game(&match);
    const int status = finish(match);
    for (Search* search : match.search) search_free(search);
    return status;
}
