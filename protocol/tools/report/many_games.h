// Charts of many games: distributions of the clock, the time per move, overruns and lag.
#pragma once

#include "protocol/tools/report/html.h"
#include "protocol/tools/report/report_game.h"

/// A player, identified by name, and its seats in the games (which must outlive it).
struct ReportPlayer {
    std::string name;
    struct Seat {
        const ReportGame* game;
        Colour colour;
    };
    std::vector<Seat> seats;
    ReportCount count;
};

/// All players with known times: those whose log was read first, then by number of moves.
std::vector<ReportPlayer> report_players(const std::vector<ReportGame>& games);

/// Writes a table of the players and the charts.
void report_many_write(Html* html, const std::vector<ReportGame>& games);
