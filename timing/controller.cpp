#include "timing/controller.h"

namespace {

// In the order of StopReason.
const char* const STOP_REASON_NAMES[] = {
    "none", "normal", "resolved", "extend", "iteration", "only", "easy",
    "mate", "depth",  "nodes",    "st",     "ponderhit", "now",  "abort",
};
static_assert(sizeof(STOP_REASON_NAMES) / sizeof(*STOP_REASON_NAMES) == STOP_ABORT + 1,
              "one name for each stop reason");

// Rival 1996: 75 points, roughly three quarters of a pawn.
constexpr int DEFAULT_RIVAL_DROP_CP = 75;

} // namespace

void depth_times_note(DepthTimes* times, int depth, int64_t elapsed_ms) {
    if (depth < 1 || depth > DEPTH_TIMES_MAX) return;
    // A depth nobody told us of took no time of its own.
    for (int d = times->depth + 1; d <= depth; ++d) times->ms[d] = elapsed_ms;
    times->depth = depth;
}

const char* stop_reason_name(StopReason reason) {
    return STOP_REASON_NAMES[reason];
}

// lc0's parameters. Its tree reuse of a half is that of a tree kept in memory; alpha-beta finds
// again about a tenth in its hash table.
ControllerSettings controller_settings_default() {
    ControllerSettings settings = {};
    settings.easy_move = true;
    settings.rival_drop_cp = DEFAULT_RIVAL_DROP_CP;
    settings.rival_overtime = true;
    settings.rival_doubt = true;
    settings.move_overhead_ms = MOVE_OVERHEAD_DEFAULT_MS;
    settings.soft_hard_node_tm = true;
    settings.soft_hard_complexity_tm = true;
    settings.soft_hard_moves_to_go = true;
    settings.smooth = {0.1, 0.7, 4, 20000, 5, 0.7, 0.3, 10, 0.3, 51.5, 7};
    return settings;
}

void controller_change(const Controller& controller, ControllerMemory* memory) {
    if (memory->last == &controller) return;
    memory->last = &controller;
    memory->legacy_spared_ms = 0;
    memory->smooth.weight = 0;
    memory->smooth.used_ms = 0;
    memory->smooth.depths = {};
}
