// Reads the engine's own log: the lines that protocol/session/game_log.h describes.
#pragma once

#include <istream>

#include "protocol/tools/report/report_game.h"

/// Is this a line of a log ("250 < new", "# Overtime 0.1 log")?
bool report_log_knows(const std::string& line);

/// Appends the games in which the engine moved. Malformed lines are skipped and counted.
void report_log_read(std::istream& input, ReportFile* file);
