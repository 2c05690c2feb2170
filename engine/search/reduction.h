// The part of late move reductions that depends on depth and move number only.
#pragma once

/// Reductions are counted in 1024ths of a ply.
constexpr int REDUCTION_PLY = 1024;

/// Returns lmr_base + lmr_slope * log2(depth) * log2(number). `number` is the number of the move in
/// its node; depth and number are at least 1.
int reduction_base(int depth, int number);
