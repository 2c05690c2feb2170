#include "protocol/conversation.h"

#include <doctest/doctest.h>

#include "test/script.h"

TEST_CASE("conversation: ends at `quit` and at the end of input") {
    Host quit, end;
    for (const char* line : {"ping 1", "quit", "ping 2"}) line_push(&quit.input, line);
    conversation_loop(&quit.conversation);
    CHECK(quit.heard == std::vector<std::string>{"pong 1"});
    line_push(&end.input, "ping 1");
    line_close(&end.input);
    conversation_loop(&end.conversation);
    CHECK(end.heard == std::vector<std::string>{"pong 1"});
}

TEST_CASE("conversation: `xboard` ends UCI, and after it `uci` is an unknown command") {
    Host host;
    host.session.settings.console = true;
    host_say_all(&host, {"uci", "position startpos moves e2e4", "go depth 2"});
    host.heard.clear();
    script_check(&host, {{"xboard", ""},
                         {"new", ""},
                         {"ping 1", "pong 1"},
                         {"sd 2", ""},
                         {"usermove e2e4", "move *"},
                         {"uci", "Error (unknown command): uci"},
                         {"isready", "Error (unknown command): isready"}});
}
