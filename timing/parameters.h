// Parses named settings: `init-timeuse=0.7,mle-legacy(steepness=12.0,midpoint=50.0)`.
#pragma once

#include "timing/controller.h"

/// The `set` function of a ControllerParameter whose setting is a bool.
template <bool ControllerSettings::*MEMBER>
void parameters_set(ControllerSettings* settings, double value) {
    settings->*MEMBER = value != 0;
}

/// Sets the parameters that the text names, which must be in the table `own` (may be nullptr) or
/// `common`. Returns nullptr, or an error text with no setting changed.
const char* parameters_parse(const char* text, const ControllerParameter* own,
                             const ControllerParameter* common, ControllerSettings* settings);
