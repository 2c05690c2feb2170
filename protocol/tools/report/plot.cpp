#include "protocol/tools/report/plot.h"

#include <algorithm>
#include <cmath>

#include "protocol/io/text.h"
#include "protocol/tools/report/report_game.h"

namespace {

constexpr double LABEL_GAP = 8;   // between labels and the chart
constexpr double LABEL_DROP = 18; // of the labels below it
constexpr double NAME_DROP = 36;  // of the axis's name
constexpr double BASELINE = 4;    // from the middle of a text to its baseline
constexpr int TICKS_MAX = 100;
constexpr double BAR_LEAST = 0.75; // narrower bars cannot be seen

constexpr int64_t SECOND_MS = 1000, MINUTE_MS = 60 * SECOND_MS, HOUR_MS = 60 * MINUTE_MS;

double round_step(double span, int count) {
    const double rough = std::max(span / std::max(1, count), 1e-9);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough * 0.999) return factor * power;
    return 10 * power;
}

double time_step(double span_ms, int count) {
    static const int64_t STEPS_MS[] = {
        SECOND_MS,      2 * SECOND_MS,  5 * SECOND_MS, 10 * SECOND_MS, 15 * SECOND_MS,
        30 * SECOND_MS, MINUTE_MS,      2 * MINUTE_MS, 5 * MINUTE_MS,  10 * MINUTE_MS,
        15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS};
    const double rough = span_ms / std::max(1, count);
    if (rough <= SECOND_MS / 2) return std::max(1.0, round_step(span_ms, count));
    for (const int64_t step : STEPS_MS)
        if (double(step) >= rough) return double(step);
    return std::ceil(rough / HOUR_MS) * HOUR_MS;
}

template <typename Label>
PlotTicks make_ticks(double low, double high, double step, const Label& label) {
    PlotTicks ticks;
    const double first = std::ceil(low / step - 1e-6);
    for (int i = 0; i < TICKS_MAX && (first + i) * step <= high + step * 1e-6; ++i) {
        const double value = (first + i) * step;
        ticks.push_back({value, label(value)});
    }
    return ticks;
}

// "0.5 s", "30 s", "5:00"; "500 ms" if the axis ends below a second.
std::string tick_time(double ms, double step, double highest) {
    if (ms == 0) return "0";
    if (step >= MINUTE_MS || ms >= 2 * MINUTE_MS) return plot_time_text(std::llround(ms));
    if (highest < SECOND_MS) return html_number(ms) + " ms";
    return html_number(ms / SECOND_MS) + " s";
}

// Draws an element, with a tooltip if its text is not empty.
void draw(Html* html, const char* name, HtmlAttributes attributes, const std::string& tooltip) {
    if (tooltip.empty()) return html_empty(html, name, attributes);
    html_open(html, name, attributes);
    html_element(html, "title", {}, tooltip);
    html_close(html);
}

void draw_line(Html* html, const char* style, double x1, double x2, double y1, double y2) {
    html_empty(html, "line",
               {{"class", style},
                {"x1", html_number(x1)},
                {"x2", html_number(x2)},
                {"y1", html_number(y1)},
                {"y2", html_number(y2)}});
}

void draw_rectangle(Html* html, const std::string& style, double x, double y, double width,
                    double height, const std::string& tooltip) {
    draw(html, "rect",
         {{"class", style},
          {"x", html_number(x)},
          {"y", html_number(y)},
          {"width", html_number(width)},
          {"height", html_number(height)}},
         tooltip);
}

std::string path(const Plot& plot, const PlotPoints& points, char first) {
    std::string text;
    for (const PlotPoint& point : points) {
        text += text.empty() ? first : 'L';
        text += html_number(plot_place(plot.x, point.x)) + ' ' +
                html_number(plot_place(plot.y, point.y));
    }
    return text;
}

} // namespace

double plot_place(const PlotScale& scale, double value) {
    const double part =
        (std::clamp(value, scale.low, scale.high) - scale.low) / (scale.high - scale.low);
    return scale.from + part * (scale.to - scale.from);
}

std::string plot_time_text(int64_t ms) {
    if (ms == REPORT_UNKNOWN) return "\u2013";
    const std::string sign = ms < 0 ? "\u2212" : "";
    ms = std::llabs(ms);
    if (ms < SECOND_MS) return sign + std::to_string(ms) + " ms";
    const double exact = double(ms) / SECOND_MS;
    if (ms < MINUTE_MS) return sign + text_format(exact < 10 ? "%.2f s" : "%.1f s", exact);
    const long long seconds = (ms + SECOND_MS / 2) / SECOND_MS, minutes = seconds / 60;
    if (minutes < 60) return sign + text_format("%lld:%02lld", minutes, seconds % 60);
    return sign + text_format("%lld:%02lld:%02lld", minutes / 60, minutes % 60, seconds % 60);
}

std::string plot_percent_text(double share) {
    return text_format("%.0f %%", 100 * share);
}

std::string plot_count_text(size_t count, const std::string& noun) {
    return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

std::string plot_name_text(const std::string& name) {
    constexpr size_t LENGTH = 14;
    if (name.size() <= LENGTH) return name;
    size_t end = LENGTH - 1;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80) --end;
    return name.substr(0, end) + "\u2026";
}

PlotTicks plot_ticks(double low, double high, int count) {
    return make_ticks(low, high, round_step(high - low, count), html_number);
}

PlotTicks plot_ticks_time(double low, double high, int count) {
    const double step = time_step(high - low, count);
    const double highest = std::max(std::fabs(low), std::fabs(high));
    return make_ticks(low, high, step,
                      [&](double ms) { return tick_time(std::fabs(ms), step, highest); });
}

PlotTicks plot_ticks_percent(double low, double high, int count) {
    return make_ticks(low, high, round_step(high - low, count),
                      [](double share) { return html_number(100 * share) + " %"; });
}

PlotTicks plot_ticks_decades(double low, double high) {
    PlotTicks ticks;
    for (double value = 1; value <= high * 1.001; value *= 10)
        if (value >= low * 0.999)
            ticks.push_back({value, value < SECOND_MS ? html_number(value) + " ms"
                                                      : html_number(value / SECOND_MS) + " s"});
    return ticks;
}

Plot plot_begin(Html* html, const std::string& heading, const std::string& caption, double width,
                double height, const std::string& title, const std::string& description) {
    html_open(html, "figure");
    html_open(html, "figcaption");
    html_element(html, "b", {}, heading);
    html_text(html, " " + caption);
    html_close(html);
    html_open(
        html, "svg",
        {{"viewBox", "0 0 " + html_number(width) + ' ' + html_number(height)}, {"role", "img"}});
    html_element(html, "title", {}, title);
    html_element(html, "desc", {}, description);
    return {html, {}, {}};
}

void plot_end(const Plot& plot) {
    html_close(plot.html);
    html_close(plot.html);
}

void plot_axis_left(const Plot& plot, const PlotTicks& ticks) {
    for (const PlotTick& tick : ticks) {
        const double y = plot_place(plot.y, tick.value);
        draw_line(plot.html, tick.value == 0 ? "base" : "grid", plot.x.from, plot.x.to, y, y);
        plot_text(plot.html, "tick", plot.x.from - LABEL_GAP, y + BASELINE, "end", tick.label);
    }
}

void plot_axis_bottom(const Plot& plot, const PlotTicks& ticks, const std::string& name) {
    const double foot = std::max(plot.y.from, plot.y.to);
    for (const PlotTick& tick : ticks) {
        const double x = plot_place(plot.x, tick.value);
        draw_line(plot.html, "base", x, x, foot, foot + 4);
        plot_text(plot.html, "tick", x, foot + LABEL_DROP, "middle", tick.label);
    }
    plot_text(plot.html, "tick", (plot.x.from + plot.x.to) / 2, foot + NAME_DROP, "middle", name);
}

void plot_line(const Plot& plot, const std::string& style, const PlotPoints& points) {
    if (points.empty()) return;
    html_empty(plot.html, "path", {{"class", "line " + style}, {"d", path(plot, points, 'M')}});
}

void plot_area(const Plot& plot, const std::string& style, const PlotPoints& low,
               const PlotPoints& high) {
    if (low.empty()) return;
    const PlotPoints back(high.rbegin(), high.rend());
    html_empty(
        plot.html, "path",
        {{"class", "area " + style}, {"d", path(plot, low, 'M') + path(plot, back, 'L') + 'Z'}});
}

void plot_bar(const Plot& plot, const std::string& style, const PlotPoint& one,
              const PlotPoint& other, const std::string& tooltip) {
    const double x1 = plot_place(plot.x, one.x), x2 = plot_place(plot.x, other.x);
    const double y1 = plot_place(plot.y, one.y), y2 = plot_place(plot.y, other.y);
    draw_rectangle(plot.html, style, std::min(x1, x2), std::min(y1, y2),
                   std::max(std::fabs(x2 - x1), BAR_LEAST), std::max(std::fabs(y2 - y1), BAR_LEAST),
                   tooltip);
}

void plot_mark(const Plot& plot, const std::string& style, PlotShape shape, const PlotPoint& point,
               double dy, const std::string& tooltip) {
    static const char* const PATHS[] = {
        "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
        "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
        "m-5 3h10l-5-8z",
        "m-5-5l10 10m0-10l-10 10",
    };
    static const char* const CLASSES[] = {"dot ", "ring ", "dot ", "cross "};
    const std::string place = 'M' + html_number(plot_place(plot.x, point.x)) + ' ' +
                              html_number(plot_place(plot.y, point.y) + dy);
    draw(plot.html, "path", {{"class", CLASSES[shape] + style}, {"d", place + PATHS[shape]}},
         tooltip);
}

void plot_key(Html* html, const std::string& style, double x, double y, const std::string& text) {
    draw_rectangle(html, style, x, y, 12, 12, "");
    plot_text(html, "legend", x + PLOT_KEY_WIDTH, y + 10, "start", text);
}

void plot_text(Html* html, const std::string& style, double x, double y, const char* anchor,
               const std::string& text) {
    html_element(
        html, "text",
        {{"class", style}, {"x", html_number(x)}, {"y", html_number(y)}, {"text-anchor", anchor}},
        text);
}
