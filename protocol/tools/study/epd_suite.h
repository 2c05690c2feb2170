// `overtime epd`: a suite of test positions.
#pragma once

#include "protocol/session/session.h"

/// `overtime epd FILE [--st SECONDS] [--sd DEPTH] [--nodes N]`: looks at every position of the
/// file and tells what it has found, then how many. The words after `epd`. Status 0 if all was
/// found, 1 if not, 2 for words that are not understood.
int tool_epd(Session* session, int count, char** words);
