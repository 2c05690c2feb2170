#include "protocol/io/text.h"

#include <string>

#include <doctest/doctest.h>

namespace {

constexpr int64_t UNTOUCHED = -77;

int64_t integer_of(const std::string& word) {
    int64_t value = UNTOUCHED;
    const bool good = text_parse_integer(word, &value);
    CHECK(good == (value != UNTOUCHED));
    return value;
}

int64_t seconds_of(const std::string& word) {
    int64_t ms = UNTOUCHED;
    const bool good = text_parse_seconds(word, &ms);
    CHECK(good == (ms != UNTOUCHED));
    return ms;
}

int64_t base_of(const std::string& word) {
    int64_t ms = UNTOUCHED;
    const bool good = text_parse_base(word, &ms);
    CHECK(good == (ms != UNTOUCHED));
    return ms;
}

struct Level {
    int moves = -1;
    int64_t base_ms = UNTOUCHED, increment_ms = UNTOUCHED;
};

bool operator==(const Level& a, const Level& b) {
    return a.moves == b.moves && a.base_ms == b.base_ms && a.increment_ms == b.increment_ms;
}

Level level_of(const std::string& text) {
    Level level;
    text_parse_level(text.c_str(), &level.moves, &level.base_ms, &level.increment_ms);
    return level;
}

} // namespace

TEST_CASE("a command is split into its first word and the rest") {
    const TextCommand command = text_split_command(" \tsetboard  8/8 w \t");
    CHECK(command.name == "setboard");
    CHECK(command.arguments == "8/8 w");
    CHECK(text_split_command("go").arguments == "");
    CHECK(text_split_command(" ").name == "");
}

TEST_CASE("text_format: numbers are written as by printf()") {
    CHECK(text_format("%+.2f", 0.5) == "+0.50");
    CHECK(text_format("%7.1f %%", -12.5) == "  -12.5 %");
}

TEST_CASE("text: words end at blanks and tabs") {
    const std::string line = "  one\t two   ";
    const char* text = line.c_str();
    CHECK(text_next_word(&text) == "one");
    CHECK(text_next_word(&text) == "two");
    CHECK(text_next_word(&text) == "");
    CHECK(text_next_word(&text) == "");
    CHECK(*text == '\0');
}

TEST_CASE("text: integers are read, and other text is refused") {
    CHECK(integer_of("0") == 0);
    CHECK(integer_of("007") == 7);
    CHECK(integer_of("-5") == -5);
    CHECK(integer_of("99999999999999999999") == INT64_MAX);
    CHECK(integer_of("-99999999999999999999") == INT64_MIN);
    for (const char* word :
         {"", "-", "+5", "1.5", "0x10", "12a", " 1", "1 ", "--1", "1e3", "nan"}) {
        CAPTURE(word);
        CHECK(integer_of(word) == UNTOUCHED);
    }
}

TEST_CASE("text: seconds may have a fraction or an exponent, are clamped and never negative") {
    CHECK(seconds_of("12") == 12000);
    CHECK(seconds_of("0.3") == 300);
    CHECK(seconds_of(".5") == 500);
    CHECK(seconds_of("0.500000") == 500);
    CHECK(seconds_of("1e-05") == 0);
    CHECK(seconds_of("0") == 0);
    CHECK(seconds_of("86400") == 86400000);
    CHECK(seconds_of("1e999") == TEXT_MS_MAX);
    CHECK(seconds_of(std::string(400, '9')) == TEXT_MS_MAX);
    for (const char* word : {"", "-1", "inf", "nan", "0x1p3", "1s", "1:30", ".", "+1", "1e"}) {
        CAPTURE(word);
        CHECK(seconds_of(word) == UNTOUCHED);
    }
}

TEST_CASE("text_trim: blanks at both ends are removed") {
    CHECK(text_trim("") == "");
    CHECK(text_trim(" \t ") == "");
    CHECK(text_trim("a") == "a");
    CHECK(text_trim("\t a  b\t") == "a  b");
}

TEST_CASE("text: a base is minutes, minutes:seconds or hours:minutes:seconds") {
    CHECK(base_of("5") == 300000);
    CHECK(base_of("0:30") == 30000);
    CHECK(base_of("0:03") == 3000);
    CHECK(base_of("5:5") == 305000);
    CHECK(base_of("1:30.5") == 90500);
    CHECK(base_of("0.5") == 30000);
    CHECK(base_of("0") == 0);
    CHECK(base_of("0:05:00") == 300000);
    CHECK(base_of("00:05:00") == 300000);
    CHECK(base_of("1:00:00") == 3600000);
    CHECK(base_of("25+5") == 1500000); // the rest is ignored
    CHECK(base_of("1440") == 86400000);
    CHECK(base_of("999999999999") == TEXT_MS_MAX);
    for (const char* word : {"", ":", ":30", "foo", "-5", "inf", "0x5", "5:", "5:x"}) {
        CAPTURE(word);
        CHECK(base_of(word) == UNTOUCHED);
    }
}

TEST_CASE("text: `level` is read as different GUIs send it") {
    CHECK(level_of("40 5 0") == Level{40, 300000, 0});
    CHECK(level_of("40 0:30 0") == Level{40, 30000, 0});
    CHECK(level_of("0 5 12") == Level{0, 300000, 12000});
    CHECK(level_of("0 0:03 0.2") == Level{0, 3000, 200}); // XBoard, 3 s + 0.2 s
    CHECK(level_of("0 1:30 0.5") == Level{0, 90000, 500});
    CHECK(level_of("0 0 0.02") == Level{0, 0, 20});            // cutechess, base below a second
    CHECK(level_of("0 0:10 1e-05") == Level{0, 10000, 0});     // cutechess writes numbers with %g
    CHECK(level_of("0 5:5 5") == Level{0, 305000, 5000});      // PyChess does not pad
    CHECK(level_of("0 00:05:00 3") == Level{0, 300000, 3000}); // ChessX
    CHECK(level_of("0 0 12") == Level{0, 0, 12000});
    CHECK(level_of("0 0 0") == Level{0, 0, 0});
    CHECK(level_of("40 5 2") == Level{40, 300000, 2000});
    CHECK(level_of("0 25+5 5") == Level{0, 1500000, 5000});
    CHECK(level_of("0 5") == Level{0, 300000, 0});
    CHECK(level_of(" 40\t5  0 and more ") == Level{40, 300000, 0});
    CHECK(level_of("99999999999999999999 5 0") == Level{1000000, 300000, 0});
}

TEST_CASE("text: a malformed level changes nothing") {
    for (const char* text : {"", "foo bar", "40", "-1 5 0", "40 -5 0", "40 5 x", "x 5 0", "1.5 5 0",
                             "40 : 0", "40 inf nan"}) {
        CAPTURE(text);
        CHECK(level_of(text) == Level{});
    }
}

TEST_CASE("text: a negative increment counts as 0") {
    int moves = 7;
    int64_t base_ms = 7, increment_ms = 7;
    for (const char* text : {"40 5 -1", "40 5 -0.5", "40 5 -99999999999"}) {
        CAPTURE(text);
        REQUIRE(text_parse_level(text, &moves, &base_ms, &increment_ms));
        CHECK(moves == 40);
        CHECK(base_ms == 300000);
        CHECK(increment_ms == 0);
        increment_ms = 7;
    }
    CHECK_FALSE(text_parse_level("40 5 -x", &moves, &base_ms, &increment_ms));
    CHECK_FALSE(text_parse_level("40 5 -", &moves, &base_ms, &increment_ms));
    CHECK_FALSE(text_parse_level("40 5 --1", &moves, &base_ms, &increment_ms));
    CHECK(increment_ms == 7);
}
