// Reads evaluation networks from files.
#pragma once

#include "engine/eval/network.h"

/// Returns nullptr, or why the file is refused; *network is unchanged then.
const char* network_file_read(const char* path, Network* network);
