#include "protocol/conversation.h"

#include "protocol/io/text.h"
#include "protocol/xboard/command.h"

namespace {

constexpr const char* PROMPT = "overtime> ";

void begin_uci(Conversation* conversation) {
    session_leave_console(conversation->session);
    conversation->is_uci = true;
    uci_begin(&conversation->uci, conversation->session);
}

// Goes from UCI back to CECP; options keep their values.
void end_uci(Conversation* conversation) {
    Session* session = conversation->session;
    conversation->is_uci = false;
    session_new_game(session);
    session->player.clock = clock_make();
    command_begin(&conversation->xboard, session);
}

} // namespace

void conversation_begin(Conversation* conversation, Session* session) {
    *conversation = {};
    conversation->session = session;
    command_begin(&conversation->xboard, session);
}

void conversation_execute(Conversation* conversation, const Line& line) {
    Session* session = conversation->session;
    session_note_command(session, line);
    const std::string word = text_first_word(line.text);
    if (conversation->is_uci && word == "xboard") end_uci(conversation);
    if (conversation->is_uci)
        uci_execute(&conversation->uci, line);
    else if (word == "uci" && session->settings.console)
        begin_uci(conversation);
    else
        command_execute(&conversation->xboard, line);
    if (!conversation->is_uci) game_loop_work(&conversation->xboard);
}

void conversation_loop(Conversation* conversation) {
    Session* session = conversation->session;
    Line line;
    if (session->settings.prompt)
        session_complain(session, "");
    else
        session_leave_console(session);
    while (!session->quit) {
        if (!line_peek(session->input, 0, &line)) {
            log_flush(&session->input->log);
            if (session->settings.prompt) line_prompt(PROMPT);
        }
        if (!line_pop(session->input, &line)) break;
        conversation_execute(conversation, line);
    }
    if (session->settings.prompt && !session->quit) session_say(session, ""); // ends the prompt
}
