// The words behind a subcommand: flags with values, and files.
#pragma once

#include <string>
#include <vector>

/// The largest seed that a flag takes: doubles hold every whole number up to it.
constexpr double FLAGS_SEED_MAX = 1e15;

/// Says on the standard error what is wrong with a word of the command line, in one line; the exit
/// status for it.
int flags_fail(const char* what, const char* word);

/// The same of what is not there: "a file".
int flags_miss(const char* what);

/// A flag, and where its value is to go: by default a number from `least` to `most`.
struct Flag {
    const char* name; // "--games" or "-o"
    double least, most;
    bool whole;
    double* number;
    std::string* text = nullptr; // if there is no number
    bool* given = nullptr;       // if there is no text either: the flag stands alone
};

Flag flags_text(const char* name, std::string* text);
Flag flags_given(const char* name, bool* given);

/// Reads "--games 5", "--games=5", "--csv"; other words are files. 0, or the exit status once it
/// has been said which word is not understood.
int flags_read(int count, char** words, const std::vector<Flag>& known,
               std::vector<const char*>* files);

/// The same where there is to be one file, no more and no less.
int flags_read_one(int count, char** words, const std::vector<Flag>& known, std::string* file);
