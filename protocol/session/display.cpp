#include "protocol/session/display.h"

#include <cstdio>
#include <cstdlib>

#include "engine/board/fen.h"
#include "engine/board/move_do.h"
#include "engine/board/notation.h"
#include "protocol/io/text.h"

std::string display_board(const Board& board) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        text += char('1' + rank);
        text += ' ';
        for (int file = 0; file < 8; ++file) {
            text += ' ';
            text += piece_letter(board.piece[square_make(file, rank)]);
        }
        text += '\n';
    }
    return text + "\n   a b c d e f g h\n" + fen_write(board);
}

std::string display_score(Score score) {
    if (!score_is_mate(score)) return text_format("%+.2f", int(score) / 100.0);
    const int moves = score_mate_moves(score);
    return (moves > 0 ? "#" : "-#") + std::to_string(std::abs(moves));
}

std::string display_number(const Board& board) {
    return std::to_string(board.move_number) + (board.turn == WHITE ? "." : "...");
}

std::string display_move(const Board& board, Move move) {
    return "Overtime plays " + display_number(board) + ' ' + notation_san(board, move);
}

std::string display_thinking(const Board& board, const SearchLine& line, int64_t elapsed_ms,
                             Move before) {
    char head[80];
    std::snprintf(head, sizeof head, "%3d %7s %7.2f s %10llu  ", int(line.depth),
                  display_score(line.score).c_str(), double(elapsed_ms) / 1000,
                  static_cast<unsigned long long>(line.nodes));
    std::string text = head;
    if (before != MOVE_NONE) text += '(' + notation_coordinate(before) + ") ";
    Board after = board;
    for (int i = 0; i < line.pv.length; ++i) {
        const bool number = i == 0 || after.turn == WHITE;
        const std::string word =
            (number ? display_number(after) + ' ' : "") + notation_san(after, line.pv.move[i]);
        if (text.size() + word.size() > TEXT_COLUMNS) break;
        text += word + ' ';
        Undo undo;
        move_make(&after, line.pv.move[i], &undo);
    }
    text.pop_back();
    return text;
}
