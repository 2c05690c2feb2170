// The vote of the search threads on the best move.
#pragma once

#include <vector>

#include "engine/search/search_types.h"

/// Elects one of the reports; the first is the main thread's. The shortest mate wins. Otherwise
/// each thread whose best move was proven at least as deep as the main thread's votes for that
/// move, with a weight of depth times score above the worst report's. The main thread wins a tie.
SearchReport vote_elect(const std::vector<SearchReport>& reports);
