// The log: every line received and sent, with its time, in a file the user has named. Lines wait in
// memory until they can be written without costing time on our clock.
#pragma once

#include <cstdio>
#include <mutex>
#include <string>

#include "timing/stopwatch.h"

/// Longer lines are cut to this many bytes, control bytes counted as they are written ("\x01"), and
/// end in LOG_CUT. There is room for a UCI host's list of the moves of a very long game.
constexpr size_t LOG_TEXT_MAX = 4000;
constexpr const char* LOG_CUT = "...";
/// What waits beyond this many bytes is lost; the log says how many lines.
constexpr size_t LOG_WAITING_MAX = 1 << 20;

enum LogMark : char {
    LOG_RECEIVED = '<',
    LOG_SENT = '>',
    LOG_KEPT = '=', // would have been sent to a host that takes comments
};

/// Any thread may add lines; one thread opens, flushes and closes.
struct Log {
    Stopwatch stopwatch;
    int64_t start_ms = 0; // the times in the log are counted from here
    std::FILE* file = nullptr;
    std::string path;

    std::mutex mutex; // of what follows
    bool open = false;
    std::string title; // to be written before the first line
    std::string waiting;
    int lost = 0; // lines

    explicit Log(const Stopwatch& watch) : stopwatch(watch) {}
    ~Log();
};

/// Appends to this file, with the line `title` before the first new one; an empty path ends the
/// log. A log that is open under this path stays open. Returns nullptr, or why the file cannot be
/// used: then nothing changes.
const char* log_open(Log* log, const std::string& path, const std::string& title);

/// Writes what waits and ends the log.
void log_close(Log* log);

/// Adds "MS MARK TEXT" for every line of the text; nothing happens while the log is closed.
void log_add(Log* log, LogMark mark, const std::string& text);

/// Writes what waits. What cannot be written is lost: play must go on when a disk is full.
void log_flush(Log* log);
