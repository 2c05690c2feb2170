// The engine's options: one table for CECP, UCI and the command line.
#pragma once

#include <string>
#include <vector>

#include "protocol/session/session.h"

/// Where an option is offered: to CECP hosts, to UCI hosts or on the command line.
enum OptionHost : int {
    OPTION_CECP = 1, // `feature option`
    OPTION_UCI = 2,  // `option name`
    OPTION_SHELL = 4 // --NAME=VALUE
};

enum OptionKind : int {
    OPTION_CHECK,
    OPTION_SPIN,
    OPTION_COMBO,
    OPTION_FILE,
    OPTION_BUTTON, // an action without a value
};

/// The value of an option and its range.
struct OptionValue {
    OptionKind kind;
    std::string text = {};                 // the value; "0" or "1" of a check
    int least = 0, most = 0;               // range of a spin
    std::vector<std::string> choices = {}; // possible values of a combo
};

struct OptionRow {
    const char* name;
    const char* meaning; // help text in Markdown; nullptr: not on the command line
    OptionValue value;
};

/// The options offered to this host, with their current values.
std::vector<OptionRow> option_rows(const Session& session, OptionHost host);

/// Which searches depend on an option and must end before it changes.
enum OptionUse : int {
    OPTION_UNKNOWN,
    OPTION_FOR_NOBODY,
    OPTION_FOR_MOVE,   // searches for our move, and pondering, which may become one
    OPTION_FOR_SEARCH, // all searches
};

/// The searches that depend on the option of this name; OPTION_UNKNOWN if no option has the name.
OptionUse option_use(const std::string& name);

/// Sets an option by name, ignoring case. Returns nullptr, or why the value is refused; a refused
/// value changes nothing.
const char* option_set(Session* session, const std::string& name, const std::string& value);

/// Whether the value of this option is a file name.
bool option_is_file(const Session& session, const std::string& name);
