// The `edit` sub-mode: a position typed in square by square, for hosts without setboard.
#pragma once

#include "protocol/xboard/game_loop.h"

/// Enters the sub-mode with the present position on the board.
void edit_begin(XBoard* xboard);

/// One word of the sub-mode: "#", "c", "Pa4", "xa4", or "." to leave it and take the position.
/// False if it is no such word; then nothing changes.
bool edit_line(XBoard* xboard, const std::string& text);
