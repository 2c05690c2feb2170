#include "protocol/xboard/edit.h"

#include <string>

#include <doctest/doctest.h>

#include "engine/board/fen.h"
#include "test/script.h"

TEST_CASE("edit: a position is entered square by square") {
    Host host;
    script_check(&host, {
                            {"new", ""},
                            {"edit", ""},
                            {"#", ""},
                            {"Ke1", ""},
                            {"Rh1", ""},
                            {"Ra1", ""},
                            {"Pe2", ""},
                            {"castle", ""},
                            {"ep", ""},
                            {"c", ""},
                            {"Ke8", ""},
                            {"Qd8", ""},
                            {"Ra8", ""},
                            {"Rh7", ""},
                            {"xd8", ""},
                            {".", ""},
                        });
    CHECK(host_fen(host) == "r3k3/7r/8/8/8/8/4P3/R3K2R w KQq - 0 1");
    CHECK(host.xboard.mode == MODE_FORCE);
    CHECK_FALSE(host.xboard.edit.active);
    script_check(&host, {{"sd 1", ""}, {"go", "move *"}});
}

TEST_CASE("edit: begins with the current position and keeps its side to move") {
    Host host; // old hosts send a2a3 first to give Black the move
    script_check(&host, {{"new", ""}, {"force", ""}, {"a2a3", ""}, {"edit", ""}, {".", ""}});
    CHECK(host_fen(host) == "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1");
}

TEST_CASE("edit: after an illegal position no move is legal until another position is set up") {
    script_check({
        {"edit", ""},
        {"#", ""},
        {"Ke1", ""},
        {".", "tellusererror Illegal position (*): *"},
        {"usermove e2e4", "Illegal move: e2e4"},
        {"go", "Error (command not legal now): go"},
        {"undo", "Error (command not legal now): undo"},
        {"remove", "Error (command not legal now): remove"},
        {"edit", ""},
        {"#", ""},
        {"Ke1", ""},
        {"c", ""},
        {"Ke8", ""},
        {"c", ""},
        {"Pa2", ""},
        {".", ""},
        {"usermove a2a4", ""},
    });
}

TEST_CASE("edit: a board full of kings is refused") {
    Host host;
    host_say_all(&host, {"edit", "#"});
    for (char file = 'a'; file <= 'h'; ++file)
        for (char rank = '1'; rank <= '8'; ++rank) {
            CHECK(host_say(&host, std::string("K") + file + rank) == "");
            CHECK(host_say(&host, std::string("Q") + file + rank) == "");
        }
    CHECK(text_fits(host_say(&host, "."), "tellusererror Illegal position (*): *"));
    CHECK(host_say(&host, "ping 1") == "pong 1");
}

TEST_CASE("edit: a position with too many pieces is refused") {
    Host host;
    host_say_all(&host, {"edit", "#", "Ke1", "Na2", "Nb2", "Nc2", "Nd2", "Ne2", "Nf2", "Ng2", "Nh2",
                         "Na3", "Nb3", "Nc3", "c", "Ke8"});
    CHECK(text_fits(host_say(&host, "."), "tellusererror Illegal position (too many pieces): *"));
}

TEST_CASE("edit: an unknown word is refused and editing goes on") {
    script_check({
        {"edit", ""},
        {"#", ""},
        {"Ka9", "Error (bad edit command): Ka9"},
        {"Zz1", "Error (bad edit command): Zz1"},
        {"ke1", "Error (bad edit command): ke1"},
        {"e2e4", "Error (bad edit command): e2e4"},
        {"Ke1x", "Error (bad edit command): Ke1x"},
        {"", ""},
        {"Ke1", ""},
        {"c", ""},
        {"Ke8", ""},
        {"Pd7", ""},
        {".", ""},
    });
}

TEST_CASE("edit: another command ends editing and leaves the board unchanged") {
    Host host;
    script_check(&host, {{"new", ""}, {"edit", ""}, {"#", ""}, {"ping 3", "pong 3"}});
    CHECK_FALSE(host.xboard.edit.active);
    CHECK(host_fen(host) == FEN_START);
    script_check(&host, {{"edit", ""}, {"#", ""}, {"sd 1", ""}, {"go", "move *"}});
    script_check(&host, {{"edit", ""}, {"quit", ""}});
    CHECK(host.session.quit);
}
