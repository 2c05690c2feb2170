#include "protocol/pgn.h"

#include <algorithm>
#include <cctype>

#include "protocol/display.h"
#include "protocol/file.h"

namespace {

constexpr size_t COMMENT_MAX = 4096; // bytes of one comment that are looked at
constexpr size_t COLUMNS = 79;

struct Reader {
    PgnListener listener;
    int line = 0;
    bool moved = false; // the game has a move
    int variation = 0;  // depth of brackets
    bool in_comment = false;
    int comment_line = 0;
    std::string comment;
};

struct Tag {
    std::string name, value;
};

// `[White "A \"quoted\" name"]`
bool parse_tag(const std::string& line, Tag* tag) {
    const size_t name = line.find_first_not_of(" \t", 1), quote = line.find('"');
    const size_t end = line.rfind('"');
    if (quote == std::string::npos || end == quote || name >= quote) return false;
    if (line.find(']', end) == std::string::npos) return false;
    tag->name = line.substr(name, line.find_first_of(" \t\"", name) - name);
    tag->value.clear();
    for (size_t i = quote + 1; i < end; ++i) {
        if (line[i] == '\\' && i + 1 < end) ++i;
        tag->value += line[i];
    }
    return !tag->name.empty();
}

bool begins_tag(const std::string& line) {
    return line.size() > 1 && line[0] == '[' && std::isalpha(static_cast<unsigned char>(line[1]));
}

void end_game(Reader* reader, const std::string& result) {
    reader->listener.end(reader->listener.context, result);
    reader->moved = false;
    reader->variation = 0;
}

void use_word(Reader* reader, std::string word) {
    if (reader->variation > 0 || word[0] == '$') return;
    for (const char* result : {"1-0", "0-1", "1/2-1/2", "*"})
        if (word == result) {
            end_game(reader, word);
            return;
        }
    // "12.", "12...", "12.e4"
    const size_t digits = word.find_first_not_of("0123456789");
    if (digits == std::string::npos) return;
    if (word[digits] == '.')
        word.erase(0, std::min(word.find_first_not_of('.', digits), word.size()));
    if (word.empty() || !std::isalpha(static_cast<unsigned char>(word[0]))) return;
    reader->listener.move(reader->listener.context, word, reader->line);
    reader->moved = true;
}

void read_comment_part(Reader* reader, const std::string& line, size_t* at) {
    const size_t end = line.find('}', *at);
    if (reader->comment.size() < COMMENT_MAX) {
        if (!reader->comment.empty()) reader->comment += ' ';
        reader->comment += line.substr(*at, std::min(end, *at + COMMENT_MAX) - *at);
    }
    reader->in_comment = end == std::string::npos;
    *at = reader->in_comment ? line.size() : end + 1;
    if (reader->in_comment) return;
    reader->listener.comment(reader->listener.context, reader->comment, reader->variation > 0);
    reader->comment.clear();
}

void read_moves(Reader* reader, const std::string& line) {
    for (size_t at = 0; at < line.size();) {
        const char c = line[at];
        if (reader->in_comment) {
            read_comment_part(reader, line, &at);
        } else if (c == '{') {
            reader->in_comment = true;
            reader->comment_line = reader->line;
            ++at;
        } else if (c == ';') {
            return;
        } else if (c == '(' || c == ')') {
            reader->variation = std::max(0, reader->variation + (c == '(' ? 1 : -1));
            ++at;
        } else if (std::isspace(static_cast<unsigned char>(c))) {
            ++at;
        } else {
            const size_t end = std::min(line.find_first_of(" \t{}();", at + 1), line.size());
            use_word(reader, line.substr(at, end - at));
            at = end;
        }
    }
}

void read_line(Reader* reader, const std::string& line) {
    void* context = reader->listener.context;
    // A comment that was never ended must not swallow the games behind it.
    if (reader->in_comment && line.compare(0, 8, "[Event \"") == 0) {
        reader->listener.skip(context, reader->comment_line);
        reader->in_comment = false;
        reader->comment.clear();
    }
    if (reader->in_comment || !begins_tag(line)) {
        if (line.empty() || line[0] != '%') read_moves(reader, line);
        return;
    }
    if (reader->moved) end_game(reader, ""); // without a result
    Tag tag;
    if (parse_tag(line, &tag))
        reader->listener.tag(context, tag.name, tag.value);
    else
        reader->listener.skip(context, reader->line);
}

} // namespace

int pgn_read(std::istream& input, const PgnListener& listener) {
    Reader reader;
    reader.listener = listener;
    for (std::string line; file_next_line(input, &line);) {
        ++reader.line;
        read_line(&reader, line);
    }
    if (reader.in_comment) listener.skip(listener.context, reader.comment_line);
    if (reader.moved) end_game(&reader, "");
    return reader.line;
}

bool pgn_knows(const std::string& line) {
    Tag tag;
    return begins_tag(line) && parse_tag(line, &tag);
}

std::string pgn_tag(const std::string& name, const std::string& value) {
    std::string text = '[' + name + " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return text + "\"]";
}

std::string pgn_wrap(const std::vector<std::string>& words) {
    return display_wrap(words, COLUMNS);
}
