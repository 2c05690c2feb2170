#include "protocol/session/config.h"

#include <filesystem>

#include "protocol/io/file.h"
#include "protocol/io/system.h"
#include "protocol/io/text.h"
#include "protocol/session/option.h"

namespace {

constexpr int NUMBERS_MAX = 10; // the message names so many further invalid lines
constexpr const char* PLACE = "/overtime/overtime.conf";
constexpr std::uintmax_t BYTES_MAX = 65536;

// Returns a line of the configuration file without its comment and without blanks at both ends.
std::string strip(const std::string& line) {
    for (size_t at = line.find('#'); at != std::string::npos; at = line.find('#', at + 1))
        if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t')
            return text_trim(line.substr(0, at));
    return text_trim(line);
}

// Executes a line NAME=VALUE. Returns nullptr, or why the line is refused.
const char* set_option(Session* session, const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos) return "not NAME=VALUE";
    const std::string name = text_trim(text.substr(0, equals)),
                      value = text_trim(text.substr(equals + 1));
    return option_set(session, name, value);
}

std::string read_lines(Session* session, std::istream& input) {
    std::string line, first, others;
    int bad = 0;
    for (int number = 1; file_next_line(input, &line); ++number) {
        const std::string text = strip(line);
        const char* why = text.empty() ? nullptr : set_option(session, text);
        if (!why || bad > NUMBERS_MAX + 1) continue;
        if (bad == 0)
            first = "line " + std::to_string(number) + ": " + why + ": " + text_plain(text);
        else
            others += (bad == 1 ? "" : ", ") +
                      (bad > NUMBERS_MAX ? std::string("...") : std::to_string(number));
        ++bad;
    }
    return bad > 1 ? first + " (also bad: " + others + ')' : first;
}

} // namespace

std::string config_path() {
    const std::string folder = system_config_folder();
    return folder.empty() ? "" : folder + PLACE;
}

std::string config_read(Session* session, const std::string& path) {
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error)) return "";
    std::ifstream input;
    const char* why = file_open_text(path, &input);
    if (!why && std::filesystem::file_size(path, error) > BYTES_MAX) why = "is too long";
    const std::string complaint = why ? why : read_lines(session, input);
    return complaint.empty() ? "" : text_plain(path) + ": " + complaint;
}
