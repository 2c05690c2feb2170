// What the report knows of a game, whoever wrote it down: two clocks, move by move, and the numbers
// that are drawn from them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/board/types.h"

/// A time that nobody has told.
constexpr int64_t REPORT_UNKNOWN = INT64_MIN;
/// A score that nobody has told.
constexpr int REPORT_NO_SCORE = INT32_MIN;

/// After these own moves the report says how much of the clock is left.
constexpr int REPORT_LOOKS = 3;
constexpr int REPORT_LOOK_MOVE[REPORT_LOOKS] = {20, 40, 60};

/// One move of one side. What follows used_ms is known from a log only.
struct ReportMove {
    std::string text;                 // as it was written
    int64_t sent_ms = REPORT_UNKNOWN; // on the clock when the move was made
    int64_t left_ms = REPORT_UNKNOWN; // the same with the increment, or a new session, added
    int64_t used_ms = REPORT_UNKNOWN;
    int64_t normal_ms = REPORT_UNKNOWN;        // NormalMoveTime
    int64_t extend_ms = REPORT_UNKNOWN;        // ExtendMaxMoveTime
    int64_t lag_ms = REPORT_UNKNOWN;           // what the host charged beyond our own use
    std::string stop;                          // why the search ended
    int drop_cp = 0, drop_depth = 0;           // at depth 0: the score did not drop too far; by 0:
                                               // the best move failed low, and no more is known
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
    int own = COLOUR_NB; // the colour whose log this is; COLOUR_NB: of nobody's
    ReportControl control;
    bool rough = false; // clocks are reckoned from rounded times
    std::string date, result = "*", reason;
    int forfeit = COLOUR_NB; // who lost on time
};

/// More moves than this in one file would need too much memory: it is not read to its end.
constexpr int64_t REPORT_MOVES_MAX = 2000000;

/// A file as it was read.
struct ReportFile {
    std::string name;
    std::vector<ReportGame> games;
    int64_t moves = 0; // read so far, those of games without times as well
    int lines = 0;
    int skipped = 0;       // lines that could not be understood
    int first_skipped = 0; // the number of the first of them
};

/// Counts a line that cannot be understood.
void report_skip(ReportFile* file, int line);

/// Who lost on time by what a host says: COLOUR_NB for nobody.
int report_forfeit(const std::string& result, const std::string& reason,
                   const std::string& termination);

/// Past NormalMoveTime because the score had dropped.
bool report_is_overrun(const ReportMove& move);

/// Less than this on the clock when a move is made is a near miss: a fiftieth of the base, a second
/// at most.
int64_t report_near_ms(const ReportControl& control);

/// False where the clock is unknown or only roughly known.
bool report_is_near_miss(const ReportGame& game, const ReportMove& move);

/// The part of the base that was left after that own move (1 is all of it); negative if unknown.
double report_share_left(const ReportGame& game, const ReportSide& side, int move);

/// The smaller of two times, or the one that is known.
int64_t report_lower_ms(int64_t one_ms, int64_t other_ms);

/// The smallest sent_ms and the largest used_ms of a side, REPORT_UNKNOWN if none is known.
int64_t report_lowest_ms(const ReportSide& side);
int64_t report_longest_ms(const ReportSide& side);

/// What is counted for a side, or summed over many.
struct ReportCount {
    int games = 0, moves = 0, timed = 0; // timed: moves whose time is known
    int forfeits = 0, near_misses = 0;
    int overruns = 0, resolved = 0;
};

/// Adds one side of a game.
void report_count(const ReportGame& game, Colour colour, ReportCount* count);

/// Linear between neighbours; fraction from 0 to 1. Sorts the values. 0 for none.
double report_quantile(std::vector<double>* values, double fraction);
