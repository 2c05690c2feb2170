// The story of one game: clocks, budgets, overruns and lag, drawn over the moves.
#pragma once

#include "protocol/tools/report/html.h"
#include "protocol/tools/report/report_game.h"

/// Writes charts and tables of one game, without a heading. The player of that name is drawn first,
/// if it is nobody's log.
void report_story_write(Html* html, const ReportGame& game, const std::string& lead);

/// "40 moves in 5:00 + 2.00 s"; "no clock" where none is known.
std::string report_control_text(const ReportControl& control);
