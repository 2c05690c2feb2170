#include "protocol/session/pv_output.h"

#include <algorithm>

namespace {

constexpr int64_t EVERY_MS = 20;       // least time between two lines shown
constexpr int64_t MIN_BUDGET_MS = 200; // with less time only the last line is shown

bool may_show(const PvOutput& pv_output, int64_t now_ms) {
    return pv_output.in_time && now_ms >= pv_output.shown_ms + EVERY_MS;
}

bool show(PvOutput* pv_output, const SearchLine& line, int64_t now_ms) {
    const bool read = pv_output->hear(pv_output->context, line, now_ms);
    pv_output->shown_ms = now_ms;
    pv_output->shown_depth = std::max(pv_output->shown_depth, line.depth);
    pv_output->pending = false;
    return read;
}

// Shows a line of MultiPV. All lines of a depth are shown, however fast they come.
void show_one_of_several(PvOutput* pv_output, const SearchLine& line, int64_t now_ms) {
    if (line.bound != BOUND_EXACT) return;
    if (line.number == 0) pv_output->lines.clear();
    pv_output->lines.push_back(line);
    pv_output->lines_shown = pv_output->in_time;
    if (pv_output->lines_shown) show(pv_output, line, now_ms);
}

// MultiPV: a move that became best in the middle of an iteration gets the first line, and the lines
// of other moves move down. Scores above that of the new best move are outdated and become upper
// bounds.
void show_other_lines(PvOutput* pv_output, const SearchLine& best, int64_t now_ms) {
    std::vector<SearchLine> lines = pv_output->lines;
    if (lines.empty() || lines[0].pv.move[0] == best.pv.move[0] || !pv_output->lines_shown) return;
    int number = 1;
    for (SearchLine& line : lines) {
        if (line.pv.move[0] == best.pv.move[0] || number == int(lines.size())) continue;
        if (line.score > best.score)
            line.score = best.score, line.bound = BOUND_UPPER, line.depth = best.depth;
        line.number = number++;
        show(pv_output, line, now_ms);
    }
}

} // namespace

void pv_output_begin(PvOutput* pv_output, int64_t normal_ms) {
    pv_output->in_time = pv_output->hear && normal_ms >= MIN_BUDGET_MS;
    pv_output->shown_ms = -EVERY_MS;
    pv_output->newest_shown = false;
}

void pv_output_line(PvOutput* pv_output, const SearchLine& line, int64_t now_ms) {
    if (pv_output->several) return show_one_of_several(pv_output, line, now_ms);
    const bool exact = line.bound == BOUND_EXACT;
    const bool may = may_show(*pv_output, now_ms);
    pv_output->pending |= exact;
    pv_output->bound_since = !exact;
    if (exact) pv_output->newest = line;
    pv_output->newest_shown = may && show(pv_output, line, now_ms) && exact;
}

void pv_output_pending(PvOutput* pv_output, int64_t now_ms) {
    if (!pv_output->pending || !may_show(*pv_output, now_ms)) return;
    pv_output->newest_shown = show(pv_output, pv_output->newest, now_ms) && !pv_output->bound_since;
}

// Hosts take the score and depth of our move from the last thinking line before the move, so that
// line must be exact. With a clock that counts nodes (`nps`) hosts read the clock from that line.
void pv_output_report(PvOutput* pv_output, const SearchReport& report, int64_t now_ms) {
    const bool told = pv_output->newest_shown && !pv_output->by_nodes;
    if (!pv_output->hear || told) return;
    if (report.best == MOVE_NONE) return; // pondered on a move that ends the game
    Depth depth = std::max({report.depth, pv_output->newest.depth, pv_output->shown_depth});
    if (pv_output->several) depth = std::max(depth, report.proven);
    const SearchLine best = {0, depth, report.score, BOUND_EXACT, report.nodes, report.pv};
    show_other_lines(pv_output, best, now_ms);
    show(pv_output, best, now_ms);
}
