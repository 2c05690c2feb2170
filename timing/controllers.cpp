#include "timing/controllers.h"

#include <cassert>
#include <cstring>
#include <string>

#include "timing/fixed.h"
#include "timing/guard.h"
#include "timing/mediocre.h"
#include "timing/parameters.h"
#include "timing/rival.h"
#include "timing/rival_1996.h"
#include "timing/rival_page.h"
#include "timing/smooth.h"
#include "timing/soft_hard.h"

namespace {

const Controller CONTROLLERS[] = {
    {"rival", rival_plan, rival_judge, nullptr, false, rival_parameters, rival_refine},
    {"rival-page", rival_page_plan, rival_page_judge, nullptr, false, rival_parameters, nullptr},
    {"rival-1996", rival_1996_plan, rival_1996_judge, nullptr, false, rival_parameters, nullptr},
    {"mediocre", mediocre_plan, mediocre_judge, nullptr, false, mediocre_parameters, nullptr},
    {"smooth", smooth_plan, smooth_judge, smooth_finished, false, smooth_parameters, nullptr},
    {"lc0-legacy", smooth_legacy_plan, smooth_legacy_judge, smooth_legacy_finished, false, nullptr,
     nullptr},
    {"soft-hard", soft_hard_plan, soft_hard_judge, nullptr, false, soft_hard_parameters, nullptr},
    {"fixed", fixed_plan, fixed_judge, nullptr, true, nullptr, nullptr},
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
        parameters_parse(parameters.c_str(), found->parameters, guard_parameters, settings);
    if (!error) *controller = found;
    return error;
}

const Controller& controllers_for(const ClockFacts& facts, const Controller& chosen) {
    if (facts.kind != CLOCK_LEVEL) return *controllers_find("fixed");
    return chosen.exact_time ? controllers_at(0) : chosen;
}
