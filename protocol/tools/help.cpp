#include "protocol/tools/help.h"

#include <vector>

#include "protocol/io/text.h"
#include "protocol/session/option.h"

namespace {

constexpr const char* HELP_INDENT = "        ";

// "a, b or c"
std::string join(const std::vector<std::string>& words) {
    std::string text;
    for (size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
    return text;
}

std::string describe_values(const OptionValue& value) {
    if (value.kind == OPTION_CHECK) return "0 or 1";
    if (value.kind == OPTION_SPIN)
        return std::to_string(value.least) + " to " + std::to_string(value.most);
    if (value.kind == OPTION_COMBO) return join(value.choices);
    return value.kind == OPTION_FILE ? "a file" : "";
}

std::string quote(const std::string& code) {
    return code.empty() ? "" : '`' + code + '`';
}

} // namespace

std::string help_options(const Session& session) {
    std::string text;
    for (const OptionRow& row : option_rows(session, OPTION_SHELL)) {
        const std::string values = describe_values(row.value);
        text += std::string("  --") + row.name + '=' + row.value.text +
                (values.empty() ? "" : " (" + values + ')') + '\n' +
                text_wrap(text_words(row.meaning), TEXT_COLUMNS, HELP_INDENT);
    }
    return text;
}

std::string help_table(const Session& session) {
    std::string text = "| option | default | values | meaning |\n|---|---|---|---|\n";
    for (const OptionRow& row : option_rows(session, OPTION_SHELL))
        text += "| " + quote(row.name) + " | " + quote(row.value.text) + " | " +
                describe_values(row.value) + " | " + row.meaning + " |\n";
    return text;
}
