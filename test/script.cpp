#include "test/script.h"

#include <cctype>

#include <doctest/doctest.h>

#include "engine/board/fen.h"
#include "engine/board/move_gen.h"
#include "engine/board/notation.h"

namespace {

constexpr int TEST_MEGABYTES = 1;

void push_all(Host* host, std::vector<std::string>* lines) {
    const std::vector<std::string> taken = std::move(*lines);
    lines->clear(); // before line_push(), which reads the clock and would push the lines again
    for (const std::string& line : taken) line_push(&host->input, line);
}

int64_t read_clock(void* context) {
    Host* host = static_cast<Host*>(context);
    host->now_ms += host->step_ms;
    if (host->session.activity == ACTIVITY_NONE) return host->now_ms;
    if (host->while_thinking.empty() && !host->close_while_thinking) return host->now_ms;
    if (--host->thinking_readings > 0) return host->now_ms;
    host->pushed_ms = host->now_ms;
    push_all(host, &host->while_thinking);
    if (host->close_while_thinking) line_close(&host->input);
    host->close_while_thinking = false;
    return host->now_ms;
}

// Moves the session's record to host->records, unless it has been taken before.
void take_record(Host* host) {
    MoveRecord* record = &host->session.record;
    if (record->controller) host->records.push_back(*record);
    record->controller = nullptr;
}

bool begins(const std::string& text, const std::string& start) {
    return text.compare(0, start.size(), start) == 0;
}

// Returns true for ucinewgame, and for a position that does not continue the game: its clock is
// new.
bool begins_uci_game(const Host& host, const std::string& line) {
    return line == "ucinewgame" ||
           (begins(line, "position ") && !host.session.player.clock.level_told);
}

void hear(void* context, const std::string& text) {
    Host* host = static_cast<Host*>(context);
    if (begins(text, "move ") || begins(text, "bestmove "))
        take_record(host); // of the previous move
    size_t start = 0;
    for (size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1)
        host->heard.push_back(text.substr(start, end - start));
    host->heard.push_back(text.substr(start));
    if (!host->upon_hearing.empty() && begins(text, host->upon))
        push_all(host, &host->upon_hearing);
}

std::string join(const std::vector<std::string>& lines, size_t first) {
    std::string text;
    for (size_t i = first; i < lines.size(); ++i) text += (i > first ? " | " : "") + lines[i];
    return text;
}

const std::vector<std::string> LONG_OPENING = {"new", "hard", "post", "level 0 0:20 0",
                                               "usermove e2e4"};

// Returns the opponent move that the engine ponders on after LONG_OPENING.
std::string learn_long_hint() {
    Host twin;
    twin.step_ms = 1;
    twin.upon = "move ";
    twin.upon_hearing = {"easy"};
    host_say_all(&twin, LONG_OPENING);
    return notation_coordinate(twin.xboard.position.ponder_move);
}

bool fits(const char* text, const char* pattern) {
    for (; *pattern != '*'; ++text, ++pattern) {
        if (*text != *pattern) return false;
        if (*text == '\0') return true;
    }
    for (;; ++text) {
        if (fits(text, pattern + 1)) return true;
        if (*text == '\0' || *text == '|') return false;
    }
}

} // namespace

Host::Host() : input({read_clock, this}) {
    session_init(&session, &input, {hear, this}, {read_clock, this});
    session.settings.megabytes = TEST_MEGABYTES;
    search_resize(session.search, TEST_MEGABYTES);
    conversation_begin(&conversation, &session);
}

Host::~Host() {
    session_free(&session);
}

std::string host_say(Host* host, const std::string& line) {
    const size_t first = host->heard.size();
    line_push(&host->input, line);
    Line next;
    while (!host->session.quit && line_peek(&host->input, 0, &next)) {
        line_pop(&host->input, &next);
        conversation_execute(&host->conversation, next);
        take_record(host);
        if (next.text == "new" || begins_uci_game(*host, next.text)) host->records.clear();
    }
    return join(host->heard, first);
}

std::string host_say_all(Host* host, const std::vector<std::string>& lines) {
    const size_t first = host->heard.size();
    for (const std::string& line : lines) host_say(host, line);
    return join(host->heard, first);
}

bool text_fits(const std::string& text, const std::string& pattern) {
    return fits(text.c_str(), pattern.c_str());
}

std::string host_fen(const Host& host) {
    return fen_write(host.session.game.board);
}

std::string host_san(const Host& host, size_t index) {
    Game game = host.session.game;
    while (game.moves.size() > index + 1) game_undo(&game);
    const Move move = game.moves.back();
    game_undo(&game);
    return notation_san(game.board, move);
}

void host_prepare(Host* host) {
    host_say_all(host, {"xboard", "new", "force", "usermove e2e4", "usermove e7e5"});
}

char state_of(const XBoard& xboard) {
    if (xboard.mode == MODE_FORCE) return 'F';
    if (xboard.mode == MODE_ANALYSE) return 'A';
    return game_loop_is_our_turn(xboard) ? 'T' : 'W';
}

size_t count_heard(const Host& host, const std::string& pattern) {
    size_t count = 0;
    for (const std::string& line : host.heard) count += text_fits(line, pattern);
    return count;
}

bool is_thinking_line(const std::string& line) {
    return !line.empty() && std::isdigit(static_cast<unsigned char>(line[0])) &&
           line.find('{') == std::string::npos;
}

bool is_one_search(const Host& host, int moves) {
    int depth = 0;
    for (const std::string& line : host.heard) {
        moves -= text_fits(line, "move *");
        if (moves != 0 || !is_thinking_line(line)) continue;
        if (std::stoi(line) < depth) return false;
        depth = std::stoi(line);
    }
    return depth > 1;
}

std::string any_move(const Host& host) {
    MoveList list;
    move_gen_legal(host.session.game.board, &list);
    REQUIRE(list.count > 0);
    return notation_coordinate(list.move[0]);
}

const MoveRecord& record_of(const Host& host, size_t number) {
    REQUIRE(host.records.size() > number);
    return host.records[number];
}

const MoveRecord& last_record(const Host& host) {
    REQUIRE_FALSE(host.records.empty());
    return host.records.back();
}

const std::vector<std::string> PONDER_OPENING = {"new", "hard", "sd 4", "usermove e2e4"};

Expectation ponder_expectation() {
    Host twin;
    Expectation expected;
    expected.reply = host_say_all(&twin, PONDER_OPENING);
    expected.hint = notation_coordinate(twin.xboard.position.ponder_move);
    return expected;
}

void ponder_long(Host* host, std::vector<std::string> lines) {
    static const std::string hint = learn_long_hint();
    for (std::string& line : lines)
        if (line == "HIT" || line == "BARE") line = (line == "HIT" ? "usermove " : "") + hint;
    lines.push_back("easy");
    host->step_ms = 1;
    host->while_thinking = lines;
    host->thinking_readings = 2000; // a few hundred of them during the search for our move
    host_say_all(host, LONG_OPENING);
}

void script_check(Host* host, const std::vector<Exchange>& steps) {
    for (size_t i = 0; i < steps.size(); ++i) {
        const std::string heard = host_say(host, steps[i].say);
        CHECK_MESSAGE(text_fits(heard, steps[i].hear), "step ", i + 1, ", ", steps[i].say,
                      ": heard \"", heard, "\", not \"", steps[i].hear, "\"");
    }
}

void script_check(const std::vector<Exchange>& steps) {
    Host host;
    script_check(&host, steps);
}
