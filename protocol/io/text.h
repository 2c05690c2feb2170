// Words, numbers and times in command arguments. A function that can fail returns false on
// malformed text and leaves its results unchanged. Values that are too large are clamped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// A terminal has at least 80 columns; a character in the last column may wrap the line.
constexpr size_t TEXT_COLUMNS = 79;

/// Parsed times and numbers of moves are clamped to these maxima.
constexpr int64_t TEXT_MS_MAX = INT64_C(1) << 40;
constexpr int TEXT_MOVES_MAX = 1000000;

/// Returns the next blank-separated word, empty at the end, and moves *text past that word.
std::string text_next_word(const char** text);

/// Returns the first word of a text.
std::string text_first_word(const std::string& text);

/// A command: its first word, and the rest without blanks at both ends.
struct TextCommand {
    std::string name, arguments;
};
TextCommand text_split_command(const std::string& text);

/// Removes blanks at both ends.
std::string text_trim(const std::string& text);

/// Converts A to Z to lower case.
std::string text_lower(const std::string& text);

/// Makes text from outside fit for a message: printable ASCII, at most 100 characters.
std::string text_plain(const std::string& text);

/// Formats as printf() does; cut to 255 bytes.
[[gnu::format(printf, 1, 2)]] std::string text_format(const char* pattern, ...);

/// Splits a text at the separators into at least one part; parts may be empty.
std::vector<std::string> text_split(const std::string& text, char separator);

/// All words of a text.
std::vector<std::string> text_words(const std::string& text);

/// Puts words into lines of at most `columns` characters, each with this indent; a longer word gets
/// a line of its own.
std::string text_wrap(const std::vector<std::string>& words, size_t columns,
                      const std::string& indent = "");

/// Parses a decimal integer, possibly negative.
bool text_parse_integer(const std::string& word, int64_t* value);

/// Converts non-negative seconds ("0.5", "12", "1e-05") to ms.
bool text_parse_seconds(const std::string& word, int64_t* ms);

/// Converts the base of a `level` to ms: "5", "0:30", "1:30.5", "0.5" (minutes) or "0:05:00" (hours
/// first). Ignores text after the time ("25+5").
bool text_parse_base(const std::string& word, int64_t* ms);

/// Parses the arguments of `level`: moves, base, increment. A missing or negative increment is 0.
bool text_parse_level(const char* text, int* moves, int64_t* base_ms, int64_t* increment_ms);

/// Parses "[MOVES/]BASE[+INCREMENT]" in seconds, as in cutechess-cli and PGN; the base must be
/// above 0.
bool text_parse_control(const std::string& text, int* moves, int64_t* base_ms,
                        int64_t* increment_ms);
