// The fuzz targets. A target takes any bytes, and ends the process if a condition that must always
// hold does not.
#pragma once

#include <cstddef>
#include <cstdint>

/// Takes a FEN. A position that is accepted must be sound: legal moves can be made and unmade, and
/// the FEN written from it gives the same position.
void fuzz_fen(const uint8_t* data, size_t size);

/// Takes moves as text. The first byte selects a position; each word that is a legal move is made.
void fuzz_san(const uint8_t* data, size_t size);

/// Takes an XBoard session. The first byte sets the speed of the clock, console and post; the other
/// bytes are lines, some of which arrive while a search runs.
void fuzz_session(const uint8_t* data, size_t size);

/// Takes a UCI session. All lines of the session have arrived before the first one is read.
void fuzz_uci(const uint8_t* data, size_t size);

/// Takes a network file. A network that is accepted must give bounded scores.
void fuzz_network(const uint8_t* data, size_t size);

/// Prints the condition and ends the process if it does not hold.
#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) fuzz_fail(__FILE__, __LINE__, #condition);                               \
    } while (0)

[[noreturn]] void fuzz_fail(const char* file, int line, const char* condition);
