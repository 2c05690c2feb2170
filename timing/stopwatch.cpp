#include "timing/stopwatch.h"

#include <chrono>

namespace {

int64_t read_steady(void*) {
    const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since_start).count();
}

} // namespace

Stopwatch stopwatch_steady() {
    return {read_steady, nullptr};
}

int64_t stopwatch_now_ms(const Stopwatch& stopwatch) {
    return stopwatch.now(stopwatch.context);
}
