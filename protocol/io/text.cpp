#include "protocol/io/text.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr size_t PLAIN_MAX = 100;

constexpr double MS_PER_SECOND = 1000;
constexpr double MS_PER_MINUTE = 60 * MS_PER_SECOND;
constexpr double MS_PER_HOUR = 60 * MS_PER_MINUTE;
constexpr int BASE_PARTS_MAX = 3;
constexpr const char* BLANKS = " \t";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Unlike strtod(), refuses "inf", "nan" and hexadecimal numbers.
bool read_decimal(const char** text, double* value) {
    const char* start = *text;
    if (!is_digit(start[0]) && !(start[0] == '.' && is_digit(start[1]))) return false;
    if (start[0] == '0' && (start[1] == 'x' || start[1] == 'X')) return false;
    char* end = nullptr;
    *value = std::strtod(start, &end);
    *text = end;
    return true; // a number that is too large is clamped later
}

int64_t to_ms(double ms) {
    return int64_t(std::clamp(std::round(ms), 0.0, double(TEXT_MS_MAX)));
}

} // namespace

std::string text_next_word(const char** text) {
    *text += std::strspn(*text, BLANKS);
    const size_t length = std::strcspn(*text, BLANKS);
    const std::string word(*text, length);
    *text += length;
    return word;
}

std::string text_first_word(const std::string& text) {
    return text_split_command(text).name;
}

TextCommand text_split_command(const std::string& text) {
    const char* rest = text.c_str();
    const std::string name = text_next_word(&rest);
    return {name, text_trim(rest)};
}

std::string text_trim(const std::string& text) {
    const size_t first = std::min(text.find_first_not_of(BLANKS), text.size());
    return text.substr(first, text.find_last_not_of(BLANKS) + 1 - first);
}

std::string text_lower(const std::string& text) {
    std::string lower = text;
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return lower;
}

std::string text_plain(const std::string& text) {
    std::string plain;
    for (const char c : text.substr(0, PLAIN_MAX)) plain += c >= ' ' && c <= '~' ? c : '?';
    return text.size() > PLAIN_MAX ? plain + "..." : plain;
}

std::string text_format(const char* pattern, ...) {
    char text[256];
    std::va_list values;
    va_start(values, pattern);
    std::vsnprintf(text, sizeof text, pattern, values);
    va_end(values);
    return text;
}

std::vector<std::string> text_split(const std::string& text, char separator) {
    std::vector<std::string> parts = {""};
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::vector<std::string> text_words(const std::string& text) {
    std::vector<std::string> words;
    const char* rest = text.c_str();
    for (std::string word; !(word = text_next_word(&rest)).empty();) words.push_back(word);
    return words;
}

std::string text_wrap(const std::vector<std::string>& words, size_t columns,
                      const std::string& indent) {
    std::string text, line;
    for (const std::string& word : words) {
        if (!line.empty() && indent.size() + line.size() + 1 + word.size() > columns) {
            text += indent + line + '\n';
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return text + indent + line + '\n';
}

bool text_parse_integer(const std::string& word, int64_t* value) {
    const size_t sign = !word.empty() && word[0] == '-' ? 1 : 0;
    if (word.size() == sign || word.find_first_not_of("0123456789", sign) != std::string::npos)
        return false;
    *value = std::strtoll(word.c_str(), nullptr, 10); // saturates
    return true;
}

bool text_parse_seconds(const std::string& word, int64_t* ms) {
    const char* text = word.c_str();
    double seconds = 0;
    if (!read_decimal(&text, &seconds) || *text != '\0') return false;
    *ms = to_ms(seconds * MS_PER_SECOND);
    return true;
}

bool text_parse_base(const std::string& word, int64_t* ms) {
    const char* text = word.c_str();
    double part[BASE_PARTS_MAX];
    int parts = 0;
    for (;;) {
        if (!read_decimal(&text, &part[parts])) return false;
        ++parts;
        if (*text != ':' || parts == BASE_PARTS_MAX) break;
        ++text;
    }
    const double total =
        parts == 1   ? part[0] * MS_PER_MINUTE
        : parts == 2 ? part[0] * MS_PER_MINUTE + part[1] * MS_PER_SECOND
                     : part[0] * MS_PER_HOUR + part[1] * MS_PER_MINUTE + part[2] * MS_PER_SECOND;
    *ms = to_ms(total);
    return true;
}

bool text_parse_level(const char* text, int* moves, int64_t* base_ms, int64_t* increment_ms) {
    int64_t count = 0, base = 0, increment = 0;
    if (!text_parse_integer(text_next_word(&text), &count) || count < 0) return false;
    if (!text_parse_base(text_next_word(&text), &base)) return false;
    const std::string last = text_next_word(&text);
    const bool negative = !last.empty() && last[0] == '-';
    if (!last.empty() && !text_parse_seconds(last.substr(negative), &increment)) return false;
    if (negative) increment = 0; // refusing the level would leave us without a clock
    *moves = int(std::min<int64_t>(count, TEXT_MOVES_MAX));
    *base_ms = base;
    *increment_ms = increment;
    return true;
}

bool text_parse_control(const std::string& text, int* moves, int64_t* base_ms,
                        int64_t* increment_ms) {
    const size_t slash = text.find('/'), plus = text.find('+');
    const size_t start = slash == std::string::npos ? 0 : slash + 1;
    int64_t count = 0, base = 0, increment = 0;
    if (start > 0 && (!text_parse_integer(text.substr(0, slash), &count) || count < 1))
        return false;
    if (plus != std::string::npos && plus < start) return false;
    if (plus != std::string::npos && !text_parse_seconds(text.substr(plus + 1), &increment))
        return false;
    const size_t length = plus == std::string::npos ? plus : plus - start;
    if (!text_parse_seconds(text.substr(start, length), &base) || base == 0) return false;
    *moves = int(std::min<int64_t>(count, TEXT_MOVES_MAX));
    *base_ms = base;
    *increment_ms = increment;
    return true;
}
