// Every line the engine says, in the protocol's own words.
#pragma once

#include <string>

#include "engine/board/game.h"
#include "engine/board/notation.h"
#include "engine/search/search_types.h"
#include "protocol/files/book.h"
#include "protocol/io/text.h"
#include "protocol/session/option.h"
#include "protocol/version.h"

/// Text from outside as text_plain() has it, harmless to repeat in any line to XBoard: without the
/// words that it reacts to wherever they are (`d?aw`).
std::string reply_quote(const std::string& text);

/// How what we repeat is made fit for who reads it: reply_quote, or text_plain for people.
using ReplyQuote = std::string (*)(const std::string& text);

/// "Error (TYPE): COMMAND"
std::string reply_error(const char* type, const std::string& command,
                        ReplyQuote quote = reply_quote);

/// "tellusererror REASON: NAME=VALUE", for an option that was refused: who set it should see it.
std::string reply_refused_option(const char* reason, const std::string& option);

/// "Illegal move: MOVE"
std::string reply_illegal_move(const std::string& text, ReplyQuote quote = reply_quote);

/// "tellusererror Illegal position (REASON): FEN"
std::string reply_illegal_position(const char* reason, const std::string& fen);

/// "move e2e4"
std::string reply_move(Move move, CastleStyle style);

/// "stat01: TIME NODES PLY MVLEFT MVTOT MVNAME" with the time in centiseconds, the move as SAN.
std::string reply_status(const Board& board, const SearchProgress& progress, int64_t elapsed_ms);

/// "PLY SCORE TIME NODES PV" with the time in centiseconds, the moves as SAN; at most 500 bytes.
/// `before` is the move that leads from `board` to the position searched, MOVE_NONE if that is it.
std::string reply_thinking(Board board, const SearchLine& line, int64_t elapsed_ms, Move before);

/// "COMMAND depth 12, +0.34: e4 e5 Nf3", mates as "mate in 3" or "mated in 3"; a few moves of the
/// line from `board`.
std::string reply_chat(const char* command, const Board& board, const SearchReport& report);

/// The moves of the book: lines that begin with a blank, and an empty line behind them.
std::string reply_book(const Board& board, const std::vector<BookMove>& moves);

/// All features but `option` and the closing done=1, one line each.
std::string reply_features();

/// "feature option=\"MoveOverhead -spin 30 0 5000\"" and so on, for each option of CECP.
std::vector<std::string> reply_options(const Session& session);
