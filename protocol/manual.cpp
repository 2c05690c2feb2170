#include "protocol/manual.h"

#include <vector>

#include "protocol/option.h"
#include "protocol/parse.h"

namespace {

constexpr size_t HELP_WIDTH = 96;
constexpr const char* HELP_INDENT = "       ";

struct Row {
    std::string name, value, values, meaning;
};

// "a, b or c"
std::string join(const std::vector<std::string>& words) {
    std::string text;
    for (size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
    return text;
}

// "a /// *b": the star marks the present value.
void read_combo(const char* text, Row* row) {
    std::vector<std::string> words;
    for (std::string word; !(word = parse_word(&text)).empty();) {
        if (word == "///") continue;
        if (word[0] == '*') row->value = word.erase(0, 1);
        words.push_back(word);
    }
    row->values = join(words);
}

// Of the option table's "MoveOverhead -spin 30 0 5000".
Row read_row(const std::string& option) {
    const char* text = option.c_str();
    Row row;
    row.name = parse_word(&text);
    row.meaning = option_meaning(row.name);
    const std::string kind = parse_word(&text);
    if (kind == "-combo") {
        read_combo(text, &row);
    } else if (kind == "-check") {
        row.value = parse_word(&text);
        row.values = "0 or 1";
    } else if (kind == "-file") {
        row.value = *text ? text + 1 : "";
        row.values = "a file";
    } else if (kind == "-spin") {
        row.value = parse_word(&text);
        const std::string least = parse_word(&text);
        row.values = least + " to " + parse_word(&text);
    }
    return row;
}

std::vector<Row> read_rows(const Session& session) {
    std::vector<Row> rows;
    for (const std::string& option : option_texts(session, OPTION_SHELL))
        rows.push_back(read_row(option));
    return rows;
}

// In lines that are not too long.
std::string wrap(const std::string& text) {
    std::string lines, line = HELP_INDENT;
    const char* rest = text.c_str();
    for (std::string word; !(word = parse_word(&rest)).empty();) {
        if (line.size() + 1 + word.size() > HELP_WIDTH) {
            lines += line + '\n';
            line = HELP_INDENT;
        }
        line += ' ' + word;
    }
    return lines + line + '\n';
}

std::string quote(const std::string& code) {
    return code.empty() ? "" : '`' + code + '`';
}

} // namespace

std::string manual_options(const Session& session) {
    std::string text;
    for (const Row& row : read_rows(session))
        text += "  --" + row.name + '=' + row.value +
                (row.values.empty() ? "" : " (" + row.values + ')') + '\n' + wrap(row.meaning);
    return text;
}

std::string manual_table(const Session& session) {
    std::string text = "| option | default | values | meaning |\n|---|---|---|---|\n";
    for (const Row& row : read_rows(session))
        text += "| " + quote(row.name) + " | " + quote(row.value) + " | " + row.values + " | " +
                row.meaning + " |\n";
    return text;
}
