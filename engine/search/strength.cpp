#include "engine/search/strength.h"

#include <algorithm>
#include <iterator>

namespace {

struct Level {
    int elo;
    uint64_t nodes;
    int noise_cp;
};

// From 1350 to 2400 Elo the levels play about even with the skill levels of Stockfish 15.1 at
// 60,000 nodes a move or more, rated on CCRL's scale in Stockfish's pull request 4341 (level 0:
// 1347, 3: 1742, 5: 2197, 7: 2520, 10: 2788). Above 2400 the ratings are rough. Below 1350 each
// level scores about three of four points against the level 200 Elo lower. Depth 1 is always
// completed, so low levels are weakened by noise.
const Level LEVELS[] = {
    {800, 120, 290},                     // a beginner: takes hanging pieces, mates in one
    {1000, 180, 215}, {1200, 280, 150},  // sees exchanges, plays bad plans
    {1400, 430, 105}, {1600, 750, 45},   // a club player: simple tactics
    {1800, 1200, 33}, {2000, 2000, 24},  // tactics two or three moves deep
    {2200, 4400, 15}, {2400, 9500, 8},   // rarely wrong, but shallow
    {2600, 38000, 3}, {2800, 150000, 0}, // about full strength in a very short game
};
constexpr int LEVEL_STEP = 200;

} // namespace

Strength strength_for(int elo) {
    elo = std::clamp(elo, STRENGTH_ELO_MIN, STRENGTH_ELO_MAX);
    const int index = std::min((elo - STRENGTH_ELO_MIN) / LEVEL_STEP, int(std::size(LEVELS)) - 2);
    const Level &low = LEVELS[index], &high = LEVELS[index + 1];
    const int above = elo - low.elo;
    return {low.nodes + (high.nodes - low.nodes) * uint64_t(above) / LEVEL_STEP,
            low.noise_cp + (high.noise_cp - low.noise_cp) * above / LEVEL_STEP};
}
