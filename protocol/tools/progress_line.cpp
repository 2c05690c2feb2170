#include "protocol/tools/progress_line.h"

#include <algorithm>
#include <cstdio>

#include "protocol/io/system.h"
#include "protocol/io/text.h"

namespace {

constexpr int64_t SHOW_EVERY_MS = 1000;

int64_t used_ms(const ProgressLine& progress) {
    return stopwatch_now_ms(progress.stopwatch) - progress.start_ms;
}

} // namespace

bool progress_line_is_due(ProgressLine* progress, bool end) {
    const int64_t now_ms = stopwatch_now_ms(progress->stopwatch);
    if (!end && now_ms - progress->shown_ms < SHOW_EVERY_MS) return false;
    progress->shown_ms = now_ms;
    return true;
}

std::string progress_line_time_left(const ProgressLine& progress, double done, double left) {
    if (done <= 0) return "? left";
    const int64_t seconds = int64_t(double(used_ms(progress)) / done * left / 1000);
    return text_format("%d:%02d:%02d left", int(seconds / 3600), int(seconds / 60 % 60),
                       int(seconds % 60));
}

void progress_line_show(const std::string& text) {
    if (!system_output_is_terminal()) return;
    std::printf("\r%-*s%s", int(TEXT_COLUMNS), text.c_str(), text.empty() ? "\r" : "");
    std::fflush(stdout);
}

double progress_line_per_second(const ProgressLine& progress, int64_t count) {
    return 1000.0 * double(count) / double(std::max<int64_t>(1, used_ms(progress)));
}
