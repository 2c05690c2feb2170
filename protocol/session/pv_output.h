// Selects the thinking lines that are shown: limits the rate, drops duplicates, and always ends
// with the line of the move that is played.
#pragma once

#include <vector>

#include "engine/search/search_types.h"

struct PvOutput {
    void* context; // passed to hear()
    /// Shows a line. Returns false if the line could not be shown; nullptr: no output.
    bool (*hear)(void* context, const SearchLine& line, int64_t elapsed_ms);
    bool several;  // MultiPV
    bool by_nodes; // the clock counts nodes, and hosts read it from the lines

    // Private.
    bool in_time;                  // NormalMoveTime is long enough for more than the last line
    int64_t shown_ms;              // when the last line was shown
    Depth shown_depth;             // the deepest shown: hosts take a lower depth for a new search
    bool pending;                  // `newest` has not been shown
    bool bound_since;              // a bound has come after `newest`
    bool newest_shown;             // the last line from the search was exact and has been shown
    SearchLine newest;             // the last exact line
    std::vector<SearchLine> lines; // MultiPV: the lines of the last depth
    bool lines_shown;
};

/// A search starts with this NormalMoveTime. Call this again after a ponder hit, as hosts ignore
/// the lines shown before the hit.
void pv_output_begin(PvOutput* pv_output, int64_t normal_ms);

/// Takes a line from the search and shows it unless one was shown too recently.
void pv_output_line(PvOutput* pv_output, const SearchLine& line, int64_t now_ms);

/// Shows a line that was held back to limit the rate, if enough time has passed.
void pv_output_pending(PvOutput* pv_output, int64_t now_ms);

/// The search has ended: shows the line of the best move unless that was the last line shown.
void pv_output_report(PvOutput* pv_output, const SearchReport& report, int64_t now_ms);
