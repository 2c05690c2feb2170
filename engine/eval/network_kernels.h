// The network's inner loops, compiled for several kinds of processor. All give the same integers.
#pragma once

#include <cstdint>

constexpr int NETWORK_HIDDEN = 256;     // a row
constexpr int NETWORK_HIDDEN_ONE = 255; // fixed point: what is one in the hidden layer

// Squares lose so many bits, and output weights are no larger than that, so that a row's output
// fits 32 bits.
constexpr int NETWORK_SQUARE_SHIFT = 4;
constexpr int NETWORK_OUTPUT_MAX = 2032;

/// Rows have NETWORK_HIDDEN numbers and may be the same; sums wrap around at 16 bits.
struct NetworkKernels {
    const char* name;
    /// to = from + plus
    void (*add)(int16_t* to, const int16_t* from, const int16_t* plus);
    /// to = from + plus - minus: a piece moves
    void (*move)(int16_t* to, const int16_t* from, const int16_t* plus, const int16_t* minus);
    /// to = from + plus - minus - minus2: it captures
    void (*capture)(int16_t* to, const int16_t* from, const int16_t* plus, const int16_t* minus,
                    const int16_t* minus2);
    /// The sum of weights (within +-NETWORK_OUTPUT_MAX) times sums clipped to 0 ..
    /// NETWORK_HIDDEN_ONE and squared, over 1 << NETWORK_SQUARE_SHIFT.
    int32_t (*output)(const int16_t* sums, const int16_t* weights);
};

/// Every set that this processor can take, the fastest first; nullptr beyond the last.
const NetworkKernels* network_kernels_at(int index);

/// The fastest.
const NetworkKernels& network_kernels();
