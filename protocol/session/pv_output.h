// Which lines of thinking a host is shown, and when: not too many, none twice, and at last that of
// the move.
#pragma once

#include <vector>

#include "engine/search/search_types.h"

struct PvOutput {
    void* context; // handed to the function
    /// Hears a line, false if nobody reads it; nullptr for silence.
    bool (*hear)(void* context, const SearchLine& line, int64_t elapsed_ms);
    bool several;  // lines were asked for
    bool by_nodes; // nodes are our clock: hosts take it from the lines

    // What follows is for these functions alone.
    bool in_time;      // there is time to show more than the last line
    int64_t shown_ms;  // when the last line was shown
    Depth shown_depth; // the deepest shown: hosts take a lower one for a new search
    bool pending;      // the newest exact line, kept below, has not been shown
    bool bound_since;  // a bound has come after it
    bool newest_shown; // the newest line of all has been shown, and was exact
    SearchLine newest;
    std::vector<SearchLine> lines; // the newest of several, told together
    bool lines_shown;              // they have been shown
};

/// A clock begins, with a NormalMoveTime; again after a ponder hit, since hosts leave out what was
/// shown on the opponent's clock.
void pv_output_begin(PvOutput* pv_output, int64_t normal_ms);

/// The search has said this line.
void pv_output_line(PvOutput* pv_output, const SearchLine& line, int64_t now_ms);

/// A line that came too soon after the one before is shown if its time has come.
void pv_output_pending(PvOutput* pv_output, int64_t now_ms);

/// The search is over: the line of its move, unless that was the newest shown.
void pv_output_report(PvOutput* pv_output, const SearchReport& report, int64_t now_ms);
