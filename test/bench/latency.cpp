// Measures how fast the program answers through its pipes: a thousand rounds of each case, median
// and worst. Usage: latency [PROGRAM [ROUNDS]]. Exit status 1 if a median is above its limit; the
// worst times depend on the load of the machine.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int ROUNDS = 1000;
constexpr int PATIENCE_MS = 10000;                       // fails without an answer within this time
constexpr auto UNDER_WAY = std::chrono::milliseconds(3); // after this time a search is running

struct Program {
    pid_t id;
    int to;
    int from;
    std::string heard; // output that has not been returned yet
};

[[noreturn]] void fail(const char* what) {
    std::printf("latency: %s\n", what);
    std::exit(1);
}

Program program_start(const char* path) {
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0) fail("no pipe");
    const pid_t id = fork();
    if (id < 0) fail("no process");
    if (id == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        for (const int end : {in[0], in[1], out[0], out[1]}) close(end);
        setenv("XDG_CONFIG_HOME", "/dev/null", 1); // no settings of the user
        execl(path, path, static_cast<char*>(nullptr));
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    return {id, in[1], out[0], ""};
}

void program_say(const Program& program, const std::string& lines) {
    if (write(program.to, lines.data(), lines.size()) != ssize_t(lines.size()))
        fail("the program does not read");
}

// Waits for the next line of the program.
std::string program_hear(Program* program) {
    size_t end;
    while ((end = program->heard.find('\n')) == std::string::npos) {
        pollfd output = {program->from, POLLIN, 0};
        if (poll(&output, 1, PATIENCE_MS) <= 0) fail("no answer");
        char bytes[4096];
        const ssize_t count = read(program->from, bytes, sizeof bytes);
        if (count <= 0) fail("the program has ended");
        program->heard.append(bytes, size_t(count));
    }
    const std::string line = program->heard.substr(0, end);
    program->heard.erase(0, end + 1);
    return line;
}

void program_await(Program* program, const std::string& start) {
    while (program_hear(program).compare(0, start.size(), start) != 0) {
    }
}

void program_quit(Program* program) {
    program_say(*program, "quit\n");
    close(program->to);
    close(program->from);
    int status = 0;
    if (waitpid(program->id, &status, 0) != program->id || status != 0)
        fail("the program did not end with status 0");
}

// One case: the time from sending `say` to a line of the program that begins with `hear`.
struct Case {
    const char* name;
    const char* setup;   // sent once, before the rounds
    const char* prepare; // sent before every round
    const char* ready;   // the line that ends the preparation, "" if there is none
    bool searching;      // a search runs after the preparation
    const char* say;
    const char* hear;
    int limit_us; // the highest median allowed
};

constexpr const char* MIDDLEGAME =
    "force\nsetboard r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8\n";

const std::string POSITION_GO = std::string(MIDDLEGAME) + "go\n";
const std::string ANALYZE = std::string("easy\n") + MIDDLEGAME + "analyze\n";

const Case CASES[] = {
    {"? while thinking, until move", "st 1000\n", POSITION_GO.c_str(), "", true, "?\n", "move ",
     10000},
    {"? with two threads, until move", "cores 2\nst 1000\n", POSITION_GO.c_str(), "", true, "?\n",
     "move ", 5000},
    {"? with eight threads, until move", "cores 8\nst 1000\n", POSITION_GO.c_str(), "", true, "?\n",
     "move ", 5000},
    {"force while thinking, until pong", "st 1000\n", POSITION_GO.c_str(), "", true,
     "force\nping 1\n", "pong 1", 10000},
    {"ping while pondering", "hard\nst 0.1\nusermove e2e4\n", "", "", true, "ping 1\n", "pong 1",
     10000},
    {"move while pondering, until move", "hard\nst 0.01\n", "new\nusermove e2e4\n", "move ", true,
     "usermove a2a3\n?\n", "move ", 10000},
    {"ping while analyzing", ANALYZE.c_str(), "", "", true, "ping 1\n", "pong 1", 10000},
    {"move while analyzing, until pong", "easy\nforce\nanalyze\n",
     "setboard 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n", "", true, "usermove e2e4\nping 1\n",
     "pong 1", 10000},
    {"usermove at sd 1, until move", "", "new\nsd 1\nping 1\n", "pong 1", false, "usermove e2e4\n",
     "move ", 1000},
    {"ping in force mode", "force\n", "", "", false, "ping 1\n", "pong 1", 1000},
};

int64_t time_us(Program* program, const Case& c) {
    program_say(*program, c.prepare);
    if (*c.ready) program_await(program, c.ready);
    if (c.searching) std::this_thread::sleep_for(UNDER_WAY);
    const auto start = std::chrono::steady_clock::now();
    program_say(*program, c.say);
    program_await(program, c.hear);
    const auto took = std::chrono::steady_clock::now() - start;
    return std::chrono::duration_cast<std::chrono::microseconds>(took).count();
}

bool measure(const char* path, int rounds, const Case& c) {
    Program program = program_start(path);
    program_say(program, std::string("xboard\nnew\n") + c.setup + "ping 0\n");
    program_await(&program, "pong 0");
    if (c.searching && !*c.prepare) { // only a running search answers
        program_say(program, ".\n");
        program_await(&program, "stat01: ");
    }
    std::vector<int64_t> times_us;
    for (int i = 0; i < rounds; ++i) times_us.push_back(time_us(&program, c));
    program_quit(&program);
    std::sort(times_us.begin(), times_us.end());
    const int64_t median_us = times_us[times_us.size() / 2];
    const bool good = median_us < c.limit_us;
    std::printf("  %s  %-38s median %7.3f ms  99 of 100 %7.3f ms  worst %7.3f ms\n",
                good ? "ok  " : "FAIL", c.name, double(median_us) / 1000,
                double(times_us[times_us.size() * 99 / 100]) / 1000,
                double(times_us.back()) / 1000);
    std::fflush(stdout);
    return good;
}

} // namespace

int main(int count, char** arguments) {
    const char* path = count > 1 ? arguments[1] : "./overtime";
    const int rounds = count > 2 ? std::max(1, std::atoi(arguments[2])) : ROUNDS;
    std::signal(SIGPIPE, SIG_IGN);
    int failures = 0;
    for (const Case& c : CASES) failures += !measure(path, rounds, c);
    std::printf("%d times each, %d failures\n", rounds, failures);
    return failures > 0;
}
