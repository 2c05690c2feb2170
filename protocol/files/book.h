// Opening books in Polyglot's format: entries of 16 bytes, sorted by the key of their position.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/board/game.h"

struct BookEntry {
    uint64_t key;
    uint16_t move; // in the book's encoding, see book_move()
    uint16_t weight;
    uint32_t learn;
};

struct Book {
    std::string path; // empty: no book
    std::vector<BookEntry> entries;
};

/// A book move and its weight: how often it is played relative to the others.
struct BookMove {
    Move move;
    int weight;
};

/// The Polyglot key of the present position. The key includes en passant captures that would be
/// illegal, which our Board omits, so the last move is needed.
uint64_t book_key(const Game& game);

/// Convert a move to the book's encoding, and back: MOVE_NONE if the move is not legal.
uint16_t book_encode(Move move);
Move book_move(const Board& board, uint16_t code);

/// Reads a book; an empty path means no book. Returns nullptr, or why the file is refused; *book
/// does not change then. The file must be sorted and consist of whole entries.
const char* book_open(Book* book, const std::string& path);

/// The legal book moves for the present position with a nonzero weight, the heaviest first.
std::vector<BookMove> book_moves(const Book& book, const Game& game);

/// Chooses the heaviest book move, or one at random by weight and seed; MOVE_NONE if there is none.
Move book_choose(const Book& book, const Game& game, bool heaviest, uint64_t seed);

/// Sorts the entries and returns the bytes of the book file.
std::string book_bytes(std::vector<BookEntry>* entries);
