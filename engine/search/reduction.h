// Late move reductions (LMR), before anything is known of the move itself.
#pragma once

/// Reductions are counted in 1024ths of a ply.
constexpr int REDUCTION_PLY = 1024;

/// lmr_base + lmr_slope * log2(depth) * log2(number); depth and number (of the move in its node)
/// from 1.
int reduction_base(int depth, int number);
