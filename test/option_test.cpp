#include "protocol/option.h"

#include <string>

#include <doctest/doctest.h>

#include "test/script.h"

namespace {

std::string feature_of(const Session& session, const std::string& name) {
    for (const std::string& line : option_features(session))
        if (line.compare(0, 17 + name.size(), "feature option=\"" + name + ' ') == 0) return line;
    return "(none)";
}

} // namespace

TEST_CASE("every option is one word with a value of one line") {
    Host host;
    const std::vector<std::string> lines = option_features(host.session);
    CHECK(lines.size() >= 5);
    for (const std::string& line : lines) {
        CAPTURE(line);
        CHECK(text_fits(line, "feature option=\"* -*\""));
        CHECK(line.find(' ', 16) == line.find(" -", 16));
        CHECK(line.size() < 500);
    }
}

TEST_CASE("the feature line shows the present value") {
    Host host;
    CHECK(feature_of(host.session, "MoveOverhead") ==
          "feature option=\"MoveOverhead -spin 30 0 5000\"");
    CHECK(feature_of(host.session, "RivalDrop") == "feature option=\"RivalDrop -spin 75 0 1000\"");
    CHECK(feature_of(host.session, "RivalLiteral") == "feature option=\"RivalLiteral -check 0\"");
    CHECK(text_fits(feature_of(host.session, "Controller"),
                    "feature option=\"Controller -combo *\""));
    CHECK(feature_of(host.session, "Controller").find("*rival") != std::string::npos);
    CHECK(feature_of(host.session, "Controller").find("fixed") == std::string::npos);
    CHECK(feature_of(host.session, "ClearHash") == "feature option=\"ClearHash -button\"");
    CHECK(option_set(&host.session, "MoveOverhead", "200") == OPTION_SET);
    CHECK(option_set(&host.session, "RivalLiteral", "1") == OPTION_SET);
    CHECK(feature_of(host.session, "MoveOverhead") ==
          "feature option=\"MoveOverhead -spin 200 0 5000\"");
    CHECK(feature_of(host.session, "RivalLiteral") == "feature option=\"RivalLiteral -check 1\"");
}

TEST_CASE("good values are taken, the name in any case") {
    Host host;
    CHECK(option_set(&host.session, "moveoverhead", "0") == OPTION_SET);
    CHECK(host.session.settings.timing.move_overhead_ms == 0);
    CHECK(option_set(&host.session, "RIVALDROP", "1000") == OPTION_SET);
    CHECK(host.session.settings.timing.rival_drop_cp == 1000);
    CHECK(option_set(&host.session, "Controller", "rival") == OPTION_SET);
    CHECK(option_set(&host.session, "ClearHash", "") == OPTION_SET);
}

TEST_CASE("bad values change nothing") {
    struct Case {
        const char* name;
        const char* value;
        OptionOutcome outcome;
    };
    const Case cases[] = {
        {"MoveOverhead", "-1", OPTION_BAD_VALUE},
        {"MoveOverhead", "5001", OPTION_BAD_VALUE},
        {"MoveOverhead", "", OPTION_BAD_VALUE},
        {"MoveOverhead", "12x", OPTION_BAD_VALUE},
        {"MoveOverhead", "1e3", OPTION_BAD_VALUE},
        {"RivalDrop", "99999999999", OPTION_BAD_VALUE},
        {"RivalLiteral", "2", OPTION_BAD_VALUE},
        {"RivalLiteral", "true", OPTION_BAD_VALUE},
        {"Controller", "", OPTION_BAD_VALUE},
        {"Controller", "*rival", OPTION_BAD_VALUE},
        {"Controller", "fixed", OPTION_BAD_VALUE},
        {"ClearHash", "1", OPTION_BAD_VALUE},
        {"Bogus", "1", OPTION_UNKNOWN},
        {"", "", OPTION_UNKNOWN},
        {"MoveOverhea", "1", OPTION_UNKNOWN},
        {"MoveOverheads", "1", OPTION_UNKNOWN},
    };
    Host host;
    const std::vector<std::string> before = option_features(host.session);
    for (const Case& c : cases) {
        CAPTURE(c.name);
        CAPTURE(c.value);
        CHECK(option_set(&host.session, c.name, c.value) == c.outcome);
    }
    CHECK(option_features(host.session) == before);
}
