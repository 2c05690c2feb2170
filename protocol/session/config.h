// The configuration file: options as lines NAME=VALUE.
#pragma once

#include <string>

#include "protocol/session/session.h"

/// The path of the configuration file, which need not exist; empty if the system has none.
std::string config_path();

/// Sets the options in the file, if it exists. Comments start with `#` at the start of a line or
/// after a blank. Returns a message with the first invalid line, why it is invalid, and the numbers
/// of other invalid lines; empty if all lines are valid. All valid lines take effect.
std::string config_read(Session* session, const std::string& path);
