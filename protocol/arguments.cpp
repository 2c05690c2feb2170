#include "protocol/arguments.h"

#include <cstdio>
#include <cstring>

#include "protocol/book/make.h"
#include "protocol/config.h"
#include "protocol/console.h"
#include "protocol/file.h"
#include "protocol/learning.h"
#include "protocol/manual.h"
#include "protocol/option.h"
#include "protocol/parse.h"
#include "protocol/play.h"
#include "protocol/reply.h"
#include "protocol/report/report.h"
#include "protocol/simulation.h"
#include "protocol/study/annotate.h"
#include "protocol/study/suite.h"
#include "protocol/system.h"
#include "protocol/words.h"

namespace {

constexpr int USAGE_ERROR = 2;

constexpr const char* USAGE =
    "usage: overtime [--no-config] [--OPTION=VALUE ...] [COMMAND]\n"
    "\n"
    "Without a command Overtime speaks the XBoard protocol (CECP) on its standard input, or UCI "
    "to\n"
    "a host that says `uci`; at a terminal, type help.\n"
    "\n"
    "  bench [DEPTH]      the search signature and speed\n"
    "  perft N [FEN]      leaves of the legal move tree\n"
    "  play [LEVEL] [--report time.html]\n"
    "                     a game against itself, LEVEL as in \"0 0:10 0.1\"; it goes to\n"
    "                     overtime.pgn, and where its time went to a page\n"
    "  simulate [--controller all|NAME] [--tc 300+0,40/300,...] [--games N] [--lag MS]\n"
    "           [--late MS] [--spikes PERCENT] [--whole-seconds] [--seed N] [--csv]\n"
    "                     what the time controllers do with a clock, in games without a board\n"
    "  epd FILE [--st SECONDS] [--sd DEPTH] [--nodes N]\n"
    "                     how many positions of a suite it solves (bm, am, dm)\n"
    "  analyse PGN [--st SECONDS] [--sd DEPTH] [--nodes N] [-o analysed.pgn]\n"
    "                     these games with scores, and better moves than the bad ones\n"
    "  makebook PGN... -o BOOK.bin [--plies N] [--min-games N]\n"
    "                     an opening book from these games, in Polyglot's format\n"
    "  report LOG|PGN... [-o time.html]\n"
    "                     a page that shows where the time went in these games\n"
    "  selfplay FILE [--games N] [--nodes N] [--threads N] [--seed N]\n"
    "                     positions to learn from, from games against itself\n"
    "  imitate FILE DATA... [--each N] [--seed N]\n"
    "                     positions near those, with what the evaluation says at once\n"
    "  train NETWORK DATA... [--epochs N] [--threads N] [--batch N] [--rate X] [--result X]\n"
    "           [--seed N]\n"
    "                     an evaluation network from such positions\n"
    "  options            the options below as a table in Markdown\n"
    "  --help, --version\n"
    "\n"
    "Games, epd and analyse go by overtime/overtime.conf in ~/.config or $XDG_CONFIG_HOME "
    "(Windows:\n"
    "%APPDATA%), with a line NAME=VALUE for each option; --no-config leaves it out.\n"
    "\n"
    "options:";

int complain(const char* what, const char* word) {
    std::fprintf(stderr, "overtime: %s: %s (try --help)\n", what, word);
    return USAGE_ERROR;
}

int show_usage(const Session& session) {
    std::puts(USAGE);
    std::fputs(manual_options(session).c_str(), stdout);
    return 0;
}

// The words from `first` on as one text.
std::string join(int first, int count, char** words) {
    std::string text;
    for (int i = first; i < count; ++i) text += (text.empty() ? "" : " ") + std::string(words[i]);
    return text;
}

bool is_depth(const char* word, int most) {
    int64_t number = 0;
    return parse_integer(word, &number) && number > 0 && number <= most;
}

int show_options(const Session& session) {
    std::fputs(manual_table(session).c_str(), stdout);
    return 0;
}

int say_version() {
    return std::puts(REPLY_NAME) < 0;
}

int run_perft(Session* session, int count, char** words) {
    const std::string fen = join(2, count, words);
    if (!fen.empty()) {
        const char* error = session_set_position(session, fen);
        if (error) return complain(error, fen.c_str());
    }
    if (!is_depth(count > 1 ? words[1] : "", CONSOLE_PERFT_MAX))
        return complain("not a depth", count > 1 ? words[1] : "(none)");
    console_perft(session, words[1]);
    return 0;
}

int run_bench(Session* session, int count, char** words) {
    if (count > 2) return complain("too many words", words[2]);
    if (count > 1 && !is_depth(words[1], DEPTH_MAX)) return complain("not a depth", words[1]);
    console_bench(session, count > 1 ? words[1] : "");
    return 0;
}

// `level` itself takes whatever may follow its numbers.
bool parse_play_level(const std::string& level, PlaySettings* settings) {
    const char* rest = level.c_str();
    for (int i = 0; i < 3; ++i) parse_word(&rest);
    return *rest == '\0' && parse_level(level.c_str(), &settings->moves, &settings->base_ms,
                                        &settings->increment_ms);
}

int run_play(const Session& session, int count, char** words) {
    PlaySettings settings = {};
    std::vector<const char*> levels;
    const std::vector<WordFlag> known = {{"--report", 0, 0, false, nullptr, &settings.report}};
    if (const char* wrong = words_read(count - 1, words + 1, known, &levels))
        return complain("not understood", wrong);
    std::string level;
    for (const char* word : levels) level += (level.empty() ? "" : " ") + std::string(word);
    if (level.empty()) level = "0 0:10 0.1";
    if (!parse_play_level(level, &settings)) return complain("not a time control", level.c_str());
    settings.pgn = "overtime.pgn";
    settings.megabytes = session.settings.megabytes;
    settings.threads = session.settings.threads;
    settings.network = search_network(session.search);
    settings.controller = session.settings.controller;
    settings.timing = session.settings.timing;
    return play_run(settings);
}

struct Command {
    const char* name;
    // *wrong becomes what is not understood of the words behind the name.
    int (*run)(Session* session, int count, char** words, const char** wrong);
};

constexpr Command COMMANDS[] = {
    {"simulate", simulation_run},  {"epd", suite_run},        {"analyse", annotate_run},
    {"makebook", book_make},       {"report", report_run},    {"selfplay", learning_selfplay},
    {"imitate", learning_imitate}, {"train", learning_train},
};

int run_command(Session* session, int count, char** words) {
    const std::string name = words[0];
    const bool help = name == "--help" || name == "-h" || name == "help";
    const bool version = name == "--version" || name == "-v";
    const bool options = name == "options";
    if ((help || version || options) && count > 1) return complain("too many words", words[1]);
    if (help) return show_usage(*session);
    if (version) return say_version();
    if (options) return show_options(*session);
    if (name == "bench") return run_bench(session, count, words);
    if (name == "perft") return run_perft(session, count, words);
    if (name == "play") return run_play(*session, count, words);
    for (const Command& command : COMMANDS) {
        if (name != command.name) continue;
        const char* wrong = nullptr;
        const int status = command.run(session, count - 1, words + 1, &wrong);
        return wrong ? complain("not understood", wrong) : status;
    }
    return complain("unknown command", words[0]);
}

constexpr const char* NO_CONFIG = "--no-config";

// "--NAME=VALUE" or --no-config; false if the word is something else.
bool is_option(const char* word) {
    return std::strcmp(word, NO_CONFIG) == 0 ||
           (std::strncmp(word, "--", 2) == 0 && std::strchr(word, '=') != nullptr);
}

// Games and what thinks for a person go by the configuration file. What counts, measures, learns or
// writes files from files does the same for everyone.
bool is_configured(int count, char** words) {
    const std::string name = count > 0 ? words[0] : "";
    return name.empty() || name == "play" || name == "epd" || name == "analyse";
}

// The protocol tells its complaint when it knows to whom; a command does at once.
void configure(Session* session, bool is_command) {
    session->complaint = config_read(session, config_path());
    if (!is_command || session->complaint.empty()) return;
    std::fprintf(stderr, "overtime: %s\n", session->complaint.c_str());
    session->complaint.clear();
}

// 0, or the exit status: a file that cannot be used is no fault of the words.
int set_option(Session* session, const char* word) {
    if (std::strcmp(word, NO_CONFIG) == 0) return 0;
    const char* equals = std::strchr(word, '=');
    const std::string name(word + 2, equals), value = equals + 1;
    if (option_set(session, name, value) == OPTION_SET) return 0;
    const char* reason = option_refusal(name, value);
    return option_is_file(*session, name) ? file_fail(value, reason) : complain(reason, word);
}

} // namespace

bool arguments_run(Session* session, int count, char** words, int* status) {
    int next = 0;
    bool alone = false;
    for (; next < count && is_option(words[next]); ++next)
        alone |= std::strcmp(words[next], NO_CONFIG) == 0;
    if (!alone && is_configured(count - next, words + next)) configure(session, next < count);
    for (int i = 0; i < next; ++i)
        if ((*status = set_option(session, words[i])) != 0) return false;
    session->settings.console = true;
    session->settings.prompt = system_input_is_terminal();
    session->settings.post = session->settings.comments = session->settings.prompt;
    if (next == count) return true;
    *status = run_command(session, count - next, words + next);
    return false;
}
