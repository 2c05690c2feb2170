#include "protocol/files/epd.h"

#include <algorithm>

#include "engine/board/notation.h"
#include "protocol/io/text.h"

namespace {

constexpr int BOARD_FIELDS = 4, FEN_FIELDS = 6;

bool is_number(const std::string& word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

// Reads the four fields of the position; some files have all six fields of a FEN.
std::string read_fen(const char** text) {
    std::string fen;
    for (int field = 0; field < FEN_FIELDS; ++field) {
        const char* rest = *text;
        const std::string word = text_next_word(&rest);
        if (field >= BOARD_FIELDS && !is_number(word)) break;
        fen += (fen.empty() ? "" : " ") + word;
        *text = rest;
    }
    return fen;
}

// Reads an EPD operation: the text up to the next semicolon outside of quotes.
std::string next_operation(const char** text) {
    std::string operation;
    bool quoted = false;
    for (; **text; ++*text) {
        if (**text == '"') quoted = !quoted;
        if (**text == ';' && !quoted) {
            ++*text;
            break;
        }
        operation += **text;
    }
    return operation;
}

bool read_moves(const Board& board, const char* words, std::vector<Move>* moves) {
    for (const std::string& word : text_words(words)) {
        const Move move = notation_parse(board, word.c_str());
        if (move == MOVE_NONE) return false;
        moves->push_back(move);
    }
    return !moves->empty();
}

std::string unquote(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), '"'), text.end());
    return text_trim(text);
}

bool read_mate(const char* words, int* mate) {
    constexpr int64_t MOST = PLY_MAX;
    int64_t moves = 0;
    if (!text_parse_integer(text_next_word(&words), &moves) || moves < 1 || moves > MOST)
        return false;
    *mate = int(moves);
    return true;
}

const char* read_operation(const std::string& operation, Epd* epd) {
    const char* rest = operation.c_str();
    const std::string name = text_next_word(&rest);
    if (name == "bm" && !read_moves(epd->game.board, rest, &epd->best)) return "bm: illegal move";
    if (name == "am" && !read_moves(epd->game.board, rest, &epd->avoid)) return "am: illegal move";
    if (name == "dm" && !read_mate(rest, &epd->mate)) return "dm: not a number of moves";
    if (name == "id") epd->id = unquote(rest);
    return nullptr;
}

bool contains(const std::vector<Move>& moves, Move move) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

} // namespace

const char* epd_parse(const std::string& line, Epd* epd) {
    *epd = {};
    const char* text = line.c_str();
    const char* error = game_set_up(&epd->game, read_fen(&text).c_str(), FEN_CHESS960);
    while (!error && *text) error = read_operation(next_operation(&text), epd);
    if (error) return error;
    const bool asked = !epd->best.empty() || !epd->avoid.empty() || epd->mate > 0;
    return asked ? nullptr : "has no bm, am or dm";
}

bool epd_is_solved(const Epd& epd, Move move, Score score) {
    if (move == MOVE_NONE) return false;
    if (!epd.best.empty() && !contains(epd.best, move)) return false;
    if (contains(epd.avoid, move)) return false;
    return epd.mate == 0 ||
           (score > 0 && score_is_mate(score) && score_mate_moves(score) <= epd.mate);
}
