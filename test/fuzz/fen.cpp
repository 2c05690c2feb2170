#include <cstring>
#include <initializer_list>
#include <string>

#include "engine/board/attack.h"
#include "engine/board/fen.h"
#include "engine/board/move_do.h"
#include "engine/board/move_gen.h"
#include "test/fuzz/fuzz.h"

namespace {

bool same_board(const Board& a, const Board& b) {
    return std::memcmp(&a, &b, sizeof(Board)) == 0;
}

void check_moves(const Board& board) {
    MoveList list;
    move_gen_legal(board, &list);
    for (int i = 0; i < list.count; ++i) {
        Board after = board;
        Undo undo;
        move_make(&after, list.move[i], &undo);
        FUZZ_CHECK(board_is_ok(after));
        FUZZ_CHECK(!attack_is_attacked(after, board_king(after, board.turn), after.turn));
        move_undo(&after, list.move[i], undo);
        FUZZ_CHECK(same_board(after, board));
    }
}

// Checks that no position was accepted that has impossible kings or pawns or a king that can be
// captured.
void check_possible(const Board& board) {
    for (const Colour colour : {WHITE, BLACK}) {
        const Piece pawn = piece_make(colour, PAWN);
        FUZZ_CHECK(board.count[piece_make(colour, KING)] == 1 && board.count[pawn] <= 8);
        for (int i = 0; i < board.count[pawn]; ++i) {
            const Rank rank = square_rank(board.list[pawn][i]);
            FUZZ_CHECK(rank != RANK_1 && rank != RANK_8);
        }
    }
    FUZZ_CHECK(
        !attack_is_attacked(board, board_king(board, colour_opposite(board.turn)), board.turn));
}

// Reads a FEN. If the FEN is refused the board must be unchanged, else the position must be sound.
void check_fen(const std::string& text, FenRules rules) {
    Board board, before;
    std::memset(static_cast<void*>(&board), 0,
                sizeof board); // clears the bytes between the members as well
    board_clear(&board);
    before = board;
    if (fen_parse(text.c_str(), &board, rules)) {
        FUZZ_CHECK(same_board(board, before));
        return;
    }
    FUZZ_CHECK(board_is_ok(board));
    check_possible(board);
    const std::string written = fen_write(board);
    Board reread = before;
    FUZZ_CHECK(fen_parse(written.c_str(), &reread, rules) == nullptr);
    FUZZ_CHECK(fen_write(reread) == written);
    FUZZ_CHECK(reread.key == board.key && reread.castling == board.castling);
    check_moves(board);
}

} // namespace

void fuzz_fen(const uint8_t* data, size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    check_fen(text, FEN_CLASSIC);
    check_fen(text, FEN_CHESS960);
}
