#include "protocol/session/think.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/notation.h"
#include "engine/search/search.h"
#include "test/helpers.h"
#include "timing/controllers.h"

namespace {

// A position with so many variations that no test completes its search.
constexpr const char* MIDDLEGAME =
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8";

struct Shown {
    int depth;
    int score;
    Bound bound;
    int64_t elapsed_ms;
    std::string move;
    int64_t nodes;
    int number;
};

// A search with a clock and an attend() that tests set up.
struct Bench {
    Search* search = search_create(1);
    Game game;
    TurnPlayer player = {clock_make(), {}, {}};
    ThinkRequest request = {};
    int64_t now_ms = 0;
    int64_t step_ms = 0;
    // attend() returns `attention` when `iterations` are complete and it was then called
    // `questions` times.
    Attention attention = ATTENTION_NONE;
    int iterations = 0, questions = 0;
    int asked = 0;         // calls since those iterations were complete
    bool hit_once = false; // return `attention` only once
    bool wanted = false;   // return ATTENTION_MOVE_NOW at every call before that
    int64_t jump_ms = 0;   // added to the clock at the call before that
    bool falling = false;  // count calls only once the best move fails low
    int64_t told_ms = 0;   // if above 0, our clock is set to this when `attention` is returned
    std::vector<Shown> shown;

    explicit Bench(const char* fen);
    ~Bench() { search_free(search); }
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;
};

int64_t read_clock(void* context) {
    Bench* bench = static_cast<Bench*>(context);
    return bench->now_ms += bench->step_ms;
}

Attention attend(void* context, const SearchProgress& progress, AttentionTimes* times) {
    Bench* bench = static_cast<Bench*>(context);
    times->hit_ms = bench->now_ms;
    if (progress.iterations < bench->iterations) return ATTENTION_NONE;
    if (bench->falling && !progress.fail_low_pending && bench->asked == 0) return ATTENTION_NONE;
    const int early = bench->questions - bench->asked++;
    if (early == 1) bench->now_ms += bench->jump_ms;
    if (early == 0 && bench->told_ms > 0) clock_set_own(&bench->player.clock, bench->told_ms);
    if (early > 0 && bench->wanted) return ATTENTION_MOVE_NOW;
    return early > 0 || (early < 0 && bench->hit_once) ? ATTENTION_NONE : bench->attention;
}

bool show(void* context, const SearchLine& line, int64_t elapsed_ms) {
    Bench* bench = static_cast<Bench*>(context);
    bench->shown.push_back({int(line.depth), int(line.score), line.bound, elapsed_ms,
                            line.pv.length ? notation_coordinate(line.pv.move[0]) : "",
                            int64_t(line.nodes), line.number});
    return true;
}

Bench::Bench(const char* fen) {
    REQUIRE(game_set_up(&game, fen) == nullptr);
    request.search = search;
    request.game = &game;
    request.turn.player = &player;
    request.turn.controller = &controllers_at(0);
    request.limits = SEARCH_UNLIMITED;
    request.turn.stopwatch = {read_clock, this};
    request.context = this;
    request.attend = attend;
    request.show = show;
}

} // namespace

TEST_CASE("think: a depth limit ends the search at that depth") {
    Bench bench(MIDDLEGAME);
    bench.request.limits.depth = Depth(4);
    const ThinkResult result = think_run(bench.request);
    CHECK(result.turn.record.stop == STOP_DEPTH);
    CHECK(result.report.depth == 4);
    CHECK(result.report.best != MOVE_NONE);
    CHECK(std::string(result.turn.record.controller) == "fixed"); // an untimed game
}

TEST_CASE("think: without a clock only the depth limit ends a search") {
    Bench bench(MIDDLEGAME);
    bench.request.limits.depth = Depth(5);
    bench.step_ms = 1000;
    const ThinkResult result = think_run(bench.request);
    CHECK(result.report.depth == 5);
    CHECK(result.turn.record.stop == STOP_DEPTH);
}

TEST_CASE("think: a node limit ends the search, but depth 1 is completed") {
    Bench bench(MIDDLEGAME);
    bench.request.limits.nodes = 5000;
    CHECK(think_run(bench.request).turn.record.stop == STOP_NODES);
    bench.request.limits.nodes = 1;
    const ThinkResult result = think_run(bench.request);
    CHECK(result.report.depth >= 1);
    CHECK(result.report.best != MOVE_NONE);
}

TEST_CASE("think: a move takes at most the time of st") {
    Bench bench(MIDDLEGAME);
    clock_set_move_time(&bench.player.clock, 1000);
    bench.step_ms = 5;
    const ThinkResult result = think_run(bench.request);
    CHECK(result.turn.record.stop == STOP_ST);
    CHECK(result.turn.record.used_ms <= 1000);
    CHECK(result.turn.record.used_ms > 800);
}

TEST_CASE("think: time that passed before the search began is charged") {
    Bench bench(MIDDLEGAME);
    clock_set_move_time(&bench.player.clock, 1000);
    bench.step_ms = 1;
    bench.now_ms = 900;
    const ThinkResult result = think_run(bench.request);
    CHECK(result.turn.record.stop == STOP_ST);
    CHECK(result.turn.record.used_ms <= 1000);
}

TEST_CASE("think: with no time at all a move is found") {
    Bench bench(MIDDLEGAME);
    clock_set_move_time(&bench.player.clock, 0);
    bench.step_ms = 1000;
    const ThinkResult result = think_run(bench.request);
    CHECK(result.report.depth >= 1);
    CHECK(result.report.best != MOVE_NONE);
    CHECK(result.turn.record.stop == STOP_ST);
}

TEST_CASE("think: ATTENTION_MOVE_NOW stops the search, but depth 1 is completed") {
    Bench bench(MIDDLEGAME);
    bench.attention = ATTENTION_MOVE_NOW;
    const ThinkResult result = think_run(bench.request);
    CHECK(result.turn.record.stop == STOP_NOW);
    CHECK(result.report.depth >= 1);
    CHECK(result.report.best != MOVE_NONE);
}

TEST_CASE("think: ATTENTION_MOVE_NOW stops the search at the call of attend() that returns it") {
    Bench bench(MIDDLEGAME);
    bench.attention = ATTENTION_MOVE_NOW;
    bench.iterations = 3;
    bench.questions = 5;
    const ThinkResult result = think_run(bench.request);
    CHECK(result.turn.record.stop == STOP_NOW);
    CHECK(result.report.depth >= 3);
    CHECK(bench.asked == 6);
}

TEST_CASE("think: ATTENTION_ABORT stops at once, even before depth 1, and shows no last line") {
    Bench bench(MIDDLEGAME);
    bench.attention = ATTENTION_ABORT;
    const ThinkResult result = think_run(bench.request);
    CHECK(result.turn.record.stop == STOP_ABORT);
    CHECK(result.report.depth == 0);
    CHECK(bench.shown.size() <= 1);
}

TEST_CASE("think: ATTENTION_ABORT stops a search that completes depth 1 after ATTENTION_MOVE_NOW") {
    Bench bench(MIDDLEGAME);
    bench.wanted = true; // before depth 1, so that the search goes on
    bench.questions = 1;
    bench.attention = ATTENTION_ABORT;
    bench.request.limits.depth = Depth(50);
    const ThinkResult result = think_run(bench.request);
    CHECK(result.turn.record.stop == STOP_ABORT);
    CHECK(bench.asked == 2);
}

TEST_CASE("think: in a game with `level` the chosen controller plans the move") {
    Bench bench(MIDDLEGAME);
    clock_set_level(&bench.player.clock, 0, 60000, 0);
    bench.request.limits.depth = Depth(2);
    const ThinkResult result = think_run(bench.request);
    CHECK(std::string(result.turn.record.controller) == controllers_at(0).name);
    CHECK(result.turn.record.facts.own_ms == 60000);
    CHECK(result.turn.record.budget.normal_move_time_ms > 0);
    CHECK(result.turn.record.budget.normal_move_time_ms < 10000);
    CHECK(result.turn.record.facts.game_ply == 14);
}

TEST_CASE("think: the last line shown is exact, the deepest, and begins with the move played") {
    for (const int64_t step_ms : {0, 1, 3, 10, 25}) {
        CAPTURE(step_ms);
        Bench bench(MIDDLEGAME);
        bench.step_ms = step_ms;
        clock_set_move_time(&bench.player.clock, 2000);
        if (step_ms == 0) bench.attention = ATTENTION_MOVE_NOW; // the clock stands still
        bench.iterations = 6;
        const ThinkResult result = think_run(bench.request);
        REQUIRE_FALSE(bench.shown.empty());
        const Shown& last = bench.shown.back();
        CHECK(last.bound == BOUND_EXACT);
        CHECK(last.move == notation_coordinate(result.report.best));
        CHECK(last.depth >= result.report.depth);
        for (size_t i = 1; i < bench.shown.size(); ++i)
            CHECK(bench.shown[i].depth >= bench.shown[i - 1].depth);
    }
}

TEST_CASE(
    "think: wherever the search stops, the last line begins with the move and is not repeated") {
    for (int questions = 0; questions < 600; questions += 7) {
        CAPTURE(questions);
        Bench bench(MIDDLEGAME);
        bench.step_ms = 25; // every line is shown at once
        clock_set_move_time(&bench.player.clock, 1000000);
        bench.questions = questions;
        bench.attention = ATTENTION_MOVE_NOW;
        const ThinkResult result = think_run(bench.request);
        const size_t count = bench.shown.size();
        REQUIRE(count > 0);
        const Shown nothing = {0, 0, BOUND_NONE, 0, "", 0, 0};
        const Shown &last = bench.shown[count - 1],
                    &before = count > 1 ? bench.shown[count - 2] : nothing;
        CHECK(last.bound == BOUND_EXACT);
        CHECK(last.move == notation_coordinate(result.report.best));
        CHECK(last.depth >= before.depth);
        const bool same = last.depth == before.depth && last.score == before.score &&
                          last.move == before.move && last.bound == before.bound;
        CHECK_FALSE(same);
    }
}

TEST_CASE("think: lines are at least 20 ms apart, except for the last one") {
    Bench bench(MIDDLEGAME);
    bench.step_ms = 1;
    clock_set_move_time(&bench.player.clock, 1000);
    think_run(bench.request);
    REQUIRE(bench.shown.size() >= 3);
    for (size_t i = 1; i + 1 < bench.shown.size(); ++i)
        CHECK(bench.shown[i].elapsed_ms >= bench.shown[i - 1].elapsed_ms + 20);
}

TEST_CASE("think: a line held back is shown at a later poll") {
    Bench bench(MIDDLEGAME);
    clock_set_move_time(&bench.player.clock, 100000);
    bench.iterations = 5; // the clock stands still during them
    bench.questions = 1;
    bench.jump_ms = 50;
    bench.attention = ATTENTION_ABORT; // an abort shows no further line
    think_run(bench.request);
    REQUIRE(bench.shown.size() == 2);
    CHECK(bench.shown[0].depth == 1);
    CHECK(bench.shown[1].depth >= 5);
    CHECK(bench.shown[1].elapsed_ms == 50);
}

TEST_CASE("think: a line held back is shown even if a bound of the next depth comes first") {
    int shown = 0;
    for (int questions = 1; questions < 60; ++questions) {
        Bench bench("5rk1/7p/3p1np1/2pPp3/q1P1P3/2B2P2/4Q1PP/R5K1 w - - 2 30");
        clock_set_move_time(&bench.player.clock, 100000);
        bench.iterations = 7;
        bench.questions = questions;
        bench.jump_ms = 50;
        bench.attention = ATTENTION_ABORT;
        think_run(bench.request);
        shown += bench.shown.size() == 2 && bench.shown[1].bound == BOUND_EXACT;
    }
    CHECK(shown == 59);
}

TEST_CASE("think: pondering on a move that ends the game shows no line") {
    Bench bench("7k/5KQ1/8/8/8/8/8/8 b - - 0 1");
    bench.request.turn.kind = TURN_PONDER;
    CHECK(think_run(bench.request).report.best == MOVE_NONE);
    CHECK(bench.shown.empty());
}

TEST_CASE("think: if NormalMoveTime is below 200 ms only the last line is shown") {
    Bench bench(MIDDLEGAME);
    bench.step_ms = 1;
    clock_set_move_time(&bench.player.clock, 150);
    think_run(bench.request);
    CHECK(bench.shown.size() == 1);
}

TEST_CASE("MultiPV: the line of the move comes last; with little time it is the only one") {
    for (const int64_t move_ms : {5000, 100}) {
        Bench bench(MIDDLEGAME);
        clock_set_move_time(&bench.player.clock, move_ms);
        bench.request.limits.lines = 4;
        bench.request.limits.depth = Depth(7);
        const ThinkResult result = think_run(bench.request);
        REQUIRE_FALSE(bench.shown.empty());
        CHECK(bench.shown.back().move == notation_coordinate(result.report.best));
        CHECK(bench.shown.back().score == result.report.score);
        CHECK(bench.shown.size() == (move_ms < 200 ? 1 : 7 * 4 + 1));
    }
}

TEST_CASE("MultiPV: wherever the search stops, no two lines have the same move") {
    constexpr int LINES = 3;
    for (const int nodes : {5000, 9000, 14000, 20000, 28000, 37000, 50000}) {
        CAPTURE(nodes);
        Bench bench("rn1qkbnr/ppp2ppp/8/3p1p2/1P6/2P1P3/P2P1PPP/RNBQK1NR b KQkq - 0 1");
        bench.request.limits.lines = LINES;
        bench.request.limits.nodes = uint64_t(nodes);
        const ThinkResult result = think_run(bench.request);
        std::string moves[LINES];
        for (const Shown& shown : bench.shown) moves[shown.number] = shown.move;
        CHECK(moves[0] == notation_coordinate(result.report.best));
        CHECK(moves[0] != moves[1]);
        CHECK(moves[0] != moves[2]);
        CHECK(moves[1] != moves[2]);
        CHECK(bench.shown.back().depth >= result.report.proven);
    }
}

TEST_CASE("MultiPV: a move that becomes best at the end has the best score of all lines") {
    constexpr int LINES = 3;
    int late = 0;
    for (int nodes = 2000; nodes < 40000; nodes += 1000) {
        CAPTURE(nodes);
        Bench bench("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        bench.request.limits.lines = LINES;
        bench.request.limits.nodes = uint64_t(nodes);
        think_run(bench.request);
        REQUIRE(bench.shown.size() > LINES);
        const Shown& best = bench.shown.back();
        int scores[LINES] = {};
        std::string leader; // the best move before the last line
        for (const Shown& shown : bench.shown) {
            scores[shown.number] = shown.score;
            if (shown.number == 0 && &shown != &best) leader = shown.move;
        }
        if (leader == best.move) continue;
        ++late;
        for (int i = 1; i < LINES; ++i) CHECK(scores[i] <= best.score);
    }
    CHECK(late > 0);
}

TEST_CASE("think: show and attend may be nullptr") {
    Bench bench(MIDDLEGAME);
    bench.request.show = nullptr;
    bench.request.attend = nullptr;
    bench.request.limits.depth = Depth(3);
    CHECK(think_run(bench.request).report.depth == 3);
}

namespace {

// QUEEN_TRADE: White's queen can take a queen, and only a pawn can retake it. BISHOP_TRADE: White's
// bishop can take a knight, and two pawns can retake it.
constexpr const char* QUEEN_TRADE =
    "rnb1kb1r/ppp2ppp/4p3/3q4/3P4/2P2Q2/PP3PPP/RNB1KB1R w KQkq - 0 8";
constexpr const char* QUEEN_TAKEN = "rnb1kb1r/ppp2ppp/4p3/3Q4/3P4/2P5/PP3PPP/RNB1KB1R b KQkq - 0 8";
constexpr const char* BISHOP_TRADE =
    "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";

// Makes `move`, and sets a clock of one minute that counts nodes.
void prepare_easy(Bench* bench, const char* move) {
    game_play(&bench->game, move);
    clock_set_level(&bench->player.clock, 0, 60000, 0);
    clock_set_node_rate(&bench->player.clock, 50000);
}

StopReason stop_after(const char* fen, const char* move) {
    Bench bench(fen);
    prepare_easy(&bench, move);
    return think_run(bench.request).turn.record.stop;
}

} // namespace

TEST_CASE(
    "easy moves: an obvious recapture is played after a quarter of NormalMoveTime or soon after") {
    Bench bench(QUEEN_TRADE);
    prepare_easy(&bench, "f3d5");
    const ThinkResult result = think_run(bench.request);
    CHECK(result.turn.record.stop == STOP_EASY);
    CHECK(notation_coordinate(result.report.best) == "e6d5");
    CHECK(result.turn.record.used_ms >= result.turn.record.budget.normal_move_time_ms / 4);
    // The lead of the move is checked at the end of an iteration, which may come later.
    CHECK(result.turn.record.used_ms < result.turn.record.budget.normal_move_time_ms);
}

TEST_CASE(
    "easy moves: a move that has an alternative is not easy, nor one that does not recapture") {
    CHECK(stop_after(BISHOP_TRADE, "b5c6") != STOP_EASY);
    CHECK(stop_after(QUEEN_TAKEN, "") != STOP_EASY); // there was no capture before
}

TEST_CASE("easy moves: the move planned in the last search may be easy, too") {
    Bench bench(QUEEN_TAKEN);
    prepare_easy(&bench, "");
    bench.request.planned = position_move(bench.game.board, "e6d5");
    CHECK(think_run(bench.request).turn.record.stop == STOP_EASY);
}

TEST_CASE("easy moves: no move is easy with st, MultiPV or easy=0") {
    Bench timed(QUEEN_TRADE), lines(QUEEN_TRADE), off(QUEEN_TRADE);
    for (Bench* bench : {&timed, &lines, &off}) prepare_easy(bench, "f3d5");
    clock_set_move_time(&timed.player.clock, 1000);
    CHECK(think_run(timed.request).turn.record.stop == STOP_ST);
    lines.request.limits.lines = 2;
    CHECK(think_run(lines.request).turn.record.stop != STOP_EASY);
    off.request.turn.settings.easy_move = false;
    CHECK(think_run(off.request).turn.record.stop != STOP_EASY);
}

TEST_CASE("easy moves: an easy move does not end pondering") {
    Bench bench(QUEEN_TRADE);
    prepare_easy(&bench, "f3d5");
    bench.request.turn.kind = TURN_PONDER;
    bench.questions = 600; // about half of NormalMoveTime
    bench.attention = ATTENTION_PONDER_HIT;
    bench.hit_once = true;
    const ThinkResult result = think_run(bench.request);
    CHECK(result.is_move);
    CHECK(result.turn.record.budget.normal_move_time_ms >
          300); // else the search would stop at once
}

TEST_CASE("think: two equal searches give the same move, score and nodes") {
    Bench a(MIDDLEGAME), b(MIDDLEGAME);
    a.request.limits.depth = b.request.limits.depth = Depth(6);
    const ThinkResult first = think_run(a.request), second = think_run(b.request);
    CHECK(first.report.best == second.report.best);
    CHECK(first.report.score == second.report.score);
    CHECK(first.report.nodes == second.report.nodes);
}

TEST_CASE("nps: a move uses all its nodes, however slow they are") {
    for (const int64_t step_ms : {0, 7, 100}) {
        CAPTURE(step_ms);
        Bench bench(MIDDLEGAME);
        bench.step_ms = step_ms;
        clock_set_move_time(&bench.player.clock, 1000);
        clock_set_node_rate(&bench.player.clock, 50000);
        const ThinkResult result = think_run(bench.request);
        CHECK(result.report.nodes == 50000);
        CHECK(result.turn.record.used_ms == 1000);
        CHECK(result.turn.record.stop == STOP_ST);
    }
    Bench bench(MIDDLEGAME);
    clock_set_move_time(&bench.player.clock, 20000000);
    clock_set_node_rate(&bench.player.clock, 1);
    CHECK(think_run(bench.request).report.nodes == 20000);
}

TEST_CASE("nps: depth 1 is completed even if it takes more than the budget") {
    Bench bench(MIDDLEGAME);
    clock_set_move_time(&bench.player.clock, 1000);
    clock_set_node_rate(&bench.player.clock, 1);
    const ThinkResult result = think_run(bench.request);
    CHECK(result.report.depth == 1);
    CHECK(result.report.nodes < 200);
}

TEST_CASE("nps: every controller is deterministic and stays within ExtendMaxMoveTime") {
    for (int i = 0; i < controllers_count(); ++i) {
        CAPTURE(controllers_at(i).name);
        uint64_t nodes[2];
        for (uint64_t& count : nodes) {
            Bench bench(MIDDLEGAME);
            bench.step_ms = &count == nodes ? 0 : 9;
            bench.request.turn.controller = &controllers_at(i);
            clock_set_level(&bench.player.clock, 40, 60000, 0);
            clock_set_node_rate(&bench.player.clock, 20000);
            const ThinkResult result = think_run(bench.request);
            count = result.report.nodes;
            CHECK(result.turn.record.facts.lag_ms == 10); // the nodes of depth 1
            CHECK(count > 1000);
            CHECK(int64_t(count) <=
                  clock_ms_to_nodes(20000, result.turn.record.budget.extend_max_move_time_ms));
        }
        CHECK(nodes[0] == nodes[1]);
    }
}

TEST_CASE("nps: the last line shown has the time of all nodes") {
    Bench bench(MIDDLEGAME);
    clock_set_move_time(&bench.player.clock, 1000);
    clock_set_node_rate(&bench.player.clock, 20000);
    think_run(bench.request);
    CHECK(bench.shown.back().elapsed_ms == 1000);
}

TEST_CASE("nps: after a ponder hit only the nodes from the hit on are charged") {
    Bench bench(MIDDLEGAME);
    bench.request.turn.kind = TURN_PONDER;
    clock_set_level(&bench.player.clock, 40, 60000, 0);
    clock_set_node_rate(&bench.player.clock, 20000);
    bench.iterations = 4;
    bench.attention = ATTENTION_PONDER_HIT;
    bench.hit_once = true;
    const ThinkResult result = think_run(bench.request);
    CHECK(result.is_move);
    CHECK(result.turn.record.used_ms <= result.turn.record.budget.extend_max_move_time_ms);
    CHECK(int64_t(result.report.nodes) > clock_ms_to_nodes(20000, result.turn.record.used_ms));
}

// Ponders until `iterations` are complete, then gives a ponder hit.
ThinkResult ponder_long(Bench* bench, int iterations = 4) {
    bench->request.turn.kind = TURN_PONDER;
    bench->step_ms = 20;
    bench->iterations = iterations;
    bench->attention = ATTENTION_PONDER_HIT;
    bench->hit_once = true;
    return think_run(bench->request);
}

TEST_CASE("think: after a ponder hit lines are shown again, timed from the hit") {
    Bench bench(MIDDLEGAME);
    clock_set_level(&bench.player.clock, 0, 600000, 10000);
    REQUIRE(ponder_long(&bench).is_move);
    const auto earlier = [](const Shown& a, const Shown& b) { return b.elapsed_ms < a.elapsed_ms; };
    CHECK(std::adjacent_find(bench.shown.begin(), bench.shown.end(), earlier) != bench.shown.end());
}

TEST_CASE("ponder hit: a search that would have stopped goes on if the new clock allows more") {
    for (const int64_t told_ms : {1000, 100000}) {
        Bench bench(MIDDLEGAME);
        clock_set_level(&bench.player.clock, 0, 1000, 0);
        bench.told_ms = told_ms;
        const ThinkResult result = ponder_long(&bench);
        REQUIRE(result.is_move);
        CHECK((result.turn.record.budget.normal_move_time_ms <= 50) == (told_ms == 1000));
    }
}

TEST_CASE("ponder hit: a search that would have stopped goes on if the score has just fallen") {
    for (const bool falling : {false, true}) {
        Bench bench(MIDDLEGAME);
        clock_set_level(&bench.player.clock, 0, 10000, 0);
        bench.falling = falling;
        bench.questions = 1;
        const ThinkResult result = ponder_long(&bench, 8);
        REQUIRE(result.is_move);
        const Budget& budget = result.turn.record.budget;
        CHECK((budget.extend_max_move_time_ms > budget.normal_move_time_ms) == falling);
    }
}

TEST_CASE("think: with st a ponder hit saves no time") {
    Bench bench(MIDDLEGAME);
    clock_set_move_time(&bench.player.clock, 1000);
    const ThinkResult result = ponder_long(&bench);
    REQUIRE(result.is_move);
    CHECK(result.turn.record.used_ms > 900);
}

TEST_CASE("nps: analysis has no limit of nodes, and its lines show time") {
    Bench bench(MIDDLEGAME);
    bench.request.turn.kind = TURN_ANALYSIS;
    bench.step_ms = 25;
    clock_set_move_time(&bench.player.clock, 10);
    clock_set_node_rate(&bench.player.clock, 1);
    bench.iterations = 4;
    bench.attention = ATTENTION_ABORT;
    think_run(bench.request);
    REQUIRE_FALSE(bench.shown.empty());
    CHECK(bench.shown.back().depth >= 3); // neither nodes nor time ended the analysis
    CHECK(bench.shown.back().elapsed_ms <= bench.now_ms);
}
