// The program: without a command, `overtime` speaks CECP or UCI on its standard input; with a
// command, it runs that command and exits.
#include <cstdio>
#include <cstdlib>

#include "protocol/conversation.h"
#include "protocol/io/file.h"
#include "protocol/io/system.h"
#include "protocol/tools/tools.h"

int main(int count, char** words) {
    system_fill_closed_streams();
    system_use_plain_bytes();
    const Stopwatch stopwatch = stopwatch_steady();
    LineQueue input(stopwatch);
    LineOutput output = {&input, false};
    Session session;
    session_init(&session, &input, line_stdout(&output), stopwatch);
    int status = 0;
    const bool is_command = !tools_run(&session, count - 1, words + 1, &status);
    if (!is_command) {
        line_start_reader(&input);
        Conversation conversation;
        conversation_begin(&conversation, &session);
        conversation_loop(&conversation);
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || output.lost)
        status = is_command ? file_fail("standard output", "cannot be written") : EXIT_FAILURE;
    log_close(&input.log);
    // The reader thread may still wait for input, so do not wait for it.
    std::_Exit(status);
}
