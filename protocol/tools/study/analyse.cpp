#include "protocol/tools/tools.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <filesystem>

#include "engine/board/fen.h"
#include "protocol/io/file.h"
#include "protocol/io/text.h"
#include "protocol/tools/progress_line.h"
#include "protocol/tools/study/annotation.h"
#include "protocol/tools/study/study_search.h"
#include "protocol/version.h"

namespace {

constexpr size_t GAMES_MAX = 10000; // all games are kept in memory
constexpr uintmax_t BYTES_MAX = 256 << 20;
constexpr int COMPLAINTS_MAX = 10;
constexpr const char* OUTPUT_DEFAULT = "analysed.pgn";

struct Work {
    Session* session;
    std::string input, output = OUTPUT_DEFAULT;
    StudyLimits limits;
    std::vector<GameText> games;
    std::vector<std::string> complaints; // the first of them
    int broken = 0;
    Journal journal;
    ProgressLine progress;
    size_t done = 0, searched = 0, all = 0; // positions: done, searched in this run, all
    Accuracy accuracy[COLOUR_NB];
};

void hear_game(void* context, const GameText& text) {
    Work* work = static_cast<Work*>(context);
    work->all += text.game.moves.size() + 1;
    if (work->games.size() <= GAMES_MAX) work->games.push_back(text);
}

void hear_broken(void* context, int line, const std::string& why) {
    Work* work = static_cast<Work*>(context);
    if (++work->broken <= COMPLAINTS_MAX)
        work->complaints.push_back("line " + std::to_string(line) + ": " + why);
}

void say_complaints(const Work& work) {
    const char* name = work.input.c_str();
    for (const std::string& complaint : work.complaints)
        std::fprintf(stderr, "overtime: %s: %s, skipped\n", name, complaint.c_str());
    if (work.broken > COMPLAINTS_MAX)
        std::fprintf(stderr, "overtime: %s: %d more skipped\n", name, work.broken - COMPLAINTS_MAX);
}

// Returns why the file cannot be used, or an empty text.
std::string read_games(Work* work) {
    std::ifstream input;
    std::error_code error;
    const char* why = file_open_text(work->input, &input);
    if (why) return why;
    const auto size = std::filesystem::file_size(work->input, error);
    if (!error && size > BYTES_MAX)
        return "is larger than " + std::to_string(BYTES_MAX >> 20) + " megabytes";
    games_read(input, {work, hear_game, hear_broken});
    if (input.bad()) return "cannot be read";
    if (work->games.size() > GAMES_MAX)
        return "holds more than " + std::to_string(GAMES_MAX) + " games";
    if (!work->games.empty()) return "";
    return "holds no game" + (work->broken > 0 ? " (" + work->complaints[0] + ')' : "");
}

// The path of the journal; empty if the output is a terminal or a pipe.
std::string journal_path(const std::string& output) {
    std::error_code error;
    const bool plain =
        !std::filesystem::exists(output, error) || std::filesystem::is_regular_file(output, error);
    return plain ? output + ".journal" : "";
}

// Identifies how the analyses are made; a run continues only a journal with the same title.
std::string journal_title(const Work& work) {
    const StudyLimits& limits = work.limits;
    const Network* own = work.session->network.get();
    const Network* network = own ? own : network_builtin();
    return text_format("# %s analysis, st %g sd %g nodes %g network %016" PRIx64, VERSION_NAME,
                       limits.seconds, limits.depth, limits.nodes, network ? network->checksum : 0);
}

Analysis analyse(Work* work, const Game& game) {
    Analysis analysis;
    const GameResult result = game_result(game);
    if (result == GAME_CHECKMATE) analysis.score = -SCORE_MATE;
    if (result != GAME_ONGOING) return analysis;
    const Session& session = *work->session;
    const SearchReport report =
        study_search(session.search, game, work->limits, session.stopwatch).report;
    analysis.score = report.score;
    analysis.depth = report.depth;
    analysis.line.assign(report.pv.move, report.pv.move + report.pv.length);
    if (analysis.line.empty()) analysis.line.push_back(report.best);
    ++work->searched;
    return analysis;
}

void show_progress(Work* work, size_t game_number) {
    if (!progress_line_is_due(&work->progress, false)) return;
    const auto left = double(work->all - work->done);
    progress_line_show("game " + std::to_string(game_number) + " of " +
                       std::to_string(work->games.size()) + ", position " +
                       std::to_string(work->done) + " of " + std::to_string(work->all) + ", " +
                       progress_line_time_left(work->progress, double(work->searched), left));
}

// Names a position by its FEN and the positions before it that may be repeated.
std::string name_position(const Game& game) {
    constexpr uint64_t PRIME = 0x100000001b3; // as in FNV-1
    uint64_t past = 0;
    const size_t made = game.undos.size();
    for (size_t i = made - std::min(made, size_t(game.board.fifty)); i < made; ++i)
        past = past * PRIME ^ uint64_t(game.undos[i].key);
    return fen_write(game.board) + JOURNAL_HISTORY + text_format("%016" PRIx64, past);
}

// Returns false if the journal cannot be written.
bool find_analyses(Work* work, const GameText& text, size_t number,
                   std::vector<Analysis>* analyses) {
    Game game = text.game;
    game_rewind(&game);
    for (size_t i = 0;; ++i) {
        const std::string name = name_position(game);
        const auto known = work->journal.analyses.find(name);
        const bool is_known = known != work->journal.analyses.end();
        analyses->push_back(is_known ? known->second : analyse(work, game));
        if (!is_known && !journal_add(&work->journal, name, analyses->back())) return false;
        ++work->done;
        show_progress(work, number);
        if (i == text.game.moves.size()) return true;
        game_make(&game, text.game.moves[i]);
    }
}

void say_accuracy(const char* name, const Accuracy& accuracy) {
    if (accuracy.moves == 0) return;
    std::printf("%s: %d moves, %d blunders, %d mistakes, %d inaccuracies, %.0f centipawns lost per "
                "move\n",
                name, accuracy.moves, accuracy.marks[MARK_BLUNDER], accuracy.marks[MARK_MISTAKE],
                accuracy.marks[MARK_INACCURACY], double(accuracy.lost_cp) / accuracy.moves);
}

int annotate(Work* work) {
    const std::string& output = work->output;
    std::string text;
    for (size_t i = 0; i < work->games.size(); ++i) {
        std::vector<Analysis> analyses;
        search_new_game(work->session->search);
        if (!find_analyses(work, work->games[i], i + 1, &analyses))
            return file_fail(output + ".journal", "cannot be written");
        text += annotation_write(work->games[i], analyses, work->accuracy);
    }
    const std::string why = file_write(output, text);
    journal_close(&work->journal, !why.empty());
    if (const int status = file_check(output, why)) return status;
    progress_line_show("");
    std::printf("%zu game%s in %s\n", work->games.size(), work->games.size() == 1 ? "" : "s",
                output.c_str());
    say_accuracy("White", work->accuracy[WHITE]);
    say_accuracy("Black", work->accuracy[BLACK]);
    return 0;
}

} // namespace

int tool_analyse(Session* session, int count, char** words) {
    Work work;
    work.session = session;
    int status =
        study_read_flags(count, words, &work.limits, {flags_text("-o", &work.output)}, &work.input);
    if (status == 0) status = file_check(work.input, read_games(&work));
    if (status == 0)
        status = file_check(work.output, file_refuse_output(work.output, {work.input}));
    if (status != 0) return status;
    const std::string journal = journal_path(work.output);
    status = file_check(journal, journal_open(&work.journal, journal, journal_title(work)));
    if (status != 0) return status;
    say_complaints(work);
    if (work.journal.found > 0) std::printf("continuing after %zu positions\n", work.journal.found);
    return annotate(&work);
}
