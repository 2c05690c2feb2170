// The second protocol, UCI, over the same parts as the first: clock, controllers, option table,
// think. A host chooses it by saying `uci` before anything else; `xboard` ends it.
#pragma once

#include "protocol/session/session.h"

/// `uci`: who we are and what can be set. From now on lines are for uci_execute().
void uci_begin(Session* session);

/// Executes one line. A `go` has been answered by its `bestmove` when this returns.
void uci_execute(Session* session, const char* text);

/// What a line is answered with that was too long and began so. If it was a position, no move is
/// legal until another.
void uci_refuse(Session* session, const std::string& start);

/// Back to a session as it was at the start, but for the options that were set.
void uci_end(Session* session);
