#include "timing/controllers.h"

#include <cassert>
#include <cstring>
#include <string>

#include "timing/controllers/fixed.h"
#include "timing/controllers/lc0_legacy.h"
#include "timing/controllers/mediocre.h"
#include "timing/controllers/overtime.h"
#include "timing/controllers/rival.h"
#include "timing/controllers/rival_1996.h"
#include "timing/controllers/rival_page.h"
#include "timing/controllers/smooth.h"
#include "timing/controllers/soft_hard.h"
#include "timing/guard.h"
#include "timing/parameters.h"
#include "timing/stop.h"

namespace {

const Controller CONTROLLERS[] = {
    {"rival", rival_plan, overtime_judge, rival_parameters, nullptr, rival_refine},
    {"rival-page", rival_page_plan, rival_page_judge, rival_parameters},
    {"rival-1996", rival_1996_plan, rival_1996_judge, rival_parameters},
    {"mediocre", mediocre_plan, mediocre_judge, mediocre_parameters},
    {"smooth", smooth_plan, smooth_judge, smooth_parameters, smooth_finished},
    {"lc0-legacy", lc0_legacy_plan, lc0_legacy_judge, nullptr, lc0_legacy_finished},
    {"soft-hard", soft_hard_plan, soft_hard_judge, soft_hard_parameters},
    {"fixed", fixed_plan, fixed_judge, nullptr, nullptr, nullptr, true},
};

constexpr int CONTROLLERS_COUNT = sizeof(CONTROLLERS) / sizeof(*CONTROLLERS);

} // namespace

int controllers_count() {
    return CONTROLLERS_COUNT;
}

const Controller& controllers_at(int index) {
    assert(index >= 0 && index < CONTROLLERS_COUNT);
    return CONTROLLERS[index];
}

const Controller* controllers_find(const char* name) {
    for (const Controller& controller : CONTROLLERS)
        if (std::strcmp(controller.name, name) == 0) return &controller;
    return nullptr;
}

const char* controllers_parse(const char* text, const Controller** controller,
                              ControllerSettings* settings) {
    const size_t name_length = std::strcspn(text, "(");
    const Controller* found = controllers_find(std::string(text, name_length).c_str());
    if (!found || found->exact_time) return "no such controller";
    std::string parameters = text + name_length;
    if (!parameters.empty()) {
        if (parameters.back() != ')') return "closing parenthesis missing";
        parameters = parameters.substr(1, parameters.size() - 2);
    }
    const char* error =
        parameters_parse(parameters.c_str(), found->parameters, stop_parameters, settings);
    if (!error) *controller = found;
    return error;
}

const Controller& controllers_for(const ClockFacts& facts, const Controller& chosen) {
    if (facts.kind != CLOCK_LEVEL) return *controllers_find("fixed");
    return chosen.exact_time ? controllers_at(0) : chosen;
}
