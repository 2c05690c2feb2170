#include "engine/search/vote.h"

#include <algorithm>

namespace {

// Centipawns added to every lead over the worst report, so that the worst report has a vote, too.
constexpr int VOTE_BASE = 20;

// Reports shallower than the main thread's have no vote, because the main thread may have refuted
// their move; but mates always vote.
std::vector<SearchReport> voters(const std::vector<SearchReport>& reports) {
    std::vector<SearchReport> deep;
    for (const SearchReport& report : reports)
        if (report.proven >= reports[0].proven || report.score >= SCORE_MATE_MIN)
            deep.push_back(report);
    return deep;
}

int64_t votes_for(const std::vector<SearchReport>& reports, Move move) {
    Score least = SCORE_INFINITE;
    for (const SearchReport& report : reports) least = std::min(least, report.score);
    int64_t votes = 0;
    for (const SearchReport& report : reports)
        if (report.best == move)
            votes += int64_t(report.score - least + VOTE_BASE) * int(report.proven);
    return votes;
}

bool is_better(const std::vector<SearchReport>& reports, const SearchReport& a,
               const SearchReport& b) {
    if (a.score >= SCORE_MATE_MIN || b.score >= SCORE_MATE_MIN) return a.score > b.score;
    if (a.best == b.best) return false;
    return votes_for(reports, a.best) > votes_for(reports, b.best);
}

} // namespace

SearchReport vote_elect(const std::vector<SearchReport>& reports) {
    const std::vector<SearchReport> deep = voters(reports);
    const SearchReport* best = &deep[0];
    for (const SearchReport& report : deep)
        if (is_better(deep, report, *best)) best = &report;
    return *best;
}
