// What the fuzzer feeds with bytes it makes up. Each target takes any input and ends the process
// when something that must always hold does not.
#pragma once

#include <cstddef>
#include <cstdint>

/// A FEN: what is accepted is a position the whole engine can work with.
void fuzz_fen(const uint8_t* data, size_t size);

/// Moves as text: the first byte chooses a position, then words are moves as far as they are legal.
void fuzz_san(const uint8_t* data, size_t size);

/// A conversation: the first byte says how time runs, then lines arrive, some while a search runs.
void fuzz_session(const uint8_t* data, size_t size);

/// Lines of a UCI host, all of which have arrived before the first is read.
void fuzz_uci(const uint8_t* data, size_t size);

/// A file of an evaluation network: what is accepted gives scores within bounds.
void fuzz_network(const uint8_t* data, size_t size);

/// Ends the process, saying where and what, unless the condition holds.
#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) fuzz_fail(__FILE__, __LINE__, #condition);                               \
    } while (0)

[[noreturn]] void fuzz_fail(const char* file, int line, const char* condition);
