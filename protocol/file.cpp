#include "protocol/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "protocol/system.h"

namespace {

constexpr int FAILURE = 1;
constexpr size_t LINE_BYTES_MAX = 1 << 20;
constexpr size_t LOOK_BYTES = 65536; // in which a text has no NUL

bool write_bytes(const std::string& path, const std::string& bytes, int* why) {
    system_survive_full_files();
    std::FILE* file = std::fopen(path.c_str(), "wb");
    *why = errno;
    if (!file) return false;
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    if (!written) *why = errno;
    const bool closed = std::fclose(file) == 0;
    if (written && !closed) *why = errno;
    return written && closed;
}

} // namespace

const char* file_open(const std::string& path, std::ifstream* input) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return "is a directory";
    // To open a pipe would mean to wait for its writer.
    if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
        return "must be a plain file";
    input->open(path, std::ios::binary);
    return *input ? nullptr : std::strerror(errno);
}

const char* file_open_text(const std::string& path, std::ifstream* input) {
    const char* why = file_open(path, input);
    if (why) return why;
    std::string start(LOOK_BYTES, ' ');
    input->read(&start[0], std::streamsize(start.size()));
    if (input->bad()) return "cannot be read";
    start.resize(size_t(input->gcount()));
    if (start.find('\0') != std::string::npos) return "is no text";
    input->clear();
    input->seekg(0);
    return nullptr;
}

bool file_next_line(std::istream& input, std::string* line) {
    line->clear();
    std::streambuf* buffer = input.rdbuf();
    constexpr int END = std::char_traits<char>::eof();
    int c = buffer->sbumpc();
    if (c == END) return false;
    for (; c != END && c != '\n'; c = buffer->sbumpc())
        if (line->size() < LINE_BYTES_MAX) *line += char(c);
    if (!line->empty() && line->back() == '\r') line->pop_back();
    return true;
}

std::string file_write(const std::string& path, const std::string& bytes) {
    std::error_code error;
    int why = 0;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (std::filesystem::is_directory(status)) return "is a directory";
    // What is no plain file (a terminal, a pipe) has no place beside it.
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return write_bytes(path, bytes, &why) ? "" : std::strerror(why);
    const std::filesystem::path place = std::filesystem::weakly_canonical(path, error);
    const std::string whole = error ? path : place.string(), part = whole + ".part";
    if (!write_bytes(part, bytes, &why)) {
        std::filesystem::remove(part, error);
        return std::strerror(why);
    }
    std::filesystem::rename(part, whole, error);
    if (!error) return "";
    const std::string reason = error.message();
    std::filesystem::remove(part, error);
    return reason;
}

int file_fail(const std::string& path, const std::string& why) {
    std::fprintf(stderr, "overtime: %s: %s\n", path.c_str(), why.c_str());
    return FAILURE;
}
