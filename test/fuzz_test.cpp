// What fuzzers have found worth keeping, without a fuzzer.
#include "test/fuzz/fuzz.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

namespace {

// How many inputs were replayed. A target that finds fault ends the process.
int replay(const std::string& name, void (*target)(const uint8_t*, size_t)) {
    int inputs = 0;
    for (const auto& entry : std::filesystem::directory_iterator("test/fuzz/corpus/" + name)) {
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        INFO(entry.path().string());
        target(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
        ++inputs;
    }
    return inputs;
}

} // namespace

TEST_CASE("positions that fuzzers have made up are refused or sound") {
    CHECK(replay("fen", fuzz_fen) >= 10);
}

TEST_CASE("moves that fuzzers have made up are refused or legal") {
    CHECK(replay("san", fuzz_san) >= 10);
}

TEST_CASE("lines of a UCI host that fuzzers have made up are answered, every go by one move") {
    CHECK(replay("uci", fuzz_uci) >= 10);
}

TEST_CASE("conversations that fuzzers have made up are answered as the protocol wants it") {
    CHECK(replay("session", fuzz_session) >= 10);
}

TEST_CASE("networks that fuzzers have made up are refused or sane") {
    CHECK(replay("network", fuzz_network) >= 5);
}
