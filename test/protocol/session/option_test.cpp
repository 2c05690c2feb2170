#include "protocol/session/option.h"
#include "protocol/xboard/reply.h"

#include <filesystem>
#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "engine/eval/network.h"
#include "test/helpers.h"
#include "test/script.h"

namespace {

std::string feature_of(const Session& session, const std::string& name) {
    for (const std::string& line : reply_options(session))
        if (line.compare(0, 17 + name.size(), "feature option=\"" + name + ' ') == 0) return line;
    return "(none)";
}

} // namespace

TEST_CASE("options: every name is one word, every line is shorter than 500 bytes") {
    Host host;
    const std::vector<std::string> lines = reply_options(host.session);
    CHECK(lines.size() >= 5);
    for (const std::string& line : lines) {
        CAPTURE(line);
        CHECK(text_fits(line, "feature option=\"* -*\""));
        CHECK(line.find(' ', 16) == line.find(" -", 16));
        CHECK(line.size() < 500);
    }
}

TEST_CASE("options: those of the command line have a help text that fits in a table cell") {
    Host host;
    for (const OptionRow& row : option_rows(host.session, OPTION_SHELL)) {
        CAPTURE(row.name);
        REQUIRE(row.meaning);
        const std::string meaning = row.meaning;
        CHECK(meaning.size() > 5);
        CHECK(meaning.find_first_of("|\n\\") == std::string::npos);
    }
}

TEST_CASE("options: the `feature option` lines show the current values") {
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
    CHECK(option_set(&host.session, "MoveOverhead", "200") == nullptr);
    CHECK(option_set(&host.session, "RivalLiteral", "1") == nullptr);
    CHECK(feature_of(host.session, "MoveOverhead") ==
          "feature option=\"MoveOverhead -spin 200 0 5000\"");
    CHECK(feature_of(host.session, "RivalLiteral") == "feature option=\"RivalLiteral -check 1\"");
}

TEST_CASE("options: valid values are set; upper and lower case do not matter") {
    Host host;
    CHECK(option_set(&host.session, "moveoverhead", "0") == nullptr);
    CHECK(host.session.settings.timing.move_overhead_ms == 0);
    CHECK(option_set(&host.session, "RIVALDROP", "1000") == nullptr);
    CHECK(host.session.settings.timing.rival_drop_cp == 1000);
    CHECK(option_set(&host.session, "Controller", "Soft-Hard(NodeTM=0)") == nullptr);
    CHECK(host.session.settings.controller->name == std::string("soft-hard"));
    CHECK_FALSE(host.session.settings.timing.soft_hard_node_tm);
    CHECK(option_set(&host.session, "Chat", "Kibitz") == nullptr);
    CHECK(host.session.settings.chat == CHAT_KIBITZ);
    CHECK(option_set(&host.session, "ClearHash", "") == nullptr);
}

TEST_CASE("options: an invalid value is refused with a reason and changes nothing") {
    struct Case {
        const char* name;
        const char* value;
        const char* refusal;
    };
    const Case cases[] = {
        {"MoveOverhead", "-1", "bad value"},
        {"MoveOverhead", "5001", "bad value"},
        {"MoveOverhead", "", "bad value"},
        {"MoveOverhead", "12x", "bad value"},
        {"MoveOverhead", "1e3", "bad value"},
        {"RivalDrop", "99999999999", "bad value"},
        {"RivalLiteral", "2", "bad value"},
        {"RivalLiteral", "true", "bad value"},
        {"Controller", "", "no such controller"},
        {"Controller", "*rival", "no such controller"},
        {"Controller", "fixed", "no such controller"},
        {"ClearHash", "1", "bad value"},
        {"Bogus", "1", "unknown option"},
        {"", "", "unknown option"},
        {"MoveOverhea", "1", "unknown option"},
        {"MoveOverheads", "1", "unknown option"},
    };
    Host host;
    const std::vector<std::string> before = reply_options(host.session);
    for (const Case& c : cases) {
        CAPTURE(c.name);
        CAPTURE(c.value);
        const char* refusal = option_set(&host.session, c.name, c.value);
        REQUIRE(refusal);
        CHECK(std::string(refusal) == c.refusal);
    }
    CHECK(reply_options(host.session) == before);
}

TEST_CASE("EvalFile: loads a network; a file that is no network is refused and changes nothing") {
    const TestFile file;
    const std::string path = file.path.string();
    auto network = std::make_unique<Network>();
    network->hidden_bias[0] = 100;
    network->output[7][0][0] = 64; // a score for the side to move with all pieces on the board
    network->scale = 400;
    network->spread = 80;
    network_fill_header(network.get());
    file.write({reinterpret_cast<const char*>(network.get()), sizeof *network});
    Host host;
    host.session.settings.console = true;
    const std::string before = host_say(&host, "eval");
    CHECK(option_set(&host.session, "EvalFile", path) == nullptr);
    CHECK(feature_of(host.session, "EvalFile") == "feature option=\"EvalFile -file " + path + '"');
    const std::string with_network = host_say(&host, "eval");
    CHECK(with_network != before);
    CHECK(with_network.find("win ") != std::string::npos);

    // A file name with a quote is refused, because it cannot be sent to a host.
    const std::string unspeakable = path + "\"x";
    std::filesystem::copy_file(path, unspeakable);
    const char* refusal = option_set(&host.session, "EvalFile", unspeakable);
    REQUIRE(refusal);
    CHECK(std::string(refusal) == "bad value");
    std::filesystem::remove(unspeakable);

    CHECK(option_set(&host.session, "EvalFile", "/nowhere"));
    CHECK(host_say(&host, "option EvalFile=/nowhere") ==
          "tellusererror No such file or directory: EvalFile=/nowhere");
    CHECK(host_say(&host, "option EvalFile=/") == "tellusererror is a directory: EvalFile=/");
    std::filesystem::resize_file(path, sizeof(Network) - 1);
    CHECK(text_fits(host_say(&host, "option EvalFile=" + path),
                    "tellusererror is a network of another shape: EvalFile=*"));
    std::filesystem::remove(path);
    CHECK(host_say(&host, "eval") == with_network);

    CHECK(option_set(&host.session, "EvalFile", "") == nullptr);
    CHECK(host_say(&host, "eval") == before);
}
