#include "timing/clock.h"

#include <cstdint>
#include <initializer_list>

#include <doctest/doctest.h>

#include "timing/stopwatch.h"

static int clock_moves_to_go(const Clock& clock) {
    return clock_facts(clock, 0).moves_to_go;
}

static Clock clock_with_level(int moves, int64_t base_ms, int64_t increment_ms) {
    Clock clock = clock_make();
    clock_set_level(&clock, moves, base_ms, increment_ms);
    return clock;
}

static void clock_make_moves(Clock* clock, int count) {
    for (int i = 0; i < count; ++i) clock_own_move_made(clock, 0);
}

TEST_CASE("clock: untimed until the host sets it") {
    const ClockFacts facts = clock_facts(clock_make(), 3);
    CHECK(facts.kind == CLOCK_UNTIMED);
    CHECK(facts.move_time_ms == 5000);
    CHECK(facts.own_ms == 0);
    CHECK_FALSE(facts.own_known);
    CHECK(facts.opponent_ms == CLOCK_UNKNOWN);
    CHECK(facts.moves_to_go == 0);
    CHECK(facts.game_ply == 3);
}

TEST_CASE("clock: level sets base, increment and moves to go") {
    const ClockFacts facts = clock_facts(clock_with_level(40, 300000, 2000), 0);
    CHECK(facts.kind == CLOCK_LEVEL);
    CHECK(facts.own_ms == 300000);
    CHECK_FALSE(facts.own_known);
    CHECK(facts.base_ms == 300000);
    CHECK(facts.increment_ms == 2000);
    CHECK(facts.moves_to_go == 40);
}

TEST_CASE("clock: only level 0 0 0 is untimed") {
    CHECK(clock_with_level(0, 0, 0).kind == CLOCK_UNTIMED);
    CHECK(clock_with_level(0, 0, 0).move_time_ms == CLOCK_UNTIMED_MOVE_MS);
    CHECK(clock_with_level(0, 0, 12000).kind == CLOCK_LEVEL);
    CHECK(clock_with_level(0, 0, 12000).own_ms == 0);
    CHECK(clock_with_level(40, 0, 0).kind == CLOCK_LEVEL);
    CHECK(clock_with_level(0, -300000, 0).kind == CLOCK_LEVEL);
}

TEST_CASE("clock: in an untimed game the 10 ms reading that XBoard sends is ignored") {
    Clock clock = clock_with_level(0, 0, 0);
    clock_set_own(&clock, 10);
    CHECK(clock_facts(clock, 0).move_time_ms == 5000);
    CHECK_FALSE(clock_facts(clock, 0).own_known);
    clock_own_move_made(&clock, 5000);
    CHECK(clock.own_ms == CLOCK_UNKNOWN);
}

TEST_CASE("clock: after level 0 0 0 a real reading makes the clock timed, until the next game") {
    Clock clock = clock_with_level(0, 0, 0);
    clock_set_own(&clock, 500);
    ClockFacts facts = clock_facts(clock, 0);
    CHECK(facts.kind == CLOCK_LEVEL);
    CHECK(facts.own_ms == 500);
    CHECK(facts.base_ms == 500);
    CHECK(facts.own_known);
    clock_own_move_made(&clock, 300);
    CHECK(clock_facts(clock, 2).own_ms == 200);
    clock_set_own(&clock, 10); // little time left, but timed
    CHECK(clock_facts(clock, 2).kind == CLOCK_LEVEL);
    CHECK(clock_facts(clock, 2).own_ms == 10);
    clock_new_game(&clock);
    CHECK(clock_facts(clock, 0).kind == CLOCK_UNTIMED);
    CHECK(clock_facts(clock, 0).move_time_ms == 5000);
    clock_set_own(&clock, 500);
    clock_set_level(&clock, 40, 300000, 0); // a level overrides the reading
    CHECK(clock_facts(clock, 0).own_ms == 300000);
    CHECK(clock_facts(clock, 0).base_ms == 300000);
    clock_set_level(&clock, 0, 0, 0);
    CHECK(clock_facts(clock, 0).kind == CLOCK_UNTIMED);
    clock = clock_make();
    clock_set_own(&clock, 500);
    CHECK(clock_facts(clock, 0).kind == CLOCK_LEVEL);
    clock_set_move_time(&clock, 100);
    clock_new_game(&clock);
    CHECK(clock_facts(clock, 0).kind == CLOCK_MOVE_TIME);
}

TEST_CASE("clock: of level and st, the one sent last is used") {
    Clock clock = clock_with_level(40, 300000, 2000);
    clock_set_move_time(&clock, 10000);
    ClockFacts facts = clock_facts(clock, 0);
    CHECK(facts.kind == CLOCK_MOVE_TIME);
    CHECK(facts.move_time_ms == 10000);
    CHECK(facts.moves_to_go == 0);
    CHECK(facts.increment_ms == 0);
    CHECK_FALSE(facts.own_known);
    clock.count_off = true; // as after a session that the host did not begin when it was due
    clock_set_move_time(&clock, 10000);
    CHECK(clock_facts(clock, 0).moves_to_go == 0);

    clock_set_level(&clock, 0, 10000, 100);
    facts = clock_facts(clock, 0);
    CHECK(facts.kind == CLOCK_LEVEL);
    CHECK(facts.move_time_ms == 0);
    CHECK(facts.own_ms == 10000);
    CHECK(facts.base_ms == 10000);
}

TEST_CASE("clock: st counts as a base of forty moves, and keeps the last reading") {
    Clock clock = clock_make();
    clock_set_own(&clock, 3000);
    clock_set_move_time(&clock, 5000);
    CHECK(clock.base_ms == 200000);
    CHECK(clock_facts(clock, 0).own_known);
    CHECK(clock_facts(clock, 0).own_ms == 3000);
    clock_own_move_made(&clock, 2900);
    CHECK_FALSE(clock_facts(clock, 0).own_known);
    CHECK(clock_facts(clock, 0).own_ms == 0);
}

TEST_CASE("clock: time sets our clock, otim the opponent's") {
    Clock clock = clock_with_level(0, 300000, 0);
    clock_set_own(&clock, 120000);
    clock_set_opponent(&clock, 110000);
    ClockFacts facts = clock_facts(clock, 0);
    CHECK(facts.own_ms == 120000);
    CHECK(facts.own_known);
    CHECK(facts.opponent_ms == 110000);
    clock_set_own(&clock, 0);
    clock_set_opponent(&clock, 0);
    facts = clock_facts(clock, 0);
    CHECK(facts.own_ms == 0);
    CHECK(facts.own_known);
    CHECK(facts.opponent_ms == 0);
}

TEST_CASE(
    "clock: the base is the larger of level and first reading, and does not shrink in a game") {
    Clock clock = clock_with_level(0, 0, 12000);
    clock_set_own(&clock, 10000);
    CHECK(clock.base_ms == 10000);
    clock_set_own(&clock, 22000);
    CHECK(clock.base_ms == 10000);

    clock = clock_with_level(0, 300000, 0);
    clock_set_own(&clock, 290000);
    clock_own_move_made(&clock, 5000);
    clock_set_level(&clock, 0, 285000, 0);
    CHECK(clock.base_ms == 300000);
    CHECK(clock.own_ms == 285000);

    clock_new_game(&clock);
    clock_set_level(&clock, 0, 60000, 0);
    CHECK(clock.base_ms == 60000);
}

TEST_CASE("clock: a level after st starts a new base") {
    Clock clock = clock_make();
    clock_set_move_time(&clock, 10000);
    clock_set_own(&clock, 10000);
    clock_own_move_made(&clock, 9000);
    clock_set_level(&clock, 0, 0, 12000);
    CHECK(clock.base_ms == 0);
    clock_set_own(&clock, 8000);
    CHECK(clock.base_ms == 8000);
}

TEST_CASE("clock: a level sent after the reading for a move does not change that reading") {
    Clock clock = clock_with_level(4, 240000, 0);
    clock_set_own(&clock, 4000);
    clock_set_level(&clock, 4, 240000, 0);
    CHECK(clock.own_ms == 4000);
    CHECK(clock.own_known);
}

TEST_CASE("clock: a new game keeps the time control and resets clocks and move counts") {
    Clock clock = clock_with_level(40, 300000, 2000);
    clock_set_own(&clock, 400000);
    clock_set_opponent(&clock, 200000);
    clock_own_move_made(&clock, 1000);
    clock_new_game(&clock);
    const ClockFacts facts = clock_facts(clock, 0);
    CHECK(facts.kind == CLOCK_LEVEL);
    CHECK(facts.own_ms == 300000);
    CHECK_FALSE(facts.own_known);
    CHECK(facts.opponent_ms == CLOCK_UNKNOWN);
    CHECK(facts.base_ms == 300000);
    CHECK(facts.increment_ms == 2000);
    CHECK(facts.moves_to_go == 40);
    clock_set_own(&clock, 310000);
    CHECK(clock.base_ms == 310000);

    clock_set_move_time(&clock, 1000);
    clock_new_game(&clock);
    CHECK(clock.kind == CLOCK_MOVE_TIME);
    CHECK(clock.move_time_ms == 1000);
    CHECK(clock.own_ms == CLOCK_UNKNOWN);
}

TEST_CASE("clock: moves to go are counted within a session") {
    Clock clock = clock_with_level(40, 280000, 0);
    clock_make_moves(&clock, 39);
    CHECK(clock_moves_to_go(clock) == 1);
    clock_make_moves(&clock, 1);
    CHECK(clock_moves_to_go(clock) == 40);

    SUBCASE("a level in mid-game restarts the count") {
        clock_set_level(&clock, 20, 22 * 60000, 0);
        CHECK(clock_moves_to_go(clock) == 20);
        clock_make_moves(&clock, 1);
        CHECK(clock_moves_to_go(clock) == 19);
    }
    SUBCASE("a level with the same number of moves restarts the count") {
        clock_make_moves(&clock, 3);
        clock_set_level(&clock, 40, 300000, 0);
        CHECK(clock_moves_to_go(clock) == 40);
    }
    SUBCASE("a move taken back is counted back") {
        clock_make_moves(&clock, 1);
        CHECK(clock_moves_to_go(clock) == 39);
        clock_own_move_undone(&clock);
        CHECK(clock_moves_to_go(clock) == 40);
    }
    SUBCASE("after setboard only moves made count, not the FEN's move number") {
        clock_make_moves(&clock, 7);
        clock_restart_count(&clock);
        CHECK(clock_facts(clock, 68).moves_to_go == 40);
        CHECK(clock_facts(clock, 68).game_ply == 68);
    }
    SUBCASE("taking back more moves than were counted") {
        clock_restart_count(&clock);
        clock_own_move_undone(&clock);
        CHECK(clock.session_moves == 0);
        CHECK(clock_moves_to_go(clock) == 40);
    }
}

// Makes one move of ours, then sets our clock to the reading that the host sends for the next move.
static void clock_play(Clock* clock, int64_t used_ms, int64_t reading_ms) {
    clock_own_move_made(clock, used_ms);
    clock_set_own(clock, reading_ms);
}

TEST_CASE("clock: credit_ms is the time the host adds after a move, or CLOCK_UNKNOWN") {
    const auto credit_ms = [](int moves_per_session, int64_t own_ms, int moves_made) {
        Clock clock = clock_make();
        clock_set_level(&clock, moves_per_session, 5000, 200);
        for (int i = 0; i < moves_made; ++i) clock_own_move_made(&clock, 0);
        clock_set_own(&clock, own_ms);
        return clock_facts(clock, 0).credit_ms;
    };
    CHECK(credit_ms(0, 4000, 7) == 200);
    CHECK(credit_ms(40, 4000, 38) == 200);
    CHECK(credit_ms(40, 4000, 39) == CLOCK_UNKNOWN);
    CHECK(credit_ms(40, 4000, 40) == 200);
    CHECK(credit_ms(1, 4000, 0) == 5200);
    CHECK(credit_ms(1, 4000, 7) == 5200);
    CHECK(credit_ms(1, 5000, 7) == CLOCK_UNKNOWN); // the host may set the clock anew for every move
    CHECK(credit_ms(1, 5200, 7) == CLOCK_UNKNOWN);
}

TEST_CASE("clock: a session can begin when it is due") {
    Clock clock = clock_with_level(3, 60000, 1000);
    clock_set_own(&clock, 60000);
    clock_play(&clock, 10000, 50900);
    clock_play(&clock, 10000, 41800);
    CHECK(clock_moves_to_go(clock) == 1);
    clock_play(&clock, 40000, 62700);
    CHECK(clock_moves_to_go(clock) == 3);
    clock_play(&clock, 100, 63500);
    CHECK(clock_moves_to_go(clock) == 2);
}

TEST_CASE("clock: a session that does not begin when it is due adds one move, and no move counts "
          "as the last") {
    Clock clock = clock_with_level(3, 60000, 0);
    clock_set_own(&clock, 60000);
    clock_play(&clock, 1000, 59000);
    clock_play(&clock, 1000, 58000);
    clock_play(&clock, 1000, 57000);
    for (int round = 0; round < 3; ++round) {
        CHECK(clock_moves_to_go(clock) == 4);
        clock_play(&clock, 1000, clock.own_ms - 1000);
        CHECK(clock_moves_to_go(clock) == 3);
        clock_play(&clock, 1000, clock.own_ms - 1000);
        CHECK(clock_moves_to_go(clock) == 2);
        clock_play(&clock, 1000, clock.own_ms - 1000);
    }
    SUBCASE("until the session begins late") {
        clock_play(&clock, 1000, clock.own_ms + 59000);
        CHECK(clock_moves_to_go(clock) == 3);
        clock_make_moves(&clock, 2);
        CHECK(clock_moves_to_go(clock) == 1);
    }
    SUBCASE("until a level restarts the count") {
        clock_restart_count(&clock);
        CHECK(clock_moves_to_go(clock) == 3);
    }
    SUBCASE("until the host sets the time control again") {
        clock_set_level(&clock, 3, 60000, 0);
        CHECK(clock_moves_to_go(clock) == 3);
    }
}

TEST_CASE("clock: a session that begins early is counted from the reading that shows it") {
    Clock clock = clock_with_level(40, 60000, 0);
    clock_set_own(&clock, 30000);
    clock_make_moves(&clock, 7); // moves played by the host: the reading after them is not compared
    clock_set_own(&clock, 90000);
    CHECK(clock_moves_to_go(clock) == 33);
    clock_play(&clock, 1000, 118999); // one ms less than a new session would show
    CHECK(clock_moves_to_go(clock) == 32);
    clock_play(&clock, 1000, 147999); // half of the base was added
    CHECK(clock_moves_to_go(clock) == 40);
}

TEST_CASE("clock: only readings show a new session, the internal count-down does not") {
    Clock clock = clock_with_level(2, 60000, 0);
    clock_own_move_made(&clock, 1000);
    clock_own_move_made(&clock, 1000);
    clock_set_own(&clock, 10000); // no reading before the end of the session
    CHECK(clock_moves_to_go(clock) == 2);
    clock_own_move_made(&clock, 1000);
    clock_own_move_undone(&clock);
    clock_set_own(&clock, 100000);
    CHECK(clock_moves_to_go(clock) == 2);
    clock = clock_with_level(2, 0, 1000); // a session that adds no time cannot be seen
    clock_set_own(&clock, 10000);
    clock_play(&clock, 1000, 10000);
    clock_play(&clock, 1000, 10000);
    CHECK(clock_moves_to_go(clock) == 2);
}

TEST_CASE("clock: the first level of a game sets the base, even if moves were played before it") {
    Clock clock = clock_with_level(0, 900000, 0);
    clock_set_own(&clock, 800000);
    clock_new_game(&clock);
    clock_own_move_made(&clock, 0);
    clock_set_level(&clock, 0, 60000, 0);
    CHECK(clock.base_ms == 60000);
    clock_own_move_made(&clock, 0);
    clock_set_level(&clock, 0, 50000, 0);
    CHECK(clock.base_ms == 60000);
}

TEST_CASE("clock: a level before every move keeps the base and restarts the count") {
    Clock clock = clock_with_level(0, 60000, 0);
    for (int64_t left_ms = 60000; left_ms > 0; left_ms -= 7000) {
        clock_set_level(&clock, 0, left_ms, 0);
        clock_set_own(&clock, left_ms);
        CHECK(clock.base_ms == 60000);
        CHECK(clock_facts(clock, 0).own_ms == left_ms);
        clock_own_move_made(&clock, 7000);
    }
    clock = clock_with_level(40, 280000, 0);
    for (int moves = 40; moves > 0; --moves) {
        const int64_t left_ms = 7000 * moves;
        clock_set_level(&clock, moves, left_ms, 0);
        clock_set_own(&clock, left_ms);
        CHECK(clock.base_ms == 280000);
        CHECK(clock_moves_to_go(clock) == moves);
        clock_own_move_made(&clock, 7000);
    }
    clock_set_level(&clock, 40, 280000, 0); // the next session
    clock_set_own(&clock, 280000);
    CHECK(clock_moves_to_go(clock) == 40);
}

TEST_CASE("clock: without readings our clock is counted down") {
    Clock clock = clock_with_level(2, 10000, 500);
    clock_own_move_made(&clock, 3000);
    CHECK(clock.own_ms == 7500);
    clock_own_move_made(&clock, 3000);
    CHECK(clock.own_ms == 15000); // the base of the second session was added
    clock_set_own(&clock, 14900);
    clock_own_move_made(&clock, 400);
    CHECK(clock.own_ms == 15000);
    CHECK_FALSE(clock.own_known);
    clock_own_move_made(&clock, 0);
    CHECK(clock.own_ms == 15000); // a move played by the host is counted, not timed
    CHECK(clock.session_moves == 4);
    clock_own_move_made(&clock, 900000);
    CHECK(clock.own_ms == 0);
}

TEST_CASE("clock: a new session adds the base of its level, not the largest base") {
    Clock clock = clock_with_level(1, 900000, 0);
    clock_own_move_made(&clock, 1000);
    clock_set_level(&clock, 1, 5000, 0);
    CHECK(clock.base_ms == 900000);
    clock_own_move_made(&clock, 1000);
    CHECK(clock.own_ms == 9000);
}

TEST_CASE("clock: absurd values are clamped") {
    for (const int64_t absurd : {INT64_MIN, INT64_C(-1), INT64_MAX}) {
        const int64_t clamped = absurd < 0 ? 0 : CLOCK_MAX_MS;
        Clock clock = clock_with_level(absurd < 0 ? INT32_MIN : INT32_MAX, absurd, absurd);
        CHECK(clock.kind == CLOCK_LEVEL);
        CHECK(clock.own_ms == clamped);
        CHECK(clock.base_ms == clamped);
        CHECK(clock.increment_ms == clamped);
        clock_set_own(&clock, absurd);
        clock_set_opponent(&clock, absurd);
        CHECK(clock.own_ms == clamped);
        CHECK(clock.opponent_ms == clamped);
        clock_own_move_made(&clock, absurd);
        CHECK(clock.own_ms >= 0);
        CHECK(clock.own_ms <= CLOCK_MAX_MS);
        const ClockFacts facts = clock_facts(clock, INT32_MIN);
        CHECK(facts.game_ply == 0);
        CHECK(facts.moves_to_go == (absurd < 0 ? 0 : INT32_MAX - 1));
        clock_set_move_time(&clock, absurd);
        CHECK(clock.move_time_ms == clamped);
        CHECK(clock.base_ms == clamped);
    }
    Clock clock = clock_with_level(1, INT64_MAX, INT64_MAX);
    clock.session_moves = INT32_MAX;
    clock_own_move_made(&clock, 1);
    CHECK(clock.own_ms == CLOCK_MAX_MS);
    CHECK(clock.session_moves == INT32_MAX);
}

static int64_t stopwatch_count(void* context) {
    return ++*static_cast<int64_t*>(context);
}

TEST_CASE("stopwatch: reads the source it was given") {
    int64_t readings = 41;
    const Stopwatch stopwatch = {stopwatch_count, &readings};
    CHECK(stopwatch_now_ms(stopwatch) == 42);
    const Stopwatch steady = stopwatch_steady();
    const int64_t first = stopwatch_now_ms(steady);
    CHECK(stopwatch_now_ms(steady) >= first);
}

TEST_CASE("clock: nodes and milliseconds convert into each other") {
    CHECK(clock_nodes_to_ms(50000, 50000) == 1000);
    CHECK(clock_nodes_to_ms(50000, 49999) == 999);
    CHECK(clock_ms_to_nodes(50000, 1000) == 50000);
    CHECK(clock_ms_to_nodes(1, 20000000) == 20000);
    CHECK(clock_nodes_to_ms(1, 20000) == 20000000);
    CHECK(clock_ms_to_nodes(3, 500) == 2); // one node takes less than 3 ms
    CHECK(clock_nodes_to_ms(3, 1) < 500);
    CHECK(clock_nodes_to_ms(3, 2) >= 500);
    CHECK(clock_nodes_to_ms(1000, -5) == 0);
    CHECK(clock_ms_to_nodes(1000, -5) == 0);
    CHECK(clock_nodes_to_ms(CLOCK_NODE_RATE_MAX, INT64_MAX) > 0);
    CHECK(clock_ms_to_nodes(CLOCK_NODE_RATE_MAX, INT64_MAX) > 0);
    CHECK(clock_ms_to_nodes(1, 900000000000) == 900000000); // python-chess: `nps 1`, `st NODES`
}

TEST_CASE("clock: with one move per session every move begins a session") {
    Clock clock = clock_make();
    clock_set_level(&clock, 1, 3000, 0);
    for (int move = 0; move < 4; ++move) {
        clock_set_own(&clock, 3000);
        CHECK(clock_facts(clock, move).moves_to_go == 1);
        clock_own_move_made(&clock, 700);
    }
}

TEST_CASE("clock: nps is kept until the next game, also after level and st") {
    Clock clock = clock_make();
    CHECK(clock.node_rate == CLOCK_BY_TIME);
    clock_set_node_rate(&clock, 5000);
    clock_set_level(&clock, 40, 300000, 0);
    clock_set_move_time(&clock, 1000);
    CHECK(clock.node_rate == 5000);
    CHECK(clock_facts(clock, 0).by_nodes);
    clock_new_game(&clock);
    CHECK(clock.node_rate == CLOCK_BY_TIME);
    CHECK_FALSE(clock_facts(clock, 0).by_nodes);
    clock_set_node_rate(&clock, 0);
    CHECK(clock.node_rate == CLOCK_BY_TIME);
    clock_set_node_rate(&clock, INT64_MIN);
    CHECK(clock.node_rate == CLOCK_BY_TIME);
    clock_set_node_rate(&clock, INT64_MAX);
    CHECK(clock.node_rate == CLOCK_NODE_RATE_MAX);
}
