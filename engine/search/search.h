// Public interface of the search, which owns the transposition table, the histories and the search
// threads; root.h does iterative deepening. The search does not print and does not read a clock.
#pragma once

#include "engine/board/game.h"
#include "engine/eval/network.h"
#include "engine/search/search_types.h"

/// Everything that is kept from one search to the next: transposition table, histories, threads.
struct Search;

/// Creates a search with a table of this many MiB (see table_resize). Never returns nullptr.
Search* search_create(int megabytes);
void search_free(Search* search);

/// Changes the size of the hash table, and clears the table if it had another size.
void search_resize(Search* search, int megabytes);

constexpr int SEARCH_THREADS_MAX = 64;

/// Sets the number of threads, clamped to 1 .. SEARCH_THREADS_MAX; fewer threads run if the system
/// cannot provide as many. With one thread the search is deterministic.
void search_set_threads(Search* search, int threads);

/// Sets the network for the evaluation (nullptr: count material) and calls search_new_game(). The
/// network must outlive the search.
void search_set_network(Search* search, const Network* network);

/// The network for the evaluation; nullptr: material is counted.
const Network* search_network(const Search* search);

/// Clears table and histories: the next search is the same as after search_create().
void search_new_game(Search* search);

/// Searches the current position of the game. Only the calling thread calls the monitor; helper
/// threads may still run for a moment after the return. The report's best move is MOVE_NONE if
/// there is no legal move or all legal moves are excluded.
SearchReport search_run(Search* search, const Game& game, const SearchLimits& limits,
                        SearchMonitor* monitor);

/// Suspends or resumes the helper threads at their next poll, for a monitor that blocks the calling
/// thread.
void search_hold(Search* search, bool held);

/// The hash move of the game's current position; MOVE_NONE if the hash table has no move.
Move search_hash_move(const Search* search, const Game& game);

/// The static score of the game's current position, for the side to move.
Score search_eval(Search* search, const Game& game);
