// The table of controllers. A new controller is a file in controllers/ and a row here; its settings
// are members of ControllerSettings, what it learns is a member of ControllerMemory.
#pragma once

#include "timing/controller.h"

/// The number of rows, and the row at an index from 0; row 0 is the default.
int controllers_count();
const Controller& controllers_at(int index);

/// Returns the row with that name, nullptr if there is none.
const Controller* controllers_find(const char* name);

/// Parses text like `rival`, `soft-hard(NodeTM=0)` or
/// `smooth(init-timeuse=0.7,mle-legacy(steepness=12))` into a controller and its settings; settings
/// not named stay. Returns nullptr, or an error text, and then changes nothing. Refuses `fixed`:
/// the clock selects it, not the user.
const char* controllers_parse(const char* text, const Controller** controller,
                              ControllerSettings* settings);

/// Returns the controller to plan with: `fixed` for a move time or an untimed game, else the chosen
/// one (the default if that is `fixed`, which cannot plan a time control).
const Controller& controllers_for(const ClockFacts& facts, const Controller& chosen);
