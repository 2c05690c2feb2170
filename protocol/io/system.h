// Functions that depend on the operating system; everything else is standard C++.
#pragma once

#include <string>

/// Is standard input or output a terminal?
bool system_input_is_terminal();
bool system_output_is_terminal();

/// Waits until standard output has room for a line and returns false on timeout. A line is shorter
/// than what a writable pipe takes at once. Returns true at once if standard output is not a pipe,
/// is a broken pipe or cannot be polled.
bool system_has_room(int timeout_ms);

/// Has the host closed its end of standard input, even if there is more to read?
bool system_has_hung_up();

/// The folder of the user's configuration files; empty if unknown.
std::string system_config_folder();

/// From now on a closed pipe and a file size limit are ordinary write errors that do not end the
/// process.
void system_survive_broken_pipes();
void system_survive_full_files();

/// Opens /dev/null for closed standard streams, so that no file opened later takes their number and
/// gets our output.
void system_fill_closed_streams();

/// Blocks SIGINT, SIGTERM and SIGHUP until they are released; system_is_interrupted() tells whether
/// one of these signals is pending. Only for a single thread; no effect on Windows.
void system_hold_interrupts();
bool system_is_interrupted();
void system_release_interrupts();

/// Asks the scheduler for short time slices, so that the calling thread runs soon after it wakes up
/// even if all cores are busy (Linux 6.12 and later; elsewhere no effect).
void system_answer_promptly();

/// On Windows, sets standard input and output to binary mode, and the encoding of file names to the
/// encoding of the machine.
void system_use_plain_bytes();

int system_process_id();

/// Creates an empty file. Returns 0 or the error number (EEXIST if the file exists).
int system_create_file(const std::string& path);
