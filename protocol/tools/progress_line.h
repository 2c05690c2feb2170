// A line on the terminal that shows the progress of long work, updated once a second at most.
#pragma once

#include <string>

#include "timing/stopwatch.h"

struct ProgressLine {
    Stopwatch stopwatch = stopwatch_steady();
    int64_t start_ms = stopwatch_now_ms(stopwatch);
    int64_t shown_ms = 0;
};

/// Returns true if the line should be updated now: once a second, and always at the end.
bool progress_line_is_due(ProgressLine* progress, bool end);

/// The estimated time left, as "0:02:30 left"; "? left" if nothing is done yet.
std::string progress_line_time_left(const ProgressLine& progress, double done, double left);

/// Shows the text in place of the last progress line, only on a terminal. An empty text clears it.
void progress_line_show(const std::string& text);

/// The mean speed since the start of the work: `count` divided by the seconds elapsed.
double progress_line_per_second(const ProgressLine& progress, int64_t count);
