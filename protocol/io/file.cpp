#include "protocol/io/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>

#include "protocol/io/system.h"

namespace {

constexpr int FAILURE = 1;
constexpr size_t LINE_BYTES_MAX = 1 << 20;
constexpr size_t LOOK_BYTES = 65536; // searched for a NUL
constexpr const char* BYTE_ORDER_MARK = "\xEF\xBB\xBF";

bool write_bytes(const std::string& path, const std::string& bytes, int* why,
                 const char* mode = "wb") {
    system_survive_full_files();
    std::FILE* file = std::fopen(path.c_str(), mode);
    *why = errno;
    if (!file) return false;
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    if (!written) *why = errno;
    const bool closed = std::fclose(file) == 0;
    if (written && !closed) *why = errno;
    return written && closed;
}

// Resolves links, whose target need not exist; in a circle of links the result is one of the links.
// A path that is no link is not converted: that would change its encoding on Windows.
std::string follow_links(const std::string& path) {
    constexpr int LINKS_MAX = 40; // as in Linux
    std::error_code error;
    std::filesystem::path place = path;
    if (!std::filesystem::is_symlink(place, error)) return path;
    for (int i = 0; i < LINKS_MAX && std::filesystem::is_symlink(place, error); ++i)
        place = place.parent_path() / std::filesystem::read_symlink(place, error);
    return place.string();
}

// Creates the temporary file. Its name contains our process number, as several programs may write
// the file, or a higher number if a killed program has left one. Returns 0 or the error number.
int create_part(FileDraft* draft) {
    constexpr int NUMBERS = 100;
    const int own = system_process_id();
    int why = EEXIST;
    for (int number = own; why == EEXIST && number < own + NUMBERS; ++number) {
        draft->part = draft->place + ".overtime." + std::to_string(number) + ".part";
        why = system_create_file(draft->part);
    }
    return why;
}

constexpr int END_OF_FILE = std::char_traits<char>::eof();

// Reads a byte from the stream's buffer, which is faster. The buffer throws on a read error.
int next_byte(std::istream& input) {
    try {
        return input.rdbuf()->sbumpc();
    } catch (const std::exception&) {
        input.setstate(std::ios::badbit);
        return END_OF_FILE;
    }
}

// Gives the temporary file the permissions of the file that it will replace, and `more`.
void keep_permissions(const FileDraft& draft, std::filesystem::perms more) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(draft.place, error);
    if (!std::filesystem::exists(status)) return;
    std::filesystem::permissions(draft.part, status.permissions() | more, error);
}

} // namespace

size_t file_mark_bytes(const std::string& text) {
    return text.rfind(BYTE_ORDER_MARK, 0) == 0 ? std::strlen(BYTE_ORDER_MARK) : 0;
}

const char* file_open(const std::string& path, std::ifstream* input) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return "is a directory";
    // Opening a pipe would block until there is a writer.
    if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
        return "is not a regular file";
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
    if (start.find('\0') != std::string::npos) return "is not a text file";
    input->clear();
    input->seekg(std::streamoff(file_mark_bytes(start)));
    return nullptr;
}

bool file_next_line(std::istream& input, std::string* line) {
    line->clear();
    int c = next_byte(input);
    if (c == END_OF_FILE) return false;
    for (; c != END_OF_FILE && c != '\n'; c = next_byte(input))
        if (line->size() < LINE_BYTES_MAX) *line += char(c);
    if (!line->empty() && line->back() == '\r') line->pop_back();
    return true;
}

std::string file_refuse_output(const std::string& path, const std::vector<std::string>& inputs) {
    std::error_code error;
    for (const std::string& input : inputs)
        if (std::filesystem::equivalent(path, input, error)) return "is also an input file";
    FileDraft draft;
    const std::string why = file_begin(&draft, path);
    if (why.empty()) file_drop(draft);
    return why;
}

std::string file_begin(FileDraft* draft, const std::string& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (std::filesystem::is_directory(status)) return "is a directory";
    const bool has_place =
        !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
    *draft = {path, path};
    if (!has_place) return ""; // a pipe cannot be checked: opening it might block
    draft->place = follow_links(path);
    if (std::filesystem::is_symlink(draft->place, error)) return std::strerror(ELOOP);
    int why = 0; // a file without write permission is not replaced
    if (std::filesystem::exists(status) && !write_bytes(draft->place, "", &why, "ab"))
        return std::strerror(why);
    system_survive_full_files();
    system_hold_interrupts();
    why = create_part(draft);
    if (why == 0) {
        keep_permissions(*draft, std::filesystem::perms::owner_write);
        return "";
    }
    system_release_interrupts();
    return std::strerror(why);
}

std::string file_finish(const FileDraft& draft) {
    if (draft.part == draft.place) return "";
    std::error_code error;
    keep_permissions(draft, std::filesystem::perms::none);
    std::filesystem::rename(draft.part, draft.place, error);
    const std::string why = error ? error.message() : "";
    if (error) std::filesystem::remove(draft.part, error);
    system_release_interrupts();
    return why;
}

void file_drop(const FileDraft& draft) {
    if (draft.part == draft.place) return;
    std::error_code error;
    std::filesystem::remove(draft.part, error);
    system_release_interrupts();
}

std::string file_append(const std::string& path, const std::string& text) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    const bool is_new = !std::filesystem::exists(status);
    error.clear(); // the file need not exist
    if (std::filesystem::is_directory(status)) return "is a directory";
    if (!is_new && !std::filesystem::is_regular_file(status)) return "is not a regular file";
    const uintmax_t size = is_new ? 0 : std::filesystem::file_size(path, error);
    int why = 0;
    system_hold_interrupts();
    const bool written = !error && write_bytes(path, text, &why, "ab");
    if (!written) std::filesystem::resize_file(path, size, error);
    if (is_new && std::filesystem::is_empty(path, error)) // another program may have written too
        std::filesystem::remove(follow_links(path), error);
    system_release_interrupts();
    if (written) return "";
    return why != 0 ? std::strerror(why) : "cannot be written";
}

std::string file_write(const std::string& path, const std::string& bytes) {
    FileDraft draft;
    const std::string refused = file_begin(&draft, path);
    if (!refused.empty()) return refused;
    int why = 0;
    if (write_bytes(draft.part, bytes, &why)) return file_finish(draft);
    file_drop(draft);
    return std::strerror(why);
}

int file_fail(const std::string& path, const std::string& why) {
    std::fprintf(stderr, "overtime: %s: %s\n", path.c_str(), why.c_str());
    return FAILURE;
}

int file_check(const std::string& path, const std::string& why) {
    return why.empty() ? 0 : file_fail(path, why);
}
