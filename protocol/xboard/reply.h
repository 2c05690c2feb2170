// The text of CECP's lines.
#pragma once

#include <string>

#include "engine/board/game.h"
#include "engine/board/notation.h"
#include "engine/search/search_types.h"
#include "protocol/files/book.h"
#include "protocol/io/text.h"
#include "protocol/session/option.h"
#include "protocol/version.h"

/// text_plain() for text that is repeated to XBoard: words that XBoard reacts to anywhere in a line
/// are altered (`d?aw`).
std::string reply_quote(const std::string& text);

/// reply_quote for hosts, or text_plain for people.
using ReplyQuote = std::string (*)(const std::string& text);

/// "Error (TYPE): COMMAND"
std::string reply_error(const char* type, const std::string& command,
                        ReplyQuote quote = reply_quote);

/// "Illegal move: MOVE"
std::string reply_illegal_move(const std::string& text, ReplyQuote quote = reply_quote);

/// "tellusererror Illegal position (REASON): FEN"
std::string reply_illegal_position(const char* reason, const std::string& fen);

/// "stat01: TIME NODES PLY MVLEFT MVTOT MVNAME": time in centiseconds, move in SAN.
std::string reply_status(const Board& board, const SearchProgress& progress, int64_t elapsed_ms);

/// "PLY SCORE TIME NODES PV": time in centiseconds, moves in SAN, at most 500 bytes. `before` is
/// the pondered move that leads from `board` to the position searched, or MOVE_NONE.
std::string reply_thinking(Board board, const SearchLine& line, int64_t elapsed_ms, Move before);

/// "COMMAND depth 12, +0.34: e4 e5 Nf3", mates as "mate in 3" or "mated in 3". `board` is the
/// position before our move.
std::string reply_chat(const char* command, const Board& board, const SearchReport& report);

/// The answer to `bk`: lines that start with a blank, then an empty line.
std::string reply_book(const Board& board, const std::vector<BookMove>& moves);

/// All feature lines except `option` and the final done=1.
std::string reply_features();

/// "feature option=\"MoveOverhead -spin 30 0 5000\"" and so on, for each option of CECP.
std::vector<std::string> reply_options(const Session& session);
