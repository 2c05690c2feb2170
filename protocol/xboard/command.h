// The commands: one table row each, with a name, a handler, and what it does to a running search.
#pragma once

#include "protocol/session/session.h"

/// Executes one line.
void command_execute(Session* session, const Line& line);

/// Looks at the waiting lines while we think: executes those that do not disturb the search, leaves
/// those that must wait or end it, and says what the search is to do.
Attention command_attend(Session* session);

/// Executes lines until `quit` or the end of input.
void command_loop(Session* session);
