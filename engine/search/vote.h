// Several threads have searched the same position: whose move is played.
#pragma once

#include <vector>

#include "engine/search/search_types.h"

/// The report to act on, of at least one; the main thread's comes first. A mate is proven whoever
/// found it: the shortest wins. Otherwise every thread whose best move was proven at least as deep
/// as the main thread's votes for it, the more so the deeper and the better it stands; the main
/// thread's stays where none has more votes.
SearchReport vote_elect(const std::vector<SearchReport>& reports);
