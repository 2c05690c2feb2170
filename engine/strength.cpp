#include "engine/strength.h"

#include <algorithm>
#include <iterator>

namespace {

struct Level {
    int elo;
    uint64_t nodes;
    int noise_cp;
};

// With 400 nodes and no noise it plays about as Stockfish 15 set to 1550 Elo, and every doubling is
// worth some 130 points against other programs. Below, depth 1 is complete in any case, and it is
// the noise that weakens: 200 centipawns are worth about as many points. What a level looks like:
const Level LEVELS[] = {
    {800, 50, 570}, // a beginner: takes what hangs, mates in one, knows little else
    {1000, 100, 360},  {1200, 200, 235},  // sees an exchange through, trusts in bad plans
    {1400, 300, 130},  {1600, 500, 57},   // a club player: simple tactics
    {1800, 1300, 29},  {2000, 3200, 14},  // two or three moves deep
    {2200, 8500, 7},   {2400, 27000, 4},  // hardly ever wrong, but shallow
    {2600, 100000, 0}, {2800, 400000, 0}, // about its full strength in a short game
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
