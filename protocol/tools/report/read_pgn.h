// Reads PGN with the time of each move in its comments: {+0.35/12 1.2s} by cutechess-cli,
// {+0.35/12 1.2} by XBoard, {[%clk 0:05:00]} and {[%emt 0:00:05]} by others.
#pragma once

#include <istream>

#include "protocol/tools/report/report_game.h"

/// Appends the games that have times. Malformed tags and unended comments are skipped and counted.
void report_pgn_read(std::istream& input, ReportFile* file);

/// What a comment says about its move.
struct ReportComment {
    int64_t used_ms = REPORT_UNKNOWN;
    int64_t left_ms = REPORT_UNKNOWN; // time on the clock after the move and the increment
    bool scored = false;              // the comment has SCORE/DEPTH
    bool rough = false;               // times are rounded to tenths of a second or worse
    std::string rest;                 // other words: `White mates`
};
ReportComment report_pgn_comment(const std::string& text);
