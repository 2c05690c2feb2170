// Contempt and evaluation noise: deliberate changes to the scores of a search.
#pragma once

#include <algorithm>

#include "engine/board/hash.h"
#include "engine/board/types.h"

struct SearchBias {
    Score draw;    // the score of a draw for White
    int noise_cp;  // the largest error added to static scores
    uint64_t seed; // the seed of the errors
};

constexpr SearchBias SEARCH_UNBIASED = {SCORE_DRAW, 0, 0};

constexpr bool bias_is_same(const SearchBias& a, const SearchBias& b) {
    return a.draw == b.draw && a.noise_cp == b.noise_cp && a.seed == b.seed;
}

/// The score of a draw for this side.
constexpr Score bias_draw(const SearchBias& bias, Colour turn) {
    return turn == WHITE ? bias.draw : -bias.draw;
}

/// The error added to the static score of a position. The error depends on the position's key and
/// the seed only; small errors are likelier than large errors.
constexpr int bias_error(const SearchBias& bias, Key key) {
    Key mix = (key ^ bias.seed) * HASH_GOLDEN_RATIO;
    mix = (mix ^ mix >> 32) * 0xd6e8feb86659fd93u;
    const int64_t first = int64_t(mix >> 16 & 0xffff), second = int64_t(mix >> 48);
    return int((first + second - 0xffff) * bias.noise_cp / 0x10000);
}

/// The static score with the error of this position added.
constexpr Score bias_eval(const SearchBias& bias, Score score, Key key) {
    if (bias.noise_cp == 0) return score;
    return std::clamp(score + bias_error(bias, key), -SCORE_EVAL_MAX, SCORE_EVAL_MAX);
}
