#include "engine/board/notation.h"

#include <cctype>
#include <cstring>

#include "engine/board/attack.h"
#include "engine/board/move_do.h"
#include "engine/board/move_gen.h"

namespace {

constexpr size_t MOVE_TEXT_MAX = 15; // "Qa1xb2=N+!?" and the like

void append_square(std::string* text, Square square) {
    *text += char('a' + square_file(square));
    *text += char('1' + square_rank(square));
}

// Appends file, rank or both if another piece of the same kind can move to the same square.
void append_disambiguation(const Board& board, const MoveList& list, Move move, std::string* text) {
    const Square from = move_from(move);
    bool others = false, same_file = false, same_rank = false;
    for (int i = 0; i < list.count; ++i) {
        const Square other = move_from(list.move[i]);
        if (other == from || move_is_castle(list.move[i]) ||
            move_to(list.move[i]) != move_to(move) || board.piece[other] != board.piece[from])
            continue;
        others = true;
        same_file |= square_file(other) == square_file(from);
        same_rank |= square_rank(other) == square_rank(from);
    }
    if (others && (!same_file || same_rank)) *text += char('a' + square_file(from));
    if (same_file) *text += char('1' + square_rank(from));
}

const char* check_suffix(const Board& board, Move move) {
    Board after = board;
    Undo undo;
    move_make(&after, move, &undo);
    if (!attack_in_check(after)) return "";
    MoveList list;
    move_gen_legal(after, &list);
    return list.count == 0 ? "#" : "+";
}

void append_body(const Board& board, const MoveList& list, Move move, std::string* text) {
    const PieceType type = piece_type(board.piece[move_from(move)]);
    const bool capture = move_victim(board, move) != NO_PIECE;
    if (type != PAWN) {
        *text += piece_letter(piece_make(WHITE, type));
        append_disambiguation(board, list, move, text);
    } else if (capture) {
        *text += char('a' + square_file(move_from(move)));
    }
    if (capture) *text += 'x';
    append_square(text, move_to(move));
    if (!move_is_promotion(move)) return;
    *text += '=';
    *text += piece_letter(piece_make(WHITE, move_promotion(move)));
}

// Copies the text of a move without + # ! ? x = : - and with O for 0. Returns false if the text is
// too short or too long for a move.
bool strip(const char* text, char* bare) {
    size_t length = 0;
    for (; *text; ++text) {
        if (std::strchr("+#!?x=:-", *text)) continue;
        if (length == MOVE_TEXT_MAX) return false;
        bare[length++] = *text == '0' ? 'O' : *text;
    }
    bare[length] = '\0';
    return length >= 2;
}

// Compares two moves in coordinates, ignoring the case of a promotion letter at the end ("e7e8Q").
bool same_coordinates(const char* bare, const std::string& text) {
    if (std::strlen(bare) != text.size() || std::strncmp(bare, text.c_str(), 4) != 0) return false;
    return text.size() == 4 || std::tolower(static_cast<unsigned char>(bare[4])) == text[4];
}

// In wildcastle with a king on the d-file, O-O is castling with the a-rook, which is nearer. XBoard
// and chess servers write castling so.
bool is_short_castle(Move move) {
    return (move_to(move) > move_from(move)) != move_is_castle_wild(move);
}

bool fits_castle(const char* bare, Move move) {
    return move_is_castle(move) && std::strcmp(bare, is_short_castle(move) ? "OO" : "OOO") == 0;
}

bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}
bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

struct SanParts {
    PieceType type;
    int file, rank; // of the origin, -1 if not given
    Square to;
    PieceType promotion;
};

PieceType type_from_letter(char letter) {
    const Piece piece = piece_from_letter(letter);
    return piece > WHITE_PAWN && piece <= WHITE_KING ? piece_type(piece) : PIECE_TYPE_NONE;
}

bool parse_san(const char* bare, SanParts* parts) {
    *parts = {PAWN, -1, -1, SQ_NONE, PIECE_TYPE_NONE};
    size_t length = std::strlen(bare);
    const PieceType first = type_from_letter(*bare);
    if (first != PIECE_TYPE_NONE) {
        parts->type = first;
        ++bare, --length;
    }
    if (length >= 3 && parts->type == PAWN) {
        const unsigned char last = static_cast<unsigned char>(bare[length - 1]);
        parts->promotion = type_from_letter(char(std::toupper(last)));
        if (parts->promotion != PIECE_TYPE_NONE) --length;
    }
    if (length < 2 || !is_file(bare[length - 2]) || !is_rank(bare[length - 1])) return false;
    parts->to = square_make(bare[length - 2] - 'a', bare[length - 1] - '1');
    for (size_t i = 0; i < length - 2; ++i) {
        if (is_file(bare[i]) && parts->file < 0 && parts->rank < 0)
            parts->file = bare[i] - 'a';
        else if (is_rank(bare[i]) && parts->rank < 0)
            parts->rank = bare[i] - '1';
        else
            return false;
    }
    return true;
}

bool fits_san(const Board& board, const SanParts& parts, Move move) {
    const Square from = move_from(move);
    return !move_is_castle(move) && piece_type(board.piece[from]) == parts.type &&
           move_to(move) == parts.to &&
           (parts.promotion == PIECE_TYPE_NONE || move_promotion(move) == parts.promotion) &&
           (parts.file < 0 || square_file(from) == parts.file) &&
           (parts.rank < 0 || square_rank(from) == parts.rank);
}

// True if the text has this castling move as the king taking its own rook ("e1h1"), as some
// Chess960 hosts write castling.
bool takes_own_rook(const char* bare, Move move) {
    return same_coordinates(bare, notation_coordinate(move, CASTLE_TAKES_ROOK));
}

// If a king move and castling are written alike (Chess960: f1g1), the king move is meant.
Move find_coordinates(const MoveList& list, const char* bare) {
    Move castle = MOVE_NONE;
    for (int i = 0; i < list.count; ++i) {
        const Move move = list.move[i];
        const bool same = same_coordinates(bare, notation_coordinate(move));
        if (same && !move_is_castle(move)) return move;
        if (move_is_castle(move) && (same || fits_castle(bare, move) || takes_own_rook(bare, move)))
            castle = move;
    }
    return castle;
}

int find_san(const Board& board, const MoveList& list, const char* bare, Move* move) {
    SanParts parts;
    int found = 0;
    if (!parse_san(bare, &parts)) return 0;
    for (int i = 0; i < list.count; ++i) {
        if (!fits_san(board, parts, list.move[i])) continue;
        ++found;
        *move = list.move[i];
    }
    return found;
}

// Returns the number of legal moves that the text fits; *move is one of these moves.
int find_moves(const Board& board, const char* text, Move* move) {
    char bare[MOVE_TEXT_MAX + 1];
    if (!strip(text, bare)) return 0;
    MoveList list;
    move_gen_legal(board, &list);
    *move = find_coordinates(list, bare);
    return *move != MOVE_NONE ? 1 : find_san(board, list, bare, move);
}

bool looks_like_coordinates(const char* bare) {
    const size_t length = std::strlen(bare);
    const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return length >= 4 && length <= 5 && is_letter(bare[0]) && is_digit(bare[1]) &&
           is_letter(bare[2]) && is_digit(bare[3]) && (length == 4 || is_letter(bare[4]));
}

} // namespace

std::string notation_coordinate(Move move, CastleStyle style) {
    std::string text;
    if (move == MOVE_NONE) return "(none)";
    if (move_is_castle(move) && style == CASTLE_LETTERS)
        return is_short_castle(move) ? "O-O" : "O-O-O";
    const bool steps = move_is_castle(move) && style != CASTLE_TAKES_ROOK;
    append_square(&text, move_from(move));
    append_square(&text, steps ? move_castle_king_to(move) : move_to(move));
    if (move_is_promotion(move)) text += piece_letter(piece_make(BLACK, move_promotion(move)));
    return text;
}

std::string notation_san(const Board& board, Move move) {
    std::string text;
    MoveList list;
    move_gen_legal(board, &list);
    if (move_is_castle(move))
        text = notation_coordinate(move, CASTLE_LETTERS);
    else
        append_body(board, list, move, &text);
    return text + check_suffix(board, move);
}

Move notation_parse(const Board& board, const char* text) {
    Move move = MOVE_NONE;
    return find_moves(board, text, &move) == 1 ? move : MOVE_NONE;
}

bool notation_is_ambiguous(const Board& board, const char* text) {
    Move move = MOVE_NONE;
    return find_moves(board, text, &move) > 1;
}

bool notation_looks_like_move(const char* text) {
    char bare[MOVE_TEXT_MAX + 1];
    SanParts parts;
    if (!strip(text, bare)) return false;
    return looks_like_coordinates(bare) || std::strcmp(bare, "OO") == 0 ||
           std::strcmp(bare, "OOO") == 0 || parse_san(bare, &parts);
}
