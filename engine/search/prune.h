// What may end a node before any move of it is searched in full.
#pragma once

#include "engine/search/node.h"

/// Reverse futility pruning, null move pruning and ProbCut, in this order: the score of a node that
/// need not be searched, SCORE_NONE if it must be.
Score prune_node(Tree* tree, const Node& node);
