#include "engine/eval/network_kernels.h"

#include <algorithm>
#include <iterator>

#include "engine/eval/processor.h"

namespace {

PROCESSOR_INLINED void add_rows(int16_t* to, const int16_t* from, const int16_t* plus) {
    for (int i = 0; i < NETWORK_HIDDEN; ++i) to[i] = int16_t(from[i] + plus[i]);
}

PROCESSOR_INLINED void move_rows(int16_t* to, const int16_t* from, const int16_t* plus,
                                 const int16_t* minus) {
    for (int i = 0; i < NETWORK_HIDDEN; ++i) to[i] = int16_t(from[i] + plus[i] - minus[i]);
}

PROCESSOR_INLINED void capture_rows(int16_t* to, const int16_t* from, const int16_t* plus,
                                    const int16_t* minus, const int16_t* minus2) {
    for (int i = 0; i < NETWORK_HIDDEN; ++i)
        to[i] = int16_t(from[i] + plus[i] - minus[i] - minus2[i]);
}

// Three loops, because g++ does not recognize the dot product if there is only one loop.
PROCESSOR_INLINED int32_t output_rows(const int16_t* sums, const int16_t* weights) {
    constexpr int16_t ONE = NETWORK_HIDDEN_ONE;
    constexpr int SQUARE_MAX = ONE * ONE >> NETWORK_SQUARE_SHIFT;
    static_assert(int64_t(SQUARE_MAX) * NETWORK_OUTPUT_MAX * NETWORK_HIDDEN <= INT32_MAX,
                  "fits 32 bits");
    int16_t clipped[NETWORK_HIDDEN], squared[NETWORK_HIDDEN];
    for (int i = 0; i < NETWORK_HIDDEN; ++i)
        clipped[i] = std::min(std::max(sums[i], int16_t(0)), ONE);
    for (int i = 0; i < NETWORK_HIDDEN; ++i)
        squared[i] = int16_t(uint16_t(clipped[i] * clipped[i]) >> NETWORK_SQUARE_SHIFT);
    int32_t total = 0;
    for (int i = 0; i < NETWORK_HIDDEN; ++i) total += squared[i] * weights[i];
    return total;
}

#define DEFINE_KERNELS(NAME, TARGET)                                                               \
    TARGET void NAME##_add(int16_t* to, const int16_t* from, const int16_t* plus) {                \
        add_rows(to, from, plus);                                                                  \
    }                                                                                              \
    TARGET void NAME##_move(int16_t* to, const int16_t* from, const int16_t* plus,                 \
                            const int16_t* minus) {                                                \
        move_rows(to, from, plus, minus);                                                          \
    }                                                                                              \
    TARGET void NAME##_capture(int16_t* to, const int16_t* from, const int16_t* plus,              \
                               const int16_t* minus, const int16_t* minus2) {                      \
        capture_rows(to, from, plus, minus, minus2);                                               \
    }                                                                                              \
    TARGET int32_t NAME##_output(const int16_t* sums, const int16_t* weights) {                    \
        return output_rows(sums, weights);                                                         \
    }                                                                                              \
    constexpr NetworkKernels NAME##_kernels = {#NAME, NAME##_add, NAME##_move, NAME##_capture,     \
                                               NAME##_output};

DEFINE_KERNELS(portable, )
DEFINE_KERNELS(avx2, PROCESSOR_AVX2)

const NetworkKernels* const KERNELS[] = {processor_has_avx2() ? &avx2_kernels : &portable_kernels,
                                         processor_has_avx2() ? &portable_kernels : nullptr};

} // namespace

const NetworkKernels* network_kernels_at(int index) {
    return index < int(std::size(KERNELS)) ? KERNELS[index] : nullptr;
}

const NetworkKernels& network_kernels() {
    return *KERNELS[0];
}
