#include "protocol/files/pgn.h"

#include <algorithm>
#include <cctype>

#include "protocol/io/file.h"
#include "protocol/io/text.h"

namespace {

constexpr size_t COMMENT_MAX = 65536; // bytes of one comment that are read
constexpr size_t COLUMNS = 79;

struct Reader {
    PgnListener listener;
    int line = 0;
    bool moved = false; // the game has a move
    bool named = false; // the game has an Event tag
    int variation = 0;  // depth of parentheses
    bool in_comment = false;
    int comment_line = 0;
    std::string comment;
};

struct Tag {
    std::string name, value;
};

// Finds the quote that ends a tag's value; *close becomes the bracket behind that quote.
size_t find_end_of_value(const std::string& line, size_t start, size_t* close) {
    size_t quote = line.find('"', start);
    for (; quote != std::string::npos; quote = line.find('"', quote + 1)) {
        *close = line.find_first_not_of(" \t", quote + 1);
        if (*close != std::string::npos && line[*close] == ']') break;
    }
    return quote;
}

// Reads `[White "A \"quoted\" name"]` at *at and moves *at past the tag.
bool parse_tag(const std::string& line, size_t* at, Tag* tag) {
    const size_t name = line.find_first_not_of(" \t", *at + 1), quote = line.find('"', *at);
    if (quote == std::string::npos || name >= quote) return false;
    size_t close = 0;
    const size_t end = find_end_of_value(line, quote + 1, &close);
    if (end == std::string::npos) return false;
    tag->name = line.substr(name, line.find_first_of(" \t\"", name) - name);
    tag->value.clear();
    for (size_t i = quote + 1; i < end; ++i) {
        if (line[i] == '\\' && i + 1 < end) ++i;
        tag->value += line[i];
    }
    *at = close + 1;
    return true;
}

size_t skip_blanks(const std::string& line, size_t at) {
    return std::min(line.find_first_not_of(" \t", at), line.size());
}

bool begins_tag(const std::string& line, size_t at) {
    if (at >= line.size() || line[at] != '[') return false;
    const size_t name = skip_blanks(line, at + 1);
    return name < line.size() && std::isalpha(static_cast<unsigned char>(line[name]));
}

void end_game(Reader* reader, const std::string& result) {
    reader->listener.end(reader->listener.context, result, reader->line);
    reader->moved = false;
    reader->named = false;
    reader->variation = 0;
}

// Whether a word is a move. Castling may be written with zeros. A null move ("--") counts, so that
// the listener hears of it and can reject the game.
bool is_move(const std::string& word) {
    return !word.empty() && (std::isalpha(static_cast<unsigned char>(word[0])) ||
                             word.compare(0, 3, "0-0") == 0 || word.compare(0, 2, "--") == 0);
}

void use_word(Reader* reader, std::string word) {
    if (reader->variation > 0 || word[0] == '$' || word == "e.p.") return;
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
    if (!is_move(word)) return;
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

void read_moves(Reader* reader, const std::string& line, size_t at) {
    while (at < line.size()) {
        const char c = line[at];
        if (reader->in_comment) {
            read_comment_part(reader, line, &at);
        } else if (c == '{') {
            reader->in_comment = true;
            reader->comment_line = reader->line;
            ++at;
        } else if (c == ';') {
            reader->listener.comment(reader->listener.context, line.substr(at + 1, COMMENT_MAX),
                                     reader->variation > 0);
            return;
        } else if (c == '(' || c == ')') {
            reader->variation = std::max(0, reader->variation + (c == '(' ? 1 : -1));
            ++at;
        } else if (std::isspace(static_cast<unsigned char>(c))) {
            ++at;
        } else {
            const size_t end = std::min(line.find_first_of(" \t{}();$", at + 1), line.size());
            use_word(reader, line.substr(at, end - at));
            at = end;
        }
    }
}

void read_line(Reader* reader, const std::string& line) {
    void* context = reader->listener.context;
    // A comment without end must not swallow the next games.
    if (reader->in_comment && line.compare(0, 8, "[Event \"") == 0) {
        reader->listener.skip(context, reader->comment_line);
        reader->in_comment = false;
        reader->comment.clear();
    }
    size_t at = reader->in_comment ? 0 : skip_blanks(line, 0);
    while (!reader->in_comment && begins_tag(line, at)) {
        if (reader->moved) end_game(reader, ""); // the result is missing
        Tag tag;
        if (!parse_tag(line, &at, &tag)) return reader->listener.skip(context, reader->line);
        const bool names = tag.name == "Event";
        if (names && reader->named) end_game(reader, ""); // a game without moves
        reader->named = reader->named || names;
        reader->listener.tag(context, tag.name, tag.value);
        at = skip_blanks(line, at);
    }
    if (line.empty() || line[0] != '%' || reader->in_comment) read_moves(reader, line, at);
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
    size_t at = skip_blanks(line, 0);
    return begins_tag(line, at) && parse_tag(line, &at, &tag);
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
    // A PGN line that begins with % is a comment, so no written line may begin with it.
    std::vector<std::string> parts;
    for (const std::string& word : words)
        if (word[0] == '%' && !parts.empty())
            parts.back() += ' ' + word;
        else
            parts.push_back(word);
    return text_wrap(parts, COLUMNS);
}
