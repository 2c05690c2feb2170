// Reads the engine's own log: what it was told and said in either protocol, and a `tm` line for
// every move.
#pragma once

#include <istream>

#include "protocol/tools/report/report_game.h"

/// Does this line belong to a log ("250 < new", "# Overtime 0.1 log")?
bool report_log_knows(const std::string& line);

/// Appends the games in which the engine moved. Lines of no known form are skipped and counted.
void report_log_read(std::istream& input, ReportFile* file);
