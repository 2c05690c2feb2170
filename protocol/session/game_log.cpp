#include "protocol/session/game_log.h"

#include "engine/board/notation.h"

namespace {

constexpr const char* UNKNOWN = "-";

void write_line(Session* session, const std::string& text) {
    log_add(&session->input->log, LOG_KEPT, "# " + text);
}

std::string field(const char* name, const std::string& value) {
    return std::string(" ") + name + '=' + value;
}

std::string clock_field(const char* name, int64_t ms) {
    return field(name, ms == CLOCK_UNKNOWN ? UNKNOWN : std::to_string(ms));
}

// The last move was made from the position before it.
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

// UCI does not tell the base, only the clock, which may start with one increment more.
int64_t find_base(const Session& session) {
    const Clock& clock = session.player.clock;
    const int64_t less_ms = clock.level_base_ms - clock.increment_ms;
    const bool more = session.base_by_reading && less_ms > 0 &&
                      roundness(less_ms) > roundness(clock.level_base_ms);
    return more ? less_ms : clock.level_base_ms;
}

std::string control_fields(const Session& session) {
    const Clock& clock = session.player.clock;
    if (clock.kind != CLOCK_LEVEL || clock.by_reading) return "";
    return field("moves", std::to_string(clock.moves_per_session)) +
           field("base", std::to_string(find_base(session))) +
           field("I", std::to_string(clock.increment_ms));
}

void begin_game(Session* session) {
    if (session->game_logged) return;
    session->game_logged = true;
    Game start = session->game;
    game_rewind(&start);
    const std::string& opponent = session->opponent_name;
    write_line(session, "game" + field("ply", std::to_string(game_ply(start))) +
                            field("own", session->game.board.turn == WHITE ? "white" : "black") +
                            control_fields(*session) +
                            (opponent.empty() ? "" : field("opponent", opponent)));
}

std::string before_drop(const Session& session, const ThinkResult& result) {
    const Overrun& overrun = result.turn.record.overrun;
    if (!overrun.latched || result.best_before == MOVE_NONE) return UNKNOWN;
    return notation_san(session.game.board, result.best_before) + '/' +
           std::to_string(overrun.reference_cp);
}

} // namespace

void game_log_new(Session* session) {
    session->game_logged = false;
}

std::string game_log_move(Session* session, const ThinkResult& result) {
    begin_game(session);
    const SearchReport& report = result.report;
    return record_line(result.turn.record) + move_fields(session->game, report.best) +
           field("score", std::to_string(score_cp(report.score))) +
           field("depth", std::to_string(int(report.depth))) +
           field("before", before_drop(*session, result));
}

void game_log_book_move(Session* session, Move move) {
    begin_game(session);
    const Clock& clock = session->player.clock;
    write_line(session, "book" + clock_field("T", clock.own_ms) +
                            clock_field("O", clock.opponent_ms) + move_fields(session->game, move));
}

void game_log_result(Session* session, const Game& game, const std::string& result) {
    if (!session->game_logged || result.empty()) return;
    write_line(session, "result" + field("ply", std::to_string(game_ply(game))) +
                            field("last", last_move(game)) + ' ' + result);
}
