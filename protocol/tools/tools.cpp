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
#include "protocol/version.h"

namespace {

constexpr const char* USAGE =
    "usage: overtime [--no-config] [--OPTION=VALUE ...] [COMMAND]\n"
    "\n"
    "Without a command Overtime speaks the XBoard protocol (CECP) on standard input,\n"
    "or UCI if the GUI sends `uci` first. At a terminal, type help.\n"
    "\n"
    "  bench [DEPTH]\n"
    "        print the search signature and the speed, at depth 12 with one thread\n"
    "        and 16 MiB of hash; EvalFile is the only option that has an effect\n"
    "  perft N [FEN]\n"
    "        count the leaves of the legal move tree\n"
    "  play [LEVEL] [--report time.html]\n"
    "        play a game against itself; LEVEL is moves, minutes and increment\n"
    "        (\"0 0:10 0.1\"). The game is appended to overtime.pgn; --report writes\n"
    "        a page that shows where the time went\n"
    "  simulate [--controller all|NAME] [--tc 300+0,40/300,...] [--games N]\n"
    "        [--lag MS] [--late MS] [--spikes PERCENT] [--whole-seconds] [--seed N]\n"
    "        [--csv]\n"
    "        simulate the time controllers in games without a board: 1000 games at\n"
    "        each of 300+0,10+0.1,180+2,900+1,40/300, seed 1, no lag\n"
    "  epd FILE [--st SECONDS] [--sd DEPTH] [--nodes N]\n"
    "        solve the positions of a test suite (bm, am, dm), 1 second each\n"
    "  analyse PGN [--st SECONDS] [--sd DEPTH] [--nodes N] [-o analysed.pgn]\n"
    "        write the games with scores, and better variations for bad moves;\n"
    "        1 second for each move\n"
    "  makebook PGN... -o BOOK.bin [--plies N] [--min-games N]\n"
    "        make a Polyglot opening book from the first 30 half-moves of each game,\n"
    "        with the moves that occur in at least 1 game\n"
    "  report LOG|PGN... [-o time.html]\n"
    "        make a page that shows where the time went in these games\n"
    "  selfplay FILE [--games N] [--nodes N] [--random N] [--threads N] [--seed N]\n"
    "        play games against itself and write training positions: 1000 games,\n"
    "        5000 nodes per move, no random moves, one thread per core, seed 1\n"
    "  imitate FILE DATA... [--each N] [--seed N]\n"
    "        write N positions (5) near each position of DATA, scored by the static\n"
    "        evaluation\n"
    "  train NETWORK DATA... [--epochs N] [--threads N] [--batch N] [--rate X]\n"
    "        [--result X] [--later X] [--seed N]\n"
    "        train an evaluation network; if NETWORK exists, training continues from\n"
    "        it; 20 epochs, 16384 positions per batch, rate 0.001, result 0.3,\n"
    "        later 0.7\n"
    "  options\n"
    "        print the options below as a Markdown table\n"
    "  --help, --version\n"
    "\n"
    "Numbers shown are the defaults. With --sd or --nodes but no --st, time is not\n"
    "limited. Games, epd and analyse read the options in overtime/overtime.conf in\n"
    "~/.config or $XDG_CONFIG_HOME (Windows: %APPDATA%), one NAME=VALUE per line;\n"
    "--no-config ignores this file.\n"
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

int show_version(Session*, int count, char** words) {
    if (count > 0) return flags_fail("too many words", words[0]);
    return std::puts(VERSION_NAME) < 0;
}

bool is_depth(const char* word, int most) {
    int64_t number = 0;
    return text_parse_integer(word, &number) && number > 0 && number <= most;
}

// Uses the Chess960 rules only if classic rules would lose castling rights, because the rules
// decide how castling is written.
const char* set_any_position(Session* session, const std::string& fen) {
    Game classical, game;
    const char* error = game_set_up(&game, fen.c_str(), FEN_CHESS960);
    const bool is_classical = !error && !game_set_up(&classical, fen.c_str(), FEN_CLASSIC) &&
                              classical.board.castling == game.board.castling;
    session->rules = is_classical ? FEN_CLASSIC : FEN_CHESS960;
    return session_set_position(session, fen);
}

struct Command {
    const char* name;
    int (*run)(Session* session, int count, char** words); // with the words after the name
    bool is_configured; // reads the configuration file; the others give everyone the same results
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
    {"--version", show_version, false},
    {"-v", show_version, false},
};

const Command* find(const char* name) {
    for (const Command& command : COMMANDS)
        if (std::strcmp(name, command.name) == 0) return &command;
    return nullptr;
}

// "epd --help" prints the help.
bool asks_for_help(int count, char** words) {
    const Command* last = count > 0 ? find(words[count - 1]) : nullptr;
    return last && last->run == show_usage && last->name[0] == '-';
}

constexpr const char* NO_CONFIG = "--no-config";

// "--NAME=VALUE" or --no-config.
bool is_option(const char* word) {
    return std::strcmp(word, NO_CONFIG) == 0 ||
           (std::strncmp(word, "--", 2) == 0 && std::strchr(word, '=') != nullptr);
}

// Reads the configuration file. A subcommand reports errors in it at once, CECP and UCI later.
void configure(Session* session, bool is_command) {
    session->complaint = config_read(session, config_path());
    if (!is_command || session->complaint.empty()) return;
    std::fprintf(stderr, "overtime: %s\n", session->complaint.c_str());
    session->complaint.clear();
}

// Returns 0 or the exit status: a file that cannot be used has a status of its own.
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
    std::string fen;
    for (int i = 1; i < count; ++i) fen += (fen.empty() ? "" : " ") + std::string(words[i]);
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
