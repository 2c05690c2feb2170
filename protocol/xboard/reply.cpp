#include "protocol/xboard/reply.h"

#include <algorithm>
#include <cstdlib>

#include "protocol/session/display.h"

namespace {

constexpr int CHAT_MOVES_MAX = 6;
constexpr size_t THINKING_MAX = 490; // XBoard wants lines of at most 500 bytes

// Appends a move in SAN and makes it on *board. Returns false if *text would get too long.
bool append_move(std::string* text, Board* board, Move move) {
    const std::string san = notation_san(*board, move);
    if (text->size() + san.size() >= THINKING_MAX) return false;
    Undo undo;
    move_make(board, move, &undo);
    *text += ' ' + san;
    return true;
}

// Words to which XBoard reacts: in an `Error` line it takes them for features that we lack, in any
// other line for a claim or a failed start.
constexpr const char* TRIGGERS[] = {
    "time",         "otim",      "draw",         "Draw",      "analyze",     "protover",
    "llegal",       "not found", "No such file", "No remote", "can't alloc", "Permission denied",
    "unknown host",
};

void break_triggers(std::string* text) {
    for (const char* trigger : TRIGGERS)
        for (size_t at; (at = text->find(trigger)) != std::string::npos;) (*text)[at + 1] = '?';
}

// Returns the choices of a combo option, "a /// *b": the star marks the current value.
std::string combo_choices(const OptionValue& value) {
    std::string text;
    for (const std::string& choice : value.choices)
        text +=
            (text.empty() ? "" : " /// ") + std::string(choice == value.text ? "*" : "") + choice;
    return text;
}

// Returns the type, value and range of an option as CECP writes them: "-spin 30 0 5000".
std::string option_text(const OptionValue& value) {
    constexpr const char* KINDS[OPTION_BUTTON + 1] = {"-check ", "-spin ", "-combo ", "-file ",
                                                      "-button"};
    const std::string text = value.kind == OPTION_COMBO ? combo_choices(value) : value.text;
    const std::string range = ' ' + std::to_string(value.least) + ' ' + std::to_string(value.most);
    return KINDS[value.kind] + text + (value.kind == OPTION_SPIN ? range : "");
}

} // namespace

std::string reply_quote(const std::string& text) {
    std::string quote = text_plain(text);
    break_triggers(&quote);
    return quote;
}

std::string reply_error(const char* type, const std::string& command, ReplyQuote quote) {
    return std::string("Error (") + type + "): " + quote(command);
}

std::string reply_illegal_move(const std::string& text, ReplyQuote quote) {
    return "Illegal move: " + quote(text);
}

std::string reply_illegal_position(const char* reason, const std::string& fen) {
    return std::string("tellusererror Illegal position (") + reason + "): " + reply_quote(fen);
}

std::string reply_status(const Board& board, const SearchProgress& progress, int64_t elapsed_ms) {
    const int left = progress.root_moves - progress.root_moves_searched;
    return "stat01: " + std::to_string(elapsed_ms / 10) + ' ' + std::to_string(progress.nodes) +
           ' ' + std::to_string(int(progress.depth)) + ' ' + std::to_string(left) + ' ' +
           std::to_string(progress.root_moves) + ' ' + notation_san(board, progress.root_move);
}

std::string reply_thinking(Board board, const SearchLine& line, int64_t elapsed_ms, Move before) {
    std::string text = std::to_string(int(line.depth)) + ' ' +
                       std::to_string(score_cp(line.score)) + ' ' +
                       std::to_string(elapsed_ms / 10) + ' ' + std::to_string(line.nodes);
    if (before != MOVE_NONE) append_move(&text, &board, before);
    for (int i = 0; i < line.pv.length; ++i)
        if (!append_move(&text, &board, line.pv.move[i])) break;
    // The mark is separated by a blank: some hosts do not accept a mark right after a move.
    if (line.pv.length > 0 && line.bound == BOUND_UPPER) text += " ?";
    if (line.pv.length > 0 && line.bound == BOUND_LOWER) text += " !";
    return text;
}

std::string reply_chat(const char* command, const Board& board, const SearchReport& report) {
    std::string score = display_score(report.score);
    if (score_is_mate(report.score))
        score = (report.score > 0 ? "mate in " : "mated in ") +
                std::to_string(std::abs(score_mate_moves(report.score)));
    std::string text =
        std::string(command) + " depth " + std::to_string(int(report.depth)) + ", " + score + ':';
    Board after = board;
    for (int i = 0; i < std::min(report.pv.length, CHAT_MOVES_MAX); ++i)
        if (!append_move(&text, &after, report.pv.move[i])) break;
    return text;
}

std::string reply_book(const Board& board, const std::vector<BookMove>& moves) {
    if (moves.empty()) return " not in the book\n";
    int64_t all = 0;
    for (const BookMove& move : moves) all += move.weight;
    std::string text;
    for (const BookMove& move : moves)
        text += ' ' + notation_san(board, move.move) + "  " +
                text_format("%.1f", 100.0 * move.weight / double(all)) + " %, weight " +
                std::to_string(move.weight) + '\n';
    return text;
}

std::string reply_features() {
    return std::string("feature done=0\n"
                       "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1\n"
                       "feature sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=1 name=1\n"
                       "feature pause=1 nps=1 debug=1 memory=1 smp=1 exclude=1\n"
                       "feature variants=\"normal,nocastle,wildcastle,fischerandom\" myname=\"") +
           VERSION_NAME + "\"";
}

std::vector<std::string> reply_options(const Session& session) {
    std::vector<std::string> lines;
    for (const OptionRow& row : option_rows(session, OPTION_CECP))
        lines.push_back(std::string("feature option=\"") + row.name + ' ' + option_text(row.value) +
                        '"');
    return lines;
}
