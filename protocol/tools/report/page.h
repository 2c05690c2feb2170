// The page as a whole: one HTML file that needs nothing else.
#pragma once

#include <string>

#include "protocol/tools/report/report_game.h"

/// The page for what these files hold. Few games are told one by one; of many the distributions are
/// drawn, and the games that came near to losing on time are told.
std::string report_page(const std::vector<ReportFile>& files);
