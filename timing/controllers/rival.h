// `rival`, the default: a normal time for every move, and overtime up to the extended time while
// the score has dropped and no acceptable move is found. After the Rival of 1996 and its author's
// page on timing moves, with the gaps in both filled.
#pragma once

#include "timing/controller.h"

/// N and E by moves to go, increment or sudden death. E < N means that there is no overtime.
Budget rival_plan(const ClockFacts& facts, const ControllerSettings& settings,
                  const ControllerMemory& memory);

/// In sudden death, by the page: how many moves are left (half-moves made counted as moves, as in
/// the program; 0 in a long game), and what is kept back of a base.
int rival_moves_left(int game_ply);
int64_t rival_reserve_ms(int64_t base_ms);

/// The overrun rule: from N on, stop when the score is acceptable; else go on until E.
StopReason rival_judge(const Budget& budget, const Progress& progress, Moment moment,
                       const ControllerSettings& settings, const ControllerMemory& memory,
                       Overrun* overrun);

/// A new iteration has no score yet: an overrun goes on until a root move is back.
bool rival_is_waiting(const Progress& progress, const Overrun& overrun);

/// What every Rival has in common: at N stop if the score is acceptable, else when it is again, or
/// at E. Writes the story of the overrun; reference_cp is the score that acceptable was judged by.
StopReason rival_decide(const Budget& budget, const Progress& progress,
                        const ControllerSettings& settings, int reference_cp, bool acceptable,
                        Overrun* overrun);

/// How much of N it takes: more the less of all nodes lie below the best move and the fewer
/// iterations have agreed on it. An iteration that is long in coming counts as doubt. 1 before one.
double rival_refine(const Progress& progress, const ControllerSettings& settings);

/// drop, literal, overtime: for all Rivals; doubt: for `rival` alone.
extern const ControllerParameter rival_parameters[];
