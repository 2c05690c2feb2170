// The engine's own options: one table for feature lines, settings and command-line flags.
#pragma once

#include <string>
#include <vector>

#include "protocol/session.h"

/// One "feature option=..." line for every option.
std::vector<std::string> option_features(const Session& session);

enum OptionOutcome : int {
    OPTION_SET,
    OPTION_UNKNOWN,
    OPTION_BAD_VALUE
};

/// Sets an option by name (case does not matter) and value text; on failure nothing changes.
OptionOutcome option_set(Session* session, const std::string& name, const std::string& value);
