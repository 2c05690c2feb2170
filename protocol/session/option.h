// The engine's own options: one table for both protocols and for the command line.
#pragma once

#include <string>
#include <vector>

#include "protocol/session/session.h"

/// Who is told of an option.
enum OptionHost : int {
    OPTION_CECP = 1, // `feature option`
    OPTION_UCI = 2,  // `option name`
    OPTION_SHELL = 4 // --NAME=VALUE
};

enum OptionKind : int {
    OPTION_CHECK, // on or off
    OPTION_SPIN,  // a whole number
    OPTION_COMBO, // one of some words
    OPTION_FILE,
    OPTION_BUTTON, // does something, and has no value
};

/// What an option holds, and what it may hold.
struct OptionValue {
    OptionKind kind;
    std::string text = {};                 // "0" or "1" of a check
    int least = 0, most = 0;               // of a spin
    std::vector<std::string> choices = {}; // of a combo
};

struct OptionRow {
    const char* name;
    const char* meaning; // for a person, in Markdown; nullptr: not on the command line
    OptionValue value;
};

/// Every option this host is told of, with its present value.
std::vector<OptionRow> option_rows(const Session& session, OptionHost host);

/// "feature option=\"MoveOverhead -spin 30 0 5000\"" and its like for every option of CECP.
std::vector<std::string> option_features(const Session& session);

/// Which running search has to end before an option may change.
enum OptionUse : int {
    OPTION_FOR_NOBODY, // none: it may change at any time
    OPTION_FOR_MOVE,   // that for a move of ours, also the one that pondering may lead to
    OPTION_FOR_SEARCH, // every search
};

/// Of an option by name; OPTION_FOR_NOBODY if there is none.
OptionUse option_use(const std::string& name);

/// Sets an option by name (case does not matter). Returns nullptr, or the reason why the value is
/// refused in a few words: then nothing changes.
const char* option_set(Session* session, const std::string& name, const std::string& value);

/// Is there an option by that name?
bool option_is_known(const std::string& name);

/// Does an option by that name want the name of a file?
bool option_is_file(const Session& session, const std::string& name);
