// How much less deep late moves are searched, before anything is known of the move itself.
#pragma once

/// In 1024ths of a ply; depth and number (of the move in its node) from 1.
int reduction_base(int depth, int number);
