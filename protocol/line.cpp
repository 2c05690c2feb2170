#include "protocol/line.h"

#include <cstdio>
#include <thread>

namespace {

// Bytes that would break a line apart or end a string early count as blanks.
char clean(int byte) {
    return byte == '\0' || byte == '\r' ? ' ' : char(byte);
}

void read_to_end(LineQueue* queue) {
    std::string text;
    for (int byte = std::getchar(); byte != EOF; byte = std::getchar()) {
        if (byte == '\n') {
            line_push(queue, text);
            text.clear();
        } else if (text.size() < LINE_MAX_BYTES) {
            text += clean(byte);
        }
    }
    if (!text.empty()) line_push(queue, text);
    line_close(queue);
}

void write_stdout(void*, const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

} // namespace

void line_push(LineQueue* queue, const std::string& text) {
    const int64_t read_ms = stopwatch_now_ms(queue->stopwatch);
    log_add(&queue->log, LOG_RECEIVED, text);
    std::unique_lock<std::mutex> lock(queue->mutex);
    queue->changed.wait(lock, [&] { return queue->waiting.size() < LINE_QUEUE_MAX; });
    queue->waiting.push_back({text, read_ms});
    ++queue->arrivals;
    queue->changed.notify_all();
}

void line_close(LineQueue* queue) {
    std::lock_guard<std::mutex> lock(queue->mutex);
    queue->closed = true;
    ++queue->arrivals;
    queue->changed.notify_all();
}

bool line_pop(LineQueue* queue, Line* line) {
    std::unique_lock<std::mutex> lock(queue->mutex);
    queue->changed.wait(lock, [&] { return queue->closed || !queue->waiting.empty(); });
    if (queue->waiting.empty()) return false;
    *line = queue->waiting.front();
    queue->waiting.pop_front();
    queue->changed.notify_all();
    return true;
}

bool line_peek(LineQueue* queue, size_t index, Line* line) {
    std::lock_guard<std::mutex> lock(queue->mutex);
    if (index >= queue->waiting.size()) return false;
    *line = queue->waiting[index];
    return true;
}

void line_remove(LineQueue* queue, size_t index) {
    std::lock_guard<std::mutex> lock(queue->mutex);
    if (index >= queue->waiting.size()) return;
    queue->waiting.erase(queue->waiting.begin() + std::deque<Line>::difference_type(index));
    queue->changed.notify_all();
}

bool line_is_closed(LineQueue* queue) {
    std::lock_guard<std::mutex> lock(queue->mutex);
    return queue->closed;
}

bool line_is_full(LineQueue* queue) {
    std::lock_guard<std::mutex> lock(queue->mutex);
    return queue->waiting.size() >= LINE_QUEUE_MAX;
}

void line_start_reader(LineQueue* queue) {
    std::thread(read_to_end, queue).detach();
}

LineWriter line_stdout() {
    return {write_stdout, nullptr};
}

void line_write(const LineWriter& writer, const std::string& text) {
    writer.write(writer.context, text);
}

void line_prompt(const char* text) {
    std::fputs(text, stdout);
    std::fflush(stdout);
}
