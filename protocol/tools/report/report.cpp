#include "protocol/tools/tools.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "protocol/files/pgn.h"
#include "protocol/io/file.h"
#include "protocol/tools/flags.h"
#include "protocol/tools/report/page.h"
#include "protocol/tools/report/read_log.h"
#include "protocol/tools/report/read_pgn.h"

namespace {

constexpr const char* PAGE_DEFAULT = "time.html";
constexpr int LOOK_LINES = 200; // the file's type is recognised within these
constexpr size_t LOOK_BYTES = 65536;

using Reader = void (*)(std::istream& input, ReportFile* file);

// Chooses log or PGN reader by the first lines of the file; nullptr if the file is neither.
Reader find_reader(std::istream& input) {
    size_t bytes = 0;
    std::string line;
    for (int i = 0; i < LOOK_LINES && bytes < LOOK_BYTES && file_next_line(input, &line); ++i) {
        bytes += line.size();
        if (report_log_knows(line)) return report_log_read;
        if (pgn_knows(line)) return report_pgn_read;
    }
    return nullptr;
}

// Returns nullptr, or why the file cannot be used.
const char* read_file(const std::string& name, ReportFile* file) {
    std::ifstream input;
    const char* why = file_open_text(name, &input);
    if (why) return why;
    const auto start = input.tellg();
    const Reader reader = find_reader(input);
    if (input.bad()) return "cannot be read";
    if (!reader) return "neither a log of Overtime nor PGN";
    input.clear();
    input.seekg(start);
    file->name = std::filesystem::path(name).filename().string();
    reader(input, file);
    if (input.bad()) return "cannot be read";
    if (file->moves > REPORT_MOVES_MAX) return "holds more than two million moves";
    return file->games.empty() ? "holds no game with the times of moves" : nullptr;
}

} // namespace

int tool_report(Session*, int count, char** words) {
    std::vector<const char*> names;
    std::string page = PAGE_DEFAULT;
    if (const int status = flags_read(count, words, {flags_text("-o", &page)}, &names))
        return status;
    if (names.empty()) return flags_miss("a file");
    const std::vector<std::string> inputs(names.begin(), names.end());
    if (const int status = file_check(page, file_refuse_output(page, inputs))) return status;
    std::vector<ReportFile> files;
    size_t games = 0;
    for (const char* name : names) {
        files.emplace_back();
        const char* fault = read_file(name, &files.back());
        if (fault) return file_fail(name, fault);
        games += files.back().games.size();
        if (files.back().skipped > 0)
            std::fprintf(stderr, "overtime: %s: %d lines skipped, the first is line %d\n", name,
                         files.back().skipped, files.back().first_skipped);
    }
    if (const int status = file_check(page, file_write(page, report_page(files)))) return status;
    std::printf("%zu game%s in %s\n", games, games == 1 ? "" : "s", page.c_str());
    return 0;
}
