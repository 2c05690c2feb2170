// The numbers of the search that a match could improve, in one table.
#pragma once

struct Tunables {
    int aspiration_depth = 5; // from here on a window around the last score
    int aspiration_window = 14;

    int reverse_futility_depth = 8; // static score so far above beta that the node may be cut
    int reverse_futility_margin = 75;

    int null_depth = 2;
    int null_reduction = 4;
    int null_reduction_depth_divisor = 4;
    int null_reduction_eval_divisor = 200;

    int iir_depth = 4; // without a hash move such nodes lose a ply

    int late_move_depth = 8; // moves searched before the rest is skipped: base + depth * depth
    int late_move_base = 4;
    int futility_depth = 8;
    int futility_base = 90;
    int futility_margin = 85;
    int see_quiet_margin = 60; // per ply: a quiet move may lose at most this
    int see_capture_margin = 100;
    int see_depth = 8;

    int lmr_depth = 3;
    int lmr_moves = 3;      // full depth for so many moves, one less out of the principal variation
    int lmr_base = 700;     // in 1024ths of a ply
    int lmr_slope = 210;    // 1024ths, times log2(depth) * log2(move number)
    int lmr_history = 6000; // history that is worth a ply

    int history_max = 16384;
    int history_bonus = 160; // times depth
    int history_bonus_max = 1600;

    int root_lmr_depth = 4; // at the root, moves behind the first few lose a ply
    int root_full_moves = 6;

    int delta_margin = 180; // quiescence: what a capture may gain beyond its victim
};

inline constexpr Tunables TUNE = {};
