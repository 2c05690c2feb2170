// The words on the command line: options, and subcommands that do one thing and end.
#pragma once

#include "protocol/session/session.h"

/// Applies --NAME=VALUE options and runs a subcommand. True if the protocol is to be spoken; false
/// if all is done, with the exit status (2 for words we do not understand, else the subcommand's).
bool tools_run(Session* session, int count, char** words, int* status);
