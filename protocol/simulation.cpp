#include "protocol/simulation.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "protocol/parse.h"
#include "protocol/words.h"
#include "timing/controllers.h"
#include "timing/simulate.h"

namespace {

constexpr int GAMES_DEFAULT = 1000;
constexpr int64_t LAG_MAX_MS = 60000;
constexpr int64_t PERCENT_MAX = 100;
constexpr const char* CONTROLS_DEFAULT = "300+0,10+0.1,180+2,900+1,40/300";

struct Control {
    std::string text;
    int moves;
    int64_t base_ms, increment_ms;
};

struct Order {
    std::vector<Control> controls;
    std::vector<const Controller*> controllers;
    bool csv;
    SimulateSettings settings;
};

bool set_controls(Order* order, const std::string& value) {
    order->controls.clear();
    for (size_t start = 0; start <= value.size();) {
        const size_t comma = std::min(value.find(',', start), value.size());
        Control control = {};
        control.text = value.substr(start, comma - start);
        if (!parse_control(control.text, &control.moves, &control.base_ms, &control.increment_ms))
            return false;
        order->controls.push_back(control);
        start = comma + 1;
    }
    return true;
}

bool set_controllers(Order* order, const std::string& value) {
    order->controllers.clear();
    for (int i = 0; value == "all" && i < controllers_count(); ++i)
        if (!controllers_at(i).exact_time) order->controllers.push_back(&controllers_at(i));
    if (value == "all") return true;
    const Controller* controller = nullptr;
    if (controllers_parse(value.c_str(), &controller, &order->settings.timing)) return false;
    order->controllers.push_back(controller);
    return !controller->exact_time;
}

bool set_number(const std::string& value, int64_t least, int64_t most, int64_t* number) {
    return parse_integer(value, number) && *number >= least && *number <= most;
}

bool set_games(Order* order, const std::string& value) {
    int64_t games = 0;
    if (!set_number(value, 1, SIMULATE_GAMES_MAX, &games)) return false;
    order->settings.games = int(games);
    return true;
}

bool set_lag(Order* order, const std::string& value) {
    return set_number(value, 0, LAG_MAX_MS, &order->settings.lag_ms);
}

bool set_late(Order* order, const std::string& value) {
    return set_number(value, 0, LAG_MAX_MS, &order->settings.late_ms);
}

bool set_spikes(Order* order, const std::string& value) {
    int64_t percent = 0;
    if (!set_number(value, 0, PERCENT_MAX, &percent)) return false;
    order->settings.spike_percent = int(percent);
    return true;
}

bool set_seed(Order* order, const std::string& value) {
    int64_t seed = 0;
    if (!set_number(value, 0, INT64_MAX, &seed)) return false;
    order->settings.seed = uint64_t(seed);
    return true;
}

struct Word {
    const char* name;
    bool (*set)(Order* order, const std::string& value);
};

const Word WORDS[] = {
    {"--controller", set_controllers},
    {"--tc", set_controls},
    {"--games", set_games},
    {"--lag", set_lag},
    {"--late", set_late},
    {"--spikes", set_spikes},
    {"--seed", set_seed},
};

// Without a value.
bool set_flag(Order* order, const std::string& word) {
    if (word == "--csv")
        order->csv = true;
    else if (word == "--whole-seconds")
        order->settings.whole_seconds = true;
    else
        return false;
    return true;
}

const Word* find_word(const std::string& name) {
    for (const Word& word : WORDS)
        if (name == word.name) return &word;
    return nullptr;
}

// The word that is not understood, nullptr if all are.
const char* read_words(Order* order, int count, char** words) {
    std::string value;
    for (int i = 0; i < count; ++i) {
        if (set_flag(order, words[i])) continue;
        const Word* known = find_word(parse_flag_name(words[i]));
        if (!known || !parse_flag_value(count, words, &i, &value) || !known->set(order, value))
            return words[i];
    }
    return nullptr;
}

double left(const SimulateResult& result, int look) {
    const int64_t games = result.left_games[look];
    return games ? double(result.left_sum[look]) / double(games) / 1000 : 0;
}

double percent(int64_t part, int64_t whole) {
    return whole ? 100 * double(part) / double(whole) : 0;
}

void print_csv(const Order& order, const Control& control, const Controller& controller,
               const SimulateResult& result) {
    const SimulateSettings& settings = order.settings;
    std::printf("%s,%s,%lld,%d,%llu,%lld,%lld", control.text.c_str(), controller.name,
                static_cast<long long>(settings.lag_ms), settings.spike_percent,
                static_cast<unsigned long long>(settings.seed),
                static_cast<long long>(result.games), static_cast<long long>(result.moves));
    for (int look = 0; look < SIMULATE_LOOKS; ++look) std::printf(",%.3f", left(result, look));
    std::printf(",%lld,%lld,%lld,%lld,%lld,%lld,%lld,%lld\n", static_cast<long long>(result.flags),
                static_cast<long long>(result.hopeless), static_cast<long long>(result.overruns),
                static_cast<long long>(result.resolved), static_cast<long long>(result.thought_ms),
                static_cast<long long>(result.longest_ms), static_cast<long long>(result.easy),
                static_cast<long long>(settings.late_ms));
}

void print_row(const Control& control, const Controller& controller, const SimulateResult& result) {
    std::printf("%-12s %-11s", control.text.c_str(), controller.name);
    for (int look = 0; look < SIMULATE_LOOKS; ++look) std::printf(" %5.2f", left(result, look));
    std::printf(" %6lld %8lld %5.1f%% %8.1f%% %7.0f%% %10.2f\n",
                static_cast<long long>(result.flags), static_cast<long long>(result.hopeless),
                percent(result.easy, result.moves), percent(result.overruns, result.moves),
                percent(result.resolved, result.overruns), double(result.longest_ms) / 1000);
}

void print_head(const Order& order) {
    if (order.csv)
        std::puts("control,controller,lag_ms,spike_percent,seed,games,moves,left20,left40,left60,"
                  "left80,flags,hopeless,overruns,resolved,thought_ms,longest_ms,easy,late_ms");
    else
        std::printf("%d games each of 40 to 200 moves, lag %lld ms, late by %lld ms, %d%% "
                    "spikes, seed %llu; left: parts of the base on the clock\nafter own move 20, "
                    "40, 60, 80; hopeless: lost "
                    "to the lag alone\n\n%-12s %-11s %5s %5s %5s %5s %6s %8s %6s %9s %8s %10s\n",
                    order.settings.games, static_cast<long long>(order.settings.lag_ms),
                    static_cast<long long>(order.settings.late_ms), order.settings.spike_percent,
                    static_cast<unsigned long long>(order.settings.seed), "control", "controller",
                    "20", "40", "60", "80", "flags", "hopeless", "easy", "overruns", "resolved",
                    "longest, s");
}

} // namespace

int simulation_run(Session* session, int count, char** words) {
    Order order = {};
    order.settings.timing = session->settings.timing;
    order.settings.games = GAMES_DEFAULT;
    order.settings.seed = 1;
    set_controls(&order, CONTROLS_DEFAULT);
    set_controllers(&order, "all");
    const char* wrong = read_words(&order, count, words);
    if (wrong) return words_fail("simulate does not understand", wrong);
    print_head(order);
    for (const Control& control : order.controls) {
        for (const Controller* controller : order.controllers) {
            order.settings.controller = controller;
            order.settings.moves_per_session = control.moves;
            order.settings.base_ms = control.base_ms;
            order.settings.increment_ms = control.increment_ms;
            const SimulateResult result = simulate_run(order.settings);
            if (order.csv)
                print_csv(order, control, *controller, result);
            else
                print_row(control, *controller, result);
            std::fflush(stdout);
        }
    }
    return 0;
}
