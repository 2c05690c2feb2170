// One node on its way through the phases of the search, and how a node is entered.
#pragma once

#include "engine/board/attack.h"
#include "engine/search/tree.h"

struct Node {
    Score alpha, beta;
    Depth depth;
    Ply ply;
    bool pv;       // the window is open
    bool was_pv;   // or has been, in an earlier search
    bool cut_node; // expected to fail high
    bool improving;
    bool hash_captures; // the hash move is no quiet one
    Score raw_eval;     // as the evaluation says
    Score eval;         // corrected, and bettered by the table
    TableHit hit;
    Pins pins;
};

/// Notes the static evaluation of the root, before a search begins.
void node_set_root_eval(Tree* tree);

/// Asks the monitor when its time has come. The score of a node that need not be looked at (a draw
/// by the rules, the deepest ply, a search that is stopped), else SCORE_NONE.
Score node_enter(Tree* tree, Ply ply);

/// What a draw is worth here, for the side to move.
Score node_draw_score(const Tree& tree);

/// Alpha, or the draw if that is more and one move repeats a position of this line.
Score node_raise_to_draw(const Tree& tree, Score alpha, Ply ply);

/// Fills in window, depth, ply and the table's entry. The caller has found the pins;
/// node_set_eval() and tree_search() set the rest. Not a cleared Node, as clearing the pins twice
/// would cost.
void node_init(Tree* tree, Node* node, Score alpha, Score beta, Depth depth, Ply ply);

/// Does the table's entry settle the matter?
bool node_hit_cuts(const Tree& tree, const Node& node);

/// The static score: corrected, and bettered by what the table knows.
void node_set_eval(Tree* tree, Node* node);

/// The search has found a score here: by so much the evaluation was wrong.
void node_learn_correction(Tree* tree, const Node& node, Score score);
