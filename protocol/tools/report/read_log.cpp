#include "protocol/tools/report/read_log.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/board/notation.h"
#include "protocol/io/file.h"
#include "protocol/io/log.h"
#include "protocol/io/text.h"
#include "timing/controller.h"

namespace {

constexpr int64_t MS_PER_CENTISECOND = 10;
constexpr size_t THOUGHTS_MAX = 1000; // more than a search has iterations, twice that in bounds
constexpr const char* TITLE_END = " log";
constexpr const char* REFUSALS[] = {"Illegal move: ", "Error (ambiguous move): "};

// What the search said of an iteration.
struct Thought {
    int depth, score_cp;
    std::string move, answer; // the first two of its variation
};

struct Reader {
    ReportFile* file;
    ReportGame game;
    std::string name, opponent; // us and them
    ReportControl control;
    bool black_first = false;
    bool over = false;     // by a result: what follows is somebody looking through the game
    bool over_odd = false; // by an odd number of moves and moves taken back
    int64_t own_ms = REPORT_UNKNOWN, other_ms = REPORT_UNKNOWN; // clocks as last told
    int64_t other_before_ms = REPORT_UNKNOWN;                   // the other clock a move earlier
    bool tm_due = false;                    // our last move has no `# tm` line yet
    int64_t own_before_ms = REPORT_UNKNOWN; // T of our last move
    int moves_to_go = 0;                    // M of our last move
    std::vector<Thought> thoughts;
    std::vector<std::string> made; // by either side
    // UCI tells all moves again with each of ours, and begins a game without a word.
    std::string start;         // "startpos" or "fen ..."
    bool control_told = false; // by the first `go` of the game
    std::string best;          // our move, until its `tm` says that it was one of a game
    bool editing = false;      // what is not known are pieces
};

// Files may hold anything: what is drawn and subtracted stays far from where it would overflow.
int to_int(int64_t number) {
    return int(std::clamp<int64_t>(number, INT32_MIN / 2, INT32_MAX / 2));
}

struct Entry {
    char mark; // of the log: received, sent, kept
    std::string text;
};

Colour turn(const Reader& reader) {
    return Colour((reader.made.size() + reader.black_first) & 1);
}

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

bool parse_ms(const std::string& text, int64_t* ms) {
    int64_t value = 0;
    if (!text_parse_integer(text, &value) || value > INT32_MAX || value < INT32_MIN) return false;
    *ms = value;
    return true;
}

ReportSide* own_side(Reader* reader) {
    return reader->game.own == COLOUR_NB ? nullptr : &reader->game.side[reader->game.own];
}

// Our move before is charged what the clock lacks now; without a reading, what we used.
void settle_own_move(Reader* reader, int64_t now_ms) {
    ReportSide* side = own_side(reader);
    if (!side || side->moves.empty()) return;
    ReportMove* move = &side->moves.back();
    const int64_t before_ms = reader->own_before_ms;
    if (before_ms == REPORT_UNKNOWN || move->used_ms == REPORT_UNKNOWN) return;
    const ReportControl& control = reader->game.control;
    int64_t added_ms = control.increment_ms;
    if (reader->moves_to_go == 1 && control.base_ms > 0) added_ms += control.base_ms;
    move->sent_ms = before_ms - move->used_ms;
    move->left_ms = move->sent_ms + added_ms;
    if (now_ms == REPORT_UNKNOWN) return;
    move->left_ms = now_ms;
    // Time given or taken by hand is no part of the move.
    if (now_ms - added_ms >= 0 && now_ms - added_ms <= before_ms) move->sent_ms = now_ms - added_ms;
}

void settle_other_move(Reader* reader) {
    ReportSide* side = &reader->game.side[colour_opposite(turn(*reader))];
    const int64_t before_ms = reader->other_before_ms, now_ms = reader->other_ms;
    reader->other_before_ms = now_ms;
    if (side->moves.empty() || now_ms == REPORT_UNKNOWN) return;
    ReportMove* move = &side->moves.back();
    if (move->left_ms != REPORT_UNKNOWN) return;
    move->left_ms = now_ms;
    const int64_t sent_ms = now_ms - reader->game.control.increment_ms;
    if (before_ms == REPORT_UNKNOWN || sent_ms < 0 || sent_ms > before_ms) return; // a new session
    move->sent_ms = sent_ms;
    move->used_ms = before_ms - sent_ms;
}

void end_game(Reader* reader) {
    settle_own_move(reader, REPORT_UNKNOWN);
    ReportGame* game = &reader->game;
    if (game->own != COLOUR_NB && report_longest_ms(*own_side(reader)) != REPORT_UNKNOWN) {
        game->side[game->own].name = reader->name;
        game->side[colour_opposite(Colour(game->own))].name = reader->opponent;
        game->forfeit = report_forfeit(game->result, game->reason, "");
        reader->file->games.push_back(*game);
    }
    reader->game = {};
    reader->black_first = reader->over = reader->over_odd = false;
    reader->own_ms = reader->other_ms = reader->other_before_ms = REPORT_UNKNOWN;
    reader->own_before_ms = REPORT_UNKNOWN;
    reader->moves_to_go = 0;
    reader->tm_due = false;
    reader->thoughts.clear();
    reader->made.clear();
    reader->start.clear();
    reader->control_told = false;
}

bool read_new(Reader* reader, const std::string&) {
    end_game(reader);
    reader->opponent = "opponent";
    return true;
}

bool read_setboard(Reader* reader, const std::string& fen) {
    end_game(reader);
    reader->black_first = fen.find(" b ") != std::string::npos;
    return true;
}

bool read_edit(Reader* reader, const std::string&) {
    const bool black = turn(*reader) == BLACK;
    end_game(reader);
    reader->black_first = black;
    reader->editing = true;
    return true;
}

bool read_level(Reader* reader, const std::string& text) {
    ReportControl control;
    if (!text_parse_level(text.c_str(), &control.moves, &control.base_ms, &control.increment_ms))
        return false;
    if (control.base_ms <= 0) control.base_ms = REPORT_UNKNOWN;
    reader->control = control;
    return true;
}

bool read_move_time(Reader* reader, const std::string&) {
    reader->control = {};
    return true;
}

bool read_name(Reader* reader, const std::string& name) {
    reader->opponent = name.empty() ? "opponent" : name;
    return true;
}

bool read_clock(const std::string& text, int64_t* ms) {
    int64_t centiseconds = 0;
    if (!text_parse_integer(text, &centiseconds) || centiseconds > INT32_MAX) return false;
    *ms = std::max<int64_t>(0, centiseconds) * MS_PER_CENTISECOND;
    return true;
}

bool read_time(Reader* reader, const std::string& text) {
    return read_clock(text, &reader->own_ms);
}

bool read_otim(Reader* reader, const std::string& text) {
    return read_clock(text, &reader->other_ms);
}

// True if the game is over, and the move or what takes it back is none of it.
bool is_browsing(Reader* reader) {
    if (reader->over) reader->over_odd = !reader->over_odd;
    return reader->over;
}

bool note_move(Reader* reader, const std::string& text) {
    if (is_browsing(reader)) return true;
    ++reader->file->moves;
    ReportMove move;
    move.text = text;
    reader->game.side[turn(*reader)].moves.push_back(move);
    reader->made.push_back(text);
    return true;
}

// What was thought before was pondered on this move, and began with it.
bool read_usermove(Reader* reader, const std::string& text) {
    for (Thought& thought : reader->thoughts) thought.move = std::exchange(thought.answer, "");
    return note_move(reader, text);
}

bool read_undo(Reader* reader, const std::string&) {
    if (is_browsing(reader) || reader->made.empty()) return true;
    reader->made.pop_back();
    ReportSide* side = &reader->game.side[turn(*reader)];
    if (!side->moves.empty()) side->moves.pop_back();
    if (turn(*reader) != reader->game.own) return true;
    reader->tm_due = false;
    reader->own_before_ms = REPORT_UNKNOWN;
    return true;
}

bool read_remove(Reader* reader, const std::string& text) {
    return read_undo(reader, text) && read_undo(reader, text);
}

void note_result(Reader* reader, const std::string& text) {
    const size_t blank = text.find(' '), brace = text.find('{');
    reader->game.result = text.substr(0, blank);
    reader->game.reason.clear();
    if (brace != std::string::npos)
        reader->game.reason = text.substr(brace + 1, text.rfind('}') - brace - 1);
}

bool read_result(Reader* reader, const std::string& text) {
    note_result(reader, text);
    reader->over = true;
    return true;
}

// They play on from where they have looked to.
void play_on(Reader* reader) {
    if (!reader->over) return;
    const bool black = (turn(*reader) == BLACK) != reader->over_odd;
    const int64_t own_ms = reader->own_ms, other_ms = reader->other_ms; // told for what comes
    end_game(reader);
    reader->own_ms = own_ms;
    reader->other_ms = other_ms;
    reader->black_first = black;
}

// "startpos moves e2e4 e7e5"
bool read_position(Reader* reader, const std::string& text) {
    constexpr size_t TAKEN_BACK_MAX = 4; // where more is gone it is another game
    if (text.size() + std::strlen("position ") >= LOG_TEXT_MAX) return false; // cut
    if (reader->over) end_game(reader);
    std::vector<std::string> moves = text_words(text);
    const auto word = std::find(moves.begin(), moves.end(), "moves");
    std::string start;
    for (auto part = moves.begin(); part != word; ++part) start += *part + ' ';
    moves.erase(moves.begin(), word == moves.end() ? word : word + 1);
    const std::vector<std::string>& made = reader->made;
    const size_t most = std::min(moves.size(), made.size());
    size_t same = 0;
    while (same < most && moves[same] == made[same]) ++same;
    if (start != reader->start || made.size() - same > TAKEN_BACK_MAX) {
        end_game(reader);
        reader->start = start;
        reader->black_first = start.find(" b ") != std::string::npos;
        same = 0;
    }
    while (made.size() > same) read_undo(reader, "");
    for (; same < moves.size(); ++same) note_move(reader, moves[same]);
    return true;
}

int64_t roundness(int64_t ms) {
    for (const int64_t step_ms : {60000, 30000, 10000, 5000, 1000, 500, 100})
        if (ms % step_ms == 0) return step_ms;
    return 0;
}

// UCI does not tell the base: a clock may start with one increment more.
int64_t find_base(int64_t clock_ms, int64_t increment_ms) {
    const int64_t less_ms = clock_ms - increment_ms;
    return less_ms > 0 && roundness(less_ms) > roundness(clock_ms) ? less_ms : clock_ms;
}

// "wtime 60000 btime 59000 winc 100 binc 100 movestogo 40"; CECP says nothing but `go`.
bool read_go(Reader* reader, const std::string& text) {
    play_on(reader);
    if (text.empty()) return true;
    const std::vector<std::string> words = text_words(text);
    const auto value_of = [&](const char* name) {
        const auto at = std::find(words.begin(), words.end(), name);
        int64_t ms = REPORT_UNKNOWN;
        if (at == words.end() || at + 1 == words.end() || !parse_ms(at[1], &ms))
            return REPORT_UNKNOWN;
        return std::max<int64_t>(0, ms);
    };
    const bool white = turn(*reader) == WHITE;
    const int64_t other_ms = value_of(white ? "btime" : "wtime");
    const bool pondering = std::find(words.begin(), words.end(), "ponder") != words.end();
    reader->own_ms = value_of(white ? "wtime" : "btime");
    reader->other_ms = pondering ? REPORT_UNKNOWN : other_ms; // he has not moved yet
    settle_own_move(reader, reader->own_ms);
    settle_other_move(reader);
    reader->other_before_ms = other_ms;
    if (reader->control_told) return true;
    reader->control = {};
    if (reader->own_ms <= 0) return true;
    reader->control_told = true;
    reader->control.moves = int(std::max<int64_t>(0, value_of("movestogo")));
    reader->control.increment_ms = std::max<int64_t>(0, value_of(white ? "winc" : "binc"));
    reader->control.base_ms = find_base(reader->own_ms, reader->control.increment_ms);
    return true;
}

struct Word {
    const char* name;
    bool (*read)(Reader* reader, const std::string& rest);
};

const Word RECEIVED[] = {
    {"new", read_new},           {"setboard", read_setboard},
    {"level", read_level},       {"st", read_move_time},
    {"name", read_name},         {"time", read_time},
    {"otim", read_otim},         {"usermove", read_usermove},
    {"undo", read_undo},         {"remove", read_remove},
    {"result", read_result},     {"ucinewgame", read_new},
    {"position", read_position}, {"go", read_go},
    {"edit", read_edit},
};

bool read_received(Reader* reader, const std::string& text) {
    const size_t blank = std::min(text.find(' '), text.size());
    // A host's carriage returns are blanks in the log.
    const std::string rest = text_trim(text.substr(std::min(blank + 1, text.size())));
    for (const Word& word : RECEIVED)
        if (text.compare(0, blank, word.name) == 0) {
            reader->editing = false;
            return word.read(reader, rest);
        }
    if (text == ".") reader->editing = false;
    if (reader->editing) return true;
    // Hosts of the first protocol version send nothing but the move.
    return !notation_looks_like_move(text.c_str()) || read_usermove(reader, text);
}

void note_own_colour(Reader* reader, Colour colour) {
    // Some hosts send what is left of the session before every move: the first word counts.
    if (reader->game.own != colour) reader->game.control = reader->control;
    reader->game.own = colour;
    reader->tm_due = true;
}

void read_own_move(Reader* reader, const std::string& text) {
    note_own_colour(reader, turn(*reader));
    settle_own_move(reader, reader->own_ms);
    settle_other_move(reader);
    reader->own_before_ms = reader->own_ms;
    note_move(reader, text);
}

void add_thought(Reader* reader, const Thought& thought) {
    // A search begun anew, after pondering on another move.
    if (!reader->thoughts.empty() && reader->thoughts.back().depth > thought.depth)
        reader->thoughts.clear();
    const bool book = thought.depth == 0;
    if (!book && reader->thoughts.size() < THOUGHTS_MAX) reader->thoughts.push_back(thought);
}

// "12 -35 104 200000 e2e4 e7e5": depth, score, centiseconds, nodes, moves.
void read_thought(Reader* reader, const std::string& line) {
    const char* text = line.c_str();
    int64_t numbers[4];
    for (int64_t& number : numbers)
        if (!text_parse_integer(text_next_word(&text), &number)) return;
    const std::string move = text_next_word(&text);
    add_thought(reader, {to_int(numbers[0]), to_int(numbers[1]), move, text_next_word(&text)});
}

// "info depth 12 score cp -35 nodes 200000 pv e2e4 e7e5"; of several lines the best.
void read_info(Reader* reader, const std::string& line) {
    const std::vector<std::string> words = text_words(line);
    Thought thought = {};
    bool scored = false;
    for (size_t i = 0; i + 1 < words.size(); ++i) {
        int64_t number = 0;
        if (words[i] == "pv") thought.move = words[i + 1];
        if (!text_parse_integer(words[i + 1], &number)) continue;
        if (words[i] == "depth") thought.depth = to_int(number);
        if (words[i] == "multipv" && number > 1) return;
        if (words[i] != "cp" && words[i] != "mate") continue;
        const int mate_cp = number > 0 ? PROGRESS_MATE_CP : -PROGRESS_MATE_CP; // as CECP has it
        thought.score_cp = to_int(number) + (words[i] == "mate" ? mate_cp : 0);
        scored = true;
    }
    if (scored && !thought.move.empty()) add_thought(reader, thought);
}

std::string move_of(const Thought& thought) {
    return thought.move.substr(0, thought.move.find_first_of("!?"));
}

// Before the drop: the newest thought of a smaller depth. Thoughts may write a move otherwise than
// the game does; the last of them is of the move played.
void note_scores(const std::vector<Thought>& thoughts, ReportMove* move) {
    if (thoughts.empty() || move->drop_depth == 0) return;
    move->after_cp = thoughts.back().score_cp;
    for (size_t i = 0; i + 1 < thoughts.size(); ++i)
        if (thoughts[i].depth < move->drop_depth) {
            move->before_cp = thoughts[i].score_cp;
            move->candidate = move_of(thoughts[i]);
        }
    if (move->candidate == move_of(thoughts.back())) move->candidate = move->text;
}

// "112@d9", "d9/4", "-" (stays 0)
bool parse_pair(const std::string& text, const char* between, int* first, int* second) {
    if (text == "-") return true;
    const size_t at = text.find(between);
    if (at == std::string::npos) return false;
    int64_t one = 0, two = 0;
    if (!text_parse_integer(text.substr(0, at), &one) ||
        !text_parse_integer(text.substr(at + std::strlen(between)), &two))
        return false;
    *first = to_int(one);
    *second = std::max(0, to_int(two));
    return true;
}

// "low@d9": the best move failed low there, and no lower score was seen.
bool parse_drop(const std::string& text, ReportMove* move) {
    constexpr const char* LOW = "low@d";
    if (text.rfind(LOW, 0) == 0)
        return parse_pair("0@d" + text.substr(std::strlen(LOW)), "@d", &move->drop_cp,
                          &move->drop_depth);
    return parse_pair(text, "@d", &move->drop_cp, &move->drop_depth);
}

struct Tm {
    ReportMove move;
    bool fixed = false; // a time for each move: no clock goes on from one to the next
    int64_t own_ms = REPORT_UNKNOWN, lag_ms = REPORT_UNKNOWN, moves_to_go = 0;
};

bool parse_field(const std::string& name, const std::string& value, Tm* tm) {
    if (name == "T") return parse_ms(value, &tm->own_ms);
    if (name == "M") return parse_ms(value, &tm->moves_to_go);
    if (name == "N") return parse_ms(value, &tm->move.normal_ms);
    if (name == "E") return parse_ms(value, &tm->move.extend_ms);
    if (name == "used") return parse_ms(value, &tm->move.used_ms);
    if (name == "lag") return parse_ms(value, &tm->lag_ms);
    if (name == "drop") return parse_drop(value, &tm->move);
    if (name == "resolved")
        return value == "-" ||
               (value[0] == 'd' && parse_pair(value.substr(1), "/", &tm->move.resolved_depth,
                                              &tm->move.resolved_move));
    if (name == "stop") tm->move.stop = value;
    return true; // fields may be added
}

// "tm rival T=407000 ... lag=12"
bool parse_tm(const std::string& line, Tm* tm) {
    const char* text = line.c_str();
    if (text_next_word(&text) != "tm") return false;
    const std::string controller = text_next_word(&text);
    if (controller.empty()) return false;
    tm->fixed = controller == "fixed";
    for (const std::string& word : text_words(text)) {
        const size_t equals = word.find('=');
        if (equals == std::string::npos || equals + 1 == word.size()) return false;
        if (!parse_field(word.substr(0, equals), word.substr(equals + 1), tm)) return false;
    }
    return tm->own_ms != REPORT_UNKNOWN && tm->move.used_ms != REPORT_UNKNOWN &&
           tm->move.normal_ms != REPORT_UNKNOWN && tm->move.extend_ms != REPORT_UNKNOWN;
}

bool read_tm(Reader* reader, const std::string& line) {
    Tm tm;
    if (!parse_tm(line, &tm)) return false;
    if (!reader->tm_due) return true; // of a move that was not made
    std::vector<ReportMove>* moves = &own_side(reader)->moves;
    if (moves->empty()) return true;
    tm.move.text = moves->back().text;
    note_scores(reader->thoughts, &tm.move);
    moves->back() = tm.move;
    // What is measured now was charged for the move before.
    if (moves->size() > 1) (*moves)[moves->size() - 2].lag_ms = tm.lag_ms;
    reader->own_before_ms = tm.fixed ? REPORT_UNKNOWN : tm.own_ms;
    reader->moves_to_go = int(tm.moves_to_go);
    reader->tm_due = false;
    reader->thoughts.clear();
    return true;
}

// The move that a host of UCI was told is one of a game. It may have come back already, with what
// we expect after it.
void note_best(Reader* reader) {
    const std::vector<std::string>& made = reader->made;
    const std::string best = std::exchange(reader->best, "");
    if (best.empty()) return;
    for (size_t back = 1; back <= 2 && back <= made.size(); ++back)
        if (made[made.size() - back] == best) {
            const Colour next = turn(*reader);
            note_own_colour(reader, back == 1 ? colour_opposite(next) : next);
            return;
        }
    read_own_move(reader, best);
}

bool read_best_tm(Reader* reader, const std::string& line) {
    note_best(reader);
    return read_tm(reader, line);
}

bool begins(const std::string& text, const char* with) {
    return text.compare(0, std::strlen(with), with) == 0;
}

// The host's move was none; false if this is about something else.
bool read_refusal(Reader* reader, const std::string& text) {
    for (const char* refusal : REFUSALS) {
        if (!begins(text, refusal)) continue;
        const bool is_last =
            !reader->made.empty() && reader->made.back() == text.substr(std::strlen(refusal));
        if (is_last) read_undo(reader, "");
        return true;
    }
    return false;
}

bool read_sent(Reader* reader, const std::string& text) {
    if (begins(text, "move "))
        read_own_move(reader, text.substr(std::strlen("move ")));
    else if (begins(text, "bestmove "))
        reader->best = text_first_word(text.substr(std::strlen("bestmove ")));
    else if (begins(text, "# tm"))
        return read_best_tm(reader, text.substr(std::strlen("# ")));
    else if (begins(text, "info string tm "))
        return read_best_tm(reader, text.substr(std::strlen("info string ")));
    else if (begins(text, "info "))
        read_info(reader, text);
    else if (reader->game.result == "*" && text.find(" {") != std::string::npos &&
             (text[0] == '0' || text[0] == '1'))
        note_result(reader, text); // our own claim: the host may play on all the same
    else if (!read_refusal(reader, text))
        read_thought(reader, text);
    return true;
}

bool read_line(Reader* reader, const std::string& line) {
    Entry entry;
    if (is_title(line)) {
        end_game(reader);
        reader->name = line.substr(2, line.size() - 2 - std::strlen(TITLE_END));
        reader->opponent = "opponent";
        reader->control = {};
        return true;
    }
    if (line.empty() || line[0] == '#') return true;
    if (!parse_entry(line, &entry)) return false;
    return entry.mark == '<' ? read_received(reader, entry.text) : read_sent(reader, entry.text);
}

} // namespace

bool report_log_knows(const std::string& line) {
    Entry entry;
    return is_title(line) || parse_entry(line, &entry);
}

void report_log_read(std::istream& input, ReportFile* file) {
    Reader reader;
    reader.file = file;
    reader.name = "engine";
    reader.opponent = "opponent";
    for (std::string line; file->moves <= REPORT_MOVES_MAX && file_next_line(input, &line);) {
        ++file->lines;
        if (!read_line(&reader, line)) report_skip(file, file->lines);
    }
    end_game(&reader);
}
