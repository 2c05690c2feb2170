// What each operating system does in its own way; everything else is standard C++.
#pragma once

#include <string>

/// Does a person sit at our standard input or output?
bool system_input_is_terminal();
bool system_output_is_terminal();

/// Is there room for a line in our standard output within so many milliseconds? A line is shorter
/// than what a pipe with any room takes in one piece. What is no pipe always has room, and so has a
/// broken one, or one that cannot be asked.
bool system_has_room(int timeout_ms);

/// Has the host closed its end of our standard input, though we may not have read all it wrote?
bool system_has_hung_up();

/// Where this user's programs keep their settings; empty if that cannot be told.
std::string system_config_folder();

/// A reader that is gone, a file that may not grow: from now on errors like others, which end
/// nothing.
void system_survive_broken_pipes();
void system_survive_full_files();

/// Where a standard stream was closed, no file opened later may take its place and get what is
/// said: from now on it is one that gives nothing and takes nothing.
void system_fill_closed_streams();

/// Until they are released, interrupts from the terminal and requests to end have to wait. While
/// they wait the second tells whether there is one; released, they do what they always do. For a
/// program of one thread; on Windows they do not wait.
void system_hold_interrupts();
bool system_is_interrupted();
void system_release_interrupts();

/// The thread that calls this has little to do but must do it at once, though others use all cores:
/// it asks for short turns, so that it gets them soon (Linux 6.12 and later; elsewhere nothing
/// changes).
void system_answer_promptly();

/// Standard input and output are taken as they are: no carriage return is added to a line, and no
/// byte ends the input. Names of files are in the encoding of the machine, as what we are told is.
void system_use_plain_bytes();

/// The number of this process.
int system_process_id();

/// Makes an empty file where there is nothing yet. 0, or the error number (EEXIST: there is one).
int system_create_file(const std::string& path);
