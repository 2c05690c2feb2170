#include "protocol/session/display.h"

#include <doctest/doctest.h>

#include "test/helpers.h"
#include "test/script.h"

namespace {

Pv pv_of(Board board, const std::vector<std::string>& moves) {
    Pv pv = {};
    for (const std::string& text : moves) {
        const Move move = position_move(board, text);
        Undo undo;
        move_make(&board, move, &undo);
        pv.move[pv.length++] = move;
    }
    return pv;
}

const char* const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

} // namespace

TEST_CASE("display: scores are shown in pawns, mates in moves") {
    CHECK(display_score(SCORE_DRAW) == "+0.00");
    CHECK(display_score(Score(25)) == "+0.25");
    CHECK(display_score(Score(-1207)) == "-12.07");
    CHECK(display_score(score_mate_in(Ply(1))) == "#1");
    CHECK(display_score(score_mated_in(Ply(4))) == "-#2");
}

TEST_CASE("display: our move is shown with its number") {
    CHECK(display_move(position_make(START), move_make_plain(SQ_G1, square_make(5, 2))) ==
          "Overtime plays 1. Nf3");
    CHECK(display_move(position_make("6k1/8/8/8/8/8/r7/6K1 b - - 3 40"),
                       move_make_plain(SQ_G8, SQ_H8)) == "Overtime plays 40... Kh8");
}

TEST_CASE("display: thinking lines have columns and SAN, and are no wider than a terminal") {
    const Board board = position_make(START);
    const Pv pv = pv_of(board, {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6",
                                "e1g1", "f8e7", "f1e1", "b7b5", "a4b3", "d7d6"});
    const std::string text =
        display_thinking(board, {0, Depth(9), Score(31), BOUND_EXACT, 12345, pv}, 1230, MOVE_NONE);
    CHECK(text.find("  9   +0.31    1.23 s      12345  1. e4 e5 2. Nf3 Nc6 3. Bb5 a6") == 0);
    CHECK(text.size() <= 79);
    CHECK(text.back() != ' ');
    Board after = board;
    Undo undo;
    move_make(&after, pv.move[0], &undo);
    const Pv rest = pv_of(after, {"e7e5", "g1f3"});
    CHECK(display_thinking(after, {0, Depth(1), Score(-5), BOUND_EXACT, 2, rest}, 0, pv.move[0]) ==
          "  1   -0.05    0.00 s          2  (e2e4) 1... e5 2. Nf3");
}

TEST_CASE("display: a terminal gets plain text and no lines of the protocol") {
    Host host;
    host.session.settings.console = host.session.settings.prompt = true;
    script_check(
        &host,
        {{"new", "White to move, Overtime plays Black"},
         {"hint", "no hint"},
         {"sd 1", ""},
         {"e7e9", "Illegal move: e7e9"},
         {"usermove draw", "Illegal move: draw"},
         {"time abc", "Error (bad argument): time abc"},
         {"draws", "Error (unknown command): draws"},
         {"variant time", "Error (unsupported variant): time"},
         {"perft time", "Error (bad argument): perft time"},
         {"bench time", "Error (bad argument): bench time"},
         {"eval time", "Error (too many parameters): eval time"},
         {"e4", "Overtime plays 1... *"},
         {"remove", "White to move, Overtime plays Black"},
         {"undo", "Error (command not legal now): undo | White to move, *"},
         {"force", "White to move, Overtime plays neither side"},
         {"setboard x", "Illegal position (unknown piece letter): no move is legal until new or *"},
         {"d", "Error (command not legal now): d"},
         {"eval", "Error (command not legal now): eval"},
         {"perft 1", "Error (command not legal now): perft"},
         {"resume", "There is no pause to end"},
         {"edit", "Editing White: *"},
         {"#", ""},
         {".", "Illegal position (*): no move is legal until new or another *"},
         {"d x", "Error (too many parameters): d x"},
         {"eval 1", "Error (too many parameters): eval 1"},
         {"setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "White to move, Overtime plays neither side"},
         {"go", "Overtime plays 1. Qg7# | 1-0 {White mates}"},
         {"setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "White to move, *"},
         {"Ra8#", "1-0 {White mates}"},
         {"setboard 8/8/8/4k3/8/8/8/3qK3 w - - 0 1", "White to move, *"},
         {"Kxd1", "1/2-1/2 {Draw by insufficient mating material}"},
         {"new", "White to move, Overtime plays Black"},
         {"sd 1", ""},
         {"draw", ""},
         {"e4", "Overtime declines the draw | Overtime plays 1... *"},
         {"d4", "Overtime plays 2... *"}});
    host_say_all(&host, {"new", "post", "sd 1"});
    const size_t first = host.heard.size();
    host_say(&host, "e4");
    REQUIRE(host.heard.size() > first + 1);
    for (size_t i = first; i + 1 < host.heard.size(); ++i)
        CHECK(text_fits(host.heard[i], "  1   *.* s *  1... *"));
    host_say_all(&host, {"new", "nopost", "st 1000"});
    host.while_thinking = {"pause", "hint", "resume", "?"};
    CHECK(text_fits(host_say(&host, "e4"),
                    "Paused: * | The pause is over | no hint | Overtime plays 1*"));
    host.while_thinking = {"exit"};
    host.thinking_readings = 20;
    host_say(&host, "analyze");
    CHECK_FALSE(host.session.quit);
    host_say(&host, "exit");
    CHECK(host.session.quit);
}
