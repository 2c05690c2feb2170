// Charts in SVG: scales, axes, lines, bars and marks with tooltips. The style sheet of the page
// gives classes their colours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/tools/report/html.h"

/// Maps the values of an axis to places on the page.
struct PlotScale {
    double low, high;
    double from, to; // the places of both ends of the axis
};
/// The place of a value; values outside of the scale are at the scale's edge.
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
std::string plot_count_text(size_t count, const std::string& noun);
/// A player's name, shortened to the room in a chart.
std::string plot_name_text(const std::string& name);

/// About `count` round values from low to high.
PlotTicks plot_ticks(double low, double high, int count);
/// Round values for times in ms: steps of 1, 2, 5, 10, 15, 30 seconds or minutes.
PlotTicks plot_ticks_time(double low, double high, int count);
/// Round values for shares, with labels in percent.
PlotTicks plot_ticks_percent(double low, double high, int count);
/// Powers of ten, for logarithmic scales of times in ms.
PlotTicks plot_ticks_decades(double low, double high);

/// Begins a chart of this size below a heading and a caption; the caller sets the scales. `title`
/// and `description` are for screen readers.
Plot plot_begin(Html* html, const std::string& heading, const std::string& caption, double width,
                double height, const std::string& title, const std::string& description);
void plot_end(const Plot& plot);

/// Labels left of the chart, with a grid line for each.
void plot_axis_left(const Plot& plot, const PlotTicks& ticks);
/// Labels below the chart, and the name of the axis.
void plot_axis_bottom(const Plot& plot, const PlotTicks& ticks, const std::string& name);

/// A line through these points.
void plot_line(const Plot& plot, const std::string& style, const PlotPoints& points);
/// The area between two lines.
void plot_area(const Plot& plot, const std::string& style, const PlotPoints& low,
               const PlotPoints& high);
/// A rectangle with these corners; an empty text means no tooltip.
void plot_bar(const Plot& plot, const std::string& style, const PlotPoint& one,
              const PlotPoint& other, const std::string& tooltip);

enum PlotShape : int {
    PLOT_DOT,
    PLOT_RING,
    PLOT_TRIANGLE,
    PLOT_CROSS,
};
/// A mark at a value, moved by dy on the page.
void plot_mark(const Plot& plot, const std::string& style, PlotShape shape, const PlotPoint& point,
               double dy, const std::string& tooltip);

/// An entry of a legend: a square in the colour of a style, and a text PLOT_KEY_WIDTH right of x.
constexpr double PLOT_KEY_WIDTH = 18;
void plot_key(Html* html, const std::string& style, double x, double y, const std::string& text);

/// A text at a place on the page; `anchor` is start, middle or end.
void plot_text(Html* html, const std::string& style, double x, double y, const char* anchor,
               const std::string& text);
