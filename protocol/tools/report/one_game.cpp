#include "protocol/tools/report/one_game.h"

#include <algorithm>
#include <cmath>

#include "protocol/io/text.h"
#include "protocol/tools/report/plot.h"

namespace {

constexpr double WIDTH = 1000, LEFT = 66, RIGHT = 128; // of all charts, so that moves are aligned
constexpr double TOP = 26, LAG_TOP = 12, FOOT = 44;
constexpr double TIMES_TOP = 66; // room for a legend and two rows of labels
constexpr double CLOCKS_HEIGHT = 270, TIMES_HEIGHT = 340, LAG_HEIGHT = 150;
constexpr double BUDGET_HALF = 0.44, BAR_HALF = 0.22; // half widths, in moves
constexpr size_t MOVES_LEAST = 10;                    // the shortest axis
constexpr double SHARE_ROOM = 24;                     // for a label between line and axis
constexpr const char* STYLE[] = {"a", "b"};           // of the first and the second side
constexpr int64_t LAG_AXIS_LEAST_MS = 10;
constexpr size_t MOVES_MOST = 1000; // later moves are not drawn

struct Story {
    Html* html;
    const ReportGame* game;
    Colour first;
    size_t moves; // the larger number of moves of the two sides
    bool budgets; // NormalMoveTime is known for some moves
};

const ReportSide& side(const Story& story, int place) {
    return story.game->side[story.first ^ place];
}

std::string pawns(int cp) {
    const char* sign = cp < 0 ? "\u2212" : cp > 0 ? "+" : "";
    return text_format("%s%.2f", sign, std::abs(cp) / 100.0);
}

// "0.2 s", "20 s", "5:00"
std::string exact_time(int64_t ms) {
    constexpr int64_t LONG_MS = 120000;
    return ms >= LONG_MS ? plot_time_text(ms) : html_number(double(ms) / 1000) + " s";
}

std::string drop_text(const ReportMove& move) {
    return move.drop_cp == 0 ? "low" : pawns(-std::abs(move.drop_cp));
}

std::string move_name(const Story& story, int place, size_t index) {
    const bool black = (story.first ^ place) == BLACK;
    return std::to_string(index + 1) + (black ? "\u2026 " : ". ") +
           side(story, place).moves[index].text;
}

std::string bought_text(const ReportMove& move) {
    std::string text;
    if (move.resolved_depth > 0) {
        text = "acceptable move at depth " + std::to_string(move.resolved_depth);
        if (move.resolved_move > 0) text += ", root move " + std::to_string(move.resolved_move);
    } else {
        text = "no acceptable move found";
    }
    const bool changed = !move.candidate.empty() && move.candidate != move.text;
    if (changed) text += "; " + move.text + " instead of " + move.candidate;
    if (move.before_cp != REPORT_NO_SCORE && move.after_cp != REPORT_NO_SCORE)
        text += "; score " + pawns(move.before_cp) + " before, " + pawns(move.after_cp) + " played";
    return text;
}

std::string move_tooltip(const Story& story, int place, size_t index) {
    const ReportMove& move = side(story, place).moves[index];
    std::string text = side(story, place).name + ", " + move_name(story, place, index);
    if (move.used_ms != REPORT_UNKNOWN) text += "\nused " + plot_time_text(move.used_ms);
    if (move.normal_ms != REPORT_UNKNOWN)
        text += "\nNormalMoveTime " + plot_time_text(move.normal_ms) + "\nExtendMaxMoveTime " +
                plot_time_text(move.extend_ms);
    if (!move.stop.empty()) text += "\nstop: " + move.stop;
    if (move.drop_depth > 0)
        text +=
            (move.drop_cp == 0 ? "\nbest move failed low" : "\nscore dropped " + drop_text(move)) +
            " at depth " + std::to_string(move.drop_depth) + "\n" + bought_text(move);
    if (move.left_ms != REPORT_UNKNOWN) text += "\nleft " + plot_time_text(move.left_ms);
    return text;
}

// Begins a chart with move numbers on the horizontal axis and times on the vertical axis.
Plot chart_begin(const Story& story, const std::string& heading, const std::string& caption,
                 const std::string& title, const std::string& description, double low_ms,
                 double high_ms, double height, double top, int ticks) {
    Plot plot = plot_begin(story.html, heading, caption, WIDTH, height, title, description);
    const double moves = double(std::max(story.moves, MOVES_LEAST));
    plot.x = {0, moves + 0.5, LEFT, WIDTH - RIGHT};
    plot.y = {low_ms, high_ms, height - FOOT, top};
    plot_axis_left(plot, plot_ticks_time(low_ms, high_ms, ticks));
    plot_axis_bottom(plot, plot_ticks(1, moves, 14), "move");
    return plot;
}

// Draws dots with tooltips on the curve of a player's clock after moves 20, 40 and 60, with the
// share of the base that is left.
void draw_shares(const Story& story, const Plot& plot, int place) {
    for (const int look : REPORT_LOOK_MOVE) {
        const double share = report_share_left(*story.game, side(story, place), look);
        if (share < 0) continue;
        const int64_t left_ms = side(story, place).moves[size_t(look) - 1].left_ms;
        const PlotPoint point = {double(look), double(left_ms)};
        const std::string text = plot_percent_text(share);
        plot_mark(plot, STYLE[place], PLOT_DOT, point, 0,
                  side(story, place).name + ": " + text + " of the base left after move " +
                      std::to_string(look));
        // The upper clock line has its labels above, the lower one below if there is room.
        const ReportSide& other = side(story, place ^ 1);
        const double y = plot_place(plot.y, point.y);
        const int64_t other_ms = size_t(look) <= other.moves.size()
                                     ? other.moves[size_t(look) - 1].left_ms
                                     : REPORT_UNKNOWN; // the least int64_t
        const bool below =
            other_ms + (place == 1) > left_ms && plot_place(plot.y, 0) - y >= SHARE_ROOM;
        plot_text(story.html, std::string("mark ink-") + STYLE[place],
                  plot_place(plot.x, point.x) + 4, y + (below ? 17 : -8), below ? "end" : "start",
                  text);
    }
}

void draw_dangers(const Story& story, const Plot& plot, int place) {
    const std::vector<ReportMove>& moves = side(story, place).moves;
    for (size_t i = 0; i < moves.size(); ++i)
        if (report_is_near_miss(*story.game, moves[i]))
            plot_mark(plot, "over", PLOT_RING, {double(i + 1), double(moves[i].sent_ms)}, 0,
                      "near miss: " + move_name(story, place, i) + " was made with " +
                          plot_time_text(moves[i].sent_ms) + " on the clock");
    if (story.game->forfeit != (story.first ^ place)) return;
    const PlotPoint end = {double(moves.size()) + 0.5, 0};
    plot_mark(plot, "over", PLOT_CROSS, end, -7, side(story, place).name + " lost on time");
    plot_text(story.html, "mark ink-over", plot_place(plot.x, end.x) - 10,
              plot_place(plot.y, 0) - 14, "end", "lost on time");
}

// The points of a side's clock line: its clock after each of its moves, where that is known.
PlotPoints clock_points(const Story& story, int place) {
    PlotPoints points;
    if (story.game->control.base_ms > 0) points.push_back({0, double(story.game->control.base_ms)});
    const std::vector<ReportMove>& moves = side(story, place).moves;
    for (size_t i = 0; i < moves.size(); ++i)
        if (moves[i].left_ms != REPORT_UNKNOWN)
            points.push_back({double(i + 1), std::max(0.0, double(moves[i].left_ms))});
    return points;
}

// Writes name and time at the right end of each clock line, without overlap.
void draw_line_names(const Story& story, const Plot& plot, const PlotPoints (&points)[COLOUR_NB]) {
    constexpr double APART = 32;
    double y[COLOUR_NB] = {0, 0};
    for (int place = 0; place < COLOUR_NB; ++place)
        if (!points[place].empty())
            y[place] = std::min(plot_place(plot.y, points[place].back().y) + 4, plot.y.from - 12);
    if (!points[0].empty() && !points[1].empty() && std::fabs(y[0] - y[1]) < APART) {
        const int upper = y[1] < y[0];
        y[upper] = std::min(y[upper], plot.y.from - 12 - APART);
        y[upper ^ 1] = y[upper] + APART;
    }
    for (int place = 0; place < COLOUR_NB; ++place) {
        if (points[place].empty()) continue;
        const std::string ink = std::string(" ink-") + STYLE[place];
        const double x = plot.x.to + 10;
        plot_text(story.html, "name" + ink, x, y[place], "start",
                  plot_name_text(side(story, place).name));
        plot_text(story.html, "mark" + ink, x, y[place] + 14, "start",
                  plot_time_text(int64_t(points[place].back().y)));
    }
}

void write_clocks(const Story& story) {
    PlotPoints points[COLOUR_NB];
    double highest = 0;
    for (int place = 0; place < COLOUR_NB; ++place) {
        points[place] = clock_points(story, place);
        for (const PlotPoint& point : points[place]) highest = std::max(highest, point.y);
    }
    if (highest <= 0) return;
    const Plot plot =
        chart_begin(story, "Clocks",
                    "after each move, with the share of the base left after moves 20, 40 and 60.",
                    "Both clocks over the game",
                    "Lines of the time left after each move of " + side(story, 0).name + " and " +
                        side(story, 1).name,
                    0, highest * 1.04, CLOCKS_HEIGHT, TOP, 6);
    for (const int place : {1, 0}) {
        plot_line(plot, STYLE[place], points[place]);
        draw_shares(story, plot, place);
        draw_dangers(story, plot, place);
    }
    draw_line_names(story, plot, points);
    plot_end(plot);
}

// The longest time used or NormalMoveTime of any move of one side.
int64_t longest_bar_ms(const ReportSide& of) {
    int64_t longest_ms = 0;
    for (const ReportMove& move : of.moves)
        longest_ms = std::max({longest_ms, move.used_ms, move.normal_ms});
    return longest_ms;
}

// The area on the page that a label or flag covers.
struct Box {
    double left, top, right, bottom;
};

bool is_free(const Box& place, const std::vector<Box>& taken) {
    return std::none_of(taken.begin(), taken.end(), [&](const Box& other) {
        return place.left < other.right && other.left < place.right && place.top < other.bottom &&
               other.top < place.bottom;
    });
}

// The top of the higher one of an overrun's two bars, time used and ExtendMaxMoveTime.
PlotPoint overrun_top(const Plot& plot, size_t index, const ReportMove& move) {
    const double used = double(move.used_ms), extend = double(move.extend_ms);
    return {plot_place(plot.x, double(index + 1)),
            std::min(plot_place(plot.y, used), plot_place(plot.y, extend))};
}

Box draw_flag(const Story& story, const Plot& plot, size_t index) {
    constexpr double RISE = 5, HALF = 5;
    const ReportMove& move = side(story, 0).moves[index];
    const PlotPoint top = overrun_top(plot, index, move);
    const double used = double(move.used_ms);
    plot_mark(plot, "over", PLOT_TRIANGLE, {double(index + 1), used},
              top.y - RISE - plot_place(plot.y, used), move_tooltip(story, 0, index));
    return {top.x - HALF, top.y - RISE - HALF, top.x + HALF, top.y - RISE + HALF};
}

// Writes the drop of the score at the lowest free place above an overrun. Without room the drop is
// only in the tooltip and in the table.
void draw_drop(const Story& story, const Plot& plot, size_t index, std::vector<Box>* taken) {
    constexpr double RISE = 15, LETTER = 5.5, GAP = 4, HEIGHT = 13, FOOT_ROOM = 2, CEILING = 18;
    constexpr int ROWS = 4;
    const ReportMove& move = side(story, 0).moves[index];
    const PlotPoint top = overrun_top(plot, index, move);
    const std::string text = drop_text(move);
    const double half = (LETTER * double(text.size()) + GAP) / 2;
    for (int row = 0; row < ROWS; ++row) {
        const double y = top.y - RISE - row * HEIGHT;
        if (y - HEIGHT < CEILING) return;
        const Box place = {top.x - half, y - HEIGHT + FOOT_ROOM, top.x + half, y + FOOT_ROOM};
        if (!is_free(place, *taken)) continue;
        plot_text(story.html, "small ink-over", top.x, y, "middle", text);
        taken->push_back(place);
        return;
    }
}

// Draws the flags and labels of overruns after all bars, which would hide them.
void draw_overruns(const Story& story, const Plot& plot) {
    const std::vector<ReportMove>& moves = side(story, 0).moves;
    std::vector<Box> taken;
    for (size_t i = 0; i < moves.size(); ++i)
        if (report_is_overrun(moves[i])) taken.push_back(draw_flag(story, plot, i));
    for (size_t i = 0; i < moves.size(); ++i)
        if (report_is_overrun(moves[i])) draw_drop(story, plot, i, &taken);
}

void draw_times(const Story& story, const Plot& plot, int place) {
    const std::vector<ReportMove>& moves = side(story, place).moves;
    const double direction = place == 0 ? 1 : -1;
    for (size_t i = 0; i < moves.size(); ++i) {
        const ReportMove& move = moves[i];
        if (move.used_ms == REPORT_UNKNOWN) continue;
        const double x = double(i + 1), used = direction * double(move.used_ms);
        const double normal = double(move.normal_ms), extend = double(move.extend_ms);
        const double left = x - BUDGET_HALF, right = x + BUDGET_HALF;
        if (move.normal_ms != REPORT_UNKNOWN) {
            plot_bar(plot, "extend", {left, normal}, {right, extend}, "");
            plot_bar(plot, "normal", {left, 0}, {right, normal}, "");
        }
        plot_bar(plot, report_is_overrun(move) ? "over" : STYLE[place], {x - BAR_HALF, 0},
                 {x + BAR_HALF, used}, move_tooltip(story, place, i));
        // The line of NormalMoveTime is drawn over the bar of the time used.
        if (move.normal_ms != REPORT_UNKNOWN)
            plot_line(plot, "limit", {{left, normal}, {right, normal}});
    }
}

// The top of the chart of times: the longest time used, NormalMoveTime or ExtendMaxMoveTime. An
// ExtendMaxMoveTime counts as at most four times the longest bar of the other two.
double highest_time(const Story& story) {
    constexpr int64_t FAR = 4;
    const int64_t used_ms = longest_bar_ms(side(story, 0));
    int64_t highest_ms = used_ms;
    for (const ReportMove& move : side(story, 0).moves)
        highest_ms = std::max(highest_ms, std::min(move.extend_ms, FAR * used_ms));
    return double(highest_ms);
}

void draw_times_legend(const Story& story) {
    if (!story.budgets) return; // the names at the right are enough
    constexpr double Y = 4, OVER = LEFT + 100, NORMAL = OVER + 270, EXTEND = NORMAL + 150;
    plot_key(story.html, "a", LEFT, Y, "time used");
    plot_key(story.html, "over", OVER, Y, "overrun, with the drop of the score");
    plot_key(story.html, "normal", NORMAL, Y, "NormalMoveTime");
    html_empty(
        story.html, "path",
        {{"class", "line limit"}, {"d", 'M' + html_number(NORMAL) + ' ' + html_number(Y) + "h12"}});
    plot_key(story.html, "extend", EXTEND, Y, "up to ExtendMaxMoveTime");
}

void write_times(const Story& story) {
    const double up = highest_time(story), down = double(longest_bar_ms(side(story, 1)));
    if (up <= 0 && down <= 0) return;
    const Plot plot = chart_begin(
        story, "Time for each move",
        story.budgets ? "with its budget; below the line the opponent's time."
                      : "for both sides, above and below the line.",
        "Time used for each move",
        "Bars upwards for " + side(story, 0).name + ", downwards for " + side(story, 1).name, -down,
        std::max(up, down / 4), TIMES_HEIGHT, story.budgets ? TIMES_TOP : TOP, 7);
    for (const int place : {0, 1}) draw_times(story, plot, place);
    draw_overruns(story, plot);
    draw_times_legend(story);
    plot_text(story.html, "name ink-a", plot.x.to + 10, plot_place(plot.y, 0) - 8, "start",
              plot_name_text(side(story, 0).name));
    if (down > 0)
        plot_text(story.html, "name ink-b", plot.x.to + 10, plot_place(plot.y, 0) + 18, "start",
                  plot_name_text(side(story, 1).name));
    plot_end(plot);
}

void write_lags(const Story& story) {
    const std::vector<ReportMove>& moves = side(story, 0).moves;
    int64_t most_ms = LAG_AXIS_LEAST_MS, least_ms = 0;
    bool known = false;
    for (const ReportMove& move : moves) {
        if (move.lag_ms == REPORT_UNKNOWN) continue;
        known = true;
        most_ms = std::max(most_ms, move.lag_ms);
        least_ms = std::min(least_ms, move.lag_ms);
    }
    if (!known) return;
    const Plot plot = chart_begin(
        story, "Lag", "charged by the GUI for each move beyond the time used.", "Lag over the game",
        "Bars of the milliseconds charged beyond the time used for each move", double(least_ms),
        double(most_ms), LAG_HEIGHT, LAG_TOP, 3);
    for (size_t i = 0; i < moves.size(); ++i) {
        if (moves[i].lag_ms == REPORT_UNKNOWN || moves[i].lag_ms == 0) continue;
        const double x = double(i + 1), lag = double(moves[i].lag_ms);
        plot_bar(plot, "lag", {x - BAR_HALF, 0}, {x + BAR_HALF, lag},
                 move_name(story, 0, i) + ": lag " + plot_time_text(moves[i].lag_ms));
    }
    plot_end(plot);
}

void write_overruns(const Story& story) {
    const std::vector<ReportMove>& moves = side(story, 0).moves;
    if (!story.budgets) return;
    if (std::none_of(moves.begin(), moves.end(), report_is_overrun)) {
        html_element(story.html, "p", {}, "No overrun: every move kept to its NormalMoveTime.");
        return;
    }
    html_table_begin(
        story.html, "overruns", "Overruns: their cost and their result",
        {"move", "score drop", "depth", "normal", "at most", "used", "over by", "stop", "result"});
    for (size_t i = 0; i < moves.size(); ++i) {
        const ReportMove& move = moves[i];
        if (!report_is_overrun(move)) continue;
        html_open(story.html, "tr");
        html_cells(story.html,
                   {move_name(story, 0, i), drop_text(move), std::to_string(move.drop_depth),
                    plot_time_text(move.normal_ms), plot_time_text(move.extend_ms),
                    plot_time_text(move.used_ms), plot_time_text(move.used_ms - move.normal_ms),
                    move.stop, bought_text(move)});
        html_close(story.html);
    }
    html_table_end(story.html);
}

// Returns the game cut to MOVES_MOST moves of each side, which is all that the charts show.
ReportGame make_drawn(const ReportGame& game) {
    ReportGame drawn = game;
    for (ReportSide& of : drawn.side) {
        if (of.moves.size() <= MOVES_MOST) continue;
        of.moves.resize(MOVES_MOST);
        drawn.forfeit = COLOUR_NB; // the loss on time comes after the last move drawn
    }
    return drawn;
}

} // namespace

std::string report_control_text(const ReportControl& control) {
    if (control.base_ms <= 0) return "no clock";
    std::string text = exact_time(control.base_ms);
    if (control.moves > 0) text = std::to_string(control.moves) + " moves in " + text;
    if (control.increment_ms > 0) text += " + " + exact_time(control.increment_ms);
    return text;
}

void report_story_write(Html* html, const ReportGame& game, const std::string& lead) {
    const bool black = game.own == COLOUR_NB
                           ? game.side[BLACK].name == lead && game.side[WHITE].name != lead
                           : game.own == BLACK;
    const ReportGame drawn = make_drawn(game);
    Story story = {html, &drawn, black ? BLACK : WHITE, 0, false};
    for (const ReportSide& of : game.side) story.moves = std::max(story.moves, of.moves.size());
    if (story.moves > MOVES_MOST)
        html_element(html, "p", {},
                     "Only the first " + std::to_string(MOVES_MOST) + " moves are drawn.");
    story.moves = std::min(story.moves, MOVES_MOST);
    for (const ReportMove& move : side(story, 0).moves)
        story.budgets |= move.normal_ms != REPORT_UNKNOWN;
    write_clocks(story);
    write_times(story);
    write_overruns(story);
    write_lags(story);
}
