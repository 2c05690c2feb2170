// The vote of the search threads on the best move.
#pragma once

#include <vector>

#include "engine/search/search_types.h"

/// Elects one of the reports; the first is the main thread's. The shortest mate wins. Otherwise
/// each thread whose best move was proven at least as deep as the main thread's best move votes for
/// its own; the weight is depth times lead over the worst report's score. The main thread's report
/// wins a tie.
SearchReport vote_elect(const std::vector<SearchReport>& reports);
