// The table of controllers. A new controller is a file in controllers/ and a row of the table; its
// settings are members of ControllerSettings, what it learns is a member of ControllerMemory.
#pragma once

#include "timing/controller.h"

/// The number of controllers, and the controller at an index from 0; index 0 is the default.
int controllers_count();
const Controller& controllers_at(int index);

/// Returns the controller with this name, nullptr if no controller has it.
const Controller* controllers_find(const char* name);

/// Parses text like `rival`, `soft-hard(NodeTM=0)` or
/// `smooth(init-timeuse=0.7,mle-legacy(steepness=12))` into a controller and its settings; settings
/// that the text does not name stay. Returns nullptr, or an error text, and then changes nothing.
/// Refuses `fixed`, which the clock selects, not the user.
const char* controllers_parse(const char* text, const Controller** controller,
                              ControllerSettings* settings);

/// Returns the controller to plan with: `fixed` for a fixed time per move or an untimed game, else
/// `chosen`. The default controller replaces a chosen `fixed`, which cannot plan a time control.
const Controller& controllers_for(const ClockFacts& facts, const Controller& chosen);
