// Named settings as text: `init-timeuse=0.7,mle-legacy(steepness=12.0,midpoint=50.0)`.
#pragma once

#include "timing/controller.h"

/// What a row sets, where that is a member of the settings: on or off.
template <bool ControllerSettings::*MEMBER>
void parameters_set(ControllerSettings* settings, double value) {
    settings->*MEMBER = value != 0;
}

/// Sets what the text names, up to its end: parameters of these two tables. nullptr or the reason
/// why not, and then nothing is changed. A table of nullptr has no names. Whole numbers need no
/// point.
const char* parameters_parse(const char* text, const ControllerParameter* own,
                             const ControllerParameter* common, ControllerSettings* settings);
