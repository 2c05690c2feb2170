#include "protocol/xboard/pause.h"

#include <algorithm>

#include "protocol/io/text.h"

namespace {

// Finds the first waiting line from *index on that ends the pause. One `resume` ends all pauses.
bool find_end(const XBoard& xboard, size_t* index, Line* line, PauseEnds ends) {
    LineQueue* input = xboard.session->input;
    while (line_peek(input, *index, line)) {
        const TextCommand words = text_split_command(line->text);
        if (ends(xboard, words.name)) return true;
        const bool resumed = words.name == "resume";
        if (resumed || words.name == "pause")
            line_remove(input, *index);
        else
            ++*index;
        if (resumed) return true;
    }
    return false;
}

// Our clock and the search do not count the pause, from from_ms until until_ms.
void resume(XBoard* xboard, int64_t from_ms, int64_t until_ms) {
    Session* session = xboard->session;
    const int64_t paused_ms = std::max<int64_t>(0, until_ms - from_ms);
    session->command_ms += paused_ms;
    session->search_start_ms += paused_ms;
    session->free_ms = std::max(session->free_ms, until_ms);
    if (session->activity != ACTIVITY_NONE) session->paused_ms += paused_ms;
}

} // namespace

void pause_wait(XBoard* xboard, size_t index, int64_t from_ms, PauseEnds ends) {
    Session* session = xboard->session;
    LineQueue* input = session->input;
    Line line;
    search_hold(session->search, true);
    session_tell(session, "", "Paused: whatever you type waits for resume");
    unsigned arrivals = input->arrivals;
    bool over = find_end(*xboard, &index, &line, ends);
    while (!over && !line_is_closed(input) && !line_is_full(input)) {
        log_flush(&input->log);
        line_wait(input, arrivals);
        arrivals = input->arrivals;
        over = find_end(*xboard, &index, &line, ends);
    }
    if (over) {
        session_tell(session, "", "The pause is over");
        resume(xboard, from_ms, line.read_ms);
    }
    search_hold(session->search, false);
}
