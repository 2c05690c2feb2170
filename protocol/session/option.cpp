#include "protocol/session/option.h"

#include <algorithm>

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
constexpr const char* BAD_VALUE = "bad value";

constexpr int OPTION_ALL = OPTION_CECP | OPTION_UCI | OPTION_SHELL;
constexpr int OPTION_NOT_UCI = OPTION_CECP | OPTION_SHELL;
constexpr int OPTION_NOT_CECP = OPTION_UCI | OPTION_SHELL; // CECP has a command for it

struct Option {
    const char* name; // one word: several hosts cut names at the first blank
    int hosts;        // OptionHost flags
    OptionUse use;
    OptionValue (*describe)(const Session& session);
    const char* (*set)(Session* session, const std::string& value); // nullptr or the refusal
    const char* meaning;
    void (*changed)(Session* session) = nullptr; // called after a new value
};

// Finds a setting by its member pointer.
template <typename AnySession, typename Value>
auto& setting(AnySession& session, Value Settings::*member) {
    return session.settings.*member;
}

template <typename AnySession, typename Value>
auto& setting(AnySession& session, Value ControllerSettings::*member) {
    return session.settings.timing.*member;
}

#ifdef OVERTIME_TUNE
template <typename AnySession> int& setting(AnySession&, int Tunables::*member) {
    return TUNE.*member;
}
#endif

template <auto MEMBER> OptionValue describe_check(const Session& session) {
    return {OPTION_CHECK, setting(session, MEMBER) ? "1" : "0"};
}

template <auto MEMBER> const char* set_check(Session* session, const std::string& value) {
    if (value != "0" && value != "1") return BAD_VALUE;
    setting(*session, MEMBER) = value == "1";
    return nullptr;
}

template <auto MEMBER, int LEAST, int MOST> OptionValue describe_spin(const Session& session) {
    return {OPTION_SPIN, std::to_string(setting(session, MEMBER)), LEAST, MOST};
}

template <auto MEMBER, int LEAST, int MOST>
const char* set_spin(Session* session, const std::string& value) {
    int64_t number = 0;
    if (!text_parse_integer(value, &number) || number < LEAST || number > MOST) return BAD_VALUE;
    setting(*session, MEMBER) = int(number);
    return nullptr;
}

template <auto MEMBER>
constexpr Option check(const char* name, int hosts, OptionUse use, const char* meaning = nullptr) {
    return {name, hosts, use, describe_check<MEMBER>, set_check<MEMBER>, meaning};
}

template <auto MEMBER, int LEAST, int MOST>
constexpr Option spin(const char* name, int hosts, OptionUse use, const char* meaning = nullptr,
                      void (*changed)(Session*) = nullptr) {
    return {name,    hosts,  use, describe_spin<MEMBER, LEAST, MOST>, set_spin<MEMBER, LEAST, MOST>,
            meaning, changed};
}

OptionValue describe_controller(const Session& session) {
    OptionValue value = {OPTION_COMBO, session.settings.controller->name};
    for (int i = 0; i < controllers_count(); ++i)
        if (!controllers_at(i).exact_time) // the clock selects it, not the user
            value.choices.push_back(controllers_at(i).name);
    return value;
}

// UCI ignores the case of values; the controller's parameters in brackets keep their case.
const char* set_controller(Session* session, const std::string& value) {
    const size_t end = std::min(value.find('('), value.size());
    const std::string text = text_lower(value.substr(0, end)) + value.substr(end);
    const Controller* controller = nullptr;
    ControllerSettings timing = session->settings.timing;
    const char* refusal = controllers_parse(text.c_str(), &controller, &timing);
    if (refusal) return refusal;
    session->settings.controller = controller;
    session->settings.timing = timing;
    return nullptr;
}

OptionValue describe_button(const Session&) {
    return {OPTION_BUTTON};
}

const char* clear_hash(Session* session, const std::string& value) {
    if (!value.empty()) return BAD_VALUE;
    search_new_game(session->search);
    session->pondered = {};
    return nullptr;
}

constexpr const char* CHATS[CHAT_NB] = {"off", "kibitz", "whisper", "say"};

OptionValue describe_chat(const Session& session) {
    return {OPTION_COMBO, CHATS[session.settings.chat], 0, 0, {CHATS, CHATS + CHAT_NB}};
}

const char* set_chat(Session* session, const std::string& value) {
    for (int i = 0; i < CHAT_NB; ++i) {
        if (text_lower(value) != CHATS[i]) continue;
        session->settings.chat = Chat(i);
        return nullptr;
    }
    return BAD_VALUE;
}

OptionValue describe_log(const Session& session) {
    return {OPTION_FILE, session.input->log.path};
}

const char* set_log(Session* session, const std::string& value) {
    return log_open(&session->input->log, value, std::string("# ") + VERSION_NAME + " log");
}

OptionValue describe_book(const Session& session) {
    return {OPTION_FILE, session.book.path};
}

const char* set_book(Session* session, const std::string& value) {
    return book_open(&session->book, value);
}

OptionValue describe_network(const Session& session) {
    return {OPTION_FILE, session.network_name};
}

// An empty name selects the built-in network.
const char* set_network(Session* session, const std::string& value) {
    std::shared_ptr<Network> network;
    if (!value.empty()) {
        network = std::make_shared<Network>();
        const char* refusal = network_file_read(value.c_str(), network.get());
        if (refusal) return refusal;
    }
    search_set_network(session->search, network ? network.get() : network_builtin());
    session->network = std::move(network);
    session->network_name = value;
    session->pondered = {};
    return nullptr;
}

void resize_hash(Session* session) {
    search_resize(session->search, session->settings.megabytes);
    session->pondered = {};
}

void change_threads(Session* session) {
    search_set_threads(session->search, session->settings.threads);
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
     "`--Controller='smooth(init-timeuse=0.7)'`; with `easy=0` an obvious move takes as long as "
     "any other"},
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
     "the opening book, in Polyglot's format"},
    check<&Settings::book_best>("BookBest", OPTION_ALL, OPTION_FOR_NOBODY,
                                "1: always play the book's heaviest move; 0: at random by weight"),
    spin<&Settings::lines, 1, LINES_MAX>("MultiPV", OPTION_ALL, OPTION_FOR_SEARCH,
                                         "number of variations to search"),
    spin<&Settings::resign_cp, 0, RESIGN_MAX_CP>(
        "Resign", OPTION_NOT_UCI, OPTION_FOR_NOBODY,
        "resign after three moves with a score this many centipawns below 0; 0: never"),
    {"Chat", OPTION_NOT_UCI, OPTION_FOR_NOBODY, describe_chat, set_chat,
     "on a server, tell our score and variation to everyone (`kibitz`), to the observers "
     "(`whisper`) or to the opponent (`say`)"},
    {"LogFile", OPTION_ALL, OPTION_FOR_NOBODY, describe_log, set_log,
     "append every line received and sent to this file; empty: no log"},
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
     "an evaluation network made by `overtime train`; empty: the built-in one"},
    {"ClearHash", OPTION_ALL, OPTION_FOR_SEARCH, describe_button, clear_hash,
     "clear the hash table"},
    // The UCI protocol prescribes the names of these options.
    check<&Settings::limit_strength>("UCI_LimitStrength", OPTION_UCI, OPTION_FOR_MOVE),
    spin<&Settings::elo, STRENGTH_ELO_MIN, STRENGTH_ELO_MAX>("UCI_Elo", OPTION_UCI,
                                                             OPTION_FOR_MOVE),
    check<&Settings::chess960>("UCI_Chess960", OPTION_UCI, OPTION_FOR_SEARCH),
    check<&Settings::show_wdl>("UCI_ShowWDL", OPTION_UCI, OPTION_FOR_NOBODY),
#ifdef OVERTIME_TUNE // every number of the search, for programs that tune engines by their options
// At most INT16_MAX, as some of these numbers limit values that are stored in 16 bits.
#define ROW(NAME, DEFAULT, MEANING)                                                                \
    spin<&Tunables::NAME, std::min(1, 2 * (DEFAULT)), std::clamp(2 * (DEFAULT), 1, INT16_MAX)>(    \
        #NAME, OPTION_ALL, OPTION_FOR_SEARCH, MEANING),
    TUNABLES(ROW)
#undef ROW
#endif
};

const Option* find(const std::string& name) {
    for (const Option& option : OPTIONS)
        if (text_lower(name) == text_lower(option.name)) return &option;
    return nullptr;
}

// Whether the value can be sent to a host: in quotes, on one line.
bool is_sendable(const std::string& value) {
    if (value.size() > VALUE_LENGTH_MAX) return false;
    for (const char c : value)
        if (c == '"' || std::iscntrl(static_cast<unsigned char>(c))) return false;
    return true;
}

} // namespace

std::vector<OptionRow> option_rows(const Session& session, OptionHost host) {
    std::vector<OptionRow> rows;
    for (const Option& option : OPTIONS)
        if (option.hosts & host)
            rows.push_back({option.name, option.meaning, option.describe(session)});
    return rows;
}

OptionUse option_use(const std::string& name) {
    const Option* option = find(name);
    return option ? option->use : OPTION_UNKNOWN;
}

const char* option_set(Session* session, const std::string& name, const std::string& value) {
    const Option* option = find(name);
    if (!option) return "unknown option";
    const char* refusal = is_sendable(value) ? option->set(session, value) : BAD_VALUE;
    if (!refusal && option->changed) option->changed(session);
    return refusal;
}

bool option_is_file(const Session& session, const std::string& name) {
    const Option* option = find(name);
    return option && option->describe(session).kind == OPTION_FILE;
}
