#include "timing/record.h"

#include <cstring>

#include <doctest/doctest.h>

// The example of Rival's page: 407 s for 27 moves, a queen in danger at depth 9.
static MoveRecord recorder_example() {
    MoveRecord record = {};
    record.controller = "rival";
    record.facts.kind = CLOCK_LEVEL;
    record.facts.own_ms = 407000;
    record.facts.opponent_ms = CLOCK_UNKNOWN;
    record.facts.moves_to_go = 27;
    record.facts.lag_ms = 30;
    record.budget = {11192, 26155};
    record.used_ms = 19840;
    record.stop = STOP_RESOLVED;
    record.overrun = {true, true, 110, 112, 9, 9, 4};
    record.lag_ms = 12;
    return record;
}

TEST_CASE("record: the line of a move in overtime") {
    CHECK(record_line(recorder_example()) ==
          "tm rival T=407000 I=0 M=27 N=11192 E=26155 used=19840 stop=resolved drop=112@d9 "
          "resolved=d9/4 G=30 lag=12 O=-");
}

TEST_CASE("record: the line of a move with an unresolved drop, and of one without a drop") {
    MoveRecord record = recorder_example();
    record.facts.increment_ms = 12000;
    record.facts.opponent_ms = 398000;
    record.stop = STOP_EXTEND;
    record.overrun.resolved_depth = 0;
    CHECK(record_line(record) ==
          "tm rival T=407000 I=12000 M=27 N=11192 E=26155 used=19840 stop=extend drop=112@d9 "
          "resolved=- G=30 lag=12 O=398000");
    record.controller = "fixed";
    record.stop = STOP_ST;
    record.overrun = {};
    CHECK(record_line(record) ==
          "tm fixed T=407000 I=12000 M=27 N=11192 E=26155 used=19840 stop=st drop=- "
          "resolved=- G=30 lag=12 O=398000");
}

TEST_CASE("record: overtime by a fail low is written `low`, without a number") {
    MoveRecord record = recorder_example();
    record.overrun.fallen = false;
    record.overrun.drop_cp = 50; // the score of its re-search is acceptable
    CHECK(record_line(record) ==
          "tm rival T=407000 I=0 M=27 N=11192 E=26155 used=19840 stop=resolved drop=low@d9 "
          "resolved=d9/4 G=30 lag=12 O=-");
}

TEST_CASE("record: every stop reason has a word") {
    const char* const words[] = {"none", "normal",    "resolved", "extend", "iteration",
                                 "only", "easy",      "mate",     "depth",  "nodes",
                                 "st",   "ponderhit", "now",      "abort"};
    for (int reason = STOP_NONE; reason <= STOP_ABORT; ++reason)
        CHECK(std::strcmp(stop_reason_name(static_cast<StopReason>(reason)), words[reason]) == 0);
}
