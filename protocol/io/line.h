// Bytes to lines and back: a reader thread with a queue, and one writer that flushes every line.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>

#include "protocol/io/log.h"
#include "timing/stopwatch.h"

/// Longer input lines are refused. UCI tells a game in one: by the rules it has less than 12000
/// half-moves, of five bytes but for its promotions.
constexpr size_t LINE_MAX_BYTES = 65536;
/// With so many lines or bytes waiting the reader pauses, so that a flood cannot eat the memory.
constexpr size_t LINE_QUEUE_MAX = 10000;
constexpr size_t LINE_QUEUE_BYTES_MAX = 1 << 24;

/// One line of input, without its end, and when it was read.
struct Line {
    std::string text; // empty if it was too long
    int64_t read_ms;
    std::string refused = ""; // how a line began that was too long, else empty
};

/// Lines waiting to be executed. Filled by one thread, emptied by another.
struct LineQueue {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Line> waiting;
    size_t bytes = 0;                  // of the texts that wait
    bool closed = false;               // end of input: nothing will follow
    std::atomic<unsigned> arrivals{0}; // grows with every line and at the end of input
    Stopwatch stopwatch;
    Log log; // of what goes in here, and of what is answered

    explicit LineQueue(const Stopwatch& watch) : stopwatch(watch), log(watch) {}
};

/// Adds a line, stamped now; waits while the queue is full. Of a line that is too long it need not
/// be more than LINE_MAX_BYTES + 1 bytes.
void line_push(LineQueue* queue, const std::string& text);

/// No line will follow.
void line_close(LineQueue* queue);

/// Takes the first line, waiting for one if need be; false at the end of input.
bool line_pop(LineQueue* queue, Line* line);

/// A copy of the line at `index` if so many wait; false otherwise.
bool line_peek(LineQueue* queue, size_t index, Line* line);

/// Removes the line at `index`.
void line_remove(LineQueue* queue, size_t index);

/// Has the input ended (lines may still wait)?
bool line_is_closed(LineQueue* queue);

/// Does the reader wait for room? What it would read next cannot be seen then, not even the end.
bool line_is_full(LineQueue* queue);

/// Waits until queue->arrivals is another number than this.
void line_wait(LineQueue* queue, unsigned arrivals);

/// Starts the thread that reads standard input to its end. It lives until the process ends.
void line_start_reader(LineQueue* queue);

/// Where lines go. Tests put their own functions here.
struct LineWriter {
    void (*write)(void* context, const std::string& text);
    void* context;
    bool (*is_ready)(void* context) = nullptr; // nullptr: always
    bool (*is_lost)(void* context) = nullptr;  // nullptr: never
};

/// Standard output, and whose input tells when its reader is about to leave.
struct LineOutput {
    LineQueue* input;
    bool lost; // could not be written to: nothing that was said since has been heard
};

/// Standard output, flushed after every line. While the host does not read, a line waits; but not
/// for long once the host has said `quit` or ended our input.
LineWriter line_stdout(LineOutput* output);

/// Writes one line (its end is added).
void line_write(const LineWriter& writer, const std::string& text);

/// Would a line go out at once? Not while a host that does not read has let the pipe run full.
bool line_is_ready(const LineWriter& writer);

/// Has the output been closed, or given up?
bool line_is_lost(const LineWriter& writer);

/// Writes a prompt to standard output, without a line end.
void line_prompt(const char* text);
