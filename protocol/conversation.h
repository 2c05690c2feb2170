// The conversation with a host or a person: reads lines and hands each one to the dialect in use,
// CECP or UCI. Only this module knows both dialects.
#pragma once

#include "protocol/uci/uci.h"
#include "protocol/xboard/game_loop.h"

/// A conversation starts in CECP; `uci` and `xboard` change the dialect.
struct Conversation {
    Session* session;
    XBoard xboard;
    Uci uci;
    bool is_uci;
};

/// Starts a conversation; the session must be at the start of a game.
void conversation_begin(Conversation* conversation, Session* session);

/// Executes one line and what follows from it, such as our move.
void conversation_execute(Conversation* conversation, const Line& line);

/// Executes lines until `quit` or the end of input.
void conversation_loop(Conversation* conversation);
