// Zobrist keys, computed at compile time from a fixed seed, so that all machines agree on them.
#pragma once

#include "engine/board/piece.h"
#include "engine/board/square.h"
#include "engine/board/types.h"

constexpr int CASTLING_NB = 16;

struct HashKeys {
    Key piece[PIECE_NB][SQUARE_NB];
    Key castling[CASTLING_NB];
    Key en_passant[8]; // by file
    Key turn;          // Black to move
};

/// 2^64 divided by the golden ratio, for Fibonacci hashing (Knuth).
constexpr Key HASH_GOLDEN_RATIO = 0x9e3779b97f4a7c15u;

/// One step of splitmix64 (Sebastiano Vigna, public domain algorithm).
constexpr Key hash_next_random(Key* state) {
    *state += HASH_GOLDEN_RATIO;
    Key z = *state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

constexpr HashKeys hash_make_keys() {
    HashKeys keys = {};
    Key state = 0x0f7e12a5c0de75u;
    for (int piece = WHITE_PAWN; piece <= BLACK_KING; ++piece)
        for (int i = 0; i < 64; ++i) keys.piece[piece][square_from64(i)] = hash_next_random(&state);
    for (int i = 1; i < CASTLING_NB; ++i) keys.castling[i] = hash_next_random(&state);
    for (int i = 0; i < 8; ++i) keys.en_passant[i] = hash_next_random(&state);
    keys.turn = hash_next_random(&state);
    return keys;
}

inline constexpr HashKeys HASH = hash_make_keys();
