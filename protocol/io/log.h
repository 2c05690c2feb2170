// The log: every line received and sent, with its time. Lines wait in memory until writing them
// does not cost time on our clock.
#pragma once

#include <cstdio>
#include <mutex>
#include <string>

#include "timing/stopwatch.h"

/// Longer lines are cut to this many bytes, control bytes counted as written ("\x01"), and end in
/// LOG_CUT. The move list of a very long game in UCI fits.
constexpr size_t LOG_TEXT_MAX = 4000;
constexpr const char* LOG_CUT = "...";
/// If more bytes wait to be written, lines are lost; the log says how many lines.
constexpr size_t LOG_WAITING_MAX = 1 << 20;

enum LogMark : char {
    LOG_RECEIVED = '<',
    LOG_SENT = '>',
    LOG_KEPT = '=', // a comment that was not sent to the host
};

/// Any thread may add lines; only one thread may open, flush and close.
struct Log {
    Stopwatch stopwatch;
    int64_t start_ms = 0; // times in the log count from this time
    std::FILE* file = nullptr;
    std::string path;

    std::mutex mutex; // protects the members below
    bool open = false;
    std::string title; // written before the first line
    std::string waiting;
    int lost = 0; // number of lines lost since the last flush

    explicit Log(const Stopwatch& watch) : stopwatch(watch) {}
    ~Log();
};

/// Begins a log that appends to this file, with the line `title` before the first new line; an
/// empty path ends the log. A log that is already open under this path stays open. Returns nullptr,
/// or why the file cannot be used; an open log then stays open.
const char* log_open(Log* log, const std::string& path, const std::string& title);

/// Writes waiting lines and closes the log.
void log_close(Log* log);

/// Adds "MS MARK TEXT" for every line of the text. Does nothing while the log is closed.
void log_add(Log* log, LogMark mark, const std::string& text);

/// Writes waiting lines. Errors are ignored, so that play continues when the disk is full.
void log_flush(Log* log);
