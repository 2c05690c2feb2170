#include "timing/controller.h"

namespace {

// Names in the order of the enum StopReason.
const char* const STOP_REASON_NAMES[] = {
    "none", "normal", "resolved", "extend", "iteration", "only", "easy",
    "mate", "depth",  "nodes",    "st",     "ponderhit", "now",  "abort",
};
static_assert(sizeof(STOP_REASON_NAMES) / sizeof(*STOP_REASON_NAMES) == STOP_ABORT + 1,
              "one name for each stop reason");

} // namespace

void depth_times_note(DepthTimes* times, int depth, int64_t elapsed_ms) {
    if (depth < 1 || depth > DEPTH_TIMES_MAX) return;
    times->before_last_ms = times->last_ms;
    times->last_ms = elapsed_ms - (times->depth > 0 ? times->ms[times->depth] : 0);
    // Depths that the search skipped before this one count as completed now.
    for (int d = times->depth + 1; d <= depth; ++d) times->ms[d] = elapsed_ms;
    times->depth = depth;
}

const char* stop_reason_name(StopReason reason) {
    return STOP_REASON_NAMES[reason];
}

void controller_change(const Controller& controller, ControllerMemory* memory) {
    if (memory->last == &controller) return;
    memory->last = &controller;
    memory->legacy_spared_ms = 0;
    memory->smooth.weight = 0;
    memory->smooth.used_ms = 0;
    memory->smooth.depths = {};
}
