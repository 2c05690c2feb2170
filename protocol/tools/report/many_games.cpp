#include "protocol/tools/report/many_games.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "protocol/tools/report/plot.h"

namespace {

using Values = std::vector<double>;

constexpr size_t PLAYERS_DRAWN = 2;
constexpr size_t PLAYERS_TABLED = 20;
constexpr const char* STYLE[PLAYERS_DRAWN] = {"a", "b"};

// The size and margins of every chart of many games, in points on the page.
constexpr double WIDTH = 500, HEIGHT = 280, LEFT = 58, RIGHT = 14, TOP = 34, FOOT = 46;
constexpr double HEADROOM = 1.05; // above the highest bar or line

constexpr double BAND_LOW = 0.1, BAND_HIGH = 0.9;
constexpr double GAMES_LEAST = 0.1; // lines end when less than this share of the games goes on
constexpr size_t MOVES_DRAWN = 200;

struct Many {
    Html* html;
    std::vector<ReportPlayer> players; // those whose lines and bars are drawn
};

// The bins of a histogram: each bar counts the values in one bin.
struct Bins {
    std::vector<double> edges; // values outside go into the first or last bin
    PlotTicks ticks;           // labels of the axis, each at an edge
    std::string name;
};

struct Series {
    std::string name, style;
    Values values;
};

// Begins a chart whose scales both begin at zero.
Plot chart_begin(Html* html, const std::string& heading, const std::string& caption,
                 const std::string& description, double right, double highest) {
    Plot plot = plot_begin(html, heading, caption, WIDTH, HEIGHT, heading, description);
    plot.x = {0, right, LEFT, WIDTH - RIGHT};
    plot.y = {0, highest * HEADROOM, HEIGHT - FOOT, TOP};
    return plot;
}

void draw_legend(const Plot& plot, const std::vector<Series>& series) {
    constexpr double LETTER = 7.2, GAP = 16;
    double x = LEFT;
    for (const Series& one : series) {
        plot_key(plot.html, one.style, x, 6, one.name);
        x += PLOT_KEY_WIDTH + LETTER * double(one.name.size()) + GAP;
    }
}

size_t bin_of(const Bins& bins, double value) {
    const auto above = std::upper_bound(bins.edges.begin(), bins.edges.end(), value);
    const size_t bin = size_t(std::max<std::ptrdiff_t>(0, above - bins.edges.begin() - 1));
    return std::min(bin, bins.edges.size() - 2);
}

// The place of a value on the axis of a histogram: 1.5 is the middle of the second bin.
double place_in_bins(const Bins& bins, double value) {
    const size_t bin = bin_of(bins, value);
    return double(bin) + (value - bins.edges[bin]) / (bins.edges[bin + 1] - bins.edges[bin]);
}

// Draws the bars of the series side by side, or stacked; draws nothing if there are no values.
void write_histogram(Html* html, const std::string& heading, const std::string& caption,
                     const Bins& bins, const std::vector<Series>& series, bool stacked) {
    const size_t size = bins.edges.size() - 1;
    std::vector<std::vector<double>> counts(size, std::vector<double>(series.size(), 0));
    for (size_t i = 0; i < series.size(); ++i)
        for (const double value : series[i].values) ++counts[bin_of(bins, value)][i];
    double highest = 0;
    for (const std::vector<double>& count : counts)
        highest = std::max(highest, stacked ? std::accumulate(count.begin(), count.end(), 0.0)
                                            : *std::max_element(count.begin(), count.end()));
    if (highest == 0) return;
    const Plot plot =
        chart_begin(html, heading, caption, "Histogram: " + caption, double(size), highest);
    plot_axis_left(plot, plot_ticks(0, plot.y.high, 5));
    PlotTicks ticks = bins.ticks;
    for (PlotTick& tick : ticks) tick.value = place_in_bins(bins, tick.value);
    plot_axis_bottom(plot, ticks, bins.name);
    const double width = stacked ? 1.0 : 1.0 / double(series.size());
    for (size_t bin = 0; bin < size; ++bin) {
        double foot = 0;
        for (size_t i = 0; i < series.size(); ++i) {
            const double left = double(bin) + (stacked ? 0 : width * double(i));
            const double count = counts[bin][i];
            if (count > 0)
                plot_bar(plot, series[i].style, {left + 0.06 * width, foot},
                         {left + 0.94 * width, foot + count},
                         series[i].name + ": " + html_number(count));
            if (stacked) foot += count;
        }
    }
    draw_legend(plot, series);
    plot_end(plot);
}

Bins linear_bins(double low, double high, double step, const PlotTicks& ticks,
                 const std::string& name) {
    Bins bins = {{}, ticks, name};
    for (int i = 0; low + i * step < high + step / 2; ++i) bins.edges.push_back(low + i * step);
    return bins;
}

// The bins of a logarithmic histogram of times: four bins for every factor of ten.
Bins decade_bins(double low_ms, double high_ms, const std::string& name) {
    constexpr int PARTS = 4;
    const int first = int(std::floor(std::log10(std::max(1.0, low_ms))));
    const int last = std::max(first + 1, int(std::ceil(std::log10(std::max(10.0, high_ms)))));
    Bins bins = {{}, plot_ticks_decades(std::pow(10, first), std::pow(10, last)), name};
    for (int i = 0; i <= (last - first) * PARTS; ++i)
        bins.edges.push_back(std::pow(10, first + double(i) / PARTS));
    return bins;
}

// A number about a move, NAN if it is unknown.
using MoveValue = double (*)(const ReportGame& game, const ReportSide& side, size_t index);

template <typename Each> void each_side(const ReportPlayer& player, const Each& each) {
    for (const ReportPlayer::Seat& seat : player.seats)
        each(*seat.game, seat.game->side[seat.colour]);
}

template <typename Each> void each_move(const ReportPlayer& player, const Each& each) {
    each_side(player, [&](const ReportGame& game, const ReportSide& side) {
        for (size_t i = 0; i < side.moves.size(); ++i) each(game, side, i);
    });
}

void add_known(double value, Values* values) {
    if (!std::isnan(value)) values->push_back(value);
}

// The values of the player's move number `index` in all games, without unknown values.
Values values_at(const ReportPlayer& player, size_t index, MoveValue value_of) {
    Values values;
    each_side(player, [&](const ReportGame& game, const ReportSide& side) {
        if (index < side.moves.size()) add_known(value_of(game, side, index), &values);
    });
    return values;
}

Values all_values(const ReportPlayer& player, MoveValue value_of) {
    Values values;
    each_move(player, [&](const ReportGame& game, const ReportSide& side, size_t i) {
        add_known(value_of(game, side, i), &values);
    });
    return values;
}

// Returns one series of a histogram for each player that the charts show.
template <typename ValuesOf>
std::vector<Series> make_series(const Many& many, const ValuesOf& values_of) {
    std::vector<Series> series;
    for (const ReportPlayer& player : many.players)
        series.push_back({plot_name_text(player.name), STYLE[series.size()], values_of(player)});
    return series;
}

// For each move number, the median of a value over all games and the range of the middle 80 %.
struct Fan {
    PlotPoints low, middle, high;
};

Fan make_fan(const ReportPlayer& player, MoveValue value_of) {
    Fan fan;
    const double least = std::max(1.0, GAMES_LEAST * double(player.seats.size()));
    for (size_t i = 0; i < MOVES_DRAWN; ++i) {
        Values values = values_at(player, i, value_of);
        if (double(values.size()) < least) continue;
        const double x = double(i + 1);
        fan.low.push_back({x, report_quantile(&values, BAND_LOW)});
        fan.middle.push_back({x, report_quantile(&values, 0.5)});
        fan.high.push_back({x, report_quantile(&values, BAND_HIGH)});
    }
    return fan;
}

void write_fans(const Many& many, const std::string& heading, const std::string& caption,
                MoveValue value_of, PlotTicks (*ticks)(double low, double high, int count)) {
    std::vector<Fan> fans;
    double highest = 0, last = 10;
    for (const ReportPlayer& player : many.players) {
        fans.push_back(make_fan(player, value_of));
        for (const PlotPoint& point : fans.back().high) {
            highest = std::max(highest, point.y);
            last = std::max(last, point.x);
        }
    }
    if (highest <= 0) return;
    const Plot plot =
        chart_begin(many.html, heading, caption, "Lines of the median, " + caption, last, highest);
    plot_axis_left(plot, ticks(0, plot.y.high, 5));
    plot_axis_bottom(plot, plot_ticks(0, last, 8), "own move");
    for (size_t i = 0; i < fans.size(); ++i) plot_area(plot, STYLE[i], fans[i].low, fans[i].high);
    for (size_t i = 0; i < fans.size(); ++i) plot_line(plot, STYLE[i], fans[i].middle);
    draw_legend(plot, make_series(many, [](const ReportPlayer&) { return Values(); }));
    plot_end(plot);
}

double known_ms(int64_t ms) {
    return ms == REPORT_UNKNOWN ? NAN : double(ms);
}

double share_left(const ReportGame& game, const ReportSide& side, size_t index) {
    const double share = report_share_left(game, side, int(index) + 1);
    return share < 0 ? NAN : share;
}

double time_used(const ReportGame&, const ReportSide& side, size_t index) {
    return known_ms(side.moves[index].used_ms);
}

double share_used(const ReportGame& game, const ReportSide& side, size_t index) {
    if (game.control.base_ms <= 0) return NAN;
    return time_used(game, side, index) / double(game.control.base_ms);
}

double budget_used(const ReportGame& game, const ReportSide& side, size_t index) {
    if (side.moves[index].normal_ms <= 0) return NAN; // or unknown
    return time_used(game, side, index) / double(side.moves[index].normal_ms);
}

double lag(const ReportGame&, const ReportSide& side, size_t index) {
    return known_ms(side.moves[index].lag_ms);
}

bool same_control(const Many& many) {
    const ReportControl& one = many.players[0].seats[0].game->control;
    bool same = true;
    for (const ReportPlayer& player : many.players)
        each_side(player, [&](const ReportGame& game, const ReportSide&) {
            same &= game.control.base_ms == one.base_ms && game.control.moves == one.moves &&
                    game.control.increment_ms == one.increment_ms;
        });
    return same;
}

void write_over_moves(const Many& many) {
    const std::string band = "median, the middle 80 % of games shaded.";
    const bool same = same_control(many);
    write_fans(many, "Clock left", "after each move, as a share of the base: " + band, share_left,
               plot_ticks_percent);
    write_fans(many, "Time for each move",
               (same ? "over the game: " : "as a share of the base: ") + band,
               same ? time_used : share_used, same ? plot_ticks_time : plot_ticks_percent);
}

void write_looks(const Many& many) {
    constexpr double LEFT_MAX = 2;
    for (const int look : REPORT_LOOK_MOVE) {
        const std::vector<Series> series = make_series(many, [&](const ReportPlayer& player) {
            return values_at(player, size_t(look) - 1, share_left);
        });
        double most = 1;
        for (const Series& one : series)
            for (const double value : one.values) most = std::max(most, value);
        const double end = std::min(LEFT_MAX, std::ceil(most * 10 - 1e-6) / 10);
        const std::string axis = "left, share of the base";
        write_histogram(many.html, "After move " + std::to_string(look),
                        "the share of the clock left, in games.",
                        linear_bins(0, end, 0.1, plot_ticks_percent(0, end, 6),
                                    most > LEFT_MAX ? axis + " (more in the last bar)" : axis),
                        series, false);
    }
}

// A histogram of times of all players that begins at the quantile `low`.
void write_times(const Many& many, const char* title, const char* unit, const char* axis,
                 double low, Values (*values_of)(const ReportPlayer& player)) {
    std::vector<Series> series = make_series(many, values_of);
    Values all;
    for (Series& one : series) {
        for (double& value : one.values) value = std::max(1.0, value);
        all.insert(all.end(), one.values.begin(), one.values.end());
    }
    write_histogram(many.html, title, unit,
                    decade_bins(report_quantile(&all, low), report_quantile(&all, 1), axis), series,
                    false);
}

Values lowest_clocks(const ReportPlayer& player) {
    Values values;
    each_side(player, [&](const ReportGame&, const ReportSide& side) {
        add_known(known_ms(report_lowest_ms(side)), &values);
    });
    return values;
}

// The first player whose NormalMoveTime is known (from a log; a PGN does not tell it).
const ReportPlayer* logged_player(const Many& many) {
    for (const ReportPlayer& player : many.players)
        if (!all_values(player, budget_used).empty()) return &player;
    return nullptr;
}

// Stacked histograms, from 0 to 4, of time used / NormalMoveTime and of the drops of overruns.
void write_budgets(const Many& many, const ReportPlayer& player) {
    constexpr double HIGHEST = 4, STEP = 0.25;
    std::vector<Series> used = {{"within, or for another reason", "a", {}},
                                {"overrun after a drop", "over", {}}};
    std::vector<Series> drops = {{"acceptable move found", "good", {}}, {"none found", "over", {}}};
    each_move(player, [&](const ReportGame& game, const ReportSide& side, size_t i) {
        const ReportMove& move = side.moves[i];
        const bool overrun = report_is_overrun(move);
        add_known(budget_used(game, side, i), &used[overrun].values);
        if (overrun)
            drops[move.resolved_depth == 0].values.push_back(std::abs(move.drop_cp) / 100.0);
    });
    write_histogram(many.html, "Budget used", "time used as a share of NormalMoveTime, in moves.",
                    linear_bins(0, HIGHEST, STEP, plot_ticks_percent(0, HIGHEST, 4),
                                "of NormalMoveTime (400 % and more in the last bar)"),
                    used, true);
    write_histogram(many.html, "Overruns", "by the drop of the score and their result.",
                    linear_bins(0, HIGHEST, STEP, plot_ticks(0, HIGHEST, 8),
                                "drop in pawns (0: failed low only; 4 and more in the last bar)"),
                    drops, true);
}

void write_lags(const Many& many, const ReportPlayer& player) {
    Values values = all_values(player, lag);
    if (values.empty()) return;
    const double low = std::min(0.0, report_quantile(&values, 0.001));
    const double high = std::max(10.0, report_quantile(&values, 0.99));
    const PlotTicks ticks = plot_ticks_time(low, high, 8);
    const double step = ticks.size() > 1 ? (ticks[1].value - ticks[0].value) / 2 : high;
    const double first = std::floor(low / step) * step;
    write_histogram(many.html, "Lag", "charged by the GUI beyond the time used, in moves.",
                    linear_bins(first, first + std::ceil((high - first) / step) * step, step, ticks,
                                "lag (the last bar and more)"),
                    {{plot_name_text(player.name), "lag", values}}, false);
}

void write_stops(const Many& many, const ReportPlayer& player) {
    std::map<std::string, size_t> counts;
    each_move(player, [&](const ReportGame&, const ReportSide& side, size_t i) {
        if (!side.moves[i].stop.empty()) ++counts[side.moves[i].stop];
    });
    std::vector<std::pair<size_t, std::string>> rows;
    size_t sum = 0;
    for (const auto& [stop, count] : counts) {
        rows.emplace_back(count, stop);
        sum += count;
    }
    if (rows.empty()) return;
    std::sort(rows.rbegin(), rows.rend());
    rows.resize(std::min<size_t>(rows.size(), 12));
    constexpr double NAMES = 100, NUMBERS = 130; // room on either side
    Plot plot =
        chart_begin(many.html, "Why searches stopped", "in moves.", "Bars by stop reason", 0, 0);
    plot.x = {0, double(rows[0].first), NAMES, WIDTH - NUMBERS};
    plot.y = {0, 12, 12, HEIGHT - 10};
    for (size_t i = 0; i < rows.size(); ++i) {
        const auto& [count, stop] = rows[i];
        const double length = double(count), y = double(i) + 0.5;
        const double foot = plot_place(plot.y, y) + 4;
        const bool over = stop == "extend" || stop == "resolved";
        plot_bar(plot, over ? "over" : "a", {0, y - 0.34}, {length, y + 0.34}, "");
        plot_text(many.html, "legend", NAMES - 8, foot, "end", stop);
        const double percent = std::round(1000 * length / double(sum)) / 10;
        plot_text(many.html, "tick", plot_place(plot.x, length) + 8, foot, "start",
                  std::to_string(count) + " (" + html_number(percent) + " %)");
    }
    plot_end(plot);
}

std::string share_cell(const ReportPlayer& player, int look) {
    Values values = values_at(player, size_t(look) - 1, share_left);
    if (values.empty()) return "\u2013";
    return plot_percent_text(report_quantile(&values, 0.5)) + " (" +
           plot_percent_text(report_quantile(&values, 0)) + ")";
}

void write_players(Html* html, const std::vector<ReportPlayer>& players) {
    html_table_begin(html, "players",
                     "Players; clock left as a share of the base: median (and least)",
                     {"player", "games", "moves", "after 20", "after 40", "after 60", "lowest",
                      "longest", "near misses", "forfeits"});
    for (size_t i = 0; i < players.size() && i < PLAYERS_TABLED; ++i) {
        const ReportCount& count = players[i].count;
        html_open(html, "tr");
        html_element(html, "th", {{"scope", "row"}}, players[i].name);
        html_cells(html, {std::to_string(count.games), std::to_string(count.timed)});
        for (const int look : REPORT_LOOK_MOVE) html_cells(html, {share_cell(players[i], look)});
        html_cells(html, {plot_time_text(count.lowest_ms), plot_time_text(count.longest_ms),
                          std::to_string(count.near_misses), std::to_string(count.forfeits)});
        html_close(html);
    }
    html_table_end(html);
    if (players.size() > PLAYERS_TABLED)
        html_element(html, "p", {},
                     plot_count_text(players.size() - PLAYERS_TABLED, "more player"));
}

} // namespace

std::vector<ReportPlayer> report_players(const std::vector<ReportGame>& games) {
    std::map<std::string, ReportPlayer> by_name;
    for (const ReportGame& game : games)
        for (const Colour colour : {WHITE, BLACK}) {
            if (report_longest_ms(game.side[colour]) == REPORT_UNKNOWN) continue;
            ReportPlayer* player = &by_name[game.side[colour].name];
            player->name = game.side[colour].name;
            const bool both = !player->seats.empty() && player->seats.back().game == &game;
            player->seats.push_back({&game, colour});
            report_count(game, colour, &player->count);
            player->count.games -= both; // a game against itself counts once
        }
    std::vector<ReportPlayer> players;
    for (const auto& entry : by_name) players.push_back(entry.second);
    // A player whose log was read comes before all players known from PGN only.
    const auto weight = [](const ReportPlayer& player) {
        const bool own = player.seats[0].game->own == player.seats[0].colour;
        return std::make_pair(own, player.count.timed);
    };
    std::stable_sort(players.begin(), players.end(),
                     [&](const ReportPlayer& one, const ReportPlayer& other) {
                         return weight(one) > weight(other);
                     });
    return players;
}

void report_many_write(Html* html, const std::vector<ReportGame>& games) {
    Many many = {html, report_players(games)};
    if (many.players.empty()) return;
    write_players(html, many.players);
    if (many.players.size() > PLAYERS_DRAWN) many.players.resize(PLAYERS_DRAWN);
    html_open(html, "div", {{"class", "charts"}});
    write_over_moves(many);
    write_looks(many);
    write_times(many, "Lowest clock of each game", "when a move was made, in games.",
                "on the clock (logarithmic)", 0, lowest_clocks);
    write_times(many, "Time used", "in moves.", "for a move (logarithmic)", 0.001,
                [](const ReportPlayer& player) { return all_values(player, time_used); });
    if (const ReportPlayer* player = logged_player(many)) {
        write_budgets(many, *player);
        write_stops(many, *player);
        write_lags(many, *player);
    }
    html_close(html);
}
