// Writes HTML and SVG text. Every element is opened and closed here, and every text escaped, so
// that a page is well-formed whatever is in it.
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

/// Markup characters as references; control bytes and what is not UTF-8 as question marks.
std::string html_escape(const std::string& text);

/// A number for an attribute: at most two decimals, no zeros at the end.
std::string html_number(double value);

/// Begins an element, which html_close() ends. Names must outlive the page: literals.
void html_open(Html* html, const char* name, HtmlAttributes attributes = {});
void html_close(Html* html);

/// Escaped text inside of the open element.
void html_text(Html* html, const std::string& text);

/// A whole element with nothing but text in it.
void html_element(Html* html, const char* name, HtmlAttributes attributes, const std::string& text);

/// Begins a table, in a box that scrolls, up to its body: with the names of its columns and a
/// caption (empty: none). Ends with html_table_end().
void html_table_begin(Html* html, const char* style, const std::string& caption,
                      const std::vector<std::string>& columns);
void html_table_end(Html* html);
/// Cells of the row that is open.
void html_cells(Html* html, const std::vector<std::string>& cells);

/// An element that holds nothing, of HTML (`meta`) or of SVG (`line`).
void html_empty(Html* html, const char* name, HtmlAttributes attributes);
