#include "protocol/session/pv_output.h"

#include <algorithm>

namespace {

constexpr int64_t EVERY_MS = 20;       // at most fifty lines a second
constexpr int64_t MIN_BUDGET_MS = 200; // below, the pipe gets the final line only

bool may_show(const Showing& showing, int64_t now_ms) {
    return showing.in_time && now_ms >= showing.shown_ms + EVERY_MS;
}

// False if nobody reads it.
bool show(Showing* showing, const SearchLine& line, int64_t now_ms) {
    const bool read = showing->hear(showing->context, line, now_ms);
    showing->shown_ms = now_ms;
    showing->shown_depth = std::max(showing->shown_depth, line.depth);
    showing->pending = false;
    return read;
}

// All lines of a depth belong together, whenever they come.
void show_one_of_several(Showing* showing, const SearchLine& line, int64_t now_ms) {
    if (line.bound != BOUND_EXACT) return;
    if (line.number == 0) showing->lines.clear();
    showing->lines.push_back(line);
    showing->lines_shown = showing->in_time;
    if (showing->lines_shown) show(showing, line, now_ms);
}

// A move that has become best in the middle of an iteration leads the lines: those that led before
// move down, so that no move has two of them; what had a better score has been proven worse.
void show_other_lines(Showing* showing, const SearchLine& best, int64_t now_ms) {
    std::vector<SearchLine> lines = showing->lines;
    if (lines.empty() || lines[0].pv.move[0] == best.pv.move[0] || !showing->lines_shown) return;
    int number = 1;
    for (SearchLine& line : lines) {
        if (line.pv.move[0] == best.pv.move[0] || number == int(lines.size())) continue;
        if (line.score > best.score)
            line.score = best.score, line.bound = BOUND_UPPER, line.depth = best.depth;
        line.number = number++;
        show(showing, line, now_ms);
    }
}

} // namespace

void show_begin(Showing* showing, int64_t normal_ms) {
    showing->in_time = showing->hear && normal_ms >= MIN_BUDGET_MS;
    showing->shown_ms = -EVERY_MS;
    showing->newest_shown = false;
}

void show_line(Showing* showing, const SearchLine& line, int64_t now_ms) {
    if (showing->several) return show_one_of_several(showing, line, now_ms);
    const bool exact = line.bound == BOUND_EXACT;
    const bool may = may_show(*showing, now_ms);
    showing->pending |= exact;
    showing->bound_since = !exact;
    if (exact) showing->newest = line;
    showing->newest_shown = may && show(showing, line, now_ms) && exact;
}

void show_pending(Showing* showing, int64_t now_ms) {
    if (!showing->pending || !may_show(*showing, now_ms)) return;
    showing->newest_shown = show(showing, showing->newest, now_ms) && !showing->bound_since;
}

// Hosts take score and depth of the move from the last line before it: it must be an exact one.
// Where nodes are our clock, they take it from there as well.
void show_report(Showing* showing, const SearchReport& report, int64_t now_ms) {
    const bool told = showing->newest_shown && !showing->by_nodes;
    if (!showing->hear || told) return;
    if (report.best == MOVE_NONE) return; // pondered on a move that ends the game
    Depth depth = std::max({report.depth, showing->newest.depth, showing->shown_depth});
    if (showing->several) depth = std::max(depth, report.proven);
    const SearchLine best = {0, depth, report.score, BOUND_EXACT, report.nodes, report.pv};
    show_other_lines(showing, best, now_ms);
    show(showing, best, now_ms);
}
