// Files named on the command line: what may be read, and output that appears whole or not at all.
#pragma once

#include <fstream>
#include <istream>
#include <string>

/// Opens a plain file; nullptr, or why it cannot be read.
const char* file_open(const std::string& path, std::ifstream* input);

/// The same for a text: a NUL near its start says that it is none.
const char* file_open_text(const std::string& path, std::ifstream* input);

/// The next line, without its end (LF or CR LF) and without what is beyond a megabyte. False at the
/// end of the file.
bool file_next_line(std::istream& input, std::string* line);

/// Writes a file beside its place first, so that the place never holds half of it; a link stays
/// one. Empty, or why it cannot be written: then nothing has changed.
std::string file_write(const std::string& path, const std::string& bytes);

/// Says on the standard error why nothing came of a command, in one line; the exit status for it.
int file_fail(const std::string& path, const std::string& why);
