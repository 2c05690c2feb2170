#include "protocol/tools/tools.h"

#include <cstdio>
#include <cstring>

#include "protocol/io/file.h"
#include "protocol/io/system.h"
#include "protocol/io/text.h"
#include "protocol/session/config.h"
#include "protocol/session/measure.h"
#include "protocol/session/option.h"
#include "protocol/tools/flags.h"
#include "protocol/tools/help.h"
#include "protocol/tools/play.h"
#include "protocol/version.h"

namespace {

constexpr const char* USAGE =
    "usage: overtime [--no-config] [--OPTION=VALUE ...] [COMMAND]\n"
    "\n"
    "Without a command Overtime speaks the XBoard protocol (CECP) on its standard\n"
    "input, or UCI to a host that says `uci`; at a terminal, type help.\n"
    "\n"
    "  bench [DEPTH]\n"
    "        the search signature and speed, at depth 12; of the options only\n"
    "        EvalFile counts: one thread, 16 MiB\n"
    "  perft N [FEN]\n"
    "        leaves of the legal move tree\n"
    "  play [LEVEL] [--report time.html]\n"
    "        a game against itself, LEVEL (moves, minutes, increment) \"0 0:10 0.1\";\n"
    "        it goes to overtime.pgn, and where its time went to a page\n"
    "  simulate [--controller all|NAME] [--tc 300+0,40/300,...] [--games N]\n"
    "        [--lag MS] [--late MS] [--spikes PERCENT] [--whole-seconds] [--seed N]\n"
    "        [--csv]\n"
    "        what the time controllers do with a clock, in games without a board;\n"
    "        1000 games at each of 300+0,10+0.1,180+2,900+1,40/300, seed 1, no lag\n"
    "  epd FILE [--st SECONDS] [--sd DEPTH] [--nodes N]\n"
    "        how many positions of a suite it solves (bm, am, dm), each in a second\n"
    "  analyse PGN [--st SECONDS] [--sd DEPTH] [--nodes N] [-o analysed.pgn]\n"
    "        these games with scores, and better moves than the bad ones; a second\n"
    "        for each move\n"
    "  makebook PGN... -o BOOK.bin [--plies N] [--min-games N]\n"
    "        an opening book from these games, in Polyglot's format: their first 30\n"
    "        half-moves, from 1 game on\n"
    "  report LOG|PGN... [-o time.html]\n"
    "        a page that shows where the time went in these games\n"
    "  selfplay FILE [--games N] [--nodes N] [--random N] [--threads N] [--seed N]\n"
    "        positions to learn from, from games against itself: 1000, at 5000 nodes\n"
    "        a move, none of them random, as many threads as cores, seed 1\n"
    "  imitate FILE DATA... [--each N] [--seed N]\n"
    "        positions near those, 5 to each, with what the evaluation says at once\n"
    "  train NETWORK DATA... [--epochs N] [--threads N] [--batch N] [--rate X]\n"
    "        [--result X] [--later X] [--seed N]\n"
    "        an evaluation network from such positions; one that is there learns on;\n"
    "        20 epochs, 16384 positions a step, rate 0.001, result 0.3, later 0.7\n"
    "  options\n"
    "        the options below as a table in Markdown\n"
    "  --help, --version\n"
    "\n"
    "The figures are what is taken where nothing is said; with --sd or --nodes\n"
    "alone, the time has no limit. Games, epd and analyse go by\n"
    "overtime/overtime.conf in ~/.config or $XDG_CONFIG_HOME (Windows: %APPDATA%),\n"
    "with a line NAME=VALUE for each option; --no-config leaves it out.\n"
    "\n"
    "options:";

int show_usage(Session* session, int count, char** words) {
    if (count > 0) return flags_fail("too many words", words[0]);
    std::puts(USAGE);
    std::fputs(help_options(*session).c_str(), stdout);
    return 0;
}

int show_options(Session* session, int count, char** words) {
    if (count > 0) return flags_fail("too many words", words[0]);
    std::fputs(help_table(*session).c_str(), stdout);
    return 0;
}

int say_version(Session*, int count, char** words) {
    if (count > 0) return flags_fail("too many words", words[0]);
    return std::puts(VERSION_NAME) < 0;
}

// The words from `first` on as one text.
std::string join(int first, int count, const char* const* words) {
    std::string text;
    for (int i = first; i < count; ++i) text += (text.empty() ? "" : " ") + std::string(words[i]);
    return text;
}

bool is_depth(const char* word, int most) {
    int64_t number = 0;
    return text_parse_integer(word, &number) && number > 0 && number <= most;
}

// By the rules of Chess960 only where others do not know all rights: castling is written as the
// rules have it.
const char* set_any_position(Session* session, const std::string& fen) {
    Game classical, game;
    const char* error = game_set_up(&game, fen.c_str(), FEN_CHESS960);
    const bool is_classical = !error && !game_set_up(&classical, fen.c_str(), FEN_CLASSIC) &&
                              classical.board.castling == game.board.castling;
    session->rules = is_classical ? FEN_CLASSIC : FEN_CHESS960;
    return session_set_position(session, fen);
}

// `level` itself takes whatever may follow its numbers, and a clock without any time as none.
bool parse_play_level(const std::string& level, PlaySettings* settings) {
    const char* rest = level.c_str();
    for (int i = 0; i < 3; ++i) text_next_word(&rest);
    return *rest == '\0' &&
           text_parse_level(level.c_str(), &settings->moves, &settings->base_ms,
                            &settings->increment_ms) &&
           settings->base_ms + settings->increment_ms > 0;
}

struct Command {
    const char* name;
    int (*run)(Session* session, int count, char** words); // the words behind the name
    // What thinks for a person goes by the configuration file. What counts, measures, learns or
    // writes files from files does the same for everyone.
    bool is_configured;
};

constexpr Command COMMANDS[] = {
    {"bench", tool_bench, false},
    {"perft", tool_perft, false},
    {"play", tool_play, true},
    {"simulate", tool_simulate, false},
    {"epd", tool_epd, true},
    {"analyse", tool_analyse, true},
    {"makebook", tool_makebook, false},
    {"report", tool_report, false},
    {"selfplay", tool_selfplay, false},
    {"imitate", tool_imitate, false},
    {"train", tool_train, false},
    {"options", show_options, false},
    {"help", show_usage, false},
    {"--help", show_usage, false},
    {"-h", show_usage, false},
    {"--version", say_version, false},
    {"-v", say_version, false},
};

const Command* find(const char* name) {
    for (const Command& command : COMMANDS)
        if (std::strcmp(name, command.name) == 0) return &command;
    return nullptr;
}

// `epd --help`: the help alone.
bool asks_for_help(int count, char** words) {
    const Command* last = count > 0 ? find(words[count - 1]) : nullptr;
    return last && last->run == show_usage && last->name[0] == '-';
}

constexpr const char* NO_CONFIG = "--no-config";

// "--NAME=VALUE" or --no-config; false if the word is something else.
bool is_option(const char* word) {
    return std::strcmp(word, NO_CONFIG) == 0 ||
           (std::strncmp(word, "--", 2) == 0 && std::strchr(word, '=') != nullptr);
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
    const char* refusal = option_set(session, name, value);
    if (!refusal) return 0;
    return option_is_file(*session, name) ? file_fail(value, refusal) : flags_fail(refusal, word);
}

} // namespace

int tool_perft(Session* session, int count, char** words) {
    const std::string fen = join(1, count, words);
    if (!fen.empty()) {
        const char* error = set_any_position(session, fen);
        if (error) return flags_fail(error, fen.c_str());
    }
    if (count == 0) return flags_miss("a depth");
    if (!is_depth(words[0], MEASURE_PERFT_MAX)) return flags_fail("not a depth", words[0]);
    measure_perft(session, std::atoi(words[0]));
    return 0;
}

int tool_bench(Session* session, int count, char** words) {
    if (count > 1) return flags_fail("too many words", words[1]);
    if (count > 0 && !is_depth(words[0], DEPTH_MAX)) return flags_fail("not a depth", words[0]);
    measure_bench(session, count > 0 ? Depth(std::atoi(words[0])) : Depth(BENCH_DEPTH));
    return 0;
}

int tool_play(Session* session, int count, char** words) {
    PlaySettings settings = {};
    std::vector<const char*> levels;
    const std::vector<Flag> known = {flags_text("--report", &settings.report)};
    if (const int status = flags_read(count, words, known, &levels)) return status;
    std::string level = join(0, int(levels.size()), levels.data());
    if (level.empty()) level = "0 0:10 0.1";
    if (!parse_play_level(level, &settings)) return flags_fail("not a time control", level.c_str());
    settings.pgn = "overtime.pgn";
    settings.megabytes = session->settings.megabytes;
    settings.threads = session->settings.threads;
    settings.network = search_network(session->search);
    settings.controller = session->settings.controller;
    settings.timing = session->settings.timing;
    session->settings.lines = 1;
    settings.limits = session_limits(*session, ACTIVITY_THINK);
    settings.book = session->settings.own_book ? &session->book : nullptr;
    settings.book_best = session->settings.book_best;
    settings.seed = session->seed;
    return play_run(settings);
}

bool tools_run(Session* session, int count, char** words, int* status) {
    int next = 0;
    bool configured = true;
    for (; next < count && is_option(words[next]); ++next)
        if (std::strcmp(words[next], NO_CONFIG) == 0) configured = false;
    const char* name = next < count ? words[next] : nullptr;
    const Command* command = name ? find(name) : nullptr;
    if (configured && (command ? command->is_configured : !name))
        configure(session, name != nullptr);
    for (int i = 0; i < next; ++i)
        if ((*status = set_option(session, words[i])) != 0) return false;
    session->settings.console = true;
    session->settings.prompt = system_input_is_terminal();
    session->settings.post = session->settings.comments = session->settings.prompt;
    if (!name) return true;
    count -= next + 1;
    words += next + 1;
    if (!command)
        *status = flags_fail(name[0] == '-' ? "not --NAME=VALUE" : "unknown command", name);
    else if (asks_for_help(count, words))
        *status = show_usage(session, 0, nullptr);
    else
        *status = command->run(session, count, words);
    return false;
}
