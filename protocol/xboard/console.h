// What people at a terminal can ask for beyond the protocol, and messages in two forms: for a host
// and for a person.
#pragma once

#include "protocol/xboard/game_loop.h"

/// "Error (TYPE): COMMAND"; a person sees the command as it was typed.
void console_tell_error(Session* session, const char* type, const std::string& command);

/// Returns false and sends an error if the last position was refused.
bool console_has_position(Session* session, const char* command);

/// At a terminal: the side to move and the side Overtime plays, or how the game has ended.
void console_tell_state(const XBoard& xboard);

/// The position was refused for this reason; at a terminal also what to do about it.
void console_tell_bad_position(Session* session, const char* reason, const std::string& fen);

/// Handlers of the console's own commands.
void console_help(XBoard* xboard, const char* arguments);
void console_board(XBoard* xboard, const char* arguments);
void console_eval(XBoard* xboard, const char* arguments);
void console_perft(XBoard* xboard, const char* arguments);
void console_bench(XBoard* xboard, const char* arguments);
