// The options of the command line as a person reads of them.
#pragma once

#include <string>

#include "protocol/session/session.h"

/// For --help: "  --MoveOverhead=30 (0 to 5000)" and a line or more that say what it means, for
/// every option, with its present value.
std::string help_options(const Session& session);

/// The same as a table in Markdown.
std::string help_table(const Session& session);
