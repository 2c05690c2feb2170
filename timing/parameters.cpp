#include "timing/parameters.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

constexpr const char* MALFORMED = "malformed parameters";

// The text not yet read, and the settings read so far.
struct Reader {
    const char* next;
    const ControllerParameter* own;
    const ControllerParameter* common;
    ControllerSettings settings;
};

void skip_blanks(Reader* reader) {
    while (*reader->next == ' ') ++reader->next;
}

bool read_sign(Reader* reader, char sign) {
    skip_blanks(reader);
    if (*reader->next != sign) return false;
    ++reader->next;
    return true;
}

bool is_name_character(char c) {
    return c == '-' || c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

std::string read_name(Reader* reader) {
    skip_blanks(reader);
    const char* start = reader->next;
    while (is_name_character(*reader->next)) ++reader->next;
    return std::string(start, reader->next);
}

// Decimal numbers only: strtod also accepts hexadecimal numbers, infinity and NaN.
bool read_number(Reader* reader, double* value) {
    skip_blanks(reader);
    const std::string text(reader->next, std::strspn(reader->next, "+-.0123456789eE"));
    char* end = nullptr;
    *value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') return false;
    reader->next += text.size();
    return std::isfinite(*value);
}

const ControllerParameter* find(const ControllerParameter* table, const std::string& group,
                                const std::string& name) {
    if (!table) return nullptr;
    for (const ControllerParameter* row = table; row->name; ++row)
        if (group == row->group && name == row->name) return row;
    return nullptr;
}

const char* read_value(Reader* reader, const std::string& group, const std::string& name) {
    const ControllerParameter* parameter = find(reader->own, group, name);
    if (!parameter) parameter = find(reader->common, group, name);
    if (!parameter) return "no such parameter";
    double value = 0;
    if (!read_number(reader, &value)) return "not a number";
    if (parameter->whole && value != std::floor(value)) return "not a whole number";
    if (value < parameter->least || value > parameter->most) return "number out of range";
    parameter->set(&reader->settings, value);
    return nullptr;
}

const char* read_list(Reader* reader, const std::string& group);

// Groups do not nest.
const char* read_item(Reader* reader, const std::string& group) {
    const std::string name = read_name(reader);
    if (name.empty()) return MALFORMED;
    if (read_sign(reader, '=')) return read_value(reader, group, name);
    if (!group.empty() || !read_sign(reader, '(')) return MALFORMED;
    const char* error = read_list(reader, name);
    if (error) return error;
    return read_sign(reader, ')') ? nullptr : MALFORMED;
}

const char* read_list(Reader* reader, const std::string& group) {
    do {
        const char* error = read_item(reader, group);
        if (error) return error;
    } while (read_sign(reader, ','));
    return nullptr;
}

} // namespace

const char* parameters_parse(const char* text, const ControllerParameter* own,
                             const ControllerParameter* common, ControllerSettings* settings) {
    Reader reader = {text, own, common, *settings};
    skip_blanks(&reader);
    const char* error = *reader.next ? read_list(&reader, "") : nullptr;
    if (error) return error;
    skip_blanks(&reader);
    if (*reader.next) return MALFORMED;
    *settings = reader.settings;
    return nullptr;
}
