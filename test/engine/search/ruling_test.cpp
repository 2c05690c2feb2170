#include "engine/search/ruling.h"

#include <doctest/doctest.h>

#include "engine/search/search.h"
#include "test/helpers.h"
#include "test/script.h"

namespace {

Score score_of(Search* search, const Game& game, int depth) {
    SearchMonitor monitor = {nullptr, search_never_stops, nullptr, 1000};
    return search_run(search, game, {Depth(depth), 0, 1, nullptr}, &monitor).score;
}

} // namespace

TEST_CASE("ruling: found for searches as deep as it says, the newest of a position") {
    Rulings rulings = {};
    CHECK(ruling_find(rulings, 1, DEPTH_ZERO) == SCORE_NONE);
    ruling_add(&rulings, {1, Score(50), Depth(6)});
    CHECK(ruling_find(rulings, 1, Depth(6)) == 50);
    CHECK(ruling_find(rulings, 1, DEPTH_ZERO) == 50);
    CHECK(ruling_find(rulings, 1, Depth(7)) == SCORE_NONE);
    CHECK(ruling_find(rulings, 2, Depth(6)) == SCORE_NONE);
    ruling_add(&rulings, {1, Score(-7), Depth(3)});
    CHECK(rulings.count == 1);
    CHECK(ruling_find(rulings, 1, Depth(3)) == -7);
    CHECK(ruling_find(rulings, 1, Depth(4)) == SCORE_NONE);
}

TEST_CASE("ruling: the oldest makes room") {
    Rulings rulings = {};
    for (int i = 0; i <= RULINGS_MAX; ++i) ruling_add(&rulings, {Key(i), Score(i), Depth(1)});
    CHECK(rulings.count == RULINGS_MAX);
    CHECK(ruling_find(rulings, 0, DEPTH_ZERO) == SCORE_NONE);
    for (int i = 1; i <= RULINGS_MAX; ++i) CHECK(ruling_find(rulings, Key(i), DEPTH_ZERO) == i);
}

TEST_CASE("ruling: a search takes it as it is, at the root and on the way") {
    const OwnedSearch search = search_owned();
    Game game;
    game_reset(&game);
    game_make(&game, position_move(game.board, "a2a3"));
    const Score before = score_of(search.get(), game, 5);
    search_set_score(search.get(), game, Score(-400), Depth(5)); // Black is lost
    CHECK(score_of(search.get(), game, 5) == -400);
    CHECK(std::abs(score_of(search.get(), game, 6)) < 200); // deeper it is on its own
    game_undo(&game);
    CHECK(score_of(search.get(), game, 5) == 400);
    search_new_game(search.get());
    CHECK(score_of(search.get(), game, 5) < 200);
    game_make(&game, position_move(game.board, "a2a3"));
    search_new_game(search.get());
    CHECK(score_of(search.get(), game, 5) == before);
}

TEST_CASE("setscore: what the host lays down is played for, until the next game") {
    Host host;
    host_say_all(&host, {"new", "force", "f2f3", "setscore -400 9", "undo", "sd 4"});
    CHECK(host_say(&host, "go") == "move f2f3");
    host_say_all(&host, {"new", "force", "sd 4"});
    CHECK(host_say(&host, "go") != "move f2f3");
}
