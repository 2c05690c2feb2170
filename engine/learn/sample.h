// A position to learn from, in 32 bytes, and the files that hold them.
//
// A data file is a sequence of 32-byte records, little endian. A record with no occupied square
// begins a game: `count` is the number of positions that follow, `game` the game's.
// The others hold the board (bit n of `occupied` is square n, a1 b1 ... h8; the pieces follow in
// that order, four bits each, low half first, as in enum Piece), whose turn it is, what a search
// said and how the game ended.
#pragma once

#include <cstdint>

#include "engine/board/board.h"

enum SampleResult : uint8_t {
    SAMPLE_BLACK_WINS,
    SAMPLE_DRAW,
    SAMPLE_WHITE_WINS,
};

struct Sample {
    uint64_t occupied;
    union {
        uint8_t pieces[16];
        uint32_t game; // of a record that begins a game
    };
    int16_t score; // centipawns, White's
    uint8_t result;
    uint8_t turn;   // Colour
    uint16_t count; // positions in this game, only where it begins
    uint16_t apart; // 1: not good play, but something else led to the next record
};
static_assert(sizeof(Sample) == 32, "the file format");

/// Castling rights, en passant and counters are left out.
Sample sample_pack(const Board& board, Score score, SampleResult result);

/// Is it a position that a game can have? Files hold whatever they hold.
bool sample_is_position(const Sample& sample);

/// The board of a record that is a position, without rights.
Board sample_board(const Sample& sample);

/// The record that begins a game.
Sample sample_begin(uint32_t game, uint16_t count);

inline bool sample_begins_game(const Sample& sample) {
    return sample.occupied == 0;
}

/// Does it begin a game, and say nothing else? Every data file that is not empty begins so.
bool sample_is_head(const Sample& sample);

/// Calls visit(piece, square) for every piece; false if there is not one king a side, or a piece, a
/// result or a turn that is none.
template <typename Visit> bool sample_visit(const Sample& sample, const Visit& visit) {
    int kings[COLOUR_NB] = {0, 0}, n = 0;
    if (sample.turn >= COLOUR_NB || sample.result > SAMPLE_WHITE_WINS) return false;
    for (uint64_t rest = sample.occupied; rest != 0; rest &= rest - 1, ++n) {
        if (n == 32) return false;
        const int index = __builtin_ctzll(rest);
        const int code = sample.pieces[n / 2] >> (n % 2 * 4) & 15;
        if ((code & 7) < PAWN || (code & 7) > KING) return false;
        const Piece piece = Piece(code);
        if (piece_type(piece) == KING) ++kings[piece_colour(piece)];
        visit(piece, square_from64(index));
    }
    return kings[WHITE] == 1 && kings[BLACK] == 1;
}
