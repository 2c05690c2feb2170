#include "protocol/tools/flags.h"

#include <iterator>

#include <doctest/doctest.h>

TEST_CASE("flags: the value follows \"=\" or is the next word") {
    std::string words[] = {"--games=12", "a.pgn", "--rate", "0.5",  "-o",
                           "=",          "--csv", "-",      "--o=x"};
    char* pointers[std::size(words)];
    for (size_t i = 0; i < std::size(words); ++i) pointers[i] = words[i].data();
    double games = 0, rate = 0, seed = 7;
    std::string output, other;
    bool csv = false, quiet = false;
    std::vector<const char*> files;
    CHECK(flags_read(int(std::size(words)), pointers,
                     {{"--games", 1, 100, true, &games},
                      {"--rate", 0, 1, false, &rate},
                      {"--seed", 0, FLAGS_SEED_MAX, true, &seed},
                      flags_text("-o", &output),
                      flags_text("--o", &other),
                      flags_given("--csv", &csv),
                      flags_given("--quiet", &quiet)},
                     &files) == 0);
    CHECK(games == 12);
    CHECK(rate == 0.5);
    CHECK(seed == 7);
    CHECK(output == "=");
    CHECK(other == "x");
    CHECK(csv);
    CHECK_FALSE(quiet);
    REQUIRE(files.size() == 2);
    CHECK(std::string(files[0]) == "a.pgn");
    CHECK(std::string(files[1]) == "-");
}

TEST_CASE("flags_read_one: accepts one file") {
    std::string word = "a.pgn", file;
    char* words[] = {word.data()};
    CHECK(flags_read_one(1, words, {}, &file) == 0);
    CHECK(file == "a.pgn");
}
