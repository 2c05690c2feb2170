// Many games at once: how the clock, the time for each move, overruns and lag are distributed.
#pragma once

#include "protocol/report/game.h"
#include "protocol/report/html.h"

/// A player of several games, by name, and the games' numbers as they are in the list.
struct ReportPlayer {
    std::string name;
    struct Seat {
        const ReportGame* game;
        Colour colour;
    };
    std::vector<Seat> seats;
    ReportCount count;
};

/// Everybody of whom a time is known, who made the most moves first.
std::vector<ReportPlayer> report_players(const std::vector<ReportGame>& games);

/// Writes a table of the players and the charts.
void report_many_write(Html* html, const std::vector<ReportGame>& games);
