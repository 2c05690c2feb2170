#include <iterator>
#include <string>

#include "engine/board/game.h"
#include "engine/board/move_gen.h"
#include "engine/board/notation.h"
#include "test/fuzz/fuzz.h"
#include "test/helpers.h"

namespace {

bool is_legal(const Board& board, Move move) {
    MoveList list;
    move_gen_legal(board, &list);
    for (int i = 0; i < list.count; ++i)
        if (list.move[i] == move) return true;
    return false;
}

// Checks that a move that was read is legal, looks like a move, and is read again from SAN and
// coordinates. Only the coordinates of castling in Chess960 may be read as a step of the king.
void check_move(const Board& board, const std::string& word, Move move) {
    FUZZ_CHECK(is_legal(board, move));
    FUZZ_CHECK(notation_looks_like_move(word.c_str()));
    FUZZ_CHECK(notation_parse(board, notation_san(board, move).c_str()) == move);
    const std::string steps = notation_coordinate(move),
                      letters = notation_coordinate(move, CASTLE_LETTERS);
    FUZZ_CHECK(notation_parse(board, letters.c_str()) == move);
    FUZZ_CHECK(notation_parse(board, steps.c_str()) == move || move_is_castle(move));
}

void try_word(Game* game, const std::string& word) {
    if (word.empty()) return;
    const Move move = notation_parse(game->board, word.c_str());
    if (move == MOVE_NONE) return;
    check_move(game->board, word, move);
    game_make(game, move);
}

} // namespace

void fuzz_san(const uint8_t* data, size_t size) {
    if (size == 0) return;
    Game game;
    const char* start = PLAYOUT_STARTS[data[0] % std::size(PLAYOUT_STARTS)];
    FUZZ_CHECK(game_set_up(&game, start, FEN_CHESS960) == nullptr);
    std::string word;
    for (size_t i = 1; i < size; ++i) {
        const char byte = char(data[i]);
        if (byte != ' ' && byte != '\n' && byte != '\0') {
            word += byte;
            continue;
        }
        try_word(&game, word);
        word.clear();
    }
    try_word(&game, word);
}
