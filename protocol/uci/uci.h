// UCI, the second dialect. A host selects UCI by sending `uci` before `xboard`.
#pragma once

#include "protocol/session/session.h"
#include "protocol/uci/uci_go.h"

/// A `go` that is being carried out.
struct UciSearch {
    UciGo go;
    bool timed;     // a clock or `movetime` ends the search
    bool endless;   // only the host ends the search
    bool pondering; // no move may be sent before `ponderhit` or `stop`
    bool stopped;
    bool behind_go; // the line looked at waits behind another `go`
};

/// UCI's own state.
struct Uci {
    Session* session;
    bool debug;
    bool positioned; // a position was set up since `ucinewgame`
    bool guessed; // the last move on the board is one that we pondered on and that was not played
    UciSearch search;
};

/// Carries out `uci`: UCI drives the session from now on.
void uci_begin(Uci* uci, Session* session);

/// Executes one line. A `go` has been answered by its `bestmove` when this returns.
void uci_execute(Uci* uci, const Line& line);
