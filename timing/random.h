// Random numbers that are the same on every machine (splitmix64), for simulated games and tests.
// engine/board/hash.h has the same generator, because timing/ and engine/ are separate.
#pragma once

#include <cstdint>

/// A random generator; set its state to a seed, which may be any number.
struct Random {
    uint64_t state;
};

/// Returns 64 random bits.
inline uint64_t random_next(Random* random) {
    uint64_t value = random->state += UINT64_C(0x9E3779B97F4A7C15);
    value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
    return value ^ (value >> 31);
}

/// Returns a number from low to high, both included.
inline int64_t random_between(Random* random, int64_t low, int64_t high) {
    return low + int64_t(random_next(random) % uint64_t(high - low + 1));
}

/// Returns true with a probability of `percent` in a hundred.
inline bool random_chance(Random* random, int percent) {
    return random_between(random, 1, 100) <= percent;
}
