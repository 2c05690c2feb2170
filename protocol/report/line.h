// Lines of a file that may hold anything.
#pragma once

#include <istream>
#include <string>

/// The next line, without its end (LF or CR LF) and without what is beyond a megabyte. False at the
/// end of the file.
bool report_line_next(std::istream& input, std::string* line);
