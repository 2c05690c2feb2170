// CECP's commands: a table with a row for each: name, handler, and its effect on a running search.
#pragma once

#include "protocol/xboard/game_loop.h"

/// CECP drives the session from now on, in the state after `new`. The session must be at the start
/// of a game.
void command_begin(XBoard* xboard, Session* session);

/// Executes one line. game_loop_work() must follow unless a search is running.
void command_execute(XBoard* xboard, const Line& line);
