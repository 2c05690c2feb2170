#include "protocol/option.h"

#include <cctype>

#include "engine/strength.h"
#include "protocol/network_file.h"
#include "protocol/parse.h"
#include "protocol/reply.h"

namespace {

constexpr int MOVE_OVERHEAD_MAX_MS = 5000;
constexpr int LINES_MAX = 64;
constexpr int RESIGN_MAX_CP = 10000;
constexpr int CONTEMPT_MAX_CP = 50;

constexpr int OPTION_ALL = OPTION_CECP | OPTION_UCI | OPTION_SHELL;
constexpr int OPTION_NOT_UCI = OPTION_CECP | OPTION_SHELL;
constexpr int OPTION_NOT_CECP = OPTION_UCI | OPTION_SHELL; // CECP has a command for it

struct Option {
    const char* name; // one word: several hosts cut names at the first blank
    int hosts;        // who is told of it
    OptionUse use;
    std::string (*describe)(const Session& session); // "-spin 30 0 5000" with the present value
    bool (*set)(Session* session, const std::string& value);
    const char* (*refuse)(const std::string& value) = nullptr; // why a value is none
};

std::string describe_spin(int64_t value, int least, int most) {
    return "-spin " + std::to_string(value) + ' ' + std::to_string(least) + ' ' +
           std::to_string(most);
}

bool parse_spin(const std::string& text, int least, int most, int* value) {
    int64_t number = 0;
    if (!parse_integer(text, &number) || number < least || number > most) return false;
    *value = int(number);
    return true;
}

std::string describe_check(bool value) {
    return value ? "-check 1" : "-check 0";
}

bool parse_check(const std::string& text, bool* value) {
    if (text != "0" && text != "1") return false;
    *value = text == "1";
    return true;
}

std::string describe_controller(const Session& session) {
    std::string text = "-combo";
    const char* separator = " ";
    for (int i = 0; i < controllers_count(); ++i) {
        const Controller& controller = controllers_at(i);
        if (controller.exact_time) continue; // the clock chooses it, not the user
        text += separator;
        if (&controller == session.settings.controller) text += '*';
        text += controller.name;
        separator = " /// ";
    }
    return text;
}

bool set_controller(Session* session, const std::string& value) {
    const Controller* controller = nullptr;
    ControllerSettings timing = session->settings.timing;
    if (controllers_parse(value.c_str(), &controller, &timing) || controller->exact_time)
        return false;
    session->settings.controller = controller;
    session->settings.timing = timing;
    return true;
}

std::string describe_overhead(const Session& session) {
    return describe_spin(session.settings.timing.move_overhead_ms, 0, MOVE_OVERHEAD_MAX_MS);
}

bool set_overhead(Session* session, const std::string& value) {
    int overhead_ms = 0;
    if (!parse_spin(value, 0, MOVE_OVERHEAD_MAX_MS, &overhead_ms)) return false;
    session->settings.timing.move_overhead_ms = overhead_ms;
    return true;
}

std::string describe_drop(const Session& session) {
    return describe_spin(session.settings.timing.rival_drop_cp, 0, RIVAL_DROP_MAX_CP);
}

bool set_drop(Session* session, const std::string& value) {
    return parse_spin(value, 0, RIVAL_DROP_MAX_CP, &session->settings.timing.rival_drop_cp);
}

std::string describe_literal(const Session& session) {
    return describe_check(session.settings.timing.rival_literal);
}

bool set_literal(Session* session, const std::string& value) {
    return parse_check(value, &session->settings.timing.rival_literal);
}

std::string describe_opponent_clock(const Session& session) {
    return describe_check(session.settings.timing.opponent_clock);
}

bool set_opponent_clock(Session* session, const std::string& value) {
    return parse_check(value, &session->settings.timing.opponent_clock);
}

std::string describe_lines(const Session& session) {
    return describe_spin(session.settings.lines, 1, LINES_MAX);
}

bool set_lines(Session* session, const std::string& value) {
    if (!parse_spin(value, 1, LINES_MAX, &session->settings.lines)) return false;
    session_search_again(session);
    return true;
}

std::string describe_resign(const Session& session) {
    return describe_spin(session.settings.resign_cp, 0, RESIGN_MAX_CP);
}

bool set_resign(Session* session, const std::string& value) {
    return parse_spin(value, 0, RESIGN_MAX_CP, &session->settings.resign_cp);
}

std::string describe_contempt(const Session& session) {
    return describe_spin(session.settings.contempt_cp, 0, CONTEMPT_MAX_CP);
}

bool set_contempt(Session* session, const std::string& value) {
    return parse_spin(value, 0, CONTEMPT_MAX_CP, &session->settings.contempt_cp);
}

std::string describe_limit(const Session& session) {
    return describe_check(session.settings.limit_strength);
}

bool set_limit(Session* session, const std::string& value) {
    return parse_check(value, &session->settings.limit_strength);
}

std::string describe_elo(const Session& session) {
    return describe_spin(session.settings.elo, STRENGTH_ELO_MIN, STRENGTH_ELO_MAX);
}

bool set_elo(Session* session, const std::string& value) {
    return parse_spin(value, STRENGTH_ELO_MIN, STRENGTH_ELO_MAX, &session->settings.elo);
}

std::string describe_button(const Session&) {
    return "-button";
}

bool clear_hash(Session* session, const std::string& value) {
    if (!value.empty()) return false;
    search_new_game(session->search);
    return true;
}

constexpr const char* CHATS[CHAT_NB] = {"off", "kibitz", "whisper", "say"};

std::string describe_chat(const Session& session) {
    std::string text = "-combo";
    for (int i = 0; i < CHAT_NB; ++i) {
        text += i > 0 ? " /// " : " ";
        if (i == session.settings.chat) text += '*';
        text += CHATS[i];
    }
    return text;
}

bool set_chat(Session* session, const std::string& value) {
    for (int i = 0; i < CHAT_NB; ++i) {
        if (value != CHATS[i]) continue;
        session->settings.chat = Chat(i);
        return true;
    }
    return false;
}

std::string describe_log(const Session& session) {
    return "-file " + session.input->log.path;
}

bool set_log(Session* session, const std::string& value) {
    return log_open(&session->input->log, value, std::string("# ") + REPLY_NAME + " log");
}

std::string describe_book(const Session& session) {
    return "-file " + session.book.path;
}

bool set_book(Session* session, const std::string& value) {
    return log_is_speakable(value) && !book_open(&session->book, value);
}

std::string describe_own_book(const Session& session) {
    return describe_check(session.settings.own_book);
}

bool set_own_book(Session* session, const std::string& value) {
    return parse_check(value, &session->settings.own_book);
}

std::string describe_book_best(const Session& session) {
    return describe_check(session.settings.book_best);
}

bool set_book_best(Session* session, const std::string& value) {
    return parse_check(value, &session->settings.book_best);
}

std::string describe_hash(const Session& session) {
    return describe_spin(session.settings.megabytes, 1, TABLE_MEGABYTES_MAX);
}

bool set_hash(Session* session, const std::string& value) {
    if (!parse_spin(value, 1, TABLE_MEGABYTES_MAX, &session->settings.megabytes)) return false;
    search_resize(session->search, session->settings.megabytes);
    return true;
}

std::string describe_threads(const Session& session) {
    return describe_spin(session.settings.threads, 1, SEARCH_THREADS_MAX);
}

bool set_threads(Session* session, const std::string& value) {
    if (!parse_spin(value, 1, SEARCH_THREADS_MAX, &session->settings.threads)) return false;
    search_set_threads(session->search, session->settings.threads);
    return true;
}

std::string describe_ponder(const Session& session) {
    return describe_check(session.settings.ponder);
}

bool set_ponder(Session* session, const std::string& value) {
    return parse_check(value, &session->settings.ponder);
}

std::string describe_chess960(const Session& session) {
    return describe_check(session.uci.chess960);
}

bool set_chess960(Session* session, const std::string& value) {
    session->uci.position.clear(); // it was understood by the other rules
    return parse_check(value, &session->uci.chess960);
}

std::string describe_wdl(const Session& session) {
    return describe_check(session.uci.show_wdl);
}

bool set_wdl(Session* session, const std::string& value) {
    return parse_check(value, &session->uci.show_wdl);
}

std::string describe_network(const Session& session) {
    return "-file " + session.network_path;
}

// No file: the network we were built with. Nothing changes if the file is none.
bool set_network(Session* session, const std::string& value) {
    auto network = std::make_shared<Network>();
    if (!value.empty() && network_file_read(value.c_str(), network.get())) return false;
    if (value.empty()) network.reset();
    search_set_network(session->search, network ? network.get() : network_builtin());
    session->network = std::move(network);
    session->network_path = value;
    return true;
}

const char* refuse_network(const std::string& value) {
    return network_file_read(value.c_str(), std::make_unique<Network>().get());
}

const Option OPTIONS[] = {
    {"Hash", OPTION_NOT_CECP, OPTION_FOR_SEARCH, describe_hash, set_hash},
    {"Threads", OPTION_NOT_CECP, OPTION_FOR_SEARCH, describe_threads, set_threads},
    {"Ponder", OPTION_UCI, OPTION_FOR_MOVE, describe_ponder, set_ponder},
    {"Controller", OPTION_ALL, OPTION_FOR_MOVE, describe_controller, set_controller},
    {"MoveOverhead", OPTION_ALL, OPTION_FOR_MOVE, describe_overhead, set_overhead},
    {"RivalDrop", OPTION_ALL, OPTION_FOR_MOVE, describe_drop, set_drop},
    {"RivalLiteral", OPTION_ALL, OPTION_FOR_MOVE, describe_literal, set_literal},
    {"OpponentClock", OPTION_ALL, OPTION_FOR_MOVE, describe_opponent_clock, set_opponent_clock},
    {"OwnBook", OPTION_ALL, OPTION_FOR_NOBODY, describe_own_book, set_own_book},
    {"BookFile", OPTION_ALL, OPTION_FOR_NOBODY, describe_book, set_book},
    {"BookBest", OPTION_ALL, OPTION_FOR_NOBODY, describe_book_best, set_book_best},
    {"MultiPV", OPTION_ALL, OPTION_FOR_SEARCH, describe_lines, set_lines},
    {"Resign", OPTION_NOT_UCI, OPTION_FOR_NOBODY, describe_resign, set_resign},
    {"Chat", OPTION_NOT_UCI, OPTION_FOR_NOBODY, describe_chat, set_chat},
    {"LogFile", OPTION_ALL, OPTION_FOR_NOBODY, describe_log, set_log},
    {"Contempt", OPTION_NOT_UCI, OPTION_FOR_MOVE, describe_contempt, set_contempt},
    {"LimitStrength", OPTION_NOT_UCI, OPTION_FOR_MOVE, describe_limit, set_limit},
    {"Elo", OPTION_NOT_UCI, OPTION_FOR_MOVE, describe_elo, set_elo},
    {"EvalFile", OPTION_ALL, OPTION_FOR_SEARCH, describe_network, set_network, refuse_network},
    {"ClearHash", OPTION_ALL, OPTION_FOR_SEARCH, describe_button, clear_hash},
    // The names that UCI prescribes.
    {"UCI_LimitStrength", OPTION_UCI, OPTION_FOR_MOVE, describe_limit, set_limit},
    {"UCI_Elo", OPTION_UCI, OPTION_FOR_MOVE, describe_elo, set_elo},
    {"UCI_Chess960", OPTION_UCI, OPTION_FOR_SEARCH, describe_chess960, set_chess960},
    {"UCI_ShowWDL", OPTION_UCI, OPTION_FOR_NOBODY, describe_wdl, set_wdl},
};

bool same_name(const std::string& a, const char* b) {
    for (const char c : a) {
        if (std::tolower(static_cast<unsigned char>(c)) !=
            std::tolower(static_cast<unsigned char>(*b)))
            return false;
        ++b;
    }
    return *b == '\0';
}

const Option* find(const std::string& name) {
    for (const Option& option : OPTIONS)
        if (same_name(name, option.name)) return &option;
    return nullptr;
}

} // namespace

std::vector<std::string> option_texts(const Session& session, OptionHost host) {
    std::vector<std::string> texts;
    for (const Option& option : OPTIONS)
        if (option.hosts & host)
            texts.push_back(std::string(option.name) + ' ' + option.describe(session));
    return texts;
}

std::vector<std::string> option_features(const Session& session) {
    std::vector<std::string> lines = option_texts(session, OPTION_CECP);
    for (std::string& line : lines) line = "feature option=\"" + line + '"';
    return lines;
}

OptionUse option_use(const std::string& name) {
    const Option* option = find(name);
    return option ? option->use : OPTION_FOR_NOBODY;
}

OptionOutcome option_set(Session* session, const std::string& name, const std::string& value) {
    const Option* option = find(name);
    if (!option) return OPTION_UNKNOWN;
    return option->set(session, value) ? OPTION_SET : OPTION_BAD_VALUE;
}

const char* option_refusal(const std::string& name, const std::string& value) {
    const Option* option = find(name);
    if (!option) return "unknown option";
    const char* reason = option->refuse ? option->refuse(value) : nullptr;
    return reason ? reason : "bad value";
}
