#include "protocol/tools/study/look.h"

#include <cstdlib>

namespace {

constexpr int POLL_NODES = 1024;
constexpr int64_t MS_PER_SECOND = 1000;

struct Work {
    const LookEffort& effort;
    const Stopwatch& stopwatch;
    const LookListener* listener;
    int64_t start_ms;
};

int64_t elapsed_ms(const Work& work) {
    return stopwatch_now_ms(work.stopwatch) - work.start_ms;
}

// Two plies deeper than the mate is long a shorter one is seldom found; a search that prunes may
// have missed it all the same.
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
    if (moment == SEARCH_ITERATION && is_mate_enough(progress, work.effort.mate)) return true;
    return elapsed_ms(work) >= int64_t(work.effort.seconds * MS_PER_SECOND);
}

void hear(void* context, const SearchLine& line) {
    const Work& work = *static_cast<Work*>(context);
    if (work.listener && line.bound != BOUND_UPPER)
        work.listener->line(work.listener->context, line, elapsed_ms(work));
}

} // namespace

Look look_run(Search* search, const Game& game, const LookEffort& effort,
              const Stopwatch& stopwatch, const LookListener* listener) {
    Work work = {effort, stopwatch, listener, stopwatch_now_ms(stopwatch)};
    SearchMonitor monitor = {&work, stop, hear, POLL_NODES};
    SearchLimits limits = SEARCH_UNLIMITED;
    limits.depth = Depth(int(effort.depth));
    limits.nodes = uint64_t(effort.nodes);
    Look look;
    look.report = search_run(search, game, limits, &monitor);
    look.used_ms = elapsed_ms(work);
    return look;
}
