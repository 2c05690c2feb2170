// What is shown to a person on one line while long work runs: not more often than once a second.
#pragma once

#include <string>

#include "timing/stopwatch.h"

struct Meter {
    Stopwatch stopwatch = stopwatch_steady();
    int64_t start_ms = stopwatch_now_ms(stopwatch);
    int64_t shown_ms = 0;
};

/// Is it time to show something? At the end always.
bool meter_is_due(Meter* meter, bool end);

/// "0:02:30" until the rest is done, when so much was done since the start; "?" while nothing was.
std::string meter_time_left(const Meter& meter, double done, double left);

/// Shows it in the place of what was shown before, if there is a terminal; empty: nothing any more.
void meter_show(const std::string& text);

/// How many a second, of so many since the start.
double meter_per_second(const Meter& meter, int64_t count);
