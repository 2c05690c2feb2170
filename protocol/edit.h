// The `edit` sub-mode: a position typed in square by square, for hosts without setboard.
#pragma once

#include "protocol/session.h"

/// Enters the sub-mode with the present position on the board.
void edit_begin(Session* session);

/// One line of the sub-mode: "#", "c", "Pa4", "xa4", or "." to leave it and take the position.
void edit_line(Session* session, const std::string& text);
