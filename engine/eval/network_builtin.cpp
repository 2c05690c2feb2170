// The network built into the program: the bytes of the file EVALFILE, which the Makefile names.
#include "engine/eval/network.h"

#ifndef EVALFILE

const Network* network_builtin() {
    return nullptr;
}

#else

#if defined(__APPLE__)
#define SECTION ".const_data"
#define SYMBOL  "_network_bytes"
#elif defined(_WIN32)
#define SECTION ".section .rdata,\"dr\""
#define SYMBOL  "network_bytes"
#else
#define SECTION ".section .rodata"
#define SYMBOL  "network_bytes"
#endif

asm(SECTION "\n"
            ".balign 64\n"
            ".globl " SYMBOL "\n" SYMBOL ":\n"
            ".incbin \"" EVALFILE "\"\n"
            ".globl " SYMBOL "_end\n" SYMBOL "_end:\n"
            ".byte 0\n"
            ".text\n");

extern "C" const Network network_bytes;
extern "C" const char network_bytes_end;

namespace {

// False if the file EVALFILE is damaged or has a network of another shape.
bool is_network() {
    const char* begin = reinterpret_cast<const char*>(&network_bytes);
    return network_check(begin, size_t(&network_bytes_end - begin)) == nullptr;
}

} // namespace

const Network* network_builtin() {
    static const bool good = is_network();
    return good ? &network_bytes : nullptr;
}

#endif
