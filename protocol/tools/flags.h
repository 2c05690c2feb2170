// The words after a subcommand: flags with values, and files.
#pragma once

#include <string>
#include <vector>

/// The largest seed; a double holds every integer up to it.
constexpr double FLAGS_SEED_MAX = 1e15;

/// Reports an error in the command line on standard error and returns the exit status.
int flags_fail(const char* what, const char* word);

/// Reports that something ("a file") is missing.
int flags_miss(const char* what);

/// A flag and the variable for its value: a number from `least` to `most`, a text, or whether the
/// flag was given (it takes no value then).
struct Flag {
    const char* name; // "--games" or "-o"
    double least, most;
    bool whole;
    double* number;
    std::string* text = nullptr;
    bool* given = nullptr;
};

Flag flags_text(const char* name, std::string* text);
Flag flags_given(const char* name, bool* given);

/// Reads "--games 5", "--games=5", "--csv"; other words are files. Returns 0, or the exit status
/// after reporting an error.
int flags_read(int count, char** words, const std::vector<Flag>& known,
               std::vector<const char*>* files);

/// Like flags_read(), but takes exactly one file.
int flags_read_one(int count, char** words, const std::vector<Flag>& known, std::string* file);
