#include "engine/board/fen.h"

#include <cassert>
#include <cstring>
#include <initializer_list>

#include "engine/board/attack.h"

namespace {

constexpr int FEN_FIELDS = 6;
constexpr int FEN_FIELD_MAX = 80; // the longest board field has 71 characters
constexpr int FEN_COUNTER_MAX = 9999;

struct Fields {
    char text[FEN_FIELDS][FEN_FIELD_MAX + 1];
};

const char* split(const char* text, Fields* fields) {
    for (auto& field : fields->text) field[0] = '\0';
    for (int i = 0;; ++i) {
        text += std::strspn(text, " \t\r\n");
        if (*text == '\0') return i >= 1 ? nullptr : "empty";
        const size_t length = std::strcspn(text, " \t\r\n");
        if (i == FEN_FIELDS) return "too many fields";
        if (length > FEN_FIELD_MAX) return "field too long";
        std::memcpy(fields->text[i], text, length);
        fields->text[i][length] = '\0';
        text += length;
    }
}

const char* parse_rank(const char* text, size_t length, int rank, Board* board) {
    int file = 0;
    bool after_digit = false;
    for (size_t i = 0; i < length; ++i) {
        const char letter = text[i];
        if (letter >= '1' && letter <= '8') {
            if (after_digit) return "two digits in a row";
            file += letter - '0';
        } else {
            const Piece piece = piece_from_letter(letter);
            if (piece == NO_PIECE) return "unknown piece letter";
            if (file > 7) return "rank too long";
            if (board->count[piece] == PIECE_LIST_MAX) return "too many pieces";
            board_put(board, piece, square_make(file++, rank));
        }
        after_digit = letter <= '8';
    }
    return file == 8 ? nullptr : file > 8 ? "rank too long" : "rank too short";
}

const char* parse_squares(const char* text, Board* board) {
    for (int rank = 7; rank >= 0; --rank) {
        const size_t length = std::strcspn(text, "/");
        const char* error = parse_rank(text, length, rank, board);
        if (error) return error;
        text += length;
        if (rank > 0 && *text++ != '/') return "fewer than eight ranks";
    }
    return *text == '\0' ? nullptr : "more than eight ranks";
}

// Checks that there is one king and no more pieces than the missing pawns could have promoted to.
const char* check_counts(const Board& board, Colour colour) {
    constexpr int AT_START[PIECE_TYPE_NB] = {0, 8, 2, 2, 2, 1, 1};
    if (board.count[piece_make(colour, KING)] != 1)
        return board.count[piece_make(colour, KING)] ? "more than one king" : "king missing";
    int promoted = 0;
    for (int type = KNIGHT; type <= QUEEN; ++type) {
        const int extra = board.count[piece_make(colour, PieceType(type))] - AT_START[type];
        if (extra > 0) promoted += extra;
    }
    const int pawns = board.count[piece_make(colour, PAWN)];
    if (pawns > AT_START[PAWN]) return "too many pawns";
    return promoted + pawns > AT_START[PAWN] ? "too many pieces" : nullptr;
}

const char* check_squares(const Board& board) {
    for (const Colour colour : {WHITE, BLACK}) {
        const char* error = check_counts(board, colour);
        if (error) return error;
        const Piece pawn = piece_make(colour, PAWN);
        for (int i = 0; i < board.count[pawn]; ++i) {
            const Rank rank = square_rank(board.list[pawn][i]);
            if (rank == RANK_1 || rank == RANK_8) return "pawn on the first or last rank";
        }
    }
    return nullptr;
}

Square corner(Colour colour, bool king_side) {
    return square_make(king_side ? FILE_H : FILE_A, colour == WHITE ? 0 : 7);
}

// The rook that K or Q stands for (X-FEN): the outermost on that side of the king, SQ_NONE if there
// is none.
Square outermost_rook(const Board& board, Colour colour, bool king_side) {
    const Square king = board_king(board, colour);
    const int inward = king_side ? STEP_W : STEP_E;
    Square square = corner(colour, king_side);
    if (square_rank(king) != square_rank(square)) return SQ_NONE;
    for (; square != king; square += inward)
        if (board.piece[square] == piece_make(colour, ROOK)) return square;
    return SQ_NONE;
}

// Grants the castling right if king and rook are on the squares that the rules require.
void grant_if_fits(Board* board, Colour colour, Square rook, FenRules rules) {
    const Square king = board_king(*board, colour);
    const bool king_side = rook > king;
    const Square home = corner(colour, king_side);
    if (!square_is_ok(rook) || board->piece[rook] != piece_make(colour, ROOK)) return;
    if (square_rank(king) != square_rank(home)) return;
    const File file = square_file(king);
    const bool wild = rules == FEN_WILD && file == FILE_D;
    if (rules == FEN_NOCASTLE) return;
    if (rules != FEN_CHESS960 && (rook != home || (file != FILE_E && !wild))) return;
    const Castling right = castling_right(colour, king_side);
    const Move castle = wild ? move_make_castle_wild(king, rook) : move_make_castle(king, rook);
    if (!(board->castling & right)) board_grant_castling(board, right, castle);
}

// K Q k q (the outermost rook) or A-H a-h (Shredder-FEN: the rook on that file).
const char* parse_castling(const char* text, FenRules rules, Board* board) {
    if (std::strcmp(text, "-") == 0 || *text == '\0') return nullptr;
    for (; *text; ++text) {
        const Colour colour = *text <= 'Z' ? WHITE : BLACK;
        const char letter = char(colour == WHITE ? *text - 'A' + 'a' : *text);
        Square rook = SQ_NONE;
        if (letter == 'k' || letter == 'q')
            rook = outermost_rook(*board, colour, letter == 'k');
        else if (letter >= 'a' && letter <= 'h')
            rook = square_make(letter - 'a', colour == WHITE ? RANK_1 : RANK_8);
        else
            return "unknown castling letter";
        grant_if_fits(board, colour, rook, rules);
    }
    return nullptr;
}

// True if the last move can have been a pawn's double push over this square.
bool follows_double_push(const Board& board, Square square) {
    const Colour pusher = colour_opposite(board.turn);
    const int forward = square_forward(pusher);
    return square_rank_for(pusher, square) == RANK_3 &&
           board.piece[square + forward] == piece_make(pusher, PAWN) &&
           board.piece[square] == NO_PIECE && board.piece[square - forward] == NO_PIECE;
}

const char* parse_en_passant(const char* text, Board* board) {
    if (std::strcmp(text, "-") == 0 || *text == '\0') return nullptr;
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' || text[2] != '\0')
        return "bad en passant square";
    const Square square = square_make(text[0] - 'a', text[1] - '1');
    if (follows_double_push(*board, square) && attack_en_passant_is_usable(*board, square))
        board->en_passant = square;
    return nullptr;
}

// A missing counter becomes `fallback`, a counter above FEN_COUNTER_MAX becomes FEN_COUNTER_MAX.
const char* parse_counter(const char* text, int fallback, int* value) {
    *value = fallback;
    if (*text == '\0' || std::strcmp(text, "-") == 0) return nullptr;
    if (std::strspn(text, "0123456789") != std::strlen(text)) return "bad move counter";
    text += std::strspn(text, "0");
    const bool huge = std::strlen(text) > 4;
    *value = huge ? FEN_COUNTER_MAX : std::atoi(text);
    return nullptr;
}

const char* parse_turn(const char* text, Board* board) {
    if (std::strcmp(text, "w") == 0 || *text == '\0')
        board->turn = WHITE;
    else if (std::strcmp(text, "b") == 0)
        board->turn = BLACK;
    else
        return "side to move is neither w nor b";
    return nullptr;
}

// Each field can only be parsed after the fields before it.
const char* parse_fields(const Fields& fields, FenRules rules, Board* board) {
    const char* error = parse_squares(fields.text[0], board);
    if (!error) error = parse_turn(fields.text[1], board);
    if (!error) error = fen_fault(*board);
    if (!error) error = parse_castling(fields.text[2], rules, board);
    if (!error) error = parse_en_passant(fields.text[3], board);
    if (!error) error = parse_counter(fields.text[4], 0, &board->fifty);
    if (!error) error = parse_counter(fields.text[5], 1, &board->move_number);
    if (board->move_number == 0) board->move_number = 1; // some hosts count moves from 0
    return error;
}

} // namespace

const char* fen_fault(const Board& board) {
    const char* error = check_squares(board);
    if (error) return error;
    const Square king = board_king(board, colour_opposite(board.turn));
    return attack_is_attacked(board, king, board.turn) ? "side not on move is in check" : nullptr;
}

const char* fen_parse(const char* text, Board* board, FenRules rules) {
    Fields fields;
    Board parsed;
    board_clear(&parsed);
    const char* error = split(text, &fields);
    if (!error) error = parse_fields(fields, rules, &parsed);
    if (error) return error;
    board_refresh(&parsed);
    assert(board_is_ok(parsed));
    *board = parsed;
    return nullptr;
}

namespace {

void write_squares(const Board& board, std::string* text) {
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const Piece piece = board.piece[square_make(file, rank)];
            if (piece == NO_PIECE) {
                ++empty;
                continue;
            }
            if (empty) *text += char('0' + empty);
            empty = 0;
            *text += piece_letter(piece);
        }
        if (empty) *text += char('0' + empty);
        if (rank) *text += '/';
    }
}

// X-FEN writes a file letter only if another rook stands further out than the castling rook.
void write_castling(const Board& board, std::string* text) {
    for (int i = 0; i < CASTLING_RIGHTS; ++i) {
        if (!(board.castling & 1 << i)) continue;
        const Colour colour = castling_colour(i);
        const Square rook = move_to(board.castle[i]);
        const char first = colour == WHITE ? 'A' : 'a';
        const bool outermost = outermost_rook(board, colour, castling_is_king_side(i)) == rook;
        *text += outermost ? "KQkq"[i] : char(first + square_file(rook));
    }
    if (!board.castling) *text += '-';
}

} // namespace

std::string fen_write(const Board& board) {
    std::string text;
    write_squares(board, &text);
    text += board.turn == WHITE ? " w " : " b ";
    write_castling(board, &text);
    text += ' ';
    if (board.en_passant == SQ_NONE) {
        text += '-';
    } else {
        text += char('a' + square_file(board.en_passant));
        text += char('1' + square_rank(board.en_passant));
    }
    return text + ' ' + std::to_string(board.fifty) + ' ' + std::to_string(board.move_number);
}
