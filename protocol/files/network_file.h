// Evaluation networks on the disk.
#pragma once

#include "engine/eval/network.h"

/// Reads a network. nullptr, or what is wrong with the file (*network is then unchanged).
const char* network_file_read(const char* path, Network* network);
