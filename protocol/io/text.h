// Words, numbers and times in command arguments. What may fail returns false on anything malformed
// and leaves its result as it was; values too large for us are cut, never wrapped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// The narrowest terminal in use has 80 columns; writing to the last one may wrap the line.
constexpr size_t TEXT_COLUMNS = 79;

/// Larger times and numbers of moves are clamped.
constexpr int64_t TEXT_MS_MAX = INT64_C(1) << 40;
constexpr int TEXT_MOVES_MAX = 1000000;

/// The next blank-separated word of *text, which moves past it; empty at the end.
std::string text_next_word(const char** text);

/// The first of them.
std::string text_first_word(const std::string& text);

/// A text without the blanks around it.
std::string text_trim(const std::string& text);

/// A text with A to Z in small letters.
std::string text_lower(const std::string& text);

/// Text from outside made fit for a line that only a person reads: printable ASCII, at most 100
/// characters.
std::string text_plain(const std::string& text);

/// All the words of a text.
std::vector<std::string> text_words(const std::string& text);

/// Words as lines of at most `columns` characters, each with this indent; a longer word gets a line
/// of its own.
std::string text_wrap(const std::vector<std::string>& words, size_t columns,
                      const std::string& indent = "");

/// A whole decimal number, possibly negative, and nothing behind it.
bool text_parse_integer(const std::string& word, int64_t* value);

/// Seconds with an optional fraction or exponent ("0.5", "12", "1e-05") to milliseconds; not
/// negative.
bool text_parse_seconds(const std::string& word, int64_t* ms);

/// The base of a `level`: "5", "0:30", "1:30.5", "0.5" (minutes) or "0:05:00" (hours first),
/// whatever comes behind it ("25+5"). To milliseconds.
bool text_parse_base(const std::string& word, int64_t* ms);

/// The arguments of `level`: moves, base, increment. The increment may be missing or
/// negative (0).
bool text_parse_level(const char* text, int* moves, int64_t* base_ms, int64_t* increment_ms);

/// "[MOVES/]BASE[+INCREMENT]" in seconds, as cutechess-cli and PGN have it; the base above 0.
bool text_parse_control(const std::string& text, int* moves, int64_t* base_ms,
                        int64_t* increment_ms);
