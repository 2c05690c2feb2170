// The text of UCI's lines.
#pragma once

#include <string>

#include "engine/board/notation.h"
#include "engine/eval/eval.h"
#include "engine/search/search_types.h"
#include "protocol/session/option.h"

/// "option name MoveOverhead type spin default 30 min 0 max 5000"
std::string uci_text_option(const std::string& name, const OptionValue& value);

/// "info depth 12 score cp 34 nodes 5000 nps 1000000 time 5 pv e2e4 e7e5". `numbered`: with the
/// number of the line, for MultiPV. `outlook` (win, draw and loss) is sent unless it is nullptr.
std::string uci_text_info(const SearchLine& line, int64_t elapsed_ms, CastleStyle castle,
                          bool numbered, const Outlook* outlook);

/// "bestmove e2e4 ponder e7e5"; without `ponder` if that is MOVE_NONE.
std::string uci_text_move(Move best, Move ponder, CastleStyle castle);
