// The analyses made so far, in a file from which an interrupted run continues.
#pragma once

#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/board/move.h"
#include "engine/board/types.h"

/// The result of analysing a position.
struct Analysis {
    Score score = SCORE_DRAW; // for the side to move
    Depth depth = DEPTH_ZERO;
    std::vector<Move> line; // the best moves from this position on
};

/// A position's name is its FEN, this text and a hash of the positions before it.
constexpr const char* JOURNAL_HISTORY = " past ";

struct Journal {
    std::string path; // empty: no journal is written
    std::FILE* file = nullptr;
    std::unordered_map<std::string, Analysis> analyses; // by the name of the position
    size_t found = 0;                                   // number of analyses from an earlier run
};

/// Opens the journal of an earlier run with the same title, or begins a new one. Returns an empty
/// text, or why the journal cannot be written.
std::string journal_open(Journal* journal, const std::string& path, const std::string& title);

/// Adds an analysis. Returns false if the file cannot be written; an empty journal is then deleted.
bool journal_add(Journal* journal, const std::string& name, const Analysis& analysis);

/// Closes the journal and deletes its file, unless it is kept for a later run.
void journal_close(Journal* journal, bool keep);
