// The descriptions of the options, for --help and the documentation.
#pragma once

#include <string>

#include "protocol/session/session.h"

/// For --help: "  --MoveOverhead=30 (0 to 5000)" and the description, for every option.
std::string help_options(const Session& session);

/// The options and their descriptions as a Markdown table.
std::string help_table(const Session& session);
