#include "protocol/files/book.h"

#include <algorithm>
#include <fstream>

#include "engine/board/move_gen.h"
#include "protocol/files/book_random.h"
#include "protocol/io/file.h"

namespace {

constexpr size_t ENTRY_SIZE = 16;
constexpr std::streamoff FILE_MAX = 1 << 30;

// Polyglot numbers the pieces: black pawn 0, white pawn 1, black knight 2, ...
uint64_t random_of(Piece piece, Square square) {
    const int kind = 2 * (piece_type(piece) - PAWN) + (piece_colour(piece) == WHITE);
    return BOOK_RANDOM[BOOK_RANDOM_PIECE + 64 * kind + 8 * square_rank(square) +
                       square_file(square)];
}

uint64_t pieces_key(const Board& board) {
    uint64_t key = 0;
    for (int i = 0; i < 64; ++i) {
        const Square square = square_from64(i);
        if (board.piece[square] != NO_PIECE) key ^= random_of(board.piece[square], square);
    }
    return key;
}

uint64_t castling_key(const Board& board) {
    uint64_t key = 0;
    for (int i = 0; i < CASTLING_RIGHTS; ++i) // the format has the same order
        if (board.castling & 1 << i) key ^= BOOK_RANDOM[BOOK_RANDOM_CASTLE + i];
    return key;
}

// Does a pawn of the side to move stand beside the pawn that has just made a double step?
bool has_neighbour(const Board& board, Square pawn) {
    const Piece enemy = piece_make(board.turn, PAWN);
    const int file = square_file(pawn), rank = square_rank(pawn);
    return (file > 0 && board.piece[square_make(file - 1, rank)] == enemy) ||
           (file < 7 && board.piece[square_make(file + 1, rank)] == enemy);
}

uint64_t en_passant_key(const Game& game) {
    const Board& board = game.board;
    int file = -1;
    if (board.en_passant != SQ_NONE) {
        file = square_file(board.en_passant);
    } else if (!game.moves.empty()) {
        const Square from = move_from(game.moves.back()), to = move_to(game.moves.back());
        const int steps = square_rank(to) - square_rank(from);
        const bool pawn = board.piece[to] == piece_make(colour_opposite(board.turn), PAWN);
        if (pawn && (steps == 2 || steps == -2) && has_neighbour(board, to)) file = square_file(to);
    }
    return file < 0 ? 0 : BOOK_RANDOM[BOOK_RANDOM_EN_PASSANT + file];
}

uint64_t read_number(const unsigned char* bytes, int size) {
    uint64_t number = 0;
    for (int i = 0; i < size; ++i) number = number << 8 | bytes[i];
    return number;
}

void write_number(std::string* bytes, uint64_t number, int size) {
    for (int i = size - 1; i >= 0; --i) *bytes += char(number >> 8 * i & 255);
}

BookEntry read_entry(const unsigned char* bytes) {
    return {read_number(bytes, 8), uint16_t(read_number(bytes + 8, 2)),
            uint16_t(read_number(bytes + 10, 2)), uint32_t(read_number(bytes + 12, 4))};
}

bool comes_before(const BookEntry& a, const BookEntry& b) {
    return a.key < b.key;
}

const char* read_entries(std::ifstream* input, std::vector<BookEntry>* entries) {
    input->seekg(0, std::ios::end);
    std::streamoff left = input->tellg();
    if (left <= 0 || left % std::streamoff(ENTRY_SIZE) != 0) return "is not a book, or incomplete";
    if (left > FILE_MAX) return "is too large";
    input->seekg(0);
    unsigned char bytes[ENTRY_SIZE];
    for (; left > 0; left -= std::streamoff(ENTRY_SIZE)) {
        if (!input->read(reinterpret_cast<char*>(bytes), ENTRY_SIZE)) return "cannot be read";
        const BookEntry entry = read_entry(bytes);
        const bool sorted = entries->empty() || !comes_before(entry, entries->back());
        const bool promotes = entry.move >> 12 <= QUEEN - KNIGHT + 1; // to a piece
        if (!sorted || !promotes) return "is not a book";
        if (entry.move != 0) entries->push_back(entry); // some books contain an entry of zeros
    }
    return entries->empty() ? "is a book without moves" : nullptr;
}

} // namespace

uint64_t book_key(const Game& game) {
    const Board& board = game.board;
    return pieces_key(board) ^ castling_key(board) ^ en_passant_key(game) ^
           (board.turn == WHITE ? BOOK_RANDOM[BOOK_RANDOM_TURN] : 0);
}

uint16_t book_encode(Move move) {
    const Square from = move_from(move), to = move_to(move);
    const int promotion = move_is_promotion(move) ? move_promotion(move) - KNIGHT + 1 : 0;
    return uint16_t(square_file(to) | square_rank(to) << 3 | square_file(from) << 6 |
                    square_rank(from) << 9 | promotion << 12);
}

Move book_move(const Board& board, uint16_t code) {
    MoveList list;
    move_gen_legal(board, &list);
    for (int i = 0; i < list.count; ++i)
        if (book_encode(list.move[i]) == code) return list.move[i];
    return MOVE_NONE;
}

const char* book_open(Book* book, const std::string& path) {
    if (path.empty()) {
        *book = {};
        return nullptr;
    }
    std::ifstream input;
    std::vector<BookEntry> entries;
    const char* why = file_open(path, &input);
    if (!why) why = read_entries(&input, &entries);
    if (why) return why;
    book->path = path;
    book->entries.swap(entries);
    return nullptr;
}

std::vector<BookMove> book_moves(const Book& book, const Game& game) {
    std::vector<BookMove> moves;
    if (book.entries.empty()) return moves;
    const BookEntry wanted = {book_key(game), 0, 0, 0};
    const auto range =
        std::equal_range(book.entries.begin(), book.entries.end(), wanted, comes_before);
    for (auto entry = range.first; entry != range.second; ++entry) {
        const Move move = book_move(game.board, entry->move);
        if (move != MOVE_NONE && entry->weight > 0) moves.push_back({move, entry->weight});
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const BookMove& a, const BookMove& b) { return a.weight > b.weight; });
    return moves;
}

Move book_choose(const Book& book, const Game& game, bool heaviest, uint64_t seed) {
    const std::vector<BookMove> moves = book_moves(book, game);
    if (moves.empty()) return MOVE_NONE;
    if (heaviest) return moves[0].move;
    uint64_t all = 0;
    for (const BookMove& move : moves) all += uint64_t(move.weight);
    Key state = seed ^ game.board.key;
    uint64_t roll = hash_next_random(&state) % all;
    for (const BookMove& move : moves) {
        if (roll < uint64_t(move.weight)) return move.move;
        roll -= uint64_t(move.weight);
    }
    return moves[0].move;
}

std::string book_bytes(std::vector<BookEntry>* entries) {
    std::sort(entries->begin(), entries->end(), [](const BookEntry& a, const BookEntry& b) {
        if (a.key != b.key) return a.key < b.key;
        return a.weight != b.weight ? a.weight > b.weight : a.move < b.move;
    });
    std::string bytes;
    for (const BookEntry& entry : *entries) {
        write_number(&bytes, entry.key, 8);
        write_number(&bytes, entry.move, 2);
        write_number(&bytes, entry.weight, 2);
        write_number(&bytes, entry.learn, 4);
    }
    return bytes;
}
