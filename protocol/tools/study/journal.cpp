#include "protocol/tools/study/journal.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "engine/board/board.h"
#include "engine/board/fen.h"
#include "engine/board/move_do.h"
#include "engine/board/notation.h"
#include "protocol/io/file.h"
#include "protocol/io/system.h"
#include "protocol/io/text.h"

namespace {

// "NAME|SCORE|DEPTH|e2e4 e7e5 ."; a line without the dot is incomplete.
std::string write_entry(const std::string& name, const Analysis& analysis) {
    std::string text = name + '|' + std::to_string(int(analysis.score)) + '|' +
                       std::to_string(int(analysis.depth)) + '|';
    for (const Move move : analysis.line)
        text += notation_coordinate(move, CASTLE_TAKES_ROOK) + ' ';
    return text + ".\n";
}

bool read_line(const std::string& name, const char* text, std::vector<Move>* line) {
    const std::string fen = name.substr(0, name.find(JOURNAL_HISTORY));
    Board board;
    if (fen_parse(fen.c_str(), &board, FEN_CHESS960)) return false;
    for (std::string word; (word = text_next_word(&text)) != ".";) {
        const Move move = notation_parse(board, word.c_str());
        if (move == MOVE_NONE) return false;
        Undo undo;
        move_make(&board, move, &undo);
        line->push_back(move);
    }
    return true;
}

bool read_entry(const std::string& text, std::string* name, Analysis* analysis) {
    const std::vector<std::string> parts = text_split(text, '|');
    int64_t score = 0, depth = 0;
    if (parts.size() != 4 || !text_parse_integer(parts[1], &score) ||
        !text_parse_integer(parts[2], &depth))
        return false;
    if (score < -SCORE_MATE || score > SCORE_MATE || depth < 0 || depth > DEPTH_MAX) return false;
    *name = parts[0];
    analysis->score = Score(int(score));
    analysis->depth = Depth(int(depth));
    return read_line(*name, parts[3].c_str(), &analysis->line);
}

// Whether an existing file may be overwritten: only if it is empty or a journal.
bool is_journal(const std::string& path, const std::string& line) {
    std::error_code error;
    if (std::filesystem::file_size(path, error) == 0 && !error) return true;
    return line.rfind("# Overtime ", 0) == 0 && line.find(" analysis, ") != std::string::npos;
}

// Returns why the existing file is not a journal, or an empty text.
std::string read_old(Journal* journal, const std::string& title, bool* goes_on) {
    std::error_code error;
    *goes_on = false;
    if (!std::filesystem::exists(journal->path, error)) return "";
    std::ifstream input;
    std::string line, name;
    const char* why = file_open_text(journal->path, &input);
    if (why) return why;
    file_next_line(input, &line);
    if (!is_journal(journal->path, line)) return "is not the journal of an analysis";
    *goes_on = line == title;
    while (*goes_on && file_next_line(input, &line)) {
        Analysis analysis;
        if (read_entry(line, &name, &analysis)) journal->analyses[name] = analysis;
    }
    journal->found = journal->analyses.size();
    return "";
}

bool write_line(Journal* journal, const std::string& line) {
    return std::fputs(line.c_str(), journal->file) >= 0 && std::fflush(journal->file) == 0;
}

} // namespace

std::string journal_open(Journal* journal, const std::string& path, const std::string& title) {
    system_survive_full_files();
    journal->path = path;
    if (path.empty()) return "";
    bool goes_on = false;
    const std::string refused = read_old(journal, title, &goes_on);
    if (!refused.empty()) return refused;
    journal->file = std::fopen(path.c_str(), goes_on ? "a" : "w");
    if (!journal->file) return std::strerror(errno);
    // The last line of an interrupted run may be incomplete, so the next begins on a new line.
    if (write_line(journal, goes_on ? "\n" : title + '\n')) return "";
    const std::string why = std::strerror(errno);
    journal_close(journal, goes_on);
    return why;
}

bool journal_add(Journal* journal, const std::string& name, const Analysis& analysis) {
    const bool first = journal->analyses.empty();
    journal->analyses[name] = analysis;
    if (!journal->file || write_line(journal, write_entry(name, analysis))) return true;
    journal_close(journal, !first);
    return false;
}

void journal_close(Journal* journal, bool keep) {
    if (journal->file) std::fclose(journal->file);
    journal->file = nullptr;
    if (!keep && !journal->path.empty()) std::remove(journal->path.c_str());
}
