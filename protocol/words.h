// The words behind a subcommand: flags with values, and files.
#pragma once

#include <string>
#include <vector>

/// Says on the standard error what is wrong with a word of the command line, in one line; the exit
/// status for it.
int words_fail(const char* what, const char* word);

/// The same for a word that is not understood, or that is missed.
int words_fail(const char* word);

/// A flag, and where its value is to go.
struct WordFlag {
    const char* name; // "--games" or "-o"
    double least, most;
    bool whole;
    double* value;               // nullptr: the value is a text
    std::string* text = nullptr; // then it goes here
};

/// Reads "--games 5", "--games=5"; other words are files. nullptr, or the word that is not
/// understood.
const char* words_read(int count, char** words, const std::vector<WordFlag>& known,
                       std::vector<const char*>* files);

/// The same where there is to be one file, no more and no less.
const char* words_read_one(int count, char** words, const std::vector<WordFlag>& known,
                           std::string* file);
