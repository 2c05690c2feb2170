#include "protocol/report/pgn.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "protocol/parse.h"
#include "protocol/report/line.h"

namespace {

constexpr size_t COMMENT_MAX = 4096; // bytes of one comment that are looked at

struct Reader {
    ReportFile* file;
    ReportGame game;
    std::string termination;
    bool black_first = false;
    int plies = 0;
    bool timed = false;       // some comment had a time
    bool starts_more = false; // the clock starts with one increment, as cutechess-cli has it
    int variation = 0;        // depth of brackets
    bool in_comment = false;
    int comment_line = 0;
    std::string comment;
    ReportMove* last = nullptr; // move, to which comments belong
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_time(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789.:") == std::string::npos &&
           is_digit(text[0]);
}

// "12", "1.5", "2:05", "1:02:05.3": seconds in the last place.
bool parse_time(const std::string& text, int64_t* ms) {
    if (!is_time(text)) return false;
    int64_t whole_ms = 0, part_ms = 0;
    for (size_t start = 0; start <= text.size();) {
        const size_t colon = std::min(text.find(':', start), text.size());
        if (!parse_seconds(text.substr(start, colon - start), &part_ms)) return false;
        whole_ms = std::min<int64_t>(whole_ms * 60, INT32_MAX) + part_ms;
        start = colon + 1;
    }
    *ms = whole_ms;
    return true;
}

// "[%clk 0:05:00]": the value, and it is taken out of the text.
bool take_command(std::string* text, const char* name, std::string* value) {
    const size_t at = text->find(name);
    if (at == std::string::npos) return false;
    const size_t end = text->find(']', at);
    if (end == std::string::npos) return false;
    const char* rest = text->c_str() + at + std::strlen(name);
    *value = parse_word(&rest);
    value->erase(std::min(value->find(']'), value->size()));
    text->erase(at, end + 1 - at);
    return true;
}

void read_commands(std::string* text, ReportComment* comment) {
    std::string value;
    if (take_command(text, "[%clk", &value) && parse_time(value, &comment->left_ms))
        comment->rough = value.find('.') == std::string::npos;
    if (take_command(text, "[%emt", &value) && parse_time(value, &comment->used_ms))
        comment->rough = value.find('.') == std::string::npos;
    while (take_command(text, "[%", &value)) {
    }
}

// "+0.35/12", "-M5/20", "0.00/1"
bool is_score(const std::string& word) {
    const size_t slash = word.find('/');
    if (slash == std::string::npos || slash == 0 || slash + 1 == word.size()) return false;
    return word.find_first_not_of("+-#M0123456789.") == slash &&
           word.find_first_not_of("0123456789", slash + 1) == std::string::npos;
}

// "1.2s" (cutechess-cli), "1.2", "1:05" (XBoard), "+57" (XBoard: seconds left on the clock)
bool read_used(std::string word, ReportComment* comment) {
    int64_t ms = 0;
    const bool precise = word.size() > 1 && word.back() == 's';
    if (precise) word.pop_back();
    if (word[0] == '+' || (word[0] == '-' && word.size() > 1)) {
        if (!parse_time(word.substr(1), &comment->left_ms)) return false;
        if (word[0] == '-') comment->left_ms = 0;
        comment->rough = true;
        return true;
    }
    if (!parse_time(word, &ms)) return false;
    comment->used_ms = ms;
    comment->rough = !precise;
    return true;
}

// "tl=8.8s": what is left on the clock.
bool read_left(const std::string& word, ReportComment* comment) {
    if (word.compare(0, 3, "tl=") != 0 || word.back() != 's') return false;
    return parse_time(word.substr(3, word.size() - 4), &comment->left_ms);
}

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

void use_tag(Reader* reader, const Tag& tag) {
    ReportGame* game = &reader->game;
    ReportControl* control = &game->control;
    if (tag.name == "White") game->side[WHITE].name = tag.value;
    if (tag.name == "Black") game->side[BLACK].name = tag.value;
    if (tag.name == "Date") game->date = tag.value;
    if (tag.name == "Result") game->result = tag.value;
    if (tag.name == "Termination") reader->termination = tag.value;
    if (tag.name == "FEN") reader->black_first = tag.value.find(" b ") != std::string::npos;
    if (tag.name == "TimeControl") { // the first of several sessions
        const std::string first = tag.value.substr(0, tag.value.find(':'));
        parse_control(first, &control->moves, &control->base_ms, &control->increment_ms);
        if (first.size() < tag.value.size()) game->rough = true;
    }
}

// The clocks that nobody has told, from the times used.
void reckon_side(const ReportGame& game, bool starts_more, ReportSide* side) {
    const ReportControl& control = game.control;
    int64_t clock_ms = control.base_ms + (starts_more ? control.increment_ms : 0);
    if (control.base_ms <= 0) clock_ms = REPORT_UNKNOWN;
    int made = 0;
    for (ReportMove& move : side->moves) {
        ++made;
        int64_t added_ms = control.increment_ms;
        if (control.moves > 0 && made % control.moves == 0) added_ms += control.base_ms;
        if (move.left_ms != REPORT_UNKNOWN) {
            move.sent_ms = move.left_ms - added_ms;
            if (move.used_ms == REPORT_UNKNOWN && clock_ms != REPORT_UNKNOWN)
                move.used_ms = std::max<int64_t>(0, clock_ms - move.sent_ms);
        } else if (clock_ms != REPORT_UNKNOWN) {
            // Below 0 it was reckoned wrongly, from rounded times, or was allowed some margin.
            const int64_t used_ms = move.used_ms == REPORT_UNKNOWN ? 0 : move.used_ms;
            move.sent_ms = std::max<int64_t>(0, clock_ms - used_ms);
            move.left_ms = move.sent_ms + added_ms;
        }
        clock_ms = move.left_ms;
    }
}

void end_game(Reader* reader) {
    ReportGame* game = &reader->game;
    if (reader->timed) {
        game->forfeit = report_forfeit(game->result, game->reason, reader->termination);
        if (game->reason.empty() && reader->termination != "normal")
            game->reason = reader->termination;
        for (ReportSide& side : game->side) reckon_side(*game, reader->starts_more, &side);
        reader->file->games.push_back(*game);
    }
    ReportFile* file = reader->file;
    *reader = {};
    reader->file = file;
    reader->game.source = file->name;
    reader->game.side[WHITE].name = "White";
    reader->game.side[BLACK].name = "Black";
}

void use_comment(Reader* reader) {
    const ReportComment comment = report_pgn_comment(reader->comment);
    reader->comment.clear();
    reader->game.reason = comment.rest;
    if (!reader->last || reader->variation > 0) return;
    ReportMove* move = reader->last;
    if (comment.used_ms != REPORT_UNKNOWN) move->used_ms = comment.used_ms;
    if (comment.left_ms != REPORT_UNKNOWN) move->left_ms = comment.left_ms;
    const bool timed = comment.used_ms != REPORT_UNKNOWN || comment.left_ms != REPORT_UNKNOWN;
    if (comment.scored && !timed) { // XBoard leaves out what rounds to nothing
        move->used_ms = 0;
        reader->game.rough = true;
    }
    reader->timed |= timed;
    reader->game.rough |= comment.rough;
    reader->starts_more |= timed && !comment.rough && comment.scored;
}

void add_move(Reader* reader, const std::string& text) {
    ReportMove move;
    move.text = text;
    const Colour turn = Colour((reader->plies + reader->black_first) & 1);
    std::vector<ReportMove>* moves = &reader->game.side[turn].moves;
    moves->push_back(move);
    reader->last = &moves->back();
    reader->game.reason.clear();
    ++reader->plies;
}

void use_word(Reader* reader, std::string word) {
    if (reader->variation > 0 || word[0] == '$') return;
    for (const char* result : {"1-0", "0-1", "1/2-1/2", "*"})
        if (word == result) {
            reader->game.result = word;
            end_game(reader);
            return;
        }
    // "12.", "12...", "12.e4"
    const size_t digits = word.find_first_not_of("0123456789");
    if (digits == std::string::npos) return;
    if (word[digits] == '.')
        word.erase(0, std::min(word.find_first_not_of('.', digits), word.size()));
    if (!word.empty() && std::isalpha(static_cast<unsigned char>(word[0]))) add_move(reader, word);
}

void read_comment_part(Reader* reader, const std::string& line, size_t* at) {
    const size_t end = line.find('}', *at);
    if (reader->comment.size() < COMMENT_MAX) {
        if (!reader->comment.empty()) reader->comment += ' ';
        reader->comment += line.substr(*at, std::min(end, *at + COMMENT_MAX) - *at);
    }
    reader->in_comment = end == std::string::npos;
    *at = reader->in_comment ? line.size() : end + 1;
    if (!reader->in_comment) use_comment(reader);
}

void read_moves(Reader* reader, const std::string& line) {
    for (size_t at = 0; at < line.size();) {
        const char c = line[at];
        if (reader->in_comment) {
            read_comment_part(reader, line, &at);
        } else if (c == '{') {
            reader->in_comment = true;
            reader->comment_line = reader->file->lines;
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

bool begins_tag(const std::string& line) {
    return line.size() > 1 && line[0] == '[' && std::isalpha(static_cast<unsigned char>(line[1]));
}

void read_line(Reader* reader, const std::string& line) {
    // A comment that was never ended must not swallow the games behind it.
    if (reader->in_comment && line.compare(0, 8, "[Event \"") == 0) {
        report_skip(reader->file, reader->comment_line);
        reader->in_comment = false;
        reader->comment.clear();
    }
    if (reader->in_comment || !begins_tag(line)) {
        if (line.empty() || line[0] != '%') read_moves(reader, line);
        return;
    }
    if (reader->plies > 0) end_game(reader); // without a result
    Tag tag;
    if (parse_tag(line, &tag))
        use_tag(reader, tag);
    else
        report_skip(reader->file, reader->file->lines);
}

} // namespace

ReportComment report_pgn_comment(const std::string& text) {
    ReportComment comment;
    std::string rest = text;
    std::replace(rest.begin(), rest.end(), '\n', ' ');
    read_commands(&rest, &comment);
    const char* words = rest.c_str();
    bool time_next = false;
    for (std::string word; !(word = parse_word(&words)).empty();) {
        if (word.back() == ',') word.pop_back();
        if (word.empty()) continue;
        const bool is_used = time_next && read_used(word, &comment);
        time_next = !is_used && is_score(word);
        comment.scored |= time_next;
        if (is_used || time_next || read_left(word, &comment)) continue;
        if (word.find('=') != std::string::npos) continue; // n=1234 and the like
        comment.rest += (comment.rest.empty() ? "" : " ") + word;
    }
    return comment;
}

bool report_pgn_knows(const std::string& line) {
    Tag tag;
    return begins_tag(line) && parse_tag(line, &tag);
}

void report_pgn_read(std::istream& input, ReportFile* file) {
    Reader reader;
    reader.file = file;
    end_game(&reader); // nothing yet: all names in place
    for (std::string line; report_line_next(input, &line);) {
        ++file->lines;
        read_line(&reader, line);
    }
    if (reader.in_comment) report_skip(file, reader.comment_line);
    end_game(&reader);
}
