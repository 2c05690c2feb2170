// `overtime analyse`: games with what the engine thinks of every move.
#pragma once

#include "protocol/session/session.h"

/// `overtime analyse GAMES.pgn [--st SECONDS] [--sd DEPTH] [--nodes N] [-o FILE]`: looks at every
/// position and writes the games with scores, marks for bad moves and what would have been better.
/// Goes on where an earlier run was cut off. The words after `analyse`. The exit status.
int tool_analyse(Session* session, int count, char** words);
