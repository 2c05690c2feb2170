// What a person at a terminal can ask for beyond the protocol.
#pragma once

#include "protocol/session/session.h"

constexpr const char* CONSOLE_PROMPT = "overtime> ";

constexpr int CONSOLE_PERFT_MAX = 15;

/// At a terminal: whose turn it is and what Overtime plays, or how the game has ended.
void console_tell_state(Session* session);

/// This position was refused, for this reason; at a terminal also what helps.
void console_tell_bad_position(Session* session, const char* reason, const std::string& fen);

/// The board as text, White below, with the FEN under it.
std::string console_draw(const Board& board);

void console_help(Session* session, const char* arguments);
void console_board(Session* session, const char* arguments);
void console_eval(Session* session, const char* arguments);
/// "N": leaves N plies below the position, move by move, with speeds.
void console_perft(Session* session, const char* arguments);
/// "[DEPTH]": the bench; its last line is the signature.
void console_bench(Session* session, const char* arguments);
