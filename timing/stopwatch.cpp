#include "timing/stopwatch.h"

#include <chrono>
#include <ctime>

namespace {

int64_t read_steady(void*) {
    const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since_start).count();
}

int64_t read_processor(void*) {
    return static_cast<int64_t>(std::clock()) * 1000 / CLOCKS_PER_SEC;
}

} // namespace

Stopwatch stopwatch_processor() {
    return {read_processor, nullptr};
}

Stopwatch stopwatch_steady() {
    return {read_steady, nullptr};
}

int64_t stopwatch_now_ms(const Stopwatch& stopwatch) {
    return stopwatch.now(stopwatch.context);
}
