// Random numbers for learning: the same on every machine.
#pragma once

#include <cstdint>

/// One step of xorshift64*; the state is never 0.
inline uint64_t random_next(uint64_t* state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1dULL;
}
