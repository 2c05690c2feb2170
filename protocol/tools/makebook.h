// `overtime makebook`: an opening book from games.
#pragma once

#include "protocol/session/session.h"

/// `overtime makebook GAMES.pgn... -o BOOK.bin [--plies N] [--min-games N]`: a move weighs twice
/// its wins and once its draws. The words after `makebook`. The exit status.
int tool_makebook(Session* session, int count, char** words);
