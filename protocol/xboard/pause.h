// CECP's `pause`: clock and search stand still until `resume`.
#pragma once

#include <string>

#include "protocol/xboard/game_loop.h"

/// Does the command of this name end a pause without `resume`?
using PauseEnds = bool (*)(const XBoard& xboard, const std::string& name);

/// A `pause` was read at from_ms. Waits for `resume`, or for a command that ends the pause, or for
/// the end of the input; takes only `pause` and `resume` out of the queue, from `index` on.
void pause_wait(XBoard* xboard, size_t index, int64_t from_ms, PauseEnds ends);
