// Tests that replay the corpus of every fuzz target, without a fuzzer.
//
// test/fuzz/corpus/TARGET.txt holds the inputs. A line "# ..." says what an input does; the lines
// after it, joined by newlines, are the input. \xHH is a byte and \\ a backslash. A line that ends
// in \*N is repeated N times; one that ends in a single \ is joined to the next line without a
// newline. test/fuzz/TARGET.cpp says what the first byte stands for.
#include "test/fuzz/fuzz.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace {

struct Input {
    std::string description;
    std::string bytes;
    bool joined = true; // no newline before the next line
};

std::string repeat(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

// Adds a line of the corpus to the input, with its escapes replaced.
void add_line(Input* input, const std::string& line) {
    std::string text;
    if (!input->joined) input->bytes += '\n';
    input->joined = false;
    for (size_t i = 0; i < line.size(); ++i) {
        const char next = i + 1 < line.size() ? line[i + 1] : '\0';
        if (line[i] != '\\') {
            text += line[i];
        } else if (next == '\0') {
            input->joined = true;
        } else if (next == '*') {
            text = repeat(text, std::atoi(line.c_str() + i + 2));
            break;
        } else if (next == '\\') {
            text += line[i++];
        } else {
            REQUIRE_MESSAGE(next == 'x', line);
            text += char(std::strtol(line.substr(i + 2, 2).c_str(), nullptr, 16));
            i += 3;
        }
    }
    input->bytes += text;
}

std::vector<Input> read_corpus(const std::string& target) {
    std::ifstream file("test/fuzz/corpus/" + target + ".txt");
    std::vector<Input> inputs;
    for (std::string line; std::getline(file, line);) {
        if (line.compare(0, 2, "# ") == 0) {
            inputs.push_back({line.substr(2), "", true});
            continue;
        }
        REQUIRE_MESSAGE(!inputs.empty(), "text before the first description");
        add_line(&inputs.back(), line);
    }
    return inputs;
}

// A target that finds a fault ends the process; fuzz_fail() prints the condition.
void replay(const std::string& name, void (*target)(const uint8_t*, size_t), size_t least_inputs) {
    const std::vector<Input> inputs = read_corpus(name);
    CHECK(inputs.size() >= least_inputs);
    for (const Input& input : inputs) {
        INFO(input.description);
        target(reinterpret_cast<const uint8_t*>(input.bytes.data()), input.bytes.size());
    }
}

} // namespace

TEST_CASE("fuzz corpus: escapes in its text are read as bytes") {
    Input input;
    for (const char* line : {"a\\x00\\\\b", "c\\", "d", "xy\\*3"}) add_line(&input, line);
    CHECK(input.bytes == std::string("a\0\\b\ncd\nxyxyxy", 14));
}

TEST_CASE("fuzz corpus: every FEN is either refused or gives a sound position") {
    replay("fen", fuzz_fen, 40);
}

TEST_CASE("fuzz corpus: every move text is either refused or read as a legal move") {
    replay("san", fuzz_san, 15);
}

TEST_CASE("fuzz corpus: a UCI session answers every go with one best move") {
    replay("uci", fuzz_uci, 10);
}

TEST_CASE("fuzz corpus: an XBoard session answers every ping and makes only legal moves") {
    replay("session", fuzz_session, 40);
}

TEST_CASE("fuzz corpus: every network is either refused or gives bounded scores") {
    replay("network", fuzz_network, 10);
}
