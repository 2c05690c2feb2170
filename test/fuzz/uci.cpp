#include <string>

#include "protocol/conversation.h"
#include "protocol/io/text.h"
#include "test/fuzz/fuzz.h"

namespace {

constexpr size_t SIZE_MAX_BYTES = 8192;
constexpr size_t REPLY_MAX = 8192; // longest line allowed, in bytes

struct Talk {
    int64_t now_ms = 0;
    int64_t searches = 0, moves = 0; // numbers of `go` commands and of best moves sent
};

int64_t read_clock(void* context) {
    return static_cast<Talk*>(context)->now_ms += 20;
}

void hear(void* context, const std::string& text) {
    FUZZ_CHECK(text.size() <= REPLY_MAX);
    for (const char c : text) FUZZ_CHECK(c >= ' ' && c <= '~');
    static_cast<Talk*>(context)->moves += text.compare(0, 9, "bestmove ") == 0;
}

// Returns false for lines that could write files, fill the memory or leave UCI.
bool is_harmless(const std::string& text) {
    const char* rest = text.c_str();
    const std::string name = text_next_word(&rest);
    return name != "xboard" && name != "setoption";
}

void push_lines(const uint8_t* data, size_t size, LineQueue* input) {
    std::string text;
    for (size_t i = 0; i <= size; ++i) {
        if (i < size && data[i] != '\n') {
            text += data[i] == '\0' || data[i] == '\r' ? ' ' : char(data[i]);
            continue;
        }
        if (is_harmless(text)) line_push(input, text);
        text.clear();
    }
    line_close(input);
}

} // namespace

void fuzz_uci(const uint8_t* data, size_t size) {
    if (size > SIZE_MAX_BYTES) return;
    Talk talk;
    LineQueue input({read_clock, &talk});
    Session session;
    session_init(&session, &input, {hear, &talk}, {read_clock, &talk});
    search_resize(session.search, 1);
    session.settings.console = true;
    Conversation conversation;
    conversation_begin(&conversation, &session);
    conversation_execute(&conversation, {"uci", 0});
    push_lines(data, size, &input);
    Line line;
    while (!session.quit && line_pop(&input, &line)) {
        const char* rest = line.text.c_str();
        talk.searches += text_next_word(&rest) == "go";
        conversation_execute(&conversation, line);
        FUZZ_CHECK(board_is_ok(session.game.board));
    }
    FUZZ_CHECK(talk.moves == talk.searches);
    session_free(&session);
}
