// What is shown to a person on one line while long work runs: not more often than once a second.
#pragma once

#include <string>

#include "timing/stopwatch.h"

struct ProgressLine {
    Stopwatch stopwatch = stopwatch_steady();
    int64_t start_ms = stopwatch_now_ms(stopwatch);
    int64_t shown_ms = 0;
};

/// Is it time to show something? At the end always.
bool progress_line_is_due(ProgressLine* meter, bool end);

/// "0:02:30" until the rest is done, when so much was done since the start; "?" while nothing was.
std::string progress_line_time_left(const ProgressLine& meter, double done, double left);

/// Shows it in the place of what was shown before, if there is a terminal; empty: nothing any more.
void progress_line_show(const std::string& text);

/// How many a second, of so many since the start.
double progress_line_per_second(const ProgressLine& meter, int64_t count);
