// The numbers of the search that a match could improve, in one table. Margins are centipawns.
#pragma once

struct Tunables {
    int aspiration_depth = 5; // from here on a window around the last score
    int aspiration_window = 9;
    int aspiration_reduction_max = 3; // a move that rises above the window is searched less deep

    int reverse_futility_depth = 11; // static score so far above beta that the node may be cut
    int reverse_futility_margin = 50;

    int improving_margin = 1; // static score at least this far above beta: as good as improving

    int null_depth = 2;
    int null_margin = 16; // per ply: the static score is at least beta + null_slack less this
    int null_slack = 68;
    int null_reduction = 4;
    int null_reduction_depth_divisor = 3;
    int null_reduction_eval_divisor = 143;
    int null_reduction_eval_max = 3;
    int null_verify_depth = 12;   // from here on a null move's cutoff is verified
    int null_verify_quarters = 3; // of that depth: so many plies without null moves

    int probcut_depth = 4;
    int probcut_margin = 93; // above beta
    int probcut_reduction = 4;

    int iir_depth = 2; // from here on a PV or cut node without a hash move loses a ply

    int late_move_depth = 10; // moves searched before the rest is skipped: base + depth * depth
    int late_move_base = 3;
    int futility_depth = 12;    // of the reduced depth
    int futility_all_depth = 3; // up to here no later quiet move is looked at either
    int futility_base = 59;
    int futility_margin = 67;
    int history_depth = 4; // history below -margin * depth: not searched
    int history_margin = 4205;
    int see_quiet_margin = 25; // per ply squared: a quiet move may lose at most this
    int see_capture_margin = 75;
    int see_capture_history = 100; // points of history a centipawn that a capture may lose more
    int see_capture_extra = 60;    // the most that is, per ply
    int see_depth = 12;

    int singular_low_margin = 26; // shallow nodes: static score so far below alpha
    int singular_depth = 6;
    int singular_depth_slack = 3; // the hash entry may be so much shallower
    int singular_margin = 14;     // eighths of a centipawn per ply below the hash score
    int double_margin = 14;
    int double_max = 6; // double extensions in one line

    int lmr_depth = 2;
    int lmr_base = 1700;    // in 1024ths of a ply
    int lmr_slope = 220;    // 1024ths, times log2(depth) * log2(move number)
    int lmr_history = 9966; // history that is worth a ply
    int lmr_capture_history = 7687;
    int lmr_cut_node = 1790;
    int lmr_was_pv = 1370;
    int lmr_was_pv_deep = 368; // the hash entry of such a node is as deep as the search
    int lmr_pv = 300;
    int lmr_narrow = 600; // of lmr_pv taken back, the narrower the window is against the root's
    int lmr_not_improving = 878;
    int lmr_check = 952;
    int lmr_killer = 1385;
    int lmr_correction = 9; // for every centipawn by which the evaluation was corrected
    int lmr_hash_captures = 700;
    int lmr_cutoffs_many = 2;
    int lmr_cutoffs = 850;
    int lmr_deeper_margin = 21;

    int hindsight_reduction = 5; // or more, and the move was good after all: a ply back
    int raised_depth = 12;       // up to here, once alpha is raised, the later moves lose a ply

    int was_pv_depth = 3; // deeper, a fail low below a was-PV parent is marked was-PV too

    int root_step = 2;       // plies from one iteration to the next
    int root_step_depth = 8; // from here on; before, one

    int root_full_moves = 3; // at the root, moves behind the first few are reduced

    int history_max = 16384;
    int history_bonus = 253; // times depth
    int history_malus = 211;
    int history_bonus_base = 60; // less of both
    int history_bonus_max = 1920;
    int history_malus_max = 1394;
    int history_clear_margin = 43; // a cutoff so far above beta counts as one of a ply more
    int eval_bonus = 2;            // times the centipawns by which a move bettered the evaluation
    int eval_bonus_max = 1000;
    int last_move_bonus = 83;  // times depth, where all answers to it failed low
    int last_move_malus = 94;  // times depth, where an answer cut off
    int last_move_choices = 2; // the malus is for the first moves of a node only
    int check_bonus = 8570;    // of a quiet check that loses nothing, in the order of moves
    int capture_victim_weight = 32;
    int capture_good_divisor = 60; // points of order a centipawn that a good capture may lose
    int quiet_bad = -14000;        // below, a quiet move comes behind the losing captures

    int correction_max = 731;
    int correction_depth_divisor = 8; // an error of the evaluation counts depth over this
    int correction_bonus_divisor = 4; // at most this part of correction_max
    int correction_eval_max = 714;    // beyond, the evaluation is taken as it is
    int correction_pawn = 758;        // weights in 16384ths of a centipawn
    int correction_piece = 582;
    int correction_move = 386;
    int correction_fourth_move = 238; // that of the move four plies back

    int delta_margin = 118; // quiescence: what a capture may gain beyond its victim
};

// With OVERTIME_TUNE (make tune) they can be set while the program runs.
#ifdef OVERTIME_TUNE
inline Tunables TUNE = {};
#else
inline constexpr Tunables TUNE = {};
#endif
