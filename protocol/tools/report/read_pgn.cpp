#include "protocol/tools/report/read_pgn.h"

#include <algorithm>
#include <cstring>

#include "protocol/files/pgn.h"
#include "protocol/io/text.h"

namespace {

constexpr int64_t ROUNDING_MS = 1000;

struct Reader {
    ReportFile* file;
    ReportGame game;
    std::vector<ReportControl> sessions; // the last one repeats
    std::string termination;
    bool black_first = false;
    int plies = 0;
    bool timed = false;         // a comment has a time
    bool starts_more = false;   // the clock starts with base + increment (cutechess-cli)
    ReportMove* last = nullptr; // the move before the comment
    bool scored = false;        // comments on `last` have a score
    bool last_timed = false;    // comments on `last` have a time
};

// "12", "1.5", "2:05", "1:02:05.3": the last number is in seconds.
bool parse_time(const std::string& text, int64_t* ms) {
    if (text[0] == '.' || text.find_first_not_of("0123456789.:") != std::string::npos) return false;
    int64_t whole_ms = 0, part_ms = 0;
    for (const std::string& part : text_split(text, ':')) {
        if (!text_parse_seconds(part, &part_ms)) return false;
        whole_ms = std::min<int64_t>(whole_ms * 60, INT32_MAX) + part_ms;
    }
    *ms = whole_ms;
    return true;
}

// Removes "[%clk 0:05:00]" from the text and returns its value.
bool take_command(std::string* text, const char* name, std::string* value) {
    const size_t at = text->find(name);
    if (at == std::string::npos) return false;
    const size_t end = text->find(']', at);
    if (end == std::string::npos) return false;
    const char* rest = text->c_str() + at + std::strlen(name);
    *value = text_next_word(&rest);
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
    const bool precise = word.size() > 1 && word.back() == 's';
    if (precise) word.pop_back();
    const bool left = word[0] == '+' || word[0] == '-';
    if (!parse_time(left ? word.substr(1) : word, left ? &comment->left_ms : &comment->used_ms))
        return false;
    if (word[0] == '-') comment->left_ms = 0;
    comment->rough = left || !precise;
    return true;
}

// Reads "tl=8.8s", the time left on the clock.
bool read_left(const std::string& word, ReportComment* comment) {
    if (word.compare(0, 3, "tl=") != 0 || word.back() != 's') return false;
    return parse_time(word.substr(3, word.size() - 4), &comment->left_ms);
}

// "40/5400+30:1800+30": the sessions (periods) of a time control. A session that cannot be read has
// no clock.
std::vector<ReportControl> read_control(const std::string& value) {
    std::vector<ReportControl> sessions;
    for (const std::string& part : text_split(value, ':')) {
        ReportControl control;
        text_parse_control(part, &control.moves, &control.base_ms, &control.increment_ms);
        sessions.push_back(control);
    }
    return sessions;
}

void use_tag(void* context, const std::string& name, const std::string& value) {
    Reader* reader = static_cast<Reader*>(context);
    ReportGame* game = &reader->game;
    if (name == "White") game->side[WHITE].name = value;
    if (name == "Black") game->side[BLACK].name = value;
    if (name == "Date") game->date = value;
    if (name == "Result") game->result = value;
    if (name == "Termination") reader->termination = value;
    if (name == "FEN") reader->black_first = value.find(" b ") != std::string::npos;
    if (name == "TimeControl") {
        reader->sessions = read_control(value);
        game->control = reader->sessions[0];
    }
}

// Computes the clock before the increment from the clock after the increment, which may be rounded
// to a second. Impossible values are ignored.
void settle_told_clock(int64_t clock_ms, int64_t added_ms, bool rough, ReportMove* move) {
    int64_t sent_ms = move->left_ms - added_ms;
    if (rough && clock_ms != REPORT_UNKNOWN && sent_ms <= clock_ms + ROUNDING_MS)
        sent_ms = std::min(sent_ms, clock_ms);
    if (sent_ms < 0 || (clock_ms != REPORT_UNKNOWN && sent_ms > clock_ms)) return;
    move->sent_ms = sent_ms;
    if (move->used_ms == REPORT_UNKNOWN && clock_ms != REPORT_UNKNOWN)
        move->used_ms = clock_ms - sent_ms;
}

// Computes unknown clocks of a side from its times used, and unknown times used from its clocks.
void settle_side(const std::vector<ReportControl>& sessions, bool starts_more, bool rough,
                 ReportSide* side) {
    const ReportControl* control = &sessions[0];
    int64_t clock_ms = control->base_ms + (starts_more ? control->increment_ms : 0);
    if (control->base_ms <= 0) clock_ms = REPORT_UNKNOWN;
    int made = 0; // moves made under the present time control
    for (ReportMove& move : side->moves) {
        int64_t added_ms = control->increment_ms;
        if (++made == control->moves) {
            if (control != &sessions.back()) ++control;
            added_ms += std::max<int64_t>(0, control->base_ms);
            made = 0;
        }
        // Some servers neither run the clock during a side's first move nor add the increment.
        if (&move == &side->moves[0] && move.left_ms == clock_ms) added_ms = 0;
        if (move.left_ms != REPORT_UNKNOWN) {
            settle_told_clock(clock_ms, added_ms, rough, &move);
        } else if (clock_ms != REPORT_UNKNOWN) {
            // The clock is kept at 0 or more: times may be rounded, or the host allows a margin.
            const int64_t used_ms = move.used_ms == REPORT_UNKNOWN ? 0 : move.used_ms;
            move.sent_ms = std::max<int64_t>(0, clock_ms - used_ms);
            move.left_ms = move.sent_ms + added_ms;
        }
        clock_ms = move.left_ms;
    }
}

// Ends the reading of a move's comments: if they have a score but no time, the time was 0.
void settle_move(Reader* reader) {
    if (reader->last && reader->scored && !reader->last_timed) {
        reader->last->used_ms = 0; // XBoard omits a time that rounds to 0
        reader->game.rough = true;
    }
    reader->scored = reader->last_timed = false;
}

void begin_game(Reader* reader, ReportFile* file) {
    *reader = {};
    reader->file = file;
    reader->sessions.resize(1);
    reader->game.side[WHITE].name = "White";
    reader->game.side[BLACK].name = "Black";
}

void end_game(void* context, const std::string& result, int) {
    Reader* reader = static_cast<Reader*>(context);
    ReportGame* game = &reader->game;
    settle_move(reader);
    if (!result.empty()) game->result = result;
    if (reader->timed) {
        game->forfeit = report_forfeit(game->result, game->reason, reader->termination);
        if (game->reason.empty() && text_lower(reader->termination) != "normal")
            game->reason = reader->termination;
        for (ReportSide& side : game->side)
            settle_side(reader->sessions, reader->starts_more, game->rough, &side);
        reader->file->games.push_back(*game);
    }
    begin_game(reader, reader->file);
}

void use_comment(void* context, const std::string& text, bool in_variation) {
    if (in_variation) return;
    Reader* reader = static_cast<Reader*>(context);
    const ReportComment comment = report_pgn_comment(text);
    reader->game.reason = comment.rest;
    if (!reader->last) return;
    ReportMove* move = reader->last;
    if (comment.used_ms != REPORT_UNKNOWN) move->used_ms = comment.used_ms;
    if (comment.left_ms != REPORT_UNKNOWN) move->left_ms = comment.left_ms;
    const bool timed = comment.used_ms != REPORT_UNKNOWN || comment.left_ms != REPORT_UNKNOWN;
    reader->scored |= comment.scored;
    reader->last_timed |= timed;
    reader->timed |= timed;
    reader->game.rough |= comment.rough;
    reader->starts_more |= timed && !comment.rough && comment.scored;
}

void add_move(void* context, const std::string& text, int) {
    Reader* reader = static_cast<Reader*>(context);
    if (++reader->file->moves > REPORT_MOVES_MAX) return;
    settle_move(reader);
    ReportMove move;
    move.text = text;
    const Colour turn = Colour((reader->plies + reader->black_first) & 1);
    std::vector<ReportMove>* moves = &reader->game.side[turn].moves;
    moves->push_back(move);
    reader->last = &moves->back();
    reader->game.reason.clear();
    ++reader->plies;
}

void skip(void* context, int line) {
    report_skip(static_cast<Reader*>(context)->file, line);
}

} // namespace

ReportComment report_pgn_comment(const std::string& text) {
    ReportComment comment;
    std::string rest = text;
    std::replace(rest.begin(), rest.end(), '\n', ' ');
    read_commands(&rest, &comment);
    bool time_next = false;
    for (std::string word : text_words(rest)) {
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

void report_pgn_read(std::istream& input, ReportFile* file) {
    Reader reader;
    begin_game(&reader, file);
    file->lines += pgn_read(input, {&reader, use_tag, add_move, use_comment, end_game, skip});
}
