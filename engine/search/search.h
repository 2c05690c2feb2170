// The search as others see it: one struct in, one out, a monitor in between. What outlives a search
// is kept here, and its threads; root.h deepens. It prints nothing and reads no clock.
#pragma once

#include "engine/board/game.h"
#include "engine/eval/network.h"
#include "engine/search/search_types.h"

/// What outlives one search: the transposition table and what the move ordering has learned.
struct Search;

/// A search with a table of that many MiB (see table_resize); nullptr never comes back.
Search* search_create(int megabytes);
void search_free(Search* search);

/// Changes the table's size; nothing happens if it is that size already.
void search_resize(Search* search, int megabytes);

constexpr int SEARCH_THREADS_MAX = 64;

/// So many threads search from now on, clamped to 1 .. SEARCH_THREADS_MAX; fewer where the system
/// has no more. With one the search takes the same way every time.
void search_set_threads(Search* search, int threads);

/// Evaluates with this network from now on (nullptr: by material) and forgets
/// everything. The network must outlive the search.
void search_set_network(Search* search, const Network* network);

/// What it evaluates with; nullptr: with material alone.
const Network* search_network(const Search* search);

/// Forgets everything: the next search is as from a fresh search_create().
void search_new_game(Search* search);

/// Searches the game's present position. The monitor is only asked by the calling thread; helping
/// threads that still run when it returns end by themselves in a moment. With no legal move that is
/// not excluded the report's best move is MOVE_NONE.
SearchReport search_run(Search* search, const Game& game, const SearchLimits& limits,
                        SearchMonitor* monitor);

/// The helping threads stand still, or go on, within the nodes between two of their polls. For a
/// monitor that keeps the calling thread waiting.
void search_hold(Search* search, bool held);

/// What the table holds for best in the game's present position; MOVE_NONE if it knows nothing.
Move search_hash_move(const Search* search, const Game& game);

/// The static evaluation of the game's present position, for the side to move.
Score search_eval(Search* search, const Game& game);
