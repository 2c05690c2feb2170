// The syntax of PGN. The reader calls a listener for each part of a file and does not know the
// meaning of the moves.
#pragma once

#include <istream>
#include <string>
#include <vector>

/// Receives the parts of the file in order, without variations and NAGs.
struct PgnListener {
    void* context;
    void (*tag)(void* context, const std::string& name, const std::string& value);
    void (*move)(void* context, const std::string& text, int line);
    /// A comment after a move or before the first move, or one in a variation.
    void (*comment)(void* context, const std::string& text, bool in_variation);
    /// The end of a game: "1-0", "0-1", "1/2-1/2", "*", or empty if the result is missing. The game
    /// may have no moves. end() is not called for tags alone at the end of the file.
    void (*end)(void* context, const std::string& result, int line);
    /// A malformed tag or a comment without end was skipped.
    void (*skip)(void* context, int line);
};

/// Reads a file and returns the number of its lines.
int pgn_read(std::istream& input, const PgnListener& listener);

/// Is this a tag line of PGN (`[Event "?"]`)?
bool pgn_knows(const std::string& line);

/// Returns the tag as PGN, `[Name "value"]`, with quotes and backslashes in the value escaped.
std::string pgn_tag(const std::string& name, const std::string& value);

/// Breaks words into lines of less than 80 characters, as PGN's export format asks for.
std::string pgn_wrap(const std::vector<std::string>& words);
