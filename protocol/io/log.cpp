#include "protocol/io/log.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "protocol/io/system.h"

namespace {

bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < ' ' || byte == 0x7f;
}

// Escapes control bytes, so that a line of the protocol is one line of the log.
std::string escape(const std::string& text) {
    constexpr const char* DIGITS = "0123456789abcdef";
    std::string escaped;
    for (const char c : text) {
        if (escaped.size() >= LOG_TEXT_MAX) return escaped + LOG_CUT;
        if (is_control(c)) {
            escaped += "\\x";
            escaped += DIGITS[c >> 4];
            escaped += DIGITS[c & 15];
        } else {
            escaped += c;
        }
    }
    return escaped;
}

// Whether the path can be a log: not a pipe, as opening one would block until there is a reader.
bool is_writable_kind(const std::string& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status) ||
           std::filesystem::is_character_file(status);
}

void add_line(Log* log, int64_t ms, LogMark mark, const std::string& text) {
    const std::string line =
        std::to_string(ms) + ' ' + static_cast<char>(mark) + ' ' + escape(text) + '\n';
    if (log->waiting.size() + line.size() <= LOG_WAITING_MAX)
        log->waiting += line;
    else
        ++log->lost;
}

} // namespace

Log::~Log() {
    log_close(this);
}

const char* log_open(Log* log, const std::string& path, const std::string& title) {
    std::error_code error;
    if (log->file && path == log->path) return nullptr;
    if (std::filesystem::is_directory(path, error)) return "is a directory";
    if (!is_writable_kind(path)) return "must be a plain file";
    std::FILE* file = path.empty() ? nullptr : std::fopen(path.c_str(), "a");
    if (!file && !path.empty()) return std::strerror(errno);
    log_close(log);
    if (!file) return nullptr;
    system_survive_full_files();
    std::setvbuf(file, nullptr, _IONBF, 0); // `waiting` is the buffer
    log->file = file;
    log->path = path;
    const std::lock_guard<std::mutex> lock(log->mutex);
    log->open = true;
    log->title = title;
    return nullptr;
}

void log_close(Log* log) {
    if (!log->file) return;
    log_flush(log);
    std::fclose(log->file);
    log->file = nullptr;
    log->path.clear();
    const std::lock_guard<std::mutex> lock(log->mutex);
    log->open = false;
    log->title.clear();
    log->waiting.clear();
}

void log_add(Log* log, LogMark mark, const std::string& text) {
    const std::lock_guard<std::mutex> lock(log->mutex);
    if (!log->open) return;
    if (!log->title.empty()) log->waiting += log->title + '\n';
    log->title.clear();
    const int64_t ms = stopwatch_now_ms(log->stopwatch) - log->start_ms;
    size_t start = 0;
    for (size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1)
        add_line(log, ms, mark, text.substr(start, end - start));
    add_line(log, ms, mark, text.substr(start));
}

void log_flush(Log* log) {
    if (!log->file) return;
    std::string text;
    {
        const std::lock_guard<std::mutex> lock(log->mutex);
        text.swap(log->waiting);
        if (log->lost > 0) text += "# " + std::to_string(log->lost) + " lines lost\n";
        log->lost = 0;
    }
    // The file is written without the lock, as the input thread must not wait for a slow disk.
    if (!text.empty()) std::fwrite(text.data(), 1, text.size(), log->file);
}
