#include "engine/search/strength.h"

#include <doctest/doctest.h>

TEST_CASE("strength: a higher Elo gives more nodes and less noise") {
    Strength before = strength_for(STRENGTH_ELO_MIN);
    CHECK(before.nodes >= 1);
    for (int elo = STRENGTH_ELO_MIN + 1; elo <= STRENGTH_ELO_MAX; ++elo) {
        const Strength now = strength_for(elo);
        CHECK(now.nodes >= before.nodes);
        CHECK(now.noise_cp <= before.noise_cp);
        CHECK(now.nodes <=
              before.nodes + before.nodes / 20 + 1); // no jump from one Elo to the next
        before = now;
    }
    CHECK(before.noise_cp >= 0);
    CHECK(before.nodes > 1000 * strength_for(STRENGTH_ELO_MIN).nodes);
}

TEST_CASE("strength: Elo is clamped to the scale") {
    CHECK(strength_for(-5).nodes == strength_for(STRENGTH_ELO_MIN).nodes);
    CHECK(strength_for(0).noise_cp == strength_for(STRENGTH_ELO_MIN).noise_cp);
    CHECK(strength_for(99999).nodes == strength_for(STRENGTH_ELO_MAX).nodes);
}
