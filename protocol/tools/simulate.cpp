#include "protocol/tools/tools.h"

#include <cstdio>
#include <string>
#include <vector>

#include "protocol/io/text.h"
#include "protocol/tools/flags.h"
#include "timing/controllers.h"
#include "timing/simulate.h"

namespace {

constexpr double GAMES_DEFAULT = 1000, SEED_DEFAULT = 1;
constexpr double LAG_MAX_MS = 60000, PERCENT_MAX = 100;
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
    for (const std::string& part : text_split(value, ',')) {
        Control control = {};
        control.text = part;
        if (!text_parse_control(control.text, &control.moves, &control.base_ms,
                                &control.increment_ms))
            return false;
        order->controls.push_back(control);
    }
    return true;
}

// Returns nullptr, or why the value names no controller.
const char* set_controllers(Order* order, const std::string& value) {
    for (int i = 0; value == "all" && i < controllers_count(); ++i)
        if (!controllers_at(i).exact_time) order->controllers.push_back(&controllers_at(i));
    if (value == "all") return nullptr;
    const Controller* controller = nullptr;
    const char* why = controllers_parse(value.c_str(), &controller, &order->settings.timing);
    if (!why) order->controllers.push_back(controller);
    return why;
}

// Returns 0, or the exit status after reporting an error.
int read_order(int count, char** words, Order* order) {
    SimulateSettings* settings = &order->settings;
    std::string controls = CONTROLS_DEFAULT, controller = "all";
    double games = GAMES_DEFAULT, lag = 0, late = 0, spikes = 0, seed = SEED_DEFAULT;
    std::vector<const char*> others;
    const int status = flags_read(count, words,
                                  {flags_text("--tc", &controls),
                                   flags_text("--controller", &controller),
                                   {"--games", 1, SIMULATE_GAMES_MAX, true, &games},
                                   {"--lag", 0, LAG_MAX_MS, true, &lag},
                                   {"--late", 0, LAG_MAX_MS, true, &late},
                                   {"--spikes", 0, PERCENT_MAX, true, &spikes},
                                   {"--seed", 0, FLAGS_SEED_MAX, true, &seed},
                                   flags_given("--whole-seconds", &settings->whole_seconds),
                                   flags_given("--csv", &order->csv)},
                                  &others);
    if (status != 0) return status;
    if (!others.empty()) return flags_fail("too many words", others[0]);
    if (!set_controls(order, controls)) return flags_fail("not a time control", controls.c_str());
    if (const char* why = set_controllers(order, controller))
        return flags_fail(why, controller.c_str());
    settings->games = int(games);
    settings->lag_ms = int64_t(lag);
    settings->late_ms = int64_t(late);
    settings->spike_percent = int(spikes);
    settings->seed = uint64_t(seed);
    return 0;
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
    for (const int64_t number :
         {result.flags, result.hopeless, result.overruns, result.resolved, result.thought_ms,
          result.longest_ms, result.easy, settings.late_ms})
        std::printf(",%lld", static_cast<long long>(number));
    std::puts("");
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
        std::printf("%d games each of %d to %d moves, lag %lld ms, late by %lld ms, %d%% "
                    "spikes, seed %llu; left: parts of the base on the clock\nafter own move 20, "
                    "40, 60, 80; hopeless: lost "
                    "to the lag alone\n\n%-12s %-11s %5s %5s %5s %5s %6s %8s %6s %9s %8s %10s\n",
                    order.settings.games, SIMULATE_MOVES_LEAST, SIMULATE_MOVES_MOST,
                    static_cast<long long>(order.settings.lag_ms),
                    static_cast<long long>(order.settings.late_ms), order.settings.spike_percent,
                    static_cast<unsigned long long>(order.settings.seed), "control", "controller",
                    "20", "40", "60", "80", "flags", "hopeless", "easy", "overruns", "resolved",
                    "longest, s");
}

} // namespace

int tool_simulate(Session* session, int count, char** words) {
    Order order = {};
    order.settings.timing = session->settings.timing;
    if (const int status = read_order(count, words, &order)) return status;
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
