// What was found about positions so far, in a file that outlives an interrupted run.
#pragma once

#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/board/move.h"
#include "engine/board/types.h"

/// What a look at a position has found.
struct Analysis {
    Score score = SCORE_DRAW; // for the side to move
    Depth depth = DEPTH_ZERO;
    std::vector<Move> line; // the best moves from there
};

/// Between the FEN of a position and what stands for the moves before it, in its name.
constexpr const char* JOURNAL_HISTORY = " past ";

struct Journal {
    std::string path; // empty: nothing is kept
    std::FILE* file = nullptr;
    std::unordered_map<std::string, Analysis> analyses; // by the name of the position
    size_t found = 0;                                   // of them by an earlier run
};

/// Goes on with the journal at this path if an earlier run with the same title has left one; else
/// begins it. Empty, or why it cannot be written.
std::string journal_open(Journal* journal, const std::string& path, const std::string& title);

/// Keeps an analysis; false if it cannot be written, and then an empty journal is taken away.
bool journal_add(Journal* journal, const std::string& name, const Analysis& analysis);

/// Closes it; its file goes, or stays for a later run.
void journal_close(Journal* journal, bool keep);
