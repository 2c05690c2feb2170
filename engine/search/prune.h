// Pruning of a whole node before its moves are searched: steps 7 to 9 of tree_search.cpp.
#pragma once

#include "engine/search/node.h"

/// Reverse futility pruning, null move pruning and ProbCut, in this order. Returns the node's score
/// if one of the three cuts, else SCORE_NONE.
Score prune_node(Tree* tree, const Node& node);
