#include "engine/search/ruling.h"

#include <algorithm>

void ruling_add(Rulings* rulings, const Ruling& ruling) {
    Ruling* end = rulings->ruling + rulings->count;
    end = std::remove_if(rulings->ruling, end,
                         [&](const Ruling& old) { return old.key == ruling.key; });
    if (end == rulings->ruling + RULINGS_MAX)
        end = std::move(rulings->ruling + 1, end, rulings->ruling);
    *end++ = ruling;
    rulings->count = int(end - rulings->ruling);
}

Score ruling_find(const Rulings& rulings, Key key, Depth depth) {
    for (int i = 0; i < rulings.count; ++i)
        if (rulings.ruling[i].key == key && depth <= rulings.ruling[i].depth)
            return rulings.ruling[i].score;
    return SCORE_NONE;
}
