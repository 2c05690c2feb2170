#include "protocol/io/line.h"

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

#include "protocol/io/file.h"
#include "protocol/io/system.h"
#include "protocol/io/text.h"

namespace {

constexpr int ROOM_STEP_MS = 20;      // interval of checks whether a full pipe has room
constexpr int ROOM_GRACE_MS = 500;    // how long we wait for room once the host is quitting
constexpr size_t REFUSED_BYTES = 200; // kept of a line that is too long, for the message

// Converts carriage returns and zero bytes, which count as blanks, to blanks.
char clean(int byte) {
    return byte == '\0' || byte == '\r' ? ' ' : char(byte);
}

void read_to_end(LineQueue* queue) {
    system_answer_promptly();
    std::string text;
    for (int byte = std::getchar(); byte != EOF; byte = std::getchar()) {
        if (byte == '\n') {
            line_push(queue, text);
            text.clear();
        } else if (text.size() <= LINE_MAX_BYTES) {
            text += clean(byte);
        }
    }
    if (!text.empty()) line_push(queue, text);
    line_close(queue);
}

bool is_quit(const Line& line) {
    return text_first_word(line.text) == "quit";
}

bool is_full(const LineQueue& queue) {
    return queue.waiting.size() >= LINE_QUEUE_MAX || queue.bytes >= LINE_QUEUE_BYTES_MAX;
}

Line take(LineQueue* queue, size_t index) {
    const auto at = queue->waiting.begin() + std::deque<Line>::difference_type(index);
    Line line = std::move(*at);
    queue->waiting.erase(at);
    queue->bytes -= line.text.size();
    queue->changed.notify_all();
    return line;
}

bool is_host_quitting(LineQueue* input) {
    if (system_has_hung_up()) return true;
    std::lock_guard<std::mutex> lock(input->mutex);
    return input->closed || std::any_of(input->waiting.begin(), input->waiting.end(), is_quit);
}

bool wait_for_room(LineQueue* input) {
    for (int quitting_ms = 0; quitting_ms < ROOM_GRACE_MS;) {
        if (system_has_room(ROOM_STEP_MS)) return true;
        quitting_ms = is_host_quitting(input) ? quitting_ms + ROOM_STEP_MS : 0;
    }
    return false;
}

void write_stdout(void* context, const std::string& text) {
    LineOutput* output = static_cast<LineOutput*>(context);
    if (output->lost) return;
    output->lost = true;
    if (!wait_for_room(output->input)) return;
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fputc('\n', stdout);
    output->lost = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
}

bool is_stdout_ready(void*) {
    return system_has_room(0);
}

bool is_stdout_lost(void* context) {
    return static_cast<LineOutput*>(context)->lost;
}

} // namespace

void line_push(LineQueue* queue, const std::string& bytes) {
    const std::string text = bytes.substr(file_mark_bytes(bytes)); // some shells send one
    const int64_t read_ms = stopwatch_now_ms(queue->stopwatch);
    log_add(&queue->log, LOG_RECEIVED, text);
    std::unique_lock<std::mutex> lock(queue->mutex);
    queue->changed.wait(lock, [&] { return !is_full(*queue); });
    const bool fits = text.size() <= LINE_MAX_BYTES;
    queue->waiting.push_back(
        {fits ? text : "", read_ms, fits ? "" : text.substr(0, REFUSED_BYTES)});
    queue->bytes += queue->waiting.back().text.size();
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
    *line = take(queue, 0);
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
    if (index < queue->waiting.size()) take(queue, index);
}

bool line_is_closed(LineQueue* queue) {
    std::lock_guard<std::mutex> lock(queue->mutex);
    return queue->closed;
}

bool line_is_full(LineQueue* queue) {
    std::lock_guard<std::mutex> lock(queue->mutex);
    return is_full(*queue);
}

void line_wait(LineQueue* queue, unsigned arrivals) {
    std::unique_lock<std::mutex> lock(queue->mutex);
    queue->changed.wait(lock, [&] { return queue->arrivals != arrivals; });
}

void line_start_reader(LineQueue* queue) {
    system_survive_broken_pipes(); // writing then fails instead of ending the process
    std::thread(read_to_end, queue).detach();
}

LineWriter line_stdout(LineOutput* output) {
    return {write_stdout, output, is_stdout_ready, is_stdout_lost};
}

void line_write(const LineWriter& writer, const std::string& text) {
    writer.write(writer.context, text);
}

bool line_is_ready(const LineWriter& writer) {
    return !writer.is_ready || writer.is_ready(writer.context);
}

bool line_is_lost(const LineWriter& writer) {
    return writer.is_lost && writer.is_lost(writer.context);
}

void line_prompt(const char* text) {
    std::fputs(text, stdout);
    std::fflush(stdout);
}
