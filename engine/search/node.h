// The data of one node of the search, and the steps listed in tree_search.cpp that deal with draws,
// table and static score.
#pragma once

#include "engine/board/attack.h"
#include "engine/search/tree.h"

struct Node {
    Score alpha, beta;
    Depth depth;
    Ply ply;
    bool pv;            // the window is open
    bool was_pv;        // this node's window is open, or was in an earlier search
    bool cut_node;      // expected to fail high
    bool improving;     // the static score is better than two plies ago, or above beta
    bool hash_captures; // the hash move is a capture or promotion
    Score raw_eval;     // static score, not corrected
    Score eval;         // corrected static score, or the table's score where that is closer
    TableHit hit;
    Pins pins;
};

/// Sets the static score of the root before a search begins.
void node_set_root_eval(Tree* tree);

/// Polls the monitor every poll_nodes nodes. Returns the score of a node that need not be searched
/// (a draw by the rules, the deepest ply, a stopped search), else SCORE_NONE.
Score node_enter(Tree* tree, Ply ply);

/// The score of a draw for the side to move, contempt included.
Score node_draw_score(const Tree& tree);

/// Returns the draw score if it is above alpha and a move can repeat a position of this line, else
/// alpha.
Score node_raise_to_draw(const Tree& tree, Score alpha, Ply ply);

/// Sets window, depth and ply, and probes the table. The caller has set `pins`; node_set_eval() and
/// tree_search() set the other fields. Clearing the whole Node first would cost too much time.
void node_init(Tree* tree, Node* node, Score alpha, Score beta, Depth depth, Ply ply);

/// True if the table's entry is deep enough and its bound cuts the node off.
bool node_hit_cuts(const Tree& tree, const Node& node);

/// Sets the static score, corrected and improved by the table's score, and `improving`.
void node_set_eval(Tree* tree, Node* node);

/// The correction history learns the difference between this score and the static score.
void node_learn_correction(Tree* tree, const Node& node, Score score);
