// What people at a terminal can ask for beyond the protocol, and messages in two forms: for a host
// and for a person.
#pragma once

#include "protocol/io/text.h"
#include "protocol/xboard/game_loop.h"

/// "Error (TYPE): COMMAND"; a person sees the command as it was typed.
void console_tell_error(Session* session, const char* type, const std::string& command);

/// At a terminal: the side to move and the side Overtime plays, or how the game has ended.
void console_tell_state(const XBoard& xboard);

/// Sets up a position. Says why a position is refused, and at a terminal also what to do then.
void console_set_position(XBoard* xboard, const std::string& fen);

/// Handlers of the console's own commands.
void console_help(XBoard* xboard, const TextCommand& words);
void console_board(XBoard* xboard, const TextCommand& words);
void console_eval(XBoard* xboard, const TextCommand& words);
void console_perft(XBoard* xboard, const TextCommand& words);
void console_bench(XBoard* xboard, const TextCommand& words);
