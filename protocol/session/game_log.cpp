#include "protocol/session/game_log.h"

#include <algorithm>

#include "engine/board/notation.h"

namespace {

constexpr const char* UNKNOWN = "-";

void write_line(const GameLog& game_log, const std::string& text) {
    log_add(game_log.log, LOG_KEPT, "# " + text);
}

std::string field(const char* name, const std::string& value) {
    return std::string(" ") + name + '=' + value;
}

std::string clock_field(const char* name, int64_t ms) {
    return field(name, ms == CLOCK_UNKNOWN ? UNKNOWN : std::to_string(ms));
}

// The last move of the game, in SAN, which needs the position before that move.
std::string last_move(const Game& game) {
    if (game.moves.empty()) return UNKNOWN;
    Board board = game.board;
    move_undo(&board, game.moves.back(), game.undos.back());
    return notation_san(board, game.moves.back());
}

std::string move_fields(const Game& game, Move move) {
    return field("ply", std::to_string(game_ply(game))) +
           field("move", notation_san(game.board, move)) + field("last", last_move(game));
}

int64_t roundness(int64_t ms) {
    for (const int64_t step_ms : {60000, 30000, 10000, 5000, 1000, 500, 100})
        if (ms % step_ms == 0) return step_ms;
    return 0;
}

// If no `level` was told, the base is the first reading of our clock, which may contain one
// increment: then the reading less the increment is the rounder number and the base.
int64_t find_base(const GameLog& game_log, const Clock& clock) {
    const int64_t less_ms = clock.level_base_ms - clock.increment_ms;
    const bool rounder = less_ms > 0 && roundness(less_ms) > roundness(clock.level_base_ms);
    return game_log.base_is_read && rounder ? less_ms : clock.level_base_ms;
}

std::string control_fields(const GameLog& game_log, const Clock& clock) {
    if (clock.kind != CLOCK_LEVEL || clock.by_reading) return "";
    return field("moves", std::to_string(clock.moves_per_session)) +
           field("base", std::to_string(find_base(game_log, clock))) +
           field("I", std::to_string(clock.increment_ms));
}

void begin_game(GameLog* game_log, const Game& game, const Clock& clock) {
    if (game_log->begun) return;
    game_log->begun = true;
    Game start = game;
    game_rewind(&start);
    std::string line = "game" + field("ply", std::to_string(game_ply(start))) +
                       field("own", game.board.turn == WHITE ? "white" : "black") +
                       control_fields(*game_log, clock);
    if (!game_log->opponent.empty()) line += field("opponent", game_log->opponent);
    write_line(*game_log, line);
}

std::string before_drop(const Game& game, const ThinkResult& result) {
    const Overrun& overrun = result.turn.record.overrun;
    if (!overrun.latched || result.best_before == MOVE_NONE) return UNKNOWN;
    return notation_san(game.board, result.best_before) + '/' +
           std::to_string(overrun.reference_cp);
}

} // namespace

void game_log_new(GameLog* game_log, bool base_is_read) {
    game_log->begun = false;
    game_log->base_is_read = base_is_read;
}

void game_log_set_up(GameLog* game_log, const Game& old, const Game& now) {
    constexpr size_t TAKEN_BACK_MAX = 4;
    const size_t kept = old.moves.size() - std::min(old.moves.size(), TAKEN_BACK_MAX);
    const auto end = old.moves.begin() + std::ptrdiff_t(kept);
    const bool same = old.start.key == now.start.key && now.moves.size() >= kept &&
                      std::equal(old.moves.begin(), end, now.moves.begin());
    if (!same) game_log->begun = false;
}

std::string game_log_move(GameLog* game_log, const Game& game, const Clock& clock,
                          const ThinkResult& result) {
    begin_game(game_log, game, clock);
    const SearchReport& report = result.report;
    return record_line(result.turn.record) + move_fields(game, report.best) +
           field("score", std::to_string(score_cp(report.score))) +
           field("depth", std::to_string(int(report.depth))) +
           field("before", before_drop(game, result));
}

void game_log_book_move(GameLog* game_log, const Game& game, const Clock& clock, Move move) {
    begin_game(game_log, game, clock);
    write_line(*game_log, "book" + clock_field("T", clock.own_ms) +
                              clock_field("O", clock.opponent_ms) + move_fields(game, move));
}

void game_log_result(GameLog* game_log, const Game& game, const std::string& result) {
    if (!game_log->begun || result.empty()) return;
    write_line(*game_log, "result" + field("ply", std::to_string(game_ply(game))) +
                              field("last", last_move(game)) + ' ' + result);
}
