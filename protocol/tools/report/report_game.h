// A game as the report knows it, from a log or from PGN: both clocks move by move, and the numbers
// computed from them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/board/types.h"

/// An unknown time.
constexpr int64_t REPORT_UNKNOWN = INT64_MIN;
/// An unknown score.
constexpr int REPORT_NO_SCORE = INT32_MIN;

/// The report shows which share of the base a side has left after these numbers of its moves.
constexpr int REPORT_LOOKS = 3;
constexpr int REPORT_LOOK_MOVE[REPORT_LOOKS] = {20, 40, 60};

/// One move of one side. The fields after used_ms are known from a log only.
struct ReportMove {
    std::string text;                 // SAN, or as the file has it
    int64_t sent_ms = REPORT_UNKNOWN; // time on the clock when the move was made
    int64_t left_ms = REPORT_UNKNOWN; // sent_ms + increment + base of a new session
    int64_t used_ms = REPORT_UNKNOWN;
    int64_t normal_ms = REPORT_UNKNOWN;        // NormalMoveTime
    int64_t extend_ms = REPORT_UNKNOWN;        // ExtendMaxMoveTime
    int64_t lag_ms = REPORT_UNKNOWN;           // GUI overhead
    std::string stop;                          // why the search ended
    int drop_cp = 0, drop_depth = 0;           // drop_depth 0: no overrun; drop_cp 0: the best move
                                               // failed low and its score is unknown
    int resolved_depth = 0, resolved_move = 0; // 0: no acceptable move was found, or none needed
    int before_cp = REPORT_NO_SCORE;           // score before the drop
    int after_cp = REPORT_NO_SCORE;            // score of the move played
    std::string candidate;                     // best move before the drop
};

struct ReportControl {
    int moves = 0; // per session, 0 for the whole game
    int64_t base_ms = REPORT_UNKNOWN, increment_ms = 0;
};

struct ReportSide {
    std::string name;
    std::vector<ReportMove> moves;
};

struct ReportGame {
    ReportSide side[COLOUR_NB];
    int own = COLOUR_NB; // the colour whose log this is; COLOUR_NB: not from a log
    ReportControl control;
    bool rough = false; // clocks are computed from rounded times
    std::string date, result = "*", reason;
    int forfeit = COLOUR_NB; // who lost on time
};

/// A file with more moves would need too much memory and is refused.
constexpr int64_t REPORT_MOVES_MAX = 2000000;

/// The games of a log or PGN file, and what could not be read.
struct ReportFile {
    std::string name;
    std::vector<ReportGame> games;
    int64_t moves = 0; // including games without times
    int lines = 0;
    int skipped = 0;       // malformed lines
    int first_skipped = 0; // line number of the first malformed line
};

/// Counts a skipped malformed line; the number of the first such line is kept.
void report_skip(ReportFile* file, int line);

/// Returns who lost on time, by the words of the host; COLOUR_NB: nobody.
int report_forfeit(const std::string& result, const std::string& reason,
                   const std::string& termination);

/// Did the move take longer than NormalMoveTime because the score had dropped?
bool report_is_overrun(const ReportMove& move);

/// A move is a near miss of a loss on time if less than this is left on the clock when it is made:
/// a fiftieth of the base, at most a second.
int64_t report_near_ms(const ReportControl& control);

/// Did the move nearly lose on time (see report_near_ms())? False if the clock is unknown or
/// rounded.
bool report_is_near_miss(const ReportGame& game, const ReportMove& move);

/// The share of the base left after a side's move number `move`: 1 is all of it, below 0 unknown.
double report_share_left(const ReportGame& game, const ReportSide& side, int move);

/// The smallest sent_ms and the largest used_ms of a side, or REPORT_UNKNOWN.
int64_t report_lowest_ms(const ReportSide& side);
int64_t report_longest_ms(const ReportSide& side);

/// What the report counts of one side of a game, or the sums over many sides and games.
struct ReportCount {
    int games = 0, moves = 0, timed = 0; // timed: moves whose time is known
    int forfeits = 0, near_misses = 0;
    int overruns = 0, resolved = 0;
    int64_t lowest_ms = REPORT_UNKNOWN, longest_ms = REPORT_UNKNOWN; // clock, move
};

/// Adds the moves and events of one side of a game to *count.
void report_count(const ReportGame& game, Colour colour, ReportCount* count);

/// Sorts values and returns an interpolated quantile (`fraction` 0 to 1); 0 without values.
double report_quantile(std::vector<double>* values, double fraction);
