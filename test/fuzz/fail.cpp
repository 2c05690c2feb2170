#include <cstdio>
#include <cstdlib>

#include "test/fuzz/fuzz.h"

void fuzz_fail(const char* file, int line, const char* condition) {
    std::fprintf(stderr, "%s:%d: not true: %s\n", file, line, condition);
    std::abort();
}
