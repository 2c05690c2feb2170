#include "protocol/session/option.h"

#include <algorithm>

#include "engine/search/strength.h"
#include "engine/search/tunables.h"
#include "protocol/files/book.h"
#include "protocol/files/network_file.h"
#include "protocol/io/text.h"
#include "protocol/version.h"
#include "timing/controllers.h"

namespace {

constexpr int MOVE_OVERHEAD_MAX_MS = 5000;
constexpr int LINES_MAX = 64;
constexpr int RESIGN_MAX_CP = 10000;
constexpr int CONTEMPT_MAX_CP = 50;
constexpr size_t VALUE_LENGTH_MAX = 400;

constexpr int OPTION_ALL = OPTION_CECP | OPTION_UCI | OPTION_SHELL;
constexpr int OPTION_NOT_UCI = OPTION_CECP | OPTION_SHELL;
constexpr int OPTION_NOT_CECP = OPTION_UCI | OPTION_SHELL; // CECP has a command for it

struct Option {
    const char* name; // one word: several hosts cut names at the first blank
    int hosts;        // who is told of it
    OptionUse use;
    OptionValue (*describe)(const Session& session);
    bool (*set)(Session* session, const std::string& value);
    const char* meaning; // for a person, in Markdown; nullptr: not on the command line
    void (*changed)(Session* session) = nullptr;               // what follows from a new value
    const char* (*refuse)(const std::string& value) = nullptr; // why a value is none
};

// A member of one of the session's groups of settings.
template <typename AnySession, typename Value>
auto& setting(AnySession& session, Value Settings::*member) {
    return session.settings.*member;
}

template <typename AnySession, typename Value>
auto& setting(AnySession& session, Value ControllerSettings::*member) {
    return session.settings.timing.*member;
}

template <typename AnySession, typename Value>
auto& setting(AnySession& session, Value UciSettings::*member) {
    return session.uci.*member;
}

#ifdef OVERTIME_TUNE
template <typename AnySession> int& setting(AnySession&, int Tunables::*member) {
    return TUNE.*member;
}
#endif

template <auto MEMBER> OptionValue describe_check(const Session& session) {
    return {OPTION_CHECK, setting(session, MEMBER) ? "1" : "0"};
}

template <auto MEMBER> bool set_check(Session* session, const std::string& value) {
    if (value != "0" && value != "1") return false;
    setting(*session, MEMBER) = value == "1";
    return true;
}

template <auto MEMBER, int LEAST, int MOST> OptionValue describe_spin(const Session& session) {
    return {OPTION_SPIN, std::to_string(setting(session, MEMBER)), LEAST, MOST};
}

template <auto MEMBER, int LEAST, int MOST>
bool set_spin(Session* session, const std::string& value) {
    int64_t number = 0;
    if (!text_parse_integer(value, &number) || number < LEAST || number > MOST) return false;
    setting(*session, MEMBER) = int(number);
    return true;
}

// A row of the table: a setting that is on or off.
template <auto MEMBER>
constexpr Option check(const char* name, int hosts, OptionUse use, const char* meaning = nullptr,
                       void (*changed)(Session*) = nullptr) {
    return {name, hosts, use, describe_check<MEMBER>, set_check<MEMBER>, meaning, changed};
}

// A setting that is a number.
template <auto MEMBER, int LEAST, int MOST>
constexpr Option spin(const char* name, int hosts, OptionUse use, const char* meaning = nullptr,
                      void (*changed)(Session*) = nullptr) {
    return {name,    hosts,  use, describe_spin<MEMBER, LEAST, MOST>, set_spin<MEMBER, LEAST, MOST>,
            meaning, changed};
}

OptionValue describe_controller(const Session& session) {
    OptionValue value = {OPTION_COMBO, session.settings.controller->name};
    for (int i = 0; i < controllers_count(); ++i)
        if (!controllers_at(i).exact_time) // that one is the clock's choice, not the user's
            value.choices.push_back(controllers_at(i).name);
    return value;
}

// UCI: the case of a value does not matter either. That of the parameters behind a name does.
const char* read_controller(const std::string& value, const Controller** controller,
                            ControllerSettings* timing) {
    const size_t end = std::min(value.find('('), value.size());
    const std::string text = text_lower(value.substr(0, end)) + value.substr(end);
    return controllers_parse(text.c_str(), controller, timing);
}

bool set_controller(Session* session, const std::string& value) {
    const Controller* controller = nullptr;
    ControllerSettings timing = session->settings.timing;
    if (read_controller(value, &controller, &timing)) return false;
    session->settings.controller = controller;
    session->settings.timing = timing;
    return true;
}

const char* refuse_controller(const std::string& value) {
    const Controller* controller = nullptr;
    ControllerSettings timing = {};
    return read_controller(value, &controller, &timing);
}

OptionValue describe_button(const Session&) {
    return {OPTION_BUTTON};
}

bool clear_hash(Session* session, const std::string& value) {
    if (!value.empty()) return false;
    search_new_game(session->search);
    session_forget_pondered(session);
    return true;
}

constexpr const char* CHATS[CHAT_NB] = {"off", "kibitz", "whisper", "say"};

OptionValue describe_chat(const Session& session) {
    return {OPTION_COMBO, CHATS[session.settings.chat], 0, 0, {CHATS, CHATS + CHAT_NB}};
}

bool set_chat(Session* session, const std::string& value) {
    for (int i = 0; i < CHAT_NB; ++i) {
        if (text_lower(value) != CHATS[i]) continue;
        session->settings.chat = Chat(i);
        return true;
    }
    return false;
}

OptionValue describe_log(const Session& session) {
    return {OPTION_FILE, session.input->log.path};
}

bool set_log(Session* session, const std::string& value) {
    return log_open(&session->input->log, value, std::string("# ") + VERSION_NAME + " log");
}

OptionValue describe_book(const Session& session) {
    return {OPTION_FILE, session.book.path};
}

bool set_book(Session* session, const std::string& value) {
    return !book_open(&session->book, value);
}

const char* refuse_book(const std::string& value) {
    Book book;
    return book_open(&book, value);
}

OptionValue describe_network(const Session& session) {
    return {OPTION_FILE, session.network_path};
}

// No file: the network we were built with. Nothing changes if the file is none.
bool set_network(Session* session, const std::string& value) {
    auto network = std::make_shared<Network>();
    if (!value.empty() && network_file_read(value.c_str(), network.get())) return false;
    if (value.empty()) network.reset();
    search_set_network(session->search, network ? network.get() : network_builtin());
    session->network = std::move(network);
    session->network_path = value;
    session_forget_pondered(session);
    return true;
}

const char* refuse_network(const std::string& value) {
    return network_file_read(value.c_str(), std::make_unique<Network>().get());
}

void resize_hash(Session* session) {
    search_resize(session->search, session->settings.megabytes);
    session_forget_pondered(session);
}

void change_threads(Session* session) {
    search_set_threads(session->search, session->settings.threads);
}

// The position was understood by the other rules.
void forget_uci_position(Session* session) {
    session->uci.position.clear();
}

constexpr Option OPTIONS[] = {
    spin<&Settings::megabytes, 1, TABLE_MEGABYTES_MAX>(
        "Hash", OPTION_NOT_CECP, OPTION_FOR_SEARCH,
        "hash table in MiB, at most half of the machine's memory; for hosts without `memory`",
        resize_hash),
    spin<&Settings::threads, 1, SEARCH_THREADS_MAX>("Threads", OPTION_NOT_CECP, OPTION_FOR_SEARCH,
                                                    "search threads; for hosts without `cores`",
                                                    change_threads),
    check<&Settings::ponder>("Ponder", OPTION_UCI, OPTION_FOR_MOVE),
    {"Controller", OPTION_ALL, OPTION_FOR_MOVE, describe_controller, set_controller,
     "the time controller; parameters in brackets, as in "
     "`--Controller='smooth(init-timeuse=0.7)'`; with `easy=0` obvious moves are not played faster",
     nullptr, refuse_controller},
    spin<&ControllerSettings::move_overhead_ms, 0, MOVE_OVERHEAD_MAX_MS>(
        "MoveOverhead", OPTION_ALL, OPTION_FOR_MOVE,
        "assumed overhead per move (ms) until the real one has been measured"),
    spin<&ControllerSettings::rival_drop_cp, 0, RIVAL_DROP_MAX_CP>(
        "RivalDrop", OPTION_ALL, OPTION_FOR_MOVE,
        "the score may drop by this many centipawns before overtime is played"),
    check<&ControllerSettings::rival_literal>(
        "RivalLiteral", OPTION_ALL, OPTION_FOR_MOVE,
        "1: play overtime even if both scores are clearly winning"),
    check<&ControllerSettings::opponent_clock>(
        "OpponentClock", OPTION_ALL, OPTION_FOR_MOVE,
        "1: in sudden death, move fast while the opponent has less than a third of our time"),
    check<&Settings::own_book>("OwnBook", OPTION_ALL, OPTION_FOR_NOBODY,
                               "1: play from the opening book"),
    {"BookFile", OPTION_ALL, OPTION_FOR_NOBODY, describe_book, set_book,
     "the opening book, in Polyglot's format", nullptr, refuse_book},
    check<&Settings::book_best>("BookBest", OPTION_ALL, OPTION_FOR_NOBODY,
                                "1: always play the book's heaviest move; 0: at random by weight"),
    spin<&Settings::lines, 1, LINES_MAX>("MultiPV", OPTION_ALL, OPTION_FOR_SEARCH,
                                         "number of variations to search", session_search_again),
    spin<&Settings::resign_cp, 0, RESIGN_MAX_CP>(
        "Resign", OPTION_NOT_UCI, OPTION_FOR_NOBODY,
        "resign after three moves with a score this many centipawns below 0; 0: never"),
    {"Chat", OPTION_NOT_UCI, OPTION_FOR_NOBODY, describe_chat, set_chat,
     "on a server, tell our score and variation to everyone (`kibitz`), to the observers "
     "(`whisper`) or to the opponent (`say`)"},
    {"LogFile", OPTION_ALL, OPTION_FOR_NOBODY, describe_log, set_log,
     "append every line received and sent to this file; empty: no log", nullptr, log_refusal},
    spin<&Settings::contempt_cp, 0, CONTEMPT_MAX_CP>(
        "Contempt", OPTION_NOT_UCI, OPTION_FOR_MOVE,
        "centipawns by which a draw is worse for us for every 100 points that we are rated higher "
        "(by the host's `rating`); against a stronger opponent a draw is better by as much"),
    check<&Settings::limit_strength>("LimitStrength", OPTION_NOT_UCI, OPTION_FOR_MOVE,
                                     "1: play at about the strength of `Elo`, by searching fewer "
                                     "nodes and evaluating less exactly, alike on every machine"),
    spin<&Settings::elo, STRENGTH_ELO_MIN, STRENGTH_ELO_MAX>(
        "Elo", OPTION_NOT_UCI, OPTION_FOR_MOVE,
        "roughly on the CCRL scale, measured in matches with Stockfish's skill levels; estimated "
        "below 1350 and above 2400"),
    {"EvalFile", OPTION_ALL, OPTION_FOR_SEARCH, describe_network, set_network,
     "an evaluation network made by `overtime train`; empty: the built-in one", nullptr,
     refuse_network},
    {"ClearHash", OPTION_ALL, OPTION_FOR_SEARCH, describe_button, clear_hash,
     "clear the hash table"},
    // The names that UCI prescribes.
    check<&Settings::limit_strength>("UCI_LimitStrength", OPTION_UCI, OPTION_FOR_MOVE),
    spin<&Settings::elo, STRENGTH_ELO_MIN, STRENGTH_ELO_MAX>("UCI_Elo", OPTION_UCI,
                                                             OPTION_FOR_MOVE),
    check<&UciSettings::chess960>("UCI_Chess960", OPTION_UCI, OPTION_FOR_SEARCH, nullptr,
                                  forget_uci_position),
    check<&UciSettings::show_wdl>("UCI_ShowWDL", OPTION_UCI, OPTION_FOR_NOBODY),
#ifdef OVERTIME_TUNE // every number of the search, for whatever tunes engines by their options
// Some of them bound what is kept in 16 bits.
#define ROW(NAME)                                                                                  \
    spin<&Tunables::NAME, std::min(1, 2 * Tunables{}.NAME),                                        \
         std::clamp(2 * Tunables{}.NAME, 1, INT16_MAX)>(#NAME, OPTION_ALL, OPTION_FOR_SEARCH,      \
                                                        "a number of engine/search/tunables.h"),
#include "build/tune/rows.inc"
#undef ROW
#endif
};

const Option* find(const std::string& name) {
    for (const Option& option : OPTIONS)
        if (text_lower(name) == text_lower(option.name)) return &option;
    return nullptr;
}

// Can this value be told to a host in quotes, on one short line?
bool is_speakable(const std::string& value) {
    if (value.size() > VALUE_LENGTH_MAX) return false;
    for (const char c : value)
        if (c == '"' || std::iscntrl(static_cast<unsigned char>(c))) return false;
    return true;
}

// "a /// *b": the star marks the present value.
std::string cecp_combo(const OptionValue& value) {
    std::string text;
    for (const std::string& choice : value.choices)
        text +=
            (text.empty() ? "" : " /// ") + std::string(choice == value.text ? "*" : "") + choice;
    return text;
}

// "-spin 30 0 5000"
std::string cecp_text(const OptionValue& value) {
    switch (value.kind) {
    case OPTION_CHECK:
        return "-check " + value.text;
    case OPTION_SPIN:
        return "-spin " + value.text + ' ' + std::to_string(value.least) + ' ' +
               std::to_string(value.most);
    case OPTION_COMBO:
        return "-combo " + cecp_combo(value);
    case OPTION_FILE:
        return "-file " + value.text;
    case OPTION_BUTTON:
        break;
    }
    return "-button";
}

} // namespace

std::vector<OptionRow> option_rows(const Session& session, OptionHost host) {
    std::vector<OptionRow> rows;
    for (const Option& option : OPTIONS)
        if (option.hosts & host)
            rows.push_back({option.name, option.meaning, option.describe(session)});
    return rows;
}

std::vector<std::string> option_features(const Session& session) {
    std::vector<std::string> lines;
    for (const OptionRow& row : option_rows(session, OPTION_CECP))
        lines.push_back(std::string("feature option=\"") + row.name + ' ' + cecp_text(row.value) +
                        '"');
    return lines;
}

OptionUse option_use(const std::string& name) {
    const Option* option = find(name);
    return option ? option->use : OPTION_FOR_NOBODY;
}

bool option_set(Session* session, const std::string& name, const std::string& value) {
    const Option* option = find(name);
    if (!option || !is_speakable(value) || !option->set(session, value)) return false;
    if (option->changed) option->changed(session);
    return true;
}

bool option_is_file(const Session& session, const std::string& name) {
    const Option* option = find(name);
    return option && option->describe(session).kind == OPTION_FILE;
}

bool option_is_known(const std::string& name) {
    return find(name) != nullptr;
}

const char* option_refusal(const std::string& name, const std::string& value) {
    const Option* option = find(name);
    if (!option) return "unknown option";
    const bool asked = option->refuse && is_speakable(value);
    const char* reason = asked ? option->refuse(value) : nullptr;
    return reason ? reason : "bad value";
}
