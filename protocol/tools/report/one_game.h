// The charts of one game: clocks, budgets, overruns and lag by move.
#pragma once

#include "protocol/tools/report/html.h"
#include "protocol/tools/report/report_game.h"

/// Writes charts and tables of one game, without a heading. If the game is from PGN, the player
/// with the name `lead` is drawn first.
void report_story_write(Html* html, const ReportGame& game, const std::string& lead);

/// "40 moves in 5:00 + 2 s"; "no clock" if the base is unknown.
std::string report_control_text(const ReportControl& control);
