// `overtime makebook`: an opening book from games.
#pragma once

/// `overtime makebook GAMES.pgn... -o BOOK.bin [--plies N] [--min-games N]`: a move weighs twice
/// its wins and once its draws. The words after `makebook`. The exit status; *wrong becomes the
/// word that is not understood.
int book_make(int count, char** words, const char** wrong);
