// Many games at once: how the clock, the time for each move, overruns and lag are distributed.
#pragma once

#include "protocol/tools/report/html.h"
#include "protocol/tools/report/report_game.h"

/// A player, known by name, and where they sat. Points into the games it was made from.
struct ReportPlayer {
    std::string name;
    struct Seat {
        const ReportGame* game;
        Colour colour;
    };
    std::vector<Seat> seats;
    ReportCount count;
};

/// Everybody of whom a time is known: first those whose log was read, and who made the most moves.
std::vector<ReportPlayer> report_players(const std::vector<ReportGame>& games);

/// Writes a table of the players and the charts.
void report_many_write(Html* html, const std::vector<ReportGame>& games);
