#include "protocol/report/report.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "protocol/report/line.h"
#include "protocol/report/log.h"
#include "protocol/report/page.h"
#include "protocol/report/pgn.h"

namespace {

constexpr int USAGE_ERROR = 2, FAILURE = 1;
constexpr const char* PAGE_DEFAULT = "time.html";
constexpr int LOOK_LINES = 200;      // in which a file must show what it is
constexpr size_t LOOK_BYTES = 65536; // in which a text has no NUL

struct Order {
    std::vector<std::string> inputs;
    std::string page = PAGE_DEFAULT;
};

int fail(const std::string& what, const std::string& why) {
    std::fprintf(stderr, "overtime: %s: %s\n", what.c_str(), why.c_str());
    return FAILURE;
}

// The word that is not understood, nullptr if all are.
const char* read_words(Order* order, int count, char** words) {
    for (int i = 0; i < count; ++i) {
        if (std::strcmp(words[i], "-o") == 0) {
            if (++i == count) return words[i - 1];
            order->page = words[i];
        } else if (words[i][0] == '-' && words[i][1] != '\0') {
            return words[i];
        } else {
            order->inputs.push_back(words[i]);
        }
    }
    return order->inputs.empty() ? "no file" : nullptr;
}

using Reader = void (*)(std::istream& input, ReportFile* file);

// What the file is, by its first lines; nullptr if nothing that is known.
Reader find_reader(std::istream& input) {
    size_t bytes = 0;
    std::string line;
    for (int i = 0; i < LOOK_LINES && bytes < LOOK_BYTES && report_line_next(input, &line); ++i) {
        bytes += line.size();
        if (line.find('\0') != std::string::npos) return nullptr;
        if (report_log_knows(line)) return report_log_read;
        if (report_pgn_knows(line)) return report_pgn_read;
    }
    return nullptr;
}

// nullptr, or why the file is of no use.
const char* read_file(const std::string& name, ReportFile* file) {
    std::error_code error;
    if (std::filesystem::is_directory(name, error)) return "is a directory";
    std::ifstream input(name, std::ios::binary);
    if (!input) return std::strerror(errno);
    const Reader reader = find_reader(input);
    if (input.bad()) return "cannot be read";
    if (!reader) return "neither a log of Overtime nor PGN";
    input.clear();
    if (!input.seekg(0)) return "must be a plain file";
    file->name = std::filesystem::path(name).filename().string();
    reader(input, file);
    if (input.bad()) return "cannot be read";
    return file->games.empty() ? "holds no game with the times of moves" : nullptr;
}

bool write_text(const std::string& path, const std::string& text, int* why) {
#ifdef SIGXFSZ
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error like others
#endif
    std::FILE* file = std::fopen(path.c_str(), "wb");
    *why = errno;
    if (!file) return false;
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (!written) *why = errno;
    const bool closed = std::fclose(file) == 0;
    if (written && !closed) *why = errno;
    return written && closed;
}

// Beside its place first, so that the place never holds half a page. What is no plain file (a
// terminal, a pipe) has no such place.
int write_page(const std::string& path, const std::string& text) {
    std::error_code error;
    int why = 0;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (std::filesystem::is_directory(status)) return fail(path, "is a directory");
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return write_text(path, text, &why) ? 0 : fail(path, std::strerror(why));
    // A link stays one.
    const std::filesystem::path place = std::filesystem::weakly_canonical(path, error);
    const std::string whole = error ? path : place.string(), part = whole + ".part";
    if (!write_text(part, text, &why)) {
        std::filesystem::remove(part, error);
        return fail(path, std::strerror(why));
    }
    std::filesystem::rename(part, whole, error);
    if (!error) return 0;
    const std::string reason = error.message();
    std::filesystem::remove(part, error);
    return fail(path, reason);
}

} // namespace

int report_run(int count, char** words, const char** error) {
    Order order;
    *error = read_words(&order, count, words);
    if (*error) return USAGE_ERROR;
    std::vector<ReportFile> files;
    size_t games = 0;
    for (const std::string& name : order.inputs) {
        files.emplace_back();
        const char* why = read_file(name, &files.back());
        if (why) return fail(name, why);
        games += files.back().games.size();
        if (files.back().skipped > 0)
            std::fprintf(stderr, "overtime: %s: %d lines skipped, the first is line %d\n",
                         name.c_str(), files.back().skipped, files.back().first_skipped);
    }
    const int status = write_page(order.page, report_page(files));
    if (status == 0)
        std::printf("%zu game%s in %s\n", games, games == 1 ? "" : "s", order.page.c_str());
    return status;
}
