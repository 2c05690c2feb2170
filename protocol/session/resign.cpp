#include "protocol/session/resign.h"

namespace {

constexpr int RESIGN_MOVES = 3;

} // namespace

bool resign_is_due(int* lost_moves, Score score, int resign_cp) {
    const bool lost = resign_cp > 0 && score <= -resign_cp;
    *lost_moves = lost ? *lost_moves + 1 : 0;
    return *lost_moves >= RESIGN_MOVES;
}
