// Worked examples: the plans of every controller for the same clocks.
#pragma once

#include <string>

#include <doctest/doctest.h>

#include "test/timing/facts.h"
#include "timing/controller.h"

struct Example {
    const char* name;
    int64_t own_ms, increment_ms;
    int moves_to_go, game_ply;
    int64_t lag_ms, base_ms, opponent_ms;
    Budget rival; // after the guard; all other plans are before the guard
    Budget page, rival_1996;
    int64_t mediocre_ms;
    Budget soft_hard;  // without counting the moves to go
    int64_t smooth_ms; // with tree reuse 0.5 and time use 0.7
};

// clang-format off
inline constexpr Example EXAMPLES[] = {
    {"the page's game, 27 moves left",
     407000, 0, 27, 66, 30, 900000, CLOCK_UNKNOWN,
     {11192, 26155}, {11305, 26379}, {11222, 26185}, 10175, {10175, 20350}, 43068},
    {"the same clock, 22 left",
     407000, 0, 22, 76, 30, 900000, CLOCK_UNKNOWN,
     {13742, 32106}, {13875, 32375}, {13772, 32136}, 10175, {10175, 20350}, 52857},
    {"40/5:00, start",
     300000, 0, 40, 0, 30, 300000, CLOCK_UNKNOWN,
     {5538, 12963}, {5625, 13125}, {5568, 12993}, 7500, {7500, 15000}, 21428},
    {"40/5:00, two to go",
     20000, 0, 2, 76, 30, 300000, CLOCK_UNKNOWN,
     {7095, 14220}, {7500, 17500}, {6375, 14875}, 500, {500, 1000}, 6000},
    {"40/5:00, last move",
     8000, 0, 1, 78, 30, 300000, CLOCK_UNKNOWN,
     {5670, 7570}, {6000, 14000}, {3750, 5000}, 200, {200, 400}, 2400},
    {"40/4 s, start",
     4000, 0, 40, 0, 10, 4000, CLOCK_UNKNOWN,
     {61, 156}, {75, 175}, {18, 43}, 100, {100, 200}, 285},
    {"5+0, start",
     300000, 0, 0, 0, 30, 300000, 300000,
     {3704, 7439}, {3749, 0}, {7500, 11250}, 7500, {7500, 15000}, 16643},
    {"5+0, before ply 60",
     120000, 0, 0, 58, 30, 300000, 120000,
     {5368, 10767}, {5453, 0}, {4800, 7200}, 3000, {3000, 6000}, 15063},
    {"5+0, at ply 60",
     112000, 0, 0, 60, 30, 300000, 112000,
     {2739, 5508}, {2799, 0}, {4480, 6720}, 2800, {2800, 5600}, 14659},
    {"5+0, ply 98",
     30000, 0, 0, 98, 30, 300000, 30000,
     {1408, 2847}, {14987, 0}, {1200, 1800}, 750, {750, 1500}, 4285},
    {"5+0, low",
     9000, 0, 0, 110, 30, 300000, 9000,
     {91, 91}, {0, 0}, {360, 540}, 225, {225, 450}, 1285},
    {"1+0, nearly gone",
     600, 0, 0, 140, 30, 60000, 600,
     {1, 1}, {0, 0}, {200, 300}, 15, {15, 30}, 85},
    {"2+12, start",
     120000, 12000, 0, 0, 30, 120000, CLOCK_UNKNOWN,
     {23970, 47970}, {24000, 48000}, {15142, 40000}, 9000, {6600, 13200}, 36000},
    {"2+12, later",
     25000, 12000, 0, 40, 30, 120000, CLOCK_UNKNOWN,
     {12398, 12398}, {12000, 0}, {12428, 8333}, 6625, {4225, 8450}, 7500},
    {"2+12, low",
     6000, 12000, 0, 90, 30, 120000, CLOCK_UNKNOWN,
     {4500, 4800}, {12000, 0}, {9000, 0}, 5500, {3750, 7500}, 1800},
    {"3+2, start",
     180000, 2000, 0, 0, 30, 180000, CLOCK_UNKNOWN,
     {6827, 27398}, {4000, 8000}, {6857, 27428}, 5500, {5100, 10200}, 15589},
    {"15+1",
     880000, 1000, 0, 20, 30, 900000, CLOCK_UNKNOWN,
     {25827, 103398}, {2000, 4000}, {25857, 103428}, 22500, {22300, 44600}, 63373},
    {"10 s + 0.1 s",
     10100, 100, 0, 0, 25, 10000, CLOCK_UNKNOWN,
     {339, 1434}, {100, 0}, {102, 411}, 302, {282, 565}, 840},
    {"1 s + 0.01 s, start",
     1010, 10, 0, 0, 5, 1000, CLOCK_UNKNOWN,
     {31, 140}, {10, 0}, {7, 0}, 30, {28, 56}, 84},
    {"1 s + 0.01 s, later",
     300, 10, 0, 60, 5, 1000, CLOCK_UNKNOWN,
     {15, 59}, {10, 0}, {7, 0}, 12, {10, 21}, 66},
    {"`time 0`",
     0, 0, 0, 80, 30, 300000, CLOCK_UNKNOWN,
     {1, 1}, {0, 0}, {200, 300}, 100, {0, 0}, 0},
};
// clang-format on

inline ClockFacts example_facts(const Example& example) {
    ClockFacts facts = facts_make(example.own_ms, example.increment_ms, example.moves_to_go);
    facts.opponent_ms = example.opponent_ms;
    facts.base_ms = example.base_ms;
    facts.game_ply = example.game_ply;
    facts.lag_ms = example.lag_ms;
    return facts;
}

/// Returns the facts of an example. Ends the test if no example has that name.
inline ClockFacts example_named(const std::string& name) {
    for (const Example& example : EXAMPLES)
        if (name == example.name) return example_facts(example);
    FAIL("no example: " << name);
    return {};
}
