#include "protocol/tools/report/html.h"

#include <cassert>
#include <cmath>
#include <cstdint>
#include <utility>

#include "protocol/io/text.h"

namespace {

constexpr double NUMBER_MAX = 1e9; // far beyond any page

// The number of bytes of the UTF-8 character that begins at `at`; 0 if these bytes are invalid.
size_t utf8_length(const std::string& text, size_t at) {
    constexpr uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000}; // code point, by length
    const auto byte = [&](size_t i) { return uint32_t(static_cast<unsigned char>(text[i])); };
    const uint32_t first = byte(at);
    if (first < 0x80) return 1;
    const size_t length = 2 + size_t(first >= 0xe0) + size_t(first >= 0xf0);
    if (first < 0xc0 || first >= 0xf8 || at + length > text.size()) return 0;
    uint32_t code = first & (0x7f >> length);
    for (size_t i = at + 1; i < at + length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
        code = code << 6 | (byte(i) & 0x3f);
    }
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return code < LEAST[length] || surrogate || code > 0x10ffff ? 0 : length;
}

std::string escape_byte(char c) {
    static constexpr std::pair<char, const char*> MARKUP[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    for (const auto& [markup, escaped] : MARKUP)
        if (c == markup) return escaped;
    const bool control = (static_cast<unsigned char>(c) < ' ' && c != '\n') || c == 0x7f;
    return std::string(1, control ? '?' : c);
}

void write_tag(Html* html, const char* name, HtmlAttributes attributes) {
    html->text += '<';
    html->text += name;
    for (const HtmlAttribute& attribute : attributes)
        html->text +=
            std::string(" ") + attribute.name + "=\"" + html_escape(attribute.value) + '"';
}

} // namespace

std::string html_escape(const std::string& text) {
    std::string escaped;
    for (size_t at = 0; at < text.size();) {
        const size_t length = utf8_length(text, at);
        if (length > 1)
            escaped += text.substr(at, length);
        else
            escaped += length == 1 ? escape_byte(text[at]) : "?";
        at += length > 1 ? length : 1;
    }
    return escaped;
}

std::string html_number(double value) {
    if (!(std::fabs(value) < NUMBER_MAX)) value = value > 0 ? NUMBER_MAX : 0;
    std::string number = text_format("%.2f", value);
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.') number.pop_back();
    return number == "-0" ? "0" : number;
}

void html_open(Html* html, const char* name, HtmlAttributes attributes) {
    write_tag(html, name, attributes);
    html->text += '>';
    html->open.push_back(name);
}

void html_close(Html* html) {
    assert(!html->open.empty());
    html->text += std::string("</") + html->open.back() + ">\n";
    html->open.pop_back();
}

void html_text(Html* html, const std::string& text) {
    html->text += html_escape(text);
}

void html_element(Html* html, const char* name, HtmlAttributes attributes,
                  const std::string& text) {
    html_open(html, name, attributes);
    html_text(html, text);
    html_close(html);
}

void html_empty(Html* html, const char* name, HtmlAttributes attributes) {
    write_tag(html, name, attributes);
    html->text += "/>\n";
}

void html_table_begin(Html* html, const char* style, const std::string& caption,
                      const std::vector<std::string>& columns) {
    html_open(html, "div", {{"class", "scroll"}});
    html_open(html, "table", {{"class", style}});
    if (!caption.empty()) html_element(html, "caption", {}, caption);
    html_open(html, "thead");
    html_open(html, "tr");
    for (const std::string& column : columns) html_element(html, "th", {{"scope", "col"}}, column);
    html_close(html);
    html_close(html);
    html_open(html, "tbody");
}

void html_table_end(Html* html) {
    for (int i = 0; i < 3; ++i) html_close(html); // body, table, box
}

void html_cells(Html* html, const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) html_element(html, "td", {}, cell);
}
