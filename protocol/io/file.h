// Files named on the command line: what may be read, and output that appears whole or not at all.
#pragma once

#include <fstream>
#include <istream>
#include <string>
#include <vector>

/// How many bytes of a text are the byte order mark that some programs begin it with: 0 or 3.
size_t file_mark_bytes(const std::string& text);

/// Opens a plain file; nullptr, or why it cannot be read.
const char* file_open(const std::string& path, std::ifstream* input);

/// The same for a text: a NUL near its start says that it is none; a byte order mark is passed
/// over.
const char* file_open_text(const std::string& path, std::ifstream* input);

/// The next line, without its end (LF or CR LF) and without what is beyond a megabyte. False at the
/// end of the file.
bool file_next_line(std::istream& input, std::string* line);

/// Would what is made of these inputs find its place there? Empty, or why not: there is no room for
/// a file, or it is one of the inputs. Changes nothing.
std::string file_refuse_output(const std::string& path, const std::vector<std::string>& inputs);

/// A file that is being made: it grows beside its place (what is no plain file, a terminal or a
/// pipe, has no such place).
struct FileDraft {
    std::string place, part;
};

/// From here to the end of a draft that has a place interrupts wait, so that they leave nothing of
/// it: who writes for long asks for them (system_is_interrupted). Empty, or why there can be no
/// file; then there is nothing to end.
std::string file_begin(FileDraft* draft, const std::string& path);

/// What is in `part` is whole: it takes its place. Empty, or why it cannot.
std::string file_finish(const FileDraft& draft);

/// Nothing comes of it.
void file_drop(const FileDraft& draft);

/// Adds to the end of a plain file, all of it or nothing. An empty text tells whether that could
/// be done. Empty, or why it cannot.
std::string file_append(const std::string& path, const std::string& text);

/// Writes a file beside its place first, so that the place never holds half of it; a link stays
/// one. Empty, or why it cannot be written: then nothing has changed.
std::string file_write(const std::string& path, const std::string& bytes);

/// Says on the standard error why nothing came of a command, in one line; the exit status for it.
int file_fail(const std::string& path, const std::string& why);
