// Lines of input and output: a reader thread with a queue, and a writer that flushes every line.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>

#include "protocol/io/log.h"
#include "timing/stopwatch.h"

/// Longer input lines are refused. UCI sends a whole game in one line: less than 12000 plies, each
/// of five bytes or, for promotions, six.
constexpr size_t LINE_MAX_BYTES = 65536;
/// The reader thread waits while the queue holds this many lines or bytes.
constexpr size_t LINE_QUEUE_MAX = 10000;
constexpr size_t LINE_QUEUE_BYTES_MAX = 1 << 24;

/// A line of input without its line end.
struct Line {
    std::string text; // empty if it was too long
    int64_t read_ms;
    std::string refused = ""; // the start of a line that was too long, else empty
};

/// Lines waiting to be executed: the reader thread adds them, the main thread takes them out.
struct LineQueue {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Line> waiting;
    size_t bytes = 0;                  // total bytes of the waiting lines
    bool closed = false;               // end of input
    std::atomic<unsigned> arrivals{0}; // incremented by every line and by the end of input
    Stopwatch stopwatch;
    Log log; // of all lines received and sent

    explicit LineQueue(const Stopwatch& watch) : stopwatch(watch), log(watch) {}
};

/// Adds a line with the current time; waits while the queue is full. A line that is too long may be
/// cut to LINE_MAX_BYTES + 1 bytes.
void line_push(LineQueue* queue, const std::string& text);

/// Notes the end of input.
void line_close(LineQueue* queue);

/// Takes the first line out, and waits for it if necessary. Returns false at the end of input.
bool line_pop(LineQueue* queue, Line* line);

/// Copies the line at `index`. Returns false if no line waits there.
bool line_peek(LineQueue* queue, size_t index, Line* line);

/// Removes the line at `index`.
void line_remove(LineQueue* queue, size_t index);

/// Whether the input has ended; lines may still wait in the queue.
bool line_is_closed(LineQueue* queue);

/// Whether the queue is full. Then neither more lines nor the end of input can be seen.
bool line_is_full(LineQueue* queue);

/// Waits until queue->arrivals differs from `arrivals`.
void line_wait(LineQueue* queue, unsigned arrivals);

/// Starts the thread that reads standard input until it ends.
void line_start_reader(LineQueue* queue);

/// The destination of lines. Tests supply their own functions.
struct LineWriter {
    void (*write)(void* context, const std::string& text);
    void* context;
    bool (*is_ready)(void* context) = nullptr; // nullptr: always
    bool (*is_lost)(void* context) = nullptr;  // nullptr: never
};

/// State of standard output; `input` tells us when the host is quitting.
struct LineOutput {
    LineQueue* input;
    bool lost; // a write has failed or was given up; later lines are dropped
};

/// Standard output, flushed after every line. While the host does not read, writing waits; after
/// `quit` or the end of input a line that cannot be written is soon given up.
LineWriter line_stdout(LineOutput* output);

/// Writes one line and its line end.
void line_write(const LineWriter& writer, const std::string& text);

/// Whether a line can be written without waiting: false while the pipe to the host is full.
bool line_is_ready(const LineWriter& writer);

/// Whether the output has been closed or given up.
bool line_is_lost(const LineWriter& writer);

/// Writes a prompt to standard output.
void line_prompt(const char* text);
