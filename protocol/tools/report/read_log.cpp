#include "protocol/tools/report/read_log.h"

#include <algorithm>
#include <cstring>

#include "protocol/io/file.h"
#include "protocol/io/log.h"
#include "protocol/io/text.h"

namespace {

constexpr int PLIES_MAX = 20000; // longer than any game by the rules
constexpr const char* TITLE_END = " log";
constexpr const char* UNKNOWN = "-";

struct Reader {
    ReportFile* file = nullptr;
    std::string name = "engine";
    ReportGame game;
    int start_ply = 0;
    int plies = 0;                            // plies made in this game
    int own = -1;                             // index of our last move in `plies`
    int64_t own_before_ms = REPORT_UNKNOWN;   // our clock before our last move
    int64_t other_before_ms = REPORT_UNKNOWN; // the opponent's clock before our last move
    int moves_to_go = 0;                      // moves to go before our last move
};

// The NAME=VALUE fields of one line of the game log.
struct Fields {
    ReportMove move;
    std::string own, opponent, last = UNKNOWN;
    int64_t ply = REPORT_UNKNOWN;
    int64_t own_ms = REPORT_UNKNOWN, other_ms = REPORT_UNKNOWN, lag_ms = REPORT_UNKNOWN;
    int64_t base_ms = REPORT_UNKNOWN, increment_ms = 0, moves = 0, moves_to_go = 0;
};

struct Entry {
    char mark; // LogMark: the line was received, sent or kept
    std::string text;
};

bool is_title(const std::string& line) {
    const size_t length = std::strlen(TITLE_END);
    return line.compare(0, 2, "# ") == 0 && line.size() > 2 + length &&
           line.compare(line.size() - length, length, TITLE_END) == 0;
}

// "250 < new"
bool parse_entry(const std::string& line, Entry* entry) {
    const size_t digits = line.find_first_not_of("0123456789");
    if (digits == 0 || digits == std::string::npos || line.size() < digits + 2) return false;
    if (line[digits] != ' ' || !std::strchr("<>=", line[digits + 1])) return false;
    entry->mark = line[digits + 1];
    entry->text = line.size() > digits + 3 ? line.substr(digits + 3) : "";
    return true;
}

// "-" leaves the number unknown. Numbers above MOST are refused, so that sums cannot overflow.
template <typename Number> bool parse_number(const std::string& text, Number* number) {
    constexpr int64_t MOST = INT32_MAX / 2;
    int64_t value = 0;
    if (text == UNKNOWN) return true;
    if (!text_parse_integer(text, &value) || value > MOST || value < -MOST) return false;
    *number = Number(value);
    return true;
}

// "112@d9", "d9/4", "-" (both numbers stay 0)
bool parse_pair(const std::string& text, const char* between, int* first, int* second) {
    const size_t at = text.find(between);
    if (text == UNKNOWN) return true;
    return at != std::string::npos && parse_number(text.substr(0, at), first) &&
           parse_number(text.substr(at + std::strlen(between)), second) && *second >= 0;
}

// "low@d9": the best move failed low at depth 9 and its score was unknown.
bool parse_drop(const std::string& text, ReportMove* move) {
    const std::string pair = text.rfind("low@", 0) == 0 ? '0' + text.substr(3) : text;
    return parse_pair(pair, "@d", &move->drop_cp, &move->drop_depth);
}

bool parse_resolved(const std::string& text, ReportMove* move) {
    return text == UNKNOWN ||
           (text[0] == 'd' &&
            parse_pair(text.substr(1), "/", &move->resolved_depth, &move->resolved_move));
}

// "Nc6/31"
bool parse_before(const std::string& text, ReportMove* move) {
    const size_t slash = text.find('/');
    if (text == UNKNOWN) return true;
    move->candidate = text.substr(0, slash);
    return slash != std::string::npos && parse_number(text.substr(slash + 1), &move->before_cp);
}

bool parse_field(const std::string& name, const std::string& value, Fields* fields) {
    ReportMove* move = &fields->move;
    if (name == "T") return parse_number(value, &fields->own_ms);
    if (name == "O") return parse_number(value, &fields->other_ms);
    if (name == "I") return parse_number(value, &fields->increment_ms);
    if (name == "M") return parse_number(value, &fields->moves_to_go);
    if (name == "N") return parse_number(value, &move->normal_ms);
    if (name == "E") return parse_number(value, &move->extend_ms);
    if (name == "used") return parse_number(value, &move->used_ms);
    if (name == "lag") return parse_number(value, &fields->lag_ms);
    if (name == "ply") return parse_number(value, &fields->ply);
    if (name == "moves") return parse_number(value, &fields->moves);
    if (name == "base") return parse_number(value, &fields->base_ms);
    if (name == "score") return parse_number(value, &move->after_cp);
    if (name == "drop") return parse_drop(value, move);
    if (name == "resolved") return parse_resolved(value, move);
    if (name == "before") return parse_before(value, move);
    if (name == "stop") move->stop = value;
    if (name == "move") move->text = value;
    if (name == "last") fields->last = value;
    if (name == "own") fields->own = value;
    return true; // later versions may add fields
}

// Reads NAME=VALUE words; *text moves to the first word of another form. The opponent's name may
// contain blanks and ends the line.
bool parse_fields(const char** text, Fields* fields) {
    for (;;) {
        const char* rest = *text;
        const std::string word = text_next_word(&rest);
        const size_t equals = word.find('=');
        if (equals == std::string::npos) return true;
        const std::string name = word.substr(0, equals);
        if (name == "opponent") {
            fields->opponent = text_trim(rest - word.size() + equals + 1);
            *text += std::strlen(*text);
            return true;
        }
        if (equals + 1 == word.size() || !parse_field(name, word.substr(equals + 1), fields))
            return false;
        *text = rest;
    }
}

Colour colour_of(const Reader& reader, int index) {
    return Colour((reader.start_ply ^ index) & 1);
}

ReportMove* move_at(Reader* reader, int index) {
    return &reader->game.side[colour_of(*reader, index)].moves[size_t(index / 2)];
}

// Brings the game to this number of plies: takes moves back, or adds moves without any numbers.
void set_plies(Reader* reader, int plies) {
    for (; reader->plies > plies; --reader->plies)
        reader->game.side[colour_of(*reader, reader->plies - 1)].moves.pop_back();
    for (; reader->plies < plies; ++reader->plies) {
        reader->game.side[colour_of(*reader, reader->plies)].moves.emplace_back();
        ++reader->file->moves;
    }
}

// Sets the clock after our last move, from the present clock or, if that is unknown, from the time
// used.
void settle_own_move(Reader* reader, int64_t now_ms) {
    if (reader->own < 0 || reader->own >= reader->plies) return;
    ReportMove* move = move_at(reader, reader->own);
    const int64_t before_ms = reader->own_before_ms;
    if (before_ms == REPORT_UNKNOWN || move->used_ms == REPORT_UNKNOWN) return;
    const ReportControl& control = reader->game.control;
    int64_t added_ms = control.increment_ms;
    if (reader->moves_to_go == 1 && control.base_ms > 0) added_ms += control.base_ms;
    move->sent_ms = before_ms - move->used_ms;
    move->left_ms = move->sent_ms + added_ms;
    if (now_ms == REPORT_UNKNOWN) return;
    move->left_ms = now_ms;
    // If the clock rose, or shows less than the time added to it, the user has changed the clock.
    if (now_ms - added_ms >= 0 && now_ms - added_ms <= before_ms) move->sent_ms = now_ms - added_ms;
}

void settle_other_move(Reader* reader, int64_t before_ms, int64_t now_ms, ReportMove* move) {
    if (now_ms == REPORT_UNKNOWN || move->left_ms != REPORT_UNKNOWN) return;
    move->left_ms = now_ms;
    const int64_t sent_ms = now_ms - reader->game.control.increment_ms;
    if (before_ms == REPORT_UNKNOWN || sent_ms < 0 || sent_ms > before_ms) return; // a new session
    move->sent_ms = sent_ms;
    move->used_ms = before_ms - sent_ms;
}

void end_game(Reader* reader) {
    settle_own_move(reader, REPORT_UNKNOWN);
    ReportGame* game = &reader->game;
    if (game->own != COLOUR_NB && report_longest_ms(game->side[game->own]) != REPORT_UNKNOWN) {
        game->side[game->own].name = reader->name;
        std::string* opponent = &game->side[colour_opposite(Colour(game->own))].name;
        if (opponent->empty()) *opponent = "opponent";
        game->forfeit = report_forfeit(game->result, game->reason, "");
        reader->file->games.push_back(*game);
    }
    Reader next;
    next.file = reader->file;
    next.name = reader->name;
    *reader = next;
}

bool read_game(Reader* reader, const Fields& fields) {
    if (fields.ply < 0 || (fields.own != "white" && fields.own != "black")) return false;
    end_game(reader);
    ReportGame* game = &reader->game;
    reader->start_ply = int(fields.ply);
    game->own = fields.own == "white" ? WHITE : BLACK;
    game->side[game->own ^ 1].name = fields.opponent;
    if (fields.base_ms > 0) game->control.base_ms = fields.base_ms;
    game->control.moves = int(std::max<int64_t>(0, fields.moves));
    game->control.increment_ms = std::max<int64_t>(0, fields.increment_ms);
    return true;
}

// Goes to the position before the move of a log line, which also tells the opponent's last move.
bool go_to(Reader* reader, const Fields& fields) {
    const int64_t index = fields.ply < 0 ? -1 : fields.ply - reader->start_ply;
    if (index < 0 || index > PLIES_MAX) return false;
    set_plies(reader, int(index));
    if (index > 0 && fields.last != UNKNOWN) move_at(reader, int(index) - 1)->text = fields.last;
    return true;
}

bool read_move(Reader* reader, const Fields& fields) {
    if (fields.move.text.empty() || fields.ply < 0) return false;
    const bool follows = reader->own >= 0 && fields.ply - reader->start_ply == reader->own + 2;
    settle_own_move(reader, follows ? fields.own_ms : REPORT_UNKNOWN);
    if (!go_to(reader, fields)) return false;
    const int index = reader->plies;
    // The lag (GUI overhead) in this line was charged for our previous move.
    if (follows) move_at(reader, reader->own)->lag_ms = fields.lag_ms;
    if (index > 0)
        settle_other_move(reader, follows ? reader->other_before_ms : REPORT_UNKNOWN,
                          fields.other_ms, move_at(reader, index - 1));
    set_plies(reader, index + 1);
    *move_at(reader, index) = fields.move;
    reader->game.own = colour_of(*reader, index);
    reader->own = index;
    reader->own_before_ms = fields.own_ms;
    reader->other_before_ms = fields.other_ms;
    reader->moves_to_go = int(fields.moves_to_go);
    return true;
}

bool read_tm(Reader* reader, const std::string& controller, Fields* fields) {
    ReportMove* move = &fields->move;
    for (const int64_t ms : {fields->own_ms, move->used_ms, move->normal_ms, move->extend_ms})
        if (ms == REPORT_UNKNOWN) return false;
    if (move->drop_depth == 0) move->after_cp = REPORT_NO_SCORE;
    if (!read_move(reader, *fields)) return false;
    if (controller == "fixed") reader->own_before_ms = REPORT_UNKNOWN; // no clock runs on
    return true;
}

// "1-0 {White mates}". A later result, the host's, replaces ours.
bool read_result(Reader* reader, const Fields& fields, const std::string& text) {
    if (!go_to(reader, fields)) return false;
    const size_t brace = text.find('{');
    reader->game.result = text_first_word(text);
    reader->game.reason.clear();
    if (brace != std::string::npos)
        reader->game.reason = text.substr(brace + 1, text.rfind('}') - brace - 1);
    return true;
}

// Returns false for a malformed line about a game; lines about other things are ignored.
bool read_entry(Reader* reader, const Entry& entry) {
    const char* text = entry.text.c_str();
    const std::string first = text_next_word(&text);
    if (entry.mark == LOG_RECEIVED || (first != "#" && first != "info")) return true;
    if (first == "info" && text_next_word(&text) != "string") return true;
    const std::string kind = text_next_word(&text);
    if (kind != "game" && kind != "tm" && kind != "book" && kind != "result") return true;
    const std::string controller = kind == "tm" ? text_next_word(&text) : "";
    Fields fields;
    if (!parse_fields(&text, &fields)) return false;
    const std::string rest = text_trim(text);
    if (kind == "result") return read_result(reader, fields, rest);
    if (!rest.empty()) return false;
    if (kind == "game") return read_game(reader, fields);
    if (kind == "book") return read_move(reader, fields);
    return read_tm(reader, controller, &fields);
}

bool read_line(Reader* reader, const std::string& line) {
    Entry entry;
    if (is_title(line)) {
        end_game(reader);
        reader->name = line.substr(2, line.size() - 2 - std::strlen(TITLE_END));
        return true;
    }
    if (line.empty() || line[0] == '#') return true;
    return parse_entry(line, &entry) && read_entry(reader, entry);
}

} // namespace

bool report_log_knows(const std::string& line) {
    Entry entry;
    return is_title(line) || parse_entry(line, &entry);
}

void report_log_read(std::istream& input, ReportFile* file) {
    Reader reader;
    reader.file = file;
    for (std::string line; file->moves <= REPORT_MOVES_MAX && file_next_line(input, &line);) {
        ++file->lines;
        if (!read_line(&reader, line)) report_skip(file, file->lines);
    }
    end_game(&reader);
}
