#include "protocol/tools/tools.h"

#include <cstdio>

#include "engine/board/notation.h"
#include "protocol/files/epd.h"
#include "protocol/io/file.h"
#include "protocol/io/text.h"
#include "protocol/session/display.h"
#include "protocol/tools/progress_line.h"
#include "protocol/tools/study/study_search.h"

namespace {

constexpr int NOT_ALL_SOLVED = 1;
constexpr int POSITIONS_MAX = 100000; // all positions are kept in memory

struct Suite {
    std::vector<Epd> positions;
    int skipped = 0;
    int first_skipped = 0;     // line number of the first skipped line
    const char* why = nullptr; // that line was skipped
};

struct Tally {
    int solved = 0;
    int64_t used_ms = 0, solved_ms = 0; // total time; time until the solutions were found
    uint64_t nodes = 0;
};

// Notes since when the best move of the running search has been a solution of the task.
struct Watch {
    const Epd* epd;
    int64_t since_ms; // negative: the best move is no solution
};

void hear(void* context, const SearchLine& line, int64_t elapsed_ms) {
    Watch* watch = static_cast<Watch*>(context);
    const Move move = line.pv.length > 0 ? line.pv.move[0] : MOVE_NONE;
    if (!epd_is_solved(*watch->epd, move, line.score))
        watch->since_ms = -1;
    else if (watch->since_ms < 0)
        watch->since_ms = elapsed_ms;
}

const char* read_suite(const std::string& path, Suite* suite) {
    std::ifstream input;
    const char* why = file_open_text(path, &input);
    if (why) return why;
    int number = 0;
    for (std::string line; file_next_line(input, &line);) {
        ++number;
        if (line.find_first_not_of(" \t") == std::string::npos || line[0] == '#') continue;
        Epd epd;
        const char* error = epd_parse(line, &epd);
        if (suite->positions.size() == size_t(POSITIONS_MAX))
            return "holds more than 100000 positions";
        if (!error) {
            suite->positions.push_back(epd);
        } else if (suite->skipped++ == 0) {
            suite->first_skipped = number;
            suite->why = error;
        }
        if (suite->positions.empty() && suite->skipped == POSITIONS_MAX) break; // not an EPD file
    }
    if (input.bad()) return "cannot be read";
    return suite->positions.empty() ? "holds no position with bm, am or dm" : nullptr;
}

std::string seconds(int64_t ms) {
    return text_format("%.2f", double(ms) / 1000);
}

std::string join(const char* name, const Board& board, const std::vector<Move>& moves) {
    std::string text;
    for (const Move move : moves) text += ' ' + notation_san(board, move);
    return text.empty() ? "" : std::string(" ") + name + text;
}

// Returns what the position asks for, as EPD operations: "bm Nf3 dm 4".
std::string describe_task(const Epd& epd) {
    std::string text = join("bm", epd.game.board, epd.best) + join("am", epd.game.board, epd.avoid);
    if (epd.mate > 0) text += " dm " + std::to_string(epd.mate);
    return text.substr(1);
}

void say_result(size_t number, const Epd& epd, const StudyResult& result, bool solved,
                int64_t since_ms) {
    const SearchReport& report = result.report;
    const std::string move =
        report.best == MOVE_NONE ? "-" : notation_san(epd.game.board, report.best);
    progress_line_show("");
    std::printf("%4zu  %-4s %-7s %7s  depth %2d  %7s s  %s%s%s\n", number, solved ? "ok" : "--",
                move.c_str(), display_score(report.score).c_str(), int(report.depth),
                solved ? seconds(since_ms).c_str() : "-", describe_task(epd).c_str(),
                epd.id.empty() ? "" : "  ", epd.id.c_str());
    std::fflush(stdout);
}

void run_position(Session* session, const Epd& epd, const StudyLimits& limits, size_t number,
                  Tally* tally) {
    Watch watch = {&epd, -1};
    const StudyListener listener = {&watch, hear};
    search_new_game(session->search); // so that results do not depend on the order
    StudyLimits wanted = limits;
    wanted.mate = epd.mate;
    const StudyResult result =
        study_search(session->search, epd.game, wanted, session->stopwatch, &listener);
    const bool solved = epd_is_solved(epd, result.report.best, result.report.score);
    if (watch.since_ms < 0) watch.since_ms = result.used_ms;
    tally->solved += solved;
    tally->used_ms += result.used_ms;
    tally->solved_ms += solved ? watch.since_ms : 0;
    tally->nodes += result.report.nodes;
    say_result(number, epd, result, solved, watch.since_ms);
}

void say_table(const Suite& suite, const Tally& tally) {
    const size_t count = suite.positions.size();
    std::printf("\nsolved      %d of %zu (%.1f %%)\n", tally.solved, count,
                100.0 * tally.solved / double(count));
    if (suite.skipped > 0)
        std::printf("skipped     %d lines, the first is line %d (%s)\n", suite.skipped,
                    suite.first_skipped, suite.why);
    if (tally.solved > 0)
        std::printf("mean time   %s s until solved\n",
                    seconds(tally.solved_ms / tally.solved).c_str());
    std::printf("time        %s s, %llu nodes\n", seconds(tally.used_ms).c_str(),
                static_cast<unsigned long long>(tally.nodes));
}

} // namespace

int tool_epd(Session* session, int count, char** words) {
    StudyLimits limits;
    std::string path;
    if (const int status = study_read_flags(count, words, &limits, {}, &path)) return status;
    Suite suite;
    const char* why = read_suite(path, &suite);
    if (why) return file_fail(path, why);
    Tally tally;
    ProgressLine progress;
    size_t done = 0;
    for (const Epd& epd : suite.positions) {
        run_position(session, epd, limits, ++done, &tally);
        if (!progress_line_is_due(&progress, false)) continue;
        const size_t left = suite.positions.size() - done;
        progress_line_show(std::to_string(tally.solved) + " of " + std::to_string(done) +
                           " solved, " +
                           progress_line_time_left(progress, double(done), double(left)));
    }
    progress_line_show("");
    say_table(suite, tally);
    return tally.solved == int(suite.positions.size()) ? 0 : NOT_ALL_SOLVED;
}
