// Training positions of 32 bytes, and data files of such positions.
//
// A data file is a sequence of 32-byte records, little endian. A record with no occupied square
// begins a game: `count` is the number of positions that follow, `game` the number of the game.
// Each other record is a position: the board (bit n of `occupied` is square n, a1 b1 ... h8;
// `pieces` are the pieces in that order, four bits each, low half first, as in enum Piece), the
// side to move, the score of a search and the result of the game.
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
        uint32_t game; // in a record that begins a game
    };
    int16_t score;           // centipawns, from White's point of view
    uint8_t result;          // SampleResult
    uint8_t turn;            // Colour
    uint16_t count;          // number of positions, in a record that begins a game
    uint16_t next_unrelated; // 1: the next record was not reached from this one by good play
};
static_assert(sizeof(Sample) == 32, "the file format");

/// Packs a position without castling rights, en passant square and counters.
Sample sample_pack(const Board& board, Score score, SampleResult result);

/// Returns true if the record is a position that a game can have; damaged files have others.
bool sample_is_position(const Sample& sample);

/// The board of a record that is a position, without castling rights.
Board sample_board(const Sample& sample);

/// Makes the record that begins a game.
Sample sample_begin(uint32_t game, uint16_t count);

inline bool sample_begins_game(const Sample& sample) {
    return sample.occupied == 0;
}

/// Returns true if the record begins a game and its other fields are 0. Every data file that is not
/// empty begins with such a record.
bool sample_is_head(const Sample& sample);

/// Calls visit(piece, square) for every piece. Returns false if a side does not have one king, or
/// if a piece, the result or the turn is invalid.
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
