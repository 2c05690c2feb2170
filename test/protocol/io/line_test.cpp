#include "protocol/io/line.h"

#include <atomic>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

namespace {

int64_t read_counter(void* context) {
    return ++*static_cast<int64_t*>(context);
}

std::string pop_text(LineQueue* queue) {
    Line line;
    return line_pop(queue, &line) ? line.text : "(end)";
}

void collect(void* context, const std::string& text) {
    static_cast<std::vector<std::string>*>(context)->push_back(text);
}

} // namespace

TEST_CASE("line queue: lines leave in the order they came in, each with the time it was read") {
    int64_t now = 100;
    LineQueue queue({read_counter, &now});
    line_push(&queue, "first");
    line_push(&queue, "");
    line_push(&queue, "third");
    line_close(&queue);
    Line line;
    REQUIRE(line_pop(&queue, &line));
    CHECK(line.text == "first");
    CHECK(line.read_ms == 101);
    CHECK(pop_text(&queue) == "");
    REQUIRE(line_pop(&queue, &line));
    CHECK(line.text == "third");
    CHECK(line.read_ms == 103);
    CHECK(pop_text(&queue) == "(end)");
    CHECK(pop_text(&queue) == "(end)");
}

TEST_CASE("line queue: a byte order mark before a line is removed") {
    int64_t now = 0;
    LineQueue queue({read_counter, &now});
    for (const char* text : {"\xEF\xBB\xBFuci", "\xEF\xBB"}) line_push(&queue, text);
    CHECK(pop_text(&queue) == "uci");
    CHECK(pop_text(&queue) == "\xEF\xBB");
}

TEST_CASE("line queue: waiting lines can be looked at, and removed from the middle") {
    int64_t now = 0;
    LineQueue queue({read_counter, &now});
    for (const char* text : {"a", "b", "c"}) line_push(&queue, text);
    Line line;
    REQUIRE(line_peek(&queue, 1, &line));
    CHECK(line.text == "b");
    line_remove(&queue, 1);
    REQUIRE(line_peek(&queue, 1, &line));
    CHECK(line.text == "c");
    CHECK_FALSE(line_peek(&queue, 2, &line));
    CHECK(line.text == "c");
    line_remove(&queue, 7);
    CHECK(pop_text(&queue) == "a");
    CHECK(pop_text(&queue) == "c");
}

TEST_CASE("line queue: `arrivals` counts every line and the end of input") {
    int64_t now = 0;
    LineQueue queue({read_counter, &now});
    CHECK(queue.arrivals == 0);
    line_push(&queue, "a");
    CHECK(queue.arrivals == 1);
    CHECK_FALSE(line_is_closed(&queue));
    line_close(&queue);
    CHECK(queue.arrivals == 2);
    CHECK(line_is_closed(&queue));
    CHECK(pop_text(&queue) == "a");
}

TEST_CASE("line queue: if it is full the reader waits until a line is taken") {
    int64_t now = 0;
    LineQueue queue({read_counter, &now});
    for (size_t i = 0; i < LINE_QUEUE_MAX; ++i) {
        CHECK_FALSE(line_is_full(&queue));
        line_push(&queue, "x");
    }
    CHECK(line_is_full(&queue));
    std::atomic<bool> pushed{false};
    std::thread reader([&] {
        line_push(&queue, "last");
        pushed = true;
        line_close(&queue);
    });
    Line line;
    for (int i = 0; i < 10000 && !line_peek(&queue, LINE_QUEUE_MAX, &line); ++i)
        std::this_thread::yield(); // give a reader that does not wait its chance
    CHECK_FALSE(line_peek(&queue, LINE_QUEUE_MAX, &line));
    CHECK_FALSE(pushed);
    for (size_t i = 0; i < LINE_QUEUE_MAX; ++i) CHECK(pop_text(&queue) == "x");
    CHECK(pop_text(&queue) == "last");
    CHECK(pop_text(&queue) == "(end)");
    reader.join();
    CHECK(pushed);
}

TEST_CASE(
    "line queue: only the start of a too long line is kept; a few long lines fill the queue") {
    int64_t now = 0;
    LineQueue queue({read_counter, &now});
    const std::string longest(LINE_MAX_BYTES, 'x');
    line_push(&queue, longest + 'x');
    Line line;
    REQUIRE(line_pop(&queue, &line));
    CHECK(line.text == "");
    CHECK(line.refused == std::string(200, 'x'));
    for (size_t bytes = 0; bytes < LINE_QUEUE_BYTES_MAX; bytes += LINE_MAX_BYTES) {
        CHECK_FALSE(line_is_full(&queue));
        line_push(&queue, longest);
    }
    CHECK(line_is_full(&queue));
    line_remove(&queue, 1);
    CHECK_FALSE(line_is_full(&queue));
    line_push(&queue, longest);
    CHECK(line_is_full(&queue));
    CHECK(pop_text(&queue) == longest);
    CHECK_FALSE(line_is_full(&queue));
}

TEST_CASE("line queue: a waiting engine wakes up for a line and for the end of input") {
    int64_t now = 0;
    LineQueue queue({read_counter, &now});
    std::vector<std::string> taken;
    std::thread engine([&] {
        Line line;
        while (line_pop(&queue, &line)) taken.push_back(line.text);
    });
    line_push(&queue, "a");
    line_push(&queue, "b");
    line_close(&queue);
    engine.join();
    CHECK(taken == std::vector<std::string>{"a", "b"});
}

TEST_CASE("line_write: gives the writer whole lines, without newline") {
    std::vector<std::string> written;
    line_write({collect, &written}, "move e2e4");
    line_write({collect, &written}, "");
    CHECK(written == std::vector<std::string>{"move e2e4", ""});
}

TEST_CASE("line writer: counts as ready and as not lost unless its functions say otherwise") {
    std::vector<std::string> written;
    LineWriter writer = {collect, &written};
    CHECK(line_is_ready(writer));
    CHECK_FALSE(line_is_lost(writer));
    writer.is_ready = [](void*) { return false; };
    writer.is_lost = [](void* context) {
        return !static_cast<std::vector<std::string>*>(context)->empty();
    };
    CHECK_FALSE(line_is_ready(writer));
    CHECK_FALSE(line_is_lost(writer));
    line_write(writer, "a");
    CHECK(line_is_lost(writer));
}

TEST_CASE("line_wait: returns when another thread adds a line or ends the input") {
    int64_t now = 0;
    LineQueue queue({read_counter, &now});
    line_push(&queue, "first");
    line_wait(&queue, 0); // a line is already there
    std::thread reader(line_push, &queue, "second");
    line_wait(&queue, 1);
    reader.join();
    Line line;
    CHECK(line_peek(&queue, 1, &line));
    std::thread closer(line_close, &queue);
    line_wait(&queue, 2);
    closer.join();
    CHECK(line_is_closed(&queue));
}
