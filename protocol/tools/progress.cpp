#include "protocol/tools/progress.h"

#include <algorithm>
#include <cstdio>

#include "protocol/io/system.h"
#include "protocol/session/display.h"

namespace {

constexpr int64_t SHOW_EVERY_MS = 1000;

int64_t used_ms(const Meter& meter) {
    return stopwatch_now_ms(meter.stopwatch) - meter.start_ms;
}

} // namespace

bool meter_is_due(Meter* meter, bool end) {
    const int64_t now_ms = stopwatch_now_ms(meter->stopwatch);
    if (!end && now_ms - meter->shown_ms < SHOW_EVERY_MS) return false;
    meter->shown_ms = now_ms;
    return true;
}

std::string meter_time_left(const Meter& meter, double done, double left) {
    if (done <= 0) return "?";
    const int64_t seconds = int64_t(double(used_ms(meter)) / done * left / 1000);
    char text[32];
    std::snprintf(text, sizeof text, "%d:%02d:%02d", int(seconds / 3600), int(seconds / 60 % 60),
                  int(seconds % 60));
    return text;
}

void meter_show(const std::string& text) {
    if (!system_output_is_terminal()) return;
    std::printf("\r%-*s%s", int(DISPLAY_COLUMNS), text.c_str(), text.empty() ? "\r" : "");
    std::fflush(stdout);
}

double meter_per_second(const Meter& meter, int64_t count) {
    return 1000.0 * double(count) / double(std::max<int64_t>(1, used_ms(meter)));
}
