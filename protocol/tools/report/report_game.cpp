#include "protocol/tools/report/report_game.h"

#include <algorithm>

#include "protocol/io/text.h"

namespace {

constexpr int64_t NEAR_PART = 50;
constexpr int64_t NEAR_MAX_MS = 1000;
constexpr int64_t NEAR_UNKNOWN_MS = 100; // limit of a near miss if the base is unknown

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

// The smaller of two times. If one is unknown, the other; if both are, REPORT_UNKNOWN.
int64_t lower_ms(int64_t one_ms, int64_t other_ms) {
    if (one_ms == REPORT_UNKNOWN || other_ms == REPORT_UNKNOWN) return std::max(one_ms, other_ms);
    return std::min(one_ms, other_ms);
}

} // namespace

void report_skip(ReportFile* file, int line) {
    if (file->skipped++ == 0) file->first_skipped = line;
}

int report_forfeit(const std::string& result, const std::string& reason,
                   const std::string& termination) {
    static const char* const WORDS[] = {"on time", "time forfeit", "out of time", "time expired",
                                        "flag fell"};
    const std::string text = text_lower(reason), tag = text_lower(termination),
                      all = text + '\n' + tag;
    const bool by_time = std::any_of(std::begin(WORDS), std::end(WORDS),
                                     [&](const char* word) { return contains(all, word); });
    // "time control" and "flag" mean a loss on time only in the Termination tag, not in comments.
    if (!by_time && !contains(tag, "time control") && !contains(tag, "flag")) return COLOUR_NB;
    if (result == "1-0") return BLACK;
    if (result == "0-1") return WHITE;
    // In a draw (the opponent could not mate) the comment names who ran out of time.
    if (contains(text, "white ran out") || contains(text, "white forfeits")) return WHITE;
    if (contains(text, "black ran out") || contains(text, "black forfeits")) return BLACK;
    return COLOUR_NB;
}

bool report_is_overrun(const ReportMove& move) {
    return move.drop_depth > 0 && move.normal_ms != REPORT_UNKNOWN && move.used_ms > move.normal_ms;
}

int64_t report_near_ms(const ReportControl& control) {
    if (control.base_ms <= 0) return NEAR_UNKNOWN_MS;
    return std::min(NEAR_MAX_MS, control.base_ms / NEAR_PART);
}

bool report_is_near_miss(const ReportGame& game, const ReportMove& move) {
    return !game.rough && move.sent_ms != REPORT_UNKNOWN &&
           move.sent_ms < report_near_ms(game.control);
}

double report_share_left(const ReportGame& game, const ReportSide& side, int move) {
    if (game.control.base_ms <= 0 || move < 1 || size_t(move) > side.moves.size()) return -1;
    const int64_t left_ms = side.moves[size_t(move) - 1].left_ms;
    if (left_ms == REPORT_UNKNOWN) return -1;
    return double(std::max<int64_t>(0, left_ms)) / double(game.control.base_ms);
}

int64_t report_lowest_ms(const ReportSide& side) {
    int64_t lowest_ms = REPORT_UNKNOWN;
    for (const ReportMove& move : side.moves) lowest_ms = lower_ms(lowest_ms, move.sent_ms);
    return lowest_ms;
}

int64_t report_longest_ms(const ReportSide& side) {
    int64_t longest_ms = REPORT_UNKNOWN; // the least int64_t
    for (const ReportMove& move : side.moves) longest_ms = std::max(longest_ms, move.used_ms);
    return longest_ms;
}

void report_count(const ReportGame& game, Colour colour, ReportCount* count) {
    const ReportSide& side = game.side[colour];
    ++count->games;
    count->lowest_ms = lower_ms(count->lowest_ms, report_lowest_ms(side));
    count->longest_ms = std::max(count->longest_ms, report_longest_ms(side));
    count->forfeits += game.forfeit == colour;
    for (const ReportMove& move : side.moves) {
        const bool overrun = report_is_overrun(move);
        ++count->moves;
        count->timed += move.used_ms != REPORT_UNKNOWN;
        count->near_misses += report_is_near_miss(game, move);
        count->overruns += overrun;
        count->resolved += overrun && move.resolved_depth > 0;
    }
}

double report_quantile(std::vector<double>* values, double fraction) {
    if (values->empty()) return 0;
    std::sort(values->begin(), values->end());
    const double place = std::clamp(fraction, 0.0, 1.0) * double(values->size() - 1);
    const size_t low = size_t(place), high = std::min(low + 1, values->size() - 1);
    return (*values)[low] + (place - double(low)) * ((*values)[high] - (*values)[low]);
}
