// The words behind a subcommand: flags with values, and files.
#pragma once

#include <string>
#include <vector>

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
