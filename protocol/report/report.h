// The report: where the time went, as one HTML page made from logs and games.
#pragma once

/// Reads the files named and writes the page (`-o FILE`, default time.html), which appears whole or
/// not at all. *error gets what is not understood. Returns the exit status: 0, or 1 with one line
/// on stderr.
int report_run(int count, char** words, const char** error);
