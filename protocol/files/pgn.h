// The syntax of PGN: a file is told move by move to whoever wants to know. What the moves mean is
// not known here.
#pragma once

#include <istream>
#include <string>
#include <vector>

/// Hears what the file holds, in its order. Variations are left out, and so are NAGs.
struct PgnListener {
    void* context;
    void (*tag)(void* context, const std::string& name, const std::string& value);
    void (*move)(void* context, const std::string& text, int line);
    /// Of the move before it, or of the game's start; of the moves of variations too, if they are
    /// wanted.
    void (*comment)(void* context, const std::string& text, bool in_variation);
    /// The game told so far is at its end: "1-0", "0-1", "1/2-1/2", "*", or empty where it broke
    /// off (`line`: where that was seen). There may have been no move; at the end of the file this
    /// is not told of tags alone.
    void (*end)(void* context, const std::string& result, int line);
    /// A malformed tag, a comment without end: skipped.
    void (*skip)(void* context, int line);
};

/// Reads to the end of the file; the number of its lines.
int pgn_read(std::istream& input, const PgnListener& listener);

/// Does this line belong to a PGN file (`[Event "?"]`)?
bool pgn_knows(const std::string& line);

/// "[Name \"value\"]", with what needs it escaped.
std::string pgn_tag(const std::string& name, const std::string& value);

/// Words as lines of less than 80 characters, as PGN's export format has them; a longer word has a
/// line of its own.
std::string pgn_wrap(const std::vector<std::string>& words);
