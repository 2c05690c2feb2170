#include "engine/search/reduction.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/search/tunables.h"

namespace {

// log2(n) in units of 1 / REDUCTION_PLY, computed with integers so that all machines agree.
constexpr int log2_of(int n) {
    int whole = 0;
    while (n >> (whole + 1)) ++whole;
    uint64_t mantissa = (uint64_t(n) << 32) >> whole; // 1.0 to 2.0 with 32 fraction bits
    int result = whole * REDUCTION_PLY;
    for (int bit = REDUCTION_PLY / 2; bit > 0; bit /= 2) {
        mantissa = (mantissa >> 16) * (mantissa >> 16);
        if (mantissa >> 33) {
            mantissa >>= 1;
            result += bit;
        }
    }
    return result;
}

constexpr int REDUCTION_NB = 64;

constexpr auto make_logarithms() {
    std::array<int, REDUCTION_NB> table = {};
    for (int n = 1; n < REDUCTION_NB; ++n) table[size_t(n)] = log2_of(n);
    return table;
}

constexpr auto LOGARITHM = make_logarithms();

} // namespace

int reduction_base(int depth, int number) {
    const int logarithms = LOGARITHM[size_t(std::min(depth, REDUCTION_NB - 1))] *
                           LOGARITHM[size_t(std::min(number, REDUCTION_NB - 1))] / REDUCTION_PLY;
    return TUNE.lmr_base + logarithms * TUNE.lmr_slope / REDUCTION_PLY;
}
