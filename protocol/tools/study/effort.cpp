#include "protocol/tools/study/effort.h"

namespace {

constexpr double SECONDS_MIN = 0.001, SECONDS_MAX = 1e6, NODES_MAX = 1e15;
constexpr double UNTOLD = 0, SECONDS_DEFAULT = 1;

} // namespace

int effort_read(int count, char** words, LookEffort* effort, std::vector<Flag> more,
                std::string* file) {
    *effort = {UNTOLD, UNTOLD, UNTOLD};
    more.push_back({"--st", SECONDS_MIN, SECONDS_MAX, false, &effort->seconds});
    more.push_back({"--sd", 1, DEPTH_MAX, true, &effort->depth});
    more.push_back({"--nodes", 1, NODES_MAX, true, &effort->nodes});
    const int status = flags_read_one(count, words, more, file);
    const bool bounded = effort->depth > UNTOLD || effort->nodes > UNTOLD;
    if (effort->seconds <= UNTOLD) effort->seconds = bounded ? SECONDS_MAX : SECONDS_DEFAULT;
    if (effort->depth <= UNTOLD) effort->depth = DEPTH_MAX;
    return status;
}
