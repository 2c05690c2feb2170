// Every line that a UCI host is told, but for plain words.
#pragma once

#include <string>

#include "engine/board/notation.h"
#include "engine/eval/eval.h"
#include "engine/search/search_types.h"
#include "protocol/session/option.h"

/// "option name MoveOverhead type spin default 30 min 0 max 5000"
std::string uci_text_option(const std::string& name, const OptionValue& value);

struct UciInfo {
    int64_t elapsed_ms;
    CastleStyle castle;
    bool numbered; // several lines are told, each with its number
    bool wdl;
    Outlook outlook; // of the line's score
};

/// "info depth 12 score cp 34 nodes 5000 nps 1000000 time 5 pv e2e4 e7e5"
std::string uci_text_info(const SearchLine& line, const UciInfo& info);

/// "info depth 0 score mate 0", and its like for other positions without a legal move.
std::string uci_text_end(bool mated);

/// "bestmove e2e4 ponder e7e5"; MOVE_NONE for `ponder`: without that.
std::string uci_text_move(Move best, Move ponder, CastleStyle castle);
