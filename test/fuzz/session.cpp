#include <cstdlib>
#include <deque>
#include <string>

#include "engine/board/notation.h"
#include "protocol/conversation.h"
#include "protocol/io/text.h"
#include "protocol/xboard/reply.h"
#include "test/fuzz/fuzz.h"

namespace {

constexpr int MEGABYTES_MAX = 4;
constexpr size_t REPLY_MAX = 500; // bytes; longer lines have crashed GUIs
constexpr int LOOKS_PER_LINE = 3; // polls of a running search until the next line arrives
constexpr int LOOKS_MAX = 60;     // after these polls all other lines arrive, and the end of input
constexpr size_t SIZE_MAX_BYTES = 8192;          // the queue holds that many lines
constexpr int64_t STEPS_MS[] = {0, 1, 20, 1000}; // every reading moves the clock on by one of these

struct Talk {
    std::deque<std::string> lines;    // lines that have not arrived yet
    std::deque<std::string> expected; // the pongs that must come, in order
    int64_t now_ms;
    int64_t step_ms;
    int looks;
    bool quits; // lines after `quit` are ignored
    LineQueue input;
    Session session;
    Conversation conversation;
};

int64_t read_clock(void* context) {
    Talk* talk = static_cast<Talk*>(context);
    return talk->now_ms += talk->step_ms;
}

// Checks the move that the engine sends, before it is made: it must be legal and the engine's to
// make.
void check_move(const XBoard& xboard, const std::string& text) {
    const Session& session = *xboard.session;
    FUZZ_CHECK(xboard.mode == MODE_PLAY && session.game.board.turn == session.engine_colour);
    FUZZ_CHECK(notation_parse(session.game.board, text.c_str()) != MOVE_NONE);
}

void check_reply(Talk* talk, const std::string& text) {
    FUZZ_CHECK(text.size() <= REPLY_MAX);
    for (const char c : text) FUZZ_CHECK(c >= ' ' && c <= '~');
    FUZZ_CHECK(text.compare(0, 7, "Illegal") != 0 || text.compare(0, 14, "Illegal move: ") == 0);
    if (text.compare(0, 5, "move ") == 0) check_move(talk->conversation.xboard, text.substr(5));
    if (text.compare(0, 4, "pong") != 0) return;
    FUZZ_CHECK(!talk->expected.empty() && talk->expected.front() == text);
    talk->expected.pop_front();
}

void hear(void* context, const std::string& text) {
    size_t start = 0;
    for (size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1)
        check_reply(static_cast<Talk*>(context), text.substr(start, end - start));
    check_reply(static_cast<Talk*>(context), text.substr(start));
}

// Returns false for lines that could write files, fill the memory or begin UCI, which has its own
// target.
bool is_harmless(const std::string& name, const std::string& arguments) {
    if (name == "uci") return false;
    if (name == "memory") return std::strtoll(arguments.c_str(), nullptr, 10) <= MEGABYTES_MAX;
    std::string lower = arguments;
    for (char& c : lower) c = char(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return lower.find("file") == std::string::npos;
}

void arrive_all(Talk* talk);

void arrive(Talk* talk) {
    const std::string text = talk->lines.front();
    talk->lines.pop_front();
    const char* rest = text.c_str();
    const std::string name = text_next_word(&rest);
    const std::string arguments = text_trim(rest);
    if (!is_harmless(name, arguments)) return;
    if (name == "ping" && !talk->quits)
        talk->expected.push_back(arguments.empty() ? "pong" : "pong " + reply_quote(arguments));
    talk->quits |= name == "quit";
    line_push(&talk->input, text);
    if (name == "pause") arrive_all(talk); // no thread delivers the other lines during a pause
}

void arrive_all(Talk* talk) {
    while (!talk->lines.empty()) arrive(talk);
    line_close(&talk->input);
}

Attention attend(Session* session) {
    Talk* talk = static_cast<Talk*>(session->output.context);
    ++talk->looks;
    if (talk->looks >= LOOKS_MAX || (talk->lines.empty() && talk->looks % LOOKS_PER_LINE == 0))
        arrive_all(talk);
    else if (talk->looks % LOOKS_PER_LINE == 0)
        arrive(talk);
    return session_look(session);
}

// Splits bytes into lines as the reader thread does.
void split(const uint8_t* data, size_t size, std::deque<std::string>* lines) {
    std::string text;
    for (size_t i = 0; i < size; ++i) {
        if (data[i] == '\n') {
            lines->push_back(text);
            text.clear();
        } else if (text.size() <= LINE_MAX_BYTES) {
            text += data[i] == '\0' || data[i] == '\r' ? ' ' : char(data[i]);
        }
    }
    if (!text.empty()) lines->push_back(text);
}

void converse(Talk* talk) {
    Line line;
    while (!talk->session.quit) {
        if (!line_peek(&talk->input, 0, &line)) {
            if (talk->lines.empty()) return;
            arrive(talk);
            continue;
        }
        line_pop(&talk->input, &line);
        conversation_execute(&talk->conversation, line);
        FUZZ_CHECK(board_is_ok(talk->session.game.board));
    }
}

int64_t no_time(void*) {
    return 0;
}

void no_ear(void*, const std::string&) {}

// Returns a session as after session_init(). All sessions share one search, because creating a
// search is slow.
Session fresh_session() {
    static LineQueue no_input({no_time, nullptr});
    static Session session;
    if (!session.search) session_init(&session, &no_input, {no_ear, nullptr}, {no_time, nullptr});
    session.settings.megabytes = 1;
    search_resize(session.search, 1);
    search_new_game(session.search);
    return session;
}

} // namespace

void fuzz_session(const uint8_t* data, size_t size) {
    if (size == 0 || size > SIZE_MAX_BYTES) return;
    Talk talk = {{}, {}, 0, 0, 0, false, LineQueue({read_clock, &talk}), fresh_session(), {}};
    talk.step_ms = STEPS_MS[data[0] & 3];
    Session* session = &talk.session;
    session->input = &talk.input;
    session->output = {hear, &talk};
    session->stopwatch = {read_clock, &talk};
    conversation_begin(&talk.conversation, session);
    session->dialect.attend = attend;
    session->settings.console = (data[0] & 4) != 0;
    session->settings.post = (data[0] & 8) != 0;
    split(data + 1, size - 1, &talk.lines);
    converse(&talk);
    FUZZ_CHECK(talk.expected.empty());
}
