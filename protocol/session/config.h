// The configuration file: options that hold for every game, as lines NAME=VALUE.
#pragma once

#include <string>

#include "protocol/session/session.h"

/// Where a user keeps it; empty where there is no such place. No file need be there.
std::string config_path();

/// Sets the options of the file, if there is one. Comments begin with `#`, at the start of a line
/// or behind a blank. Empty, or which lines are wrong, and why the first, for a person to read: the
/// others hold.
std::string config_read(Session* session, const std::string& path);
