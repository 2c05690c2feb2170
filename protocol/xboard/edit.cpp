#include "protocol/xboard/edit.h"

#include <algorithm>

#include "engine/board/fen.h"
#include "protocol/xboard/console.h"

namespace {

// "Pa4" puts a piece of the current colour, "xa4" empties a square.
bool change_square(Edit* edit, const std::string& text) {
    if (text.size() != 3 || text[1] < 'a' || text[1] > 'h' || text[2] < '1' || text[2] > '8')
        return false;
    const Square square = square_make(text[1] - 'a', text[2] - '1');
    if (text[0] == 'x') {
        edit->board.piece[square] = NO_PIECE;
        return true;
    }
    const Piece piece = piece_from_letter(text[0]);
    if (piece == NO_PIECE || piece_colour(piece) != WHITE) return false;
    edit->board.piece[square] = piece_make(edit->colour, piece_type(piece));
    return true;
}

// Kings and rooks on their home squares imply castling rights; there is no en passant. More pieces
// than the piece lists of a Board hold are refused when the FEN is read.
void finish(XBoard* xboard) {
    xboard->edit.active = false;
    const std::string fen = fen_write(xboard->edit.board);
    const size_t turn = fen.find(' ') + 1;
    console_set_position(xboard, fen.substr(0, turn + 1) + " KQkq - 0 1");
}

} // namespace

void edit_begin(XBoard* xboard, const TextCommand&) {
    Edit& edit = xboard->edit;
    if (xboard->mode != MODE_ANALYSE) xboard->mode = MODE_FORCE;
    edit.active = true;
    edit.colour = WHITE;
    edit.board = xboard->session->game.board;
    session_tell(xboard->session, "",
                 "Editing White: Pa4 puts a piece, xa4 takes one away, # all; c for Black; . ends");
}

bool edit_line(XBoard* xboard, const std::string& text) {
    Edit& edit = xboard->edit;
    if (text == ".")
        finish(xboard);
    else if (text == "#")
        std::fill_n(edit.board.piece, SQUARE_NB, NO_PIECE);
    else if (text == "c")
        edit.colour = colour_opposite(edit.colour);
    else if (text != "castle" && text != "ep") // ChessBase's words: rights follow from the squares
        return change_square(&edit, text);
    return true;
}
