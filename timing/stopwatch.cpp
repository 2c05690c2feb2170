#include "timing/stopwatch.h"

#include <chrono>
#ifdef _WIN32
#include <windows.h>
#else
#include <ctime>
#endif

namespace {

int64_t read_steady(void*) {
    const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since_start).count();
}

#ifdef _WIN32

int64_t to_ms(const FILETIME& time) {
    constexpr int64_t TICKS_PER_MS = 10000;
    return ((int64_t(time.dwHighDateTime) << 32) + int64_t(time.dwLowDateTime)) / TICKS_PER_MS;
}

// On Windows std::clock() is wall time.
int64_t read_processor(void*) {
    FILETIME begun = {}, ended = {}, kernel = {}, user = {};
    GetProcessTimes(GetCurrentProcess(), &begun, &ended, &kernel, &user);
    return to_ms(kernel) + to_ms(user);
}

#else

int64_t read_processor(void*) {
    return static_cast<int64_t>(std::clock()) * 1000 / CLOCKS_PER_SEC;
}

#endif

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
