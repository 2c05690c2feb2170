// Files named on the command line. Output files appear complete or not at all.
#pragma once

#include <fstream>
#include <istream>
#include <string>
#include <vector>

/// The length of the UTF-8 byte order mark at the start of a text: 0 or 3.
size_t file_mark_bytes(const std::string& text);

/// Opens a regular file. Returns nullptr, or why the file cannot be read.
const char* file_open(const std::string& path, std::ifstream* input);

/// Like file_open(), but refuses a file with a NUL near its start and skips a byte order mark.
const char* file_open_text(const std::string& path, std::ifstream* input);

/// Reads the next line, without LF or CR LF and cut to a megabyte. Returns false at the end of the
/// file.
bool file_next_line(std::istream& input, std::string* line);

/// Checks an output path before the work begins. Returns an empty text, or why the output cannot be
/// written to `path`, for example because that is one of the inputs.
std::string file_refuse_output(const std::string& path, const std::vector<std::string>& inputs);

/// An output file while it is written: the temporary file `part` stands beside `place` and replaces
/// it at the end. For a terminal or a pipe `part` is `place`.
struct FileDraft {
    std::string place, part;
};

/// Begins an output file. Holds SIGINT and SIGTERM until file_finish() or file_drop(), so that no
/// partial file is left; long work has to ask system_is_interrupted(). Returns an empty text, or
/// why the file cannot be written.
std::string file_begin(FileDraft* draft, const std::string& path);

/// Moves the complete file to its place. Returns an empty text, or why that file cannot be moved.
std::string file_finish(const FileDraft& draft);

/// Deletes the temporary file.
void file_drop(const FileDraft& draft);

/// Appends to a regular file, all of the text or nothing. An empty text only checks whether the
/// file can be written. Returns an empty text, or why the file cannot be written.
std::string file_append(const std::string& path, const std::string& text);

/// Writes a file by way of a temporary file, so that it is never incomplete; a link stays a link.
/// Returns an empty text, or why the file cannot be written; the old file is then unchanged.
std::string file_write(const std::string& path, const std::string& bytes);

/// Reports an error with a file on standard error and returns the exit status.
int file_fail(const std::string& path, const std::string& why);

/// Calls file_fail() if `why` is not empty; otherwise returns 0.
int file_check(const std::string& path, const std::string& why);
