// The flags that say how hard to look.
#pragma once

#include "protocol/tools/flags.h"
#include "protocol/tools/study/look.h"

/// One file, --st SECONDS, --sd DEPTH, --nodes N, and the flags of `more`; without --st a depth or
/// a number of nodes is the only limit. 0, or the exit status as of flags_read().
int effort_read(int count, char** words, LookEffort* effort, std::vector<Flag> more,
                std::string* file);
