#include "protocol/report/line.h"

namespace {

constexpr size_t LINE_MAX_BYTES = 1 << 20;

} // namespace

bool report_line_next(std::istream& input, std::string* line) {
    line->clear();
    std::streambuf* buffer = input.rdbuf();
    constexpr int END = std::char_traits<char>::eof();
    int c = buffer->sbumpc();
    if (c == END) return false;
    for (; c != END && c != '\n'; c = buffer->sbumpc())
        if (line->size() < LINE_MAX_BYTES) *line += char(c);
    if (!line->empty() && line->back() == '\r') line->pop_back();
    return true;
}
