// Opening books in Polyglot's format: entries of 16 bytes, sorted by the key of their position.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/board/game.h"

struct BookEntry {
    uint64_t key;
    uint16_t move; // as the format has it: see book_move()
    uint16_t weight;
    uint32_t learn;
};

struct Book {
    std::string path; // empty: there is none
    std::vector<BookEntry> entries;
};

/// A move that the book has, and how often it is to be played among the others.
struct BookMove {
    Move move;
    int weight;
};

/// The format's key of the game's present position. (It knows an en passant that would be illegal,
/// which our board does not: the last move tells.)
uint64_t book_key(const Game& game);

/// A move as the format has it, and back: MOVE_NONE if it is not legal in this position.
uint16_t book_encode(Move move);
Move book_move(const Board& board, uint16_t code);

/// Reads a book; an empty path is none. nullptr, or why it cannot be: then nothing changes. A file
/// that is not sorted, or that holds no whole number of entries, is no book.
const char* book_open(Book* book, const std::string& path);

/// The legal moves the book has for the game's present position, the heaviest first. Those of no
/// weight are never played, and left out.
std::vector<BookMove> book_moves(const Book& book, const Game& game);

/// One of them: the heaviest, or by their weights, chosen by the seed. MOVE_NONE if there is none.
Move book_choose(const Book& book, const Game& game, bool heaviest, uint64_t seed);

/// The bytes of a book file; sorts the entries.
std::string book_bytes(std::vector<BookEntry>* entries);
