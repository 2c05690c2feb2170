// The numbers of the search that matches can tune. Margins and scores are in centipawns, reductions
// in plies unless noted. A row is X(name, default, meaning). Code that needs all rows expands
// TUNABLES with an X of its own; `make tune` turns each row into an option of the program.
#pragma once

// clang-format off
#define TUNABLES(X) \
    /* aspiration windows */ \
    X(aspiration_depth, 5, "from this depth on the root window is centred on the last score") \
    X(aspiration_window, 9, "half the width of the first window") \
    X(aspiration_reduction_max, 3, "each fail high searches a ply less deep, up to this many") \
 \
    /* reverse futility pruning */ \
    X(reverse_futility_depth, 11, "up to this depth") \
    X(reverse_futility_margin, 50, "above beta, per ply of depth; one ply less if improving") \
 \
    X(improving_margin, 1, "a static score this far above beta counts as improving") \
 \
    /* null move pruning: static score >= beta + null_slack - null_margin * depth */ \
    X(null_depth, 2, "from this depth on") \
    X(null_margin, 16, "see above") \
    X(null_slack, 68, "see above") \
    X(null_reduction, 4, "plies by which the null move search is reduced") \
    X(null_reduction_depth_divisor, 3, "plus depth / this") \
    X(null_reduction_eval_divisor, 143, "plus (score - beta) / this") \
    X(null_reduction_eval_max, 3, "the most that the score adds") \
    X(null_verify_depth, 12, "from this depth on a null move cutoff is verified") \
    X(null_verify_quarters, 3, "quarters of the verification's depth without null moves") \
 \
    /* ProbCut */ \
    X(probcut_depth, 4, "from this depth on") \
    X(probcut_margin, 93, "above beta") \
    X(probcut_reduction, 4, "plies by which the search of a capture is reduced") \
 \
    X(iir_depth, 2, "internal iterative reductions from this depth on") \
 \
    /* late move pruning after (late_move_base + depth * depth) moves, half if not improving */ \
    X(late_move_depth, 10, "up to this depth") \
    X(late_move_base, 3, "see above") \
 \
    /* futility pruning: static score + base + margin * reduced depth <= alpha */ \
    X(futility_depth, 12, "up to this reduced depth") \
    X(futility_all_depth, 3, "up to this depth a futile move ends all quiet moves") \
    X(futility_base, 59, "see above") \
    X(futility_margin, 67, "see above") \
 \
    /* history pruning: history < -history_margin * depth */ \
    X(history_depth, 4, "up to this reduced depth") \
    X(history_margin, 4205, "see above") \
 \
    /* SEE pruning */ \
    X(see_quiet_margin, 25, "a quiet move may lose this, times the reduced depth squared") \
    X(see_capture_margin, 75, "a capture may lose this, times depth") \
    X(see_capture_history, 100, "points of its history for which it may lose a centipawn more") \
    X(see_capture_extra, 60, "the most by which history changes the margin, times depth") \
    X(see_depth, 12, "up to this depth") \
 \
    /* singular extensions */ \
    X(singular_low_margin, 26, "below singular_depth: the static score is this far below alpha") \
    X(singular_depth, 6, "from this depth on") \
    X(singular_depth_slack, 3, "the hash entry may be this many plies shallower") \
    X(singular_margin, 14, "eighths of a centipawn below the hash score, times depth") \
    X(double_margin, 14, "this far below that bound the hash move gets two plies") \
    X(double_max, 6, "double extensions in one line") \
 \
    /* late move reductions, in 1024ths of a ply */ \
    X(lmr_depth, 2, "from this depth on") \
    X(lmr_base, 1700, "every late move") \
    X(lmr_slope, 220, "more, times log2(depth) * log2(move number)") \
    X(lmr_history, 9966, "points of a quiet move's history that are worth a ply") \
    X(lmr_capture_history, 7687, "points of a capture's history that are worth a ply") \
    X(lmr_cut_node, 1790, "more at expected cut nodes") \
    X(lmr_was_pv, 1370, "less at nodes that are or once were PV nodes") \
    X(lmr_was_pv_deep, 368, "less again if their hash entry is as deep as the search") \
    X(lmr_pv, 300, "less at PV nodes") \
    X(lmr_narrow, 600, "more at PV nodes, the narrower the window compared with the root's") \
    X(lmr_not_improving, 878, "more if not improving") \
    X(lmr_check, 952, "less for checks and evasions") \
    X(lmr_killer, 1385, "less for killer moves") \
    X(lmr_correction, 9, "less per centipawn by which the static score was corrected") \
    X(lmr_hash_captures, 700, "more if the hash move is a capture or promotion") \
    X(lmr_cutoffs_many, 2, "number of fail highs at the next ply that ...") \
    X(lmr_cutoffs, 850, "... must be exceeded for this much more") \
    X(lmr_deeper_margin, 21, "above the best score, plus 2 * depth: re-search a ply deeper") \
 \
    X(hindsight_reduction, 5, "a move reduced this much that lost nothing gets a ply back") \
    X(raised_depth, 12, "up to this depth moves after one that raised alpha lose a ply") \
 \
    X(was_pv_depth, 3, "deeper, a node that fails low inherits was_pv from its parent") \
 \
    /* the root */ \
    X(root_step, 2, "plies from one iteration to the next ...") \
    X(root_step_depth, 8, "... from this depth on; before, one") \
    X(root_full_moves, 3, "root moves searched without reduction") \
 \
    /* histories */ \
    X(history_max, 16384, "limit of each entry") \
    X(history_bonus, 253, "for the move that cut off, times depth") \
    X(history_malus, 211, "for the moves tried before it, times depth") \
    X(history_bonus_base, 60, "subtracted from both") \
    X(history_bonus_max, 1920, "limit of the bonus") \
    X(history_malus_max, 1394, "limit of the malus") \
    X(history_clear_margin, 43, "a cutoff this far above beta counts as one ply deeper") \
    X(eval_bonus, 2, "per centipawn by which a quiet move improved the static score") \
    X(eval_bonus_max, 1000, "limit of that") \
    X(last_move_bonus, 83, "for a quiet move to which every reply failed low, times depth") \
    X(last_move_malus, 94, "for a move to which a reply cut off, times depth") \
    X(last_move_choices, 2, "the malus is only for this many first moves of a node") \
    X(check_bonus, 8570, "move ordering: a quiet check that loses nothing by SEE") \
    X(capture_victim_weight, 32, "move ordering: times the value of the victim and promotion") \
    X(capture_good_divisor, 60, "a good capture may lose (ordering score / this) by SEE") \
    X(quiet_bad, -14000, "quiet moves below this come after the losing captures") \
 \
    /* correction history */ \
    X(correction_max, 731, "limit of each entry") \
    X(correction_depth_divisor, 8, "an error is weighted by depth / this") \
    X(correction_bonus_divisor, 4, "and limited to correction_max / this") \
    X(correction_eval_max, 714, "static scores this large are not corrected") \
    X(correction_pawn, 758, "weight of the pawn entry, in 16384ths, as the next ones") \
    X(correction_piece, 582, "of the entries of either side's pieces") \
    X(correction_move, 386, "of the entries of the last two moves") \
    X(correction_fourth_move, 238, "of the entry of the move four plies back") \
 \
    X(delta_margin, 118, "quiescence search: what a capture may gain beyond its victim")
// clang-format on

#define TUNABLE_MEMBER(NAME, DEFAULT, MEANING) int NAME = DEFAULT;
struct Tunables {
    TUNABLES(TUNABLE_MEMBER)
};
#undef TUNABLE_MEMBER

// With OVERTIME_TUNE (make tune) the numbers can be set while the program runs.
#ifdef OVERTIME_TUNE
inline Tunables TUNE = {};
#else
inline constexpr Tunables TUNE = {};
#endif
