#include "protocol/tools/study/annotation.h"

#include <algorithm>

#include "engine/board/notation.h"
#include "protocol/files/pgn.h"
#include "protocol/io/text.h"
#include "protocol/session/display.h"
#include "protocol/version.h"

namespace {

constexpr int MARK_LOSS_CP[MARK_NB] = {0, 50, 100, 300};
constexpr const char* NAGS[MARK_NB] = {"", "$6", "$2", "$4"}; // ?! ? ??
constexpr int SCORE_SIDE_CP = 1000;
constexpr size_t LINE_MOVES_MAX = 8;

using Words = std::vector<std::string>;

int clamp_score(Score score) {
    return std::clamp(int(score), -SCORE_SIDE_CP, SCORE_SIDE_CP);
}

// The score after a move, for the side that made it: a mate is then one ply further away.
Score before_move(Score after) {
    if (!score_is_mate(after)) return -after;
    return Score(after > 0 ? 1 - after : -1 - after);
}

// "{+0.35/12}": the score for the side that moves, and the depth.
std::string write_score(Score score, Depth depth) {
    return '{' + display_score(score) + '/' + std::to_string(int(depth)) + '}';
}

// Is this a word as write_score() writes it?
bool is_score(const std::string& word) {
    return word.find_first_of("+-#") == 0 && word.find('/') != std::string::npos &&
           word.find_first_not_of("+-#./0123456789") == std::string::npos;
}

// Whether the position after n moves has a score: the last one has none if the game is over there.
bool is_scored(const std::vector<Analysis>& analyses, size_t n) {
    return analyses[n].depth > DEPTH_ZERO || n + 1 < analyses.size();
}

// The game's comments without the scores that an earlier `overtime analyse` put before them.
std::vector<std::string> foreign_comments(const GameText& text,
                                          const std::vector<Analysis>& analyses) {
    std::vector<std::string> comments = text.comments;
    if (games_tag(text, "Annotator") != VERSION_NAME) return comments;
    for (size_t i = 1; i < comments.size(); ++i) {
        std::string& comment = comments[i];
        if (!is_scored(analyses, i)) continue;
        const size_t end = comment.find(' ');
        if (!is_score(comment.substr(0, end))) continue;
        comment.erase(0, end == std::string::npos ? end : end + 1);
    }
    return comments;
}

// Adds a comment word by word, so that a line can be broken within it. Replaces characters that
// would end the comment or the text (a NUL).
void add_comment(Words* words, std::string comment) {
    for (char& c : comment)
        c = c == '{' || c == '}' ? '/' : static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    if (comment.empty()) return;
    for (const std::string& word : text_words('{' + comment + '}')) words->push_back(word);
}

// "( 12. Nf3 {+0.20/14} Nc6 13. d4 )"
void add_variation(Words* words, Board board, const Analysis& analysis) {
    const size_t count = std::min(analysis.line.size(), LINE_MOVES_MAX);
    for (size_t i = 0; i < count; ++i) {
        const bool numbered = i < 2 || board.turn == WHITE; // also after the comment
        if (numbered) words->push_back((i == 0 ? "(" : "") + display_number(board));
        words->push_back(notation_san(board, analysis.line[i]));
        if (i == 0) words->push_back(write_score(analysis.score, analysis.depth));
        if (i + 1 == count) words->back() += ')';
        Undo undo;
        move_make(&board, analysis.line[i], &undo);
    }
}

std::string write_tags(const GameText& text) {
    std::string tags;
    for (const auto& tag : text.tags)
        if (tag.first != "Annotator") tags += pgn_tag(tag.first, tag.second) + '\n';
    return tags + pgn_tag("Annotator", VERSION_NAME) + "\n\n";
}

} // namespace

int annotation_loss(Move move, const Analysis& before, const Analysis& after) {
    if (!before.line.empty() && before.line[0] == move) return 0;
    return std::max(0, clamp_score(before.score) - clamp_score(-after.score));
}

Mark annotation_mark(int loss_cp) {
    int mark = MARK_BLUNDER;
    while (mark > MARK_NONE && loss_cp < MARK_LOSS_CP[mark]) --mark;
    return Mark(mark);
}

std::string annotation_write(const GameText& text, const std::vector<Analysis>& analyses,
                             Accuracy accuracy[COLOUR_NB]) {
    Words words;
    Board board = text.game.start;
    const std::vector<std::string> comments = foreign_comments(text, analyses);
    add_comment(&words, comments[0]);
    for (size_t i = 0; i < text.game.moves.size(); ++i) {
        const Move move = text.game.moves[i];
        const int loss_cp = annotation_loss(move, analyses[i], analyses[i + 1]);
        const Mark mark = annotation_mark(loss_cp);
        Accuracy* counts = &accuracy[board.turn];
        ++counts->moves;
        counts->lost_cp += loss_cp;
        ++counts->marks[mark];
        words.push_back(display_number(board)); // there is a comment before every move
        words.push_back(notation_san(board, move));
        if (mark != MARK_NONE) words.push_back(NAGS[mark]);
        if (is_scored(analyses, i + 1))
            words.push_back(write_score(before_move(analyses[i + 1].score), analyses[i + 1].depth));
        add_comment(&words, comments[i + 1]);
        if (mark != MARK_NONE) add_variation(&words, board, analyses[i]);
        Undo undo;
        move_make(&board, move, &undo);
    }
    words.push_back(text.result);
    return write_tags(text) + pgn_wrap(words) + '\n';
}
