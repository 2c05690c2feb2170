// The report as one self-contained HTML page.
#pragma once

#include <string>

#include "protocol/tools/report/report_game.h"

/// The page for these files. Few games are shown one by one. For many games the page shows
/// distributions, and the games that came closest to losing on time.
std::string report_page(const std::vector<ReportFile>& files);
