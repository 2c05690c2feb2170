#include "engine/learn/sample.h"

#include <algorithm>
#include <cstring>

#include "engine/board/fen.h"

Sample sample_pack(const Board& board, Score score, SampleResult result) {
    Sample sample;
    std::memset(&sample, 0, sizeof sample);
    int n = 0;
    for (int index = 0; index < 64; ++index) {
        const Piece piece = board.piece[square_from64(index)];
        if (piece == NO_PIECE) continue;
        sample.occupied |= uint64_t(1) << index;
        sample.pieces[n / 2] = uint8_t(sample.pieces[n / 2] | piece << (n % 2 * 4));
        ++n;
    }
    sample.score = int16_t(board.turn == WHITE ? score : -score);
    sample.result = result;
    sample.turn = board.turn;
    return sample;
}

Sample sample_begin(uint32_t game, uint16_t count) {
    Sample sample;
    std::memset(&sample, 0, sizeof sample);
    sample.game = game;
    sample.count = count;
    return sample;
}

bool sample_is_head(const Sample& sample) {
    const Sample head = sample_begin(sample.game, sample.count);
    return std::memcmp(&sample, &head, sizeof head) == 0;
}

bool sample_is_position(const Sample& sample) {
    int count[PIECE_NB] = {};
    if (!sample_visit(sample, [&](Piece piece, Square) { ++count[piece]; })) return false;
    const int most = *std::max_element(count, count + PIECE_NB); // a Board has room for no more
    return most <= PIECE_LIST_MAX && !fen_fault(sample_board(sample));
}

Board sample_board(const Sample& sample) {
    Board board;
    board_clear(&board);
    sample_visit(sample, [&](Piece piece, Square square) { board_put(&board, piece, square); });
    board.turn = Colour(sample.turn);
    board_refresh(&board);
    return board;
}
