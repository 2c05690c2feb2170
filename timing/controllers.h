// The table of controllers. A new one is a file and a row here; what a user may set of it is a
// member of ControllerSettings, what it learns one of ControllerMemory.
#pragma once

#include "timing/controller.h"

/// How many rows there are, and one of them (index 0 is the default).
int controllers_count();
const Controller& controllers_at(int index);

/// The row with that name, nullptr if there is none.
const Controller* controllers_find(const char* name);

/// Text like `rival`, `soft-hard(NodeTM=0)` or `smooth(init-timeuse=0.7,mle-legacy(steepness=12))`
/// made a controller and its settings; those it does not name stay. nullptr or the reason why not,
/// and then nothing is changed. `fixed` is the clock's choice, not the user's, and refused.
const char* controllers_parse(const char* text, const Controller** controller,
                              ControllerSettings* settings);

/// The controller that suits the clock: `fixed` for a move time or an untimed game, else the chosen
/// (the default if that is `fixed`, which has no plan for a level).
const Controller& controllers_for(const ClockFacts& facts, const Controller& chosen);
