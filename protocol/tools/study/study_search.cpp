#include "protocol/tools/study/study_search.h"

#include <cstdlib>

namespace {

constexpr int POLL_NODES = 1024;
constexpr int64_t MS_PER_SECOND = 1000;

constexpr double SECONDS_MIN = 0.001, SECONDS_MAX = 1e6, NODES_MAX = 1e15;
constexpr double UNTOLD = 0, SECONDS_DEFAULT = 1;

struct Work {
    const StudyLimits& limits;
    const Stopwatch& stopwatch;
    const StudyListener* listener;
    int64_t start_ms;
};

int64_t elapsed_ms(const Work& work) {
    return stopwatch_now_ms(work.stopwatch) - work.start_ms;
}

// Whether a mate ends the search. Two plies beyond the mate's length, deeper searches seldom find a
// shorter mate; one may still exist, as the search prunes.
bool is_mate_enough(const SearchProgress& progress, int wanted) {
    constexpr int MORE_PLIES = 2;
    const Score score = progress.current_score;
    if (!score_is_mate(score) || progress.fail_low_pending) return false;
    const int moves = score_mate_moves(score);
    if (wanted > 0) return score > 0 && moves <= wanted;
    return progress.depth >= 2 * std::abs(moves) + MORE_PLIES;
}

bool stop(void* context, const SearchProgress& progress, SearchMoment moment) {
    const Work& work = *static_cast<Work*>(context);
    if (progress.iterations == 0) return false;
    if (moment == SEARCH_ITERATION && is_mate_enough(progress, work.limits.mate)) return true;
    return elapsed_ms(work) >= int64_t(work.limits.seconds * MS_PER_SECOND);
}

void hear(void* context, const SearchLine& line) {
    const Work& work = *static_cast<Work*>(context);
    if (work.listener && line.bound != BOUND_UPPER)
        work.listener->line(work.listener->context, line, elapsed_ms(work));
}

} // namespace

StudyResult study_search(Search* search, const Game& game, const StudyLimits& limits,
                         const Stopwatch& stopwatch, const StudyListener* listener) {
    Work work = {limits, stopwatch, listener, stopwatch_now_ms(stopwatch)};
    SearchMonitor monitor = {&work, stop, hear, POLL_NODES};
    SearchLimits search_limits = SEARCH_UNLIMITED;
    search_limits.depth = Depth(int(limits.depth));
    search_limits.nodes = uint64_t(limits.nodes);
    StudyResult result;
    result.report = search_run(search, game, search_limits, &monitor);
    result.used_ms = elapsed_ms(work);
    return result;
}

int study_read_flags(int count, char** words, StudyLimits* limits, std::vector<Flag> more,
                     std::string* file) {
    *limits = {UNTOLD, UNTOLD, UNTOLD};
    more.push_back({"--st", SECONDS_MIN, SECONDS_MAX, false, &limits->seconds});
    more.push_back({"--sd", 1, DEPTH_MAX, true, &limits->depth});
    more.push_back({"--nodes", 1, NODES_MAX, true, &limits->nodes});
    const int status = flags_read_one(count, words, more, file);
    const bool bounded = limits->depth > UNTOLD || limits->nodes > UNTOLD;
    if (limits->seconds <= UNTOLD) limits->seconds = bounded ? SECONDS_MAX : SECONDS_DEFAULT;
    if (limits->depth <= UNTOLD) limits->depth = DEPTH_MAX;
    return status;
}
