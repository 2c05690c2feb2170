#include "protocol/session/display.h"

#include <cstdio>

#include "engine/board/move_do.h"
#include "engine/board/notation.h"

std::string display_wrap(const std::vector<std::string>& words, size_t columns,
                         const std::string& indent) {
    std::string text, line;
    for (const std::string& word : words) {
        if (!line.empty() && indent.size() + line.size() + 1 + word.size() > columns) {
            text += indent + line + '\n';
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return text + indent + line + '\n';
}

std::string display_score(Score score) {
    char text[32];
    if (score_is_mate(score)) {
        const int moves = score_mate_moves(score);
        return (moves > 0 ? "#" : "-#") + std::to_string(moves > 0 ? moves : -moves);
    }
    std::snprintf(text, sizeof text, "%+.2f", int(score) / 100.0);
    return text;
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
        if (text.size() + word.size() > DISPLAY_COLUMNS) break;
        text += word + ' ';
        Undo undo;
        move_make(&after, line.pv.move[i], &undo);
    }
    text.pop_back();
    return text;
}
