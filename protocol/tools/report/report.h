// The report: where the time went, as one HTML page made from logs and games.
#pragma once

#include "protocol/session/session.h"

/// Reads the files named and writes the page (`-o FILE`, default time.html), which appears whole or
/// not at all. Returns the exit status: 0, or another with one line on stderr.
int report_run(Session* session, int count, char** words);
