// Reads PGN with the time of each move in its comments, as cutechess-cli {+0.35/12 1.2s}, XBoard
// {+0.35/12 1.2} and others {[%clk 0:05:00]}, {[%emt 0:00:05]} write them.
#pragma once

#include <istream>

#include "protocol/tools/report/report_game.h"

/// Appends the games that have times. Malformed tags and unended comments are skipped and counted.
void report_pgn_read(std::istream& input, ReportFile* file);

/// What a comment tells of its move. Times may stay REPORT_UNKNOWN.
struct ReportComment {
    int64_t used_ms = REPORT_UNKNOWN;
    int64_t left_ms = REPORT_UNKNOWN; // after the move, increment added
    bool scored = false;              // SCORE/DEPTH stands there
    bool rough = false;               // rounded to tenths of a second or worse
    std::string rest;                 // what else is said: `White mates`
};
ReportComment report_pgn_comment(const std::string& text);
