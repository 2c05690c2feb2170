#include "protocol/io/log.h"

#include <filesystem>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "protocol/io/text.h"
#include "protocol/session/option.h"
#include "protocol/version.h"
#include "protocol/xboard/reply.h"
#include "test/helpers.h"
#include "test/script.h"

namespace {

const std::string TITLE = std::string("# ") + VERSION_NAME + " log";

int64_t read_variable(void* context) {
    return *static_cast<int64_t*>(context);
}

std::string set_log(Host* host, const std::string& path) {
    return host_say(host, "option LogFile=" + path);
}

// Notes how many lines the file has when the answer to `.` or `isready` is sent.
struct Probe {
    TestFile file;
    size_t lines_while_thinking = 0;
};

void look_when_asked(void* context, const std::string& text) {
    Probe* probe = static_cast<Probe*>(context);
    if (text.compare(0, 6, "stat01") == 0 || text == "readyok")
        probe->lines_while_thinking = probe->file.lines().size();
}

} // namespace

TEST_CASE("log: has the lines received and sent, in order, with their times") {
    TestFile file;
    Host host; // its clock starts at 1000 ms
    CHECK(set_log(&host, file.path.string()) == "");
    host.now_ms = 1250;
    host_say_all(&host, {"new", "sd 1"});
    host.now_ms = 9000;
    host_say(&host, "usermove e2e4");
    const std::vector<std::string> lines = file.lines(); // written after our move
    REQUIRE(lines.size() == 7);
    CHECK(lines[0] == TITLE);
    CHECK(lines[1] == "250 < new");
    CHECK(lines[2] == "250 < sd 1");
    CHECK(lines[3] == "8000 < usermove e2e4");
    CHECK(lines[4] == "8000 > " + host.heard.back());
    CHECK(text_fits(lines[5], "8000 = # game *"));
    CHECK(text_fits(lines[6], "8000 = # tm * used=* stop=depth *"));
}

TEST_CASE("log: a comment that the host accepts is logged as sent") {
    TestFile file;
    Host host;
    set_log(&host, file.path.string());
    host_say_all(&host, {"accepted debug", "sd 1", "usermove e2e4"});
    CHECK(file.lines().back() == "0 > " + host.heard.back());
    CHECK(text_fits(host.heard.back(), "# tm *"));
}

TEST_CASE("log: has one line for each line of a reply, with control bytes escaped") {
    TestFile file;
    Host host;
    set_log(&host, file.path.string());
    host_say_all(&host, {"bk", "ping \x01\x7f\x1b[2J\t", std::string(LOG_TEXT_MAX + 1, 'x'),
                         "option LogFile="});
    const std::vector<std::string> lines = file.lines();
    REQUIRE(lines.size() == 9);
    CHECK(lines[2] == "0 >  no book");
    CHECK(lines[3] == "0 > ");
    CHECK(lines[4] == "0 < ping \\x01\\x7f\\x1b[2J\\x09");
    CHECK(lines[6] == "0 < " + std::string(LOG_TEXT_MAX, 'x') + LOG_CUT);
    CHECK(lines[8] == "0 < option LogFile=");
}

TEST_CASE("log: lines are appended to the file") {
    TestFile file;
    for (int i = 0; i < 2; ++i) {
        Host host;
        set_log(&host, file.path.string());
        CHECK(set_log(&host, file.path.string()) == "");
    }
    const std::vector<std::string> lines = file.lines();
    REQUIRE(lines.size() == 4);
    CHECK(lines[0] == TITLE);
    CHECK(lines[2] == TITLE);
}

TEST_CASE("log: a file to which nothing is logged is unchanged") {
    const TestFile file;
    file.write("a game\n");
    Log log(stopwatch_steady());
    REQUIRE(log_open(&log, file.path.string(), "title") == nullptr);
    log_close(&log);
    CHECK(file.lines().size() == 1);
    REQUIRE(log_open(&log, file.path.string(), "title") == nullptr);
    log_add(&log, LOG_SENT, "x");
    log_close(&log);
    REQUIRE(file.lines().size() == 3);
    CHECK(file.lines()[1] == "title");
}

TEST_CASE("log: a file that cannot be opened is refused and the old log stays open") {
    TestFile file;
    const std::string bad[] = {file.path.string() + "/x",
                               std::filesystem::temp_directory_path().string(), "a\"b",
                               std::string(500, 'x'), "a\tb"};
    for (const std::string& path : bad) {
        CAPTURE(path);
        TestFile good;
        Host host;
        CHECK(text_fits(set_log(&host, path), "tellusererror *: LogFile=*"));
        CHECK(reply_options(host.session) == reply_options(Host().session));
        set_log(&host, good.path.string());
        CHECK(text_fits(set_log(&host, path), "tellusererror *: LogFile=*"));
        CHECK(set_log(&host, "") == "");
        CHECK(text_fits(good.lines().back(), "0 < option LogFile="));
    }
}

TEST_CASE("log: LogFile can be changed while pondering or analysing") {
    for (const int readings : {20, 200}) { // 20: while analysing; 200: pondering after our move
        CAPTURE(readings);
        TestFile first, second;
        Host host;
        host.step_ms = 10;
        host_say_all(&host, {"new", "st 1", "hard"});
        set_log(&host, first.path.string());
        host.while_thinking = {"option LogFile=/", "option LogFile=" + second.path.string(),
                               "force", "ping 1"};
        host.thinking_readings = readings;
        host_say(&host, readings < 100 ? "analyze" : "usermove e2e4");
        set_log(&host, "");
        const std::vector<std::string> lines = first.lines();
        REQUIRE(lines.size() > 3);
        CHECK(text_fits(lines.back(), "* > tellusererror is a directory: LogFile=/"));
        CHECK(host.heard.back() == "pong 1");
        const std::vector<std::string> rest = second.lines();
        REQUIRE(rest.size() == 3); // the title, this line and the last one
        CHECK(text_fits(rest[1], "* > pong 1"));
    }
}

TEST_CASE("log: nothing is written between the opponent's move and ours") {
    Probe probe;
    Host host;
    set_log(&host, probe.file.path.string());
    host_say(&host, "st 1000");
    log_flush(&host.input.log);
    const size_t before = probe.file.lines().size();
    host.while_thinking = {".", "?"};
    host.session.output = {look_when_asked, &probe};
    host_say(&host, "usermove e2e4");
    CHECK(probe.lines_while_thinking == before);
    CHECK(probe.file.lines().size() > before + 3);
}

TEST_CASE("log: lines are written during a UCI search without a clock") {
    for (const char* go : {"go infinite", "go ponder wtime 9000 btime 9000"}) {
        CAPTURE(go);
        Probe probe;
        Host host;
        host.session.settings.console = true;
        host.step_ms = 1;
        set_log(&host, probe.file.path.string());
        host_say_all(&host, {"uci", "position startpos"});
        log_flush(&host.input.log);
        const size_t before = probe.file.lines().size();
        host.while_thinking = {"isready", "stop"};
        host.thinking_readings = 3000;
        host.session.output = {look_when_asked, &probe};
        host_say(&host, go);
        CHECK(probe.lines_while_thinking > before);
    }
}

TEST_CASE("log: write errors are ignored") {
    if (!std::filesystem::exists("/dev/full")) return;
    Host host;
    CHECK(set_log(&host, "/dev/full") == "");
    host_say_all(&host, {"new", "sd 1"});
    for (int i = 0; i < 20; ++i) log_flush(&host.input.log);
    CHECK(text_fits(host_say(&host, "usermove e2e4"), "move *"));
    CHECK(set_log(&host, "") == "");
}

TEST_CASE("log: lines beyond the buffer are lost, and the log says so") {
    TestFile file;
    int64_t now_ms = 0;
    Log log({read_variable, &now_ms});
    REQUIRE(log_open(&log, file.path.string(), "title") == nullptr);
    const std::string text(LOG_TEXT_MAX, 'x');
    for (size_t i = 0; i < LOG_WAITING_MAX / LOG_TEXT_MAX + 100; ++i) log_add(&log, LOG_SENT, text);
    log_close(&log);
    CHECK(std::filesystem::file_size(file.path) <= LOG_WAITING_MAX + 100);
    CHECK(text_fits(file.lines().back(), "# 1* lines lost"));
}

TEST_CASE("log: lines from two threads are not mixed") {
    TestFile file;
    int64_t now_ms = 0;
    Log log({read_variable, &now_ms});
    REQUIRE(log_open(&log, file.path.string(), "title") == nullptr);
    constexpr int COUNT = 5000;
    const auto add = [&](LogMark mark, const char* text) {
        for (int i = 0; i < COUNT; ++i) log_add(&log, mark, text);
    };
    std::thread reader(add, LOG_RECEIVED, "ping 1");
    for (int i = 0; i < COUNT; ++i) {
        log_add(&log, LOG_SENT, "pong 1");
        log_flush(&log);
    }
    reader.join();
    log_close(&log);
    const std::vector<std::string> lines = file.lines();
    CHECK(lines.size() == 2 * COUNT + 1);
    int whole = 0;
    for (const std::string& line : lines) whole += line == "0 < ping 1" || line == "0 > pong 1";
    CHECK(whole == 2 * COUNT);
}
