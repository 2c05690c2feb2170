// Support for several kinds of processor in one program: a loop is written once as
// PROCESSOR_INLINED and compiled into one function for each kind. The program decides once, when it
// starts, which of these functions it calls.
#pragma once

#define PROCESSOR_INLINED inline __attribute__((always_inline))

#if defined(__x86_64__)
#define PROCESSOR_AVX2 __attribute__((target("avx2")))
inline bool processor_has_avx2() {
    return __builtin_cpu_supports("avx2");
}
#else
#define PROCESSOR_AVX2
inline bool processor_has_avx2() {
    return false;
}
#endif
