// Charts in SVG: a frame with scales, axes that tell their units, and marks with tooltips. Colours
// come from the page's style sheet by class.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/tools/report/html.h"

/// From values to places on the page. Logarithmic scales begin above 0.
struct PlotScale {
    double low, high;
    double from, to; // places
    bool logarithmic;
};
/// Values outside are moved to the edge.
double plot_place(const PlotScale& scale, double value);

struct Plot {
    Html* html;
    PlotScale x, y;
};

struct PlotTick {
    double value;
    std::string label;
};
using PlotTicks = std::vector<PlotTick>;

struct PlotPoint {
    double x, y;
};
using PlotPoints = std::vector<PlotPoint>;

/// "85 ms", "1.23 s", "42.3 s", "5:00", "1:02:03"; a dash for REPORT_UNKNOWN
std::string plot_time_text(int64_t ms);
/// "69 %"
std::string plot_percent_text(double share);
/// "1 game", "3 games"
std::string plot_count_text(size_t count, const char* one, const char* many);
/// A player's name as short as there is room for in a chart.
std::string plot_name_text(const std::string& name);

/// Round values from low to high, about so many.
PlotTicks plot_ticks(double low, double high, int count);
/// The same for times in milliseconds: steps of 1, 2, 5, 10, 15, 30 seconds or minutes.
PlotTicks plot_ticks_time(double low, double high, int count);
/// The same for shares, in per cent.
PlotTicks plot_ticks_percent(double low, double high, int count);
/// Powers of ten, for logarithmic scales of times in milliseconds.
PlotTicks plot_ticks_decades(double low, double high);

/// Begins a figure and writes what is said above its charts. Ends with html_close().
void plot_figure_begin(Html* html, const std::string& heading, const std::string& caption);

/// Begins a chart of this size; the scales are the caller's to set. Ends with html_close().
Plot plot_begin(Html* html, double width, double height, const std::string& title,
                const std::string& description);

/// Labels left of the chart, and a line across it for each.
void plot_axis_left(const Plot& plot, const PlotTicks& ticks);
/// Labels below the chart, and what they count.
void plot_axis_bottom(const Plot& plot, const PlotTicks& ticks, const std::string& name);

/// From point to point; nothing if there is none.
void plot_line(const Plot& plot, const std::string& style, const PlotPoints& points);
/// Between the points of one line and those of another.
void plot_area(const Plot& plot, const std::string& style, const PlotPoints& low,
               const PlotPoints& high);
/// A rectangle between two values each way; an empty tooltip is none.
void plot_bar(const Plot& plot, const std::string& style, const PlotPoint& one,
              const PlotPoint& other, const std::string& tooltip);

enum PlotShape : int {
    PLOT_DOT,
    PLOT_RING,
    PLOT_TRIANGLE,
    PLOT_CROSS,
};
/// At a value, moved by dy places.
void plot_mark(const Plot& plot, const std::string& style, PlotShape shape, const PlotPoint& point,
               double dy, const std::string& tooltip);

/// A square in the colour of a style, and right of it what it stands for: PLOT_KEY_WIDTH from x.
constexpr double PLOT_KEY_WIDTH = 18;
void plot_key(Html* html, const std::string& style, double x, double y, const std::string& text);

/// Text at a place on the page; anchor is start, middle or end.
void plot_text(Html* html, const std::string& style, double x, double y, const char* anchor,
               const std::string& text);
