#include "protocol/session/config.h"

#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "protocol/io/text.h"
#include "protocol/session/option.h"
#include "protocol/xboard/reply.h"
#include "test/helpers.h"
#include "test/script.h"

namespace {

// Reads a configuration file with this text. Returns the message without the file name.
std::string read(Session* session, const std::string& text) {
    TestFile file;
    file.write(text);
    const std::string complaint = config_read(session, file.path.string());
    const std::string start = text_plain(file.path.string()) + ": ";
    return complaint.rfind(start, 0) == 0 ? complaint.substr(start.size()) : complaint;
}

} // namespace

TEST_CASE("configuration file: lines set options, and comments and blanks are ignored") {
    Host host;
    const Settings& settings = host.session.settings;
    CHECK(read(&host.session, "\xEF\xBB\xBF# what I like\r\n"
                              "MoveOverhead=120\r\n"
                              "\r\n"
                              "  rivaldrop = 50   # centipawns\r\n"
                              "\t#Elo=900\n"
                              "Controller=smooth(init-timeuse=0.6)\n"
                              "Hash=2\n"
                              "Hash=3") == "");
    CHECK(settings.timing.move_overhead_ms == 120);
    CHECK(settings.timing.rival_drop_cp == 50);
    CHECK(settings.elo == 1600);
    CHECK(std::string(settings.controller->name) == "smooth");
    CHECK(settings.megabytes == 3);
}

TEST_CASE("configuration file: a # within a word begins no comment") {
    Host host;
    TestFile log;
    const std::string path = log.path.string() + "#1";
    CHECK(read(&host.session, "LogFile=" + path + "\n") == "");
    CHECK(host.session.input->log.path == path);
    CHECK(option_set(&host.session, "LogFile", "") == nullptr);
    std::filesystem::remove(path);
}

TEST_CASE("configuration file: invalid lines are reported by number, valid ones take effect") {
    Host host;
    Session* session = &host.session;
    CHECK(read(session, "\nRivalDrop=x\nElo=1000\n") == "line 2: bad value: RivalDrop=x");
    CHECK(session->settings.elo == 1000);
    CHECK(read(session, "Elo=1100\nNonsense=1\nElo\n=\nResign=500\n") ==
          "line 2: unknown option: Nonsense=1 (also bad: 3, 4)");
    CHECK(read(session, "#\n\n=\n\nElo\n") == "line 3: unknown option: = (also bad: 5)");
    std::string bad;
    for (int i = 0; i < 12; ++i) bad += "=\n";
    CHECK(
        text_fits(read(session, bad), "line 1: * (also bad: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...)"));
    CHECK(session->settings.elo == 1100);
    CHECK(session->settings.resign_cp == 500);
    CHECK(read(session, "MultiPV") == "line 1: not NAME=VALUE: MultiPV");
    CHECK(read(session, std::string(2000, 'x') + "=1") ==
          "line 1: unknown option: " + std::string(100, 'x') + "...");
}

TEST_CASE("configuration file: an unreadable file is reported, a missing file is not") {
    Host host;
    Session* session = &host.session;
    const std::vector<std::string> before = reply_options(*session);
    CHECK(config_read(session, "") == "");
    CHECK(config_read(session, "/nowhere/at/all") == "");
    CHECK(read(session, "") == "");
    TestFile folder;
    std::filesystem::create_directory(folder.path);
    CHECK(text_fits(config_read(session, folder.path.string()), "*: is a directory"));
    CHECK(read(session, std::string("Elo=1000\n\0", 10)) == "is not a text file");
    std::string long_text;
    while (long_text.size() <= 65536) long_text += "Elo=1000\n";
    CHECK(read(session, long_text) == "is too long");
    CHECK(reply_options(*session) == before);
}

TEST_CASE("configuration file: a message about it is sent once, in the form of the protocol") {
    const std::string complaint = "overtime.conf: line 2: bad value: Elo=x";
    Host xboard;
    xboard.session.complaint = complaint;
    CHECK(host_say(&xboard, "xboard") == "");
    host_say(&xboard, "protover 2");
    CHECK(xboard.heard.back() == "tellusererror " + complaint);
    host_say(&xboard, "protover 2");
    CHECK(count_heard(xboard, "tellusererror *") == 1);

    Host uci;
    uci.session.settings.console = true;
    uci.session.complaint = complaint;
    host_say_all(&uci, {"uci", "uci"});
    CHECK(count_heard(uci, "info string " + complaint) == 1);
    CHECK(uci.heard.back() == "uciok");
}
