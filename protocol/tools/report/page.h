// The report as one self-contained HTML page.
#pragma once

#include <string>

#include "protocol/tools/report/report_game.h"

/// Returns the page about the games in these files. A few games are shown one by one; of many games
/// the page shows distributions, and singly only the games closest to a loss on time.
std::string report_page(const std::vector<ReportFile>& files);
