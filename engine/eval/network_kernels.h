// The inner loops of the network, compiled for several kinds of processor. All processors compute
// identical integers.
#pragma once

#include <cstdint>

constexpr int NETWORK_HIDDEN = 256;     // hidden units of a side; a row has as many numbers
constexpr int NETWORK_HIDDEN_ONE = 255; // fixed point: 1.0 in the hidden layer

// Squares of hidden values are shifted right and output weights are limited, so that the output of
// a row fits 32 bits.
constexpr int NETWORK_SQUARE_SHIFT = 4;
constexpr int NETWORK_OUTPUT_MAX = 2032;

/// Rows have NETWORK_HIDDEN numbers; two rows may be one array; sums wrap around at 16 bits.
struct NetworkKernels {
    const char* name;
    /// to = from + plus
    void (*add)(int16_t* to, const int16_t* from, const int16_t* plus);
    /// to = from + plus - minus: a piece moves
    void (*move)(int16_t* to, const int16_t* from, const int16_t* plus, const int16_t* minus);
    /// to = from + plus - minus - minus2: a piece captures
    void (*capture)(int16_t* to, const int16_t* from, const int16_t* plus, const int16_t* minus,
                    const int16_t* minus2);
    /// Clips the sums to 0 .. NETWORK_HIDDEN_ONE, squares them, shifts them right by
    /// NETWORK_SQUARE_SHIFT and returns the dot product with the weights (within
    /// +-NETWORK_OUTPUT_MAX).
    int32_t (*output)(const int16_t* sums, const int16_t* weights);
};

/// Versions of the loops that this processor supports, the fastest first; nullptr after the last.
const NetworkKernels* network_kernels_at(int index);

/// The fastest version of the loops.
const NetworkKernels& network_kernels();
