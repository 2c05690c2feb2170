#include "engine/board/perft.h"

#include "engine/board/move_do.h"
#include "engine/board/move_gen.h"

namespace {

// The monitor is asked from this depth on; a shallower subtree takes a millisecond or two at most.
constexpr int ASK_DEPTH = 3;

} // namespace

uint64_t perft(Board* board, int depth, PerftMode mode, const PerftMonitor* monitor) {
    if (depth <= 0) return 1;
    if (depth >= ASK_DEPTH && monitor && monitor->stop(monitor->context)) return 0;
    MoveList list;
    move_gen_legal(*board, &list);
    if (depth == 1 && mode == PERFT_BULK) return uint64_t(list.count);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; ++i) {
        Undo undo;
        move_make(board, list.move[i], &undo);
        leaves += depth == 1 ? 1 : perft(board, depth - 1, mode, monitor);
        move_undo(board, list.move[i], undo);
    }
    return leaves;
}
