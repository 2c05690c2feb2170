// The `edit` sub-mode: hosts without setboard enter a position square by square.
#pragma once

#include "protocol/io/text.h"
#include "protocol/xboard/game_loop.h"

/// Enters the sub-mode with the current position.
void edit_begin(XBoard* xboard, const TextCommand&);

/// Executes a word of the sub-mode: "#", "c", "Pa4", "xa4", or "." to leave `edit` and set up the
/// position. Returns false for any other word.
bool edit_line(XBoard* xboard, const std::string& text);
