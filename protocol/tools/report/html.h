// Writes HTML and SVG. Every element is opened and closed here and every text is escaped, so that
// pages are well-formed.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

struct Html {
    std::string text;
    std::vector<const char*> open; // elements, outermost first
};

struct HtmlAttribute {
    const char* name;
    std::string value;
};
using HtmlAttributes = std::initializer_list<HtmlAttribute>;

/// Escapes markup characters; control bytes and invalid UTF-8 become question marks.
std::string html_escape(const std::string& text);

/// A number with at most two decimals and no trailing zeros.
std::string html_number(double value);

/// Begins an element, which html_close() ends. Names must be literals.
void html_open(Html* html, const char* name, HtmlAttributes attributes = {});
void html_close(Html* html);

/// Adds a text to the open element, with markup characters escaped.
void html_text(Html* html, const std::string& text);

/// An element that contains only text.
void html_element(Html* html, const char* name, HtmlAttributes attributes, const std::string& text);

/// Begins a table in a box that scrolls, with a caption (may be empty) and a header row. Ends with
/// html_table_end().
void html_table_begin(Html* html, const char* style, const std::string& caption,
                      const std::vector<std::string>& columns);
void html_table_end(Html* html);
/// Adds cells to the table row that is open.
void html_cells(Html* html, const std::vector<std::string>& cells);

/// An empty element of HTML (`meta`) or SVG (`line`).
void html_empty(Html* html, const char* name, HtmlAttributes attributes);
