#include "protocol/io/system.h"

#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdint>
#include <cstdlib>

#ifdef _WIN32
#include <cstdio>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <sys/stat.h>
#else
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#endif
#ifdef __linux__
#include <sys/resource.h>
#include <sys/syscall.h>
#endif

namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

} // namespace

#ifdef SYS_sched_setattr

namespace {

constexpr uint64_t SHORTEST_SLICE_NS = 100'000; // the minimum in Linux
constexpr uint64_t KEEP_POLICY = 8;             // SCHED_FLAG_KEEP_POLICY

// The struct of sched_setattr(2), which only glibc 2.41 and later declare.
struct SchedulingAttributes {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime_ns; // for an ordinary thread the time slice
    uint64_t deadline_ns;
    uint64_t period_ns;
};

} // namespace

void system_answer_promptly() {
    SchedulingAttributes attributes = {};
    attributes.size = sizeof attributes;
    attributes.flags = KEEP_POLICY;
    attributes.nice = getpriority(PRIO_PROCESS, 0);
    attributes.runtime_ns = SHORTEST_SLICE_NS;
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}

#else

void system_answer_promptly() {}

#endif

#ifdef _WIN32

bool system_input_is_terminal() {
    return _isatty(_fileno(stdin)) != 0;
}
bool system_output_is_terminal() {
    return _isatty(_fileno(stdout)) != 0;
}

// On Windows there is no way to ask whether a pipe is full without the risk of blocking.
bool system_has_room(int) {
    return true;
}
bool system_has_hung_up() {
    return false;
}

std::string system_config_folder() {
    return variable("APPDATA");
}

void system_survive_broken_pipes() {}
void system_survive_full_files() {}
void system_fill_closed_streams() {}
void system_hold_interrupts() {}
bool system_is_interrupted() {
    return false;
}
void system_release_interrupts() {}

void system_use_plain_bytes() {
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    std::setlocale(LC_CTYPE, "");
}

int system_process_id() {
    return _getpid();
}

int system_create_file(const std::string& path) {
    const int file =
        _open(path.c_str(), _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY, _S_IREAD | _S_IWRITE);
    return file < 0 || _close(file) != 0 ? errno : 0;
}

#else

namespace {

constexpr int INTERRUPTS[] = {SIGINT, SIGTERM, SIGHUP};

sigset_t interrupts() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : INTERRUPTS) sigaddset(&set, signal);
    return set;
}

} // namespace

bool system_input_is_terminal() {
    return isatty(STDIN_FILENO) != 0;
}
bool system_output_is_terminal() {
    return isatty(STDOUT_FILENO) != 0;
}

bool system_has_room(int timeout_ms) {
    pollfd output = {STDOUT_FILENO, POLLOUT, 0};
    return poll(&output, 1, timeout_ms) != 0;
}

bool system_has_hung_up() {
    pollfd input = {STDIN_FILENO, 0, 0};
    return poll(&input, 1, 0) > 0;
}

// By the XDG base directory specification a relative path in XDG_CONFIG_HOME is invalid.
std::string system_config_folder() {
    const std::string folder = variable("XDG_CONFIG_HOME"), home = variable("HOME");
    if (!folder.empty() && folder[0] == '/') return folder;
    return home.empty() ? "" : home + "/.config";
}

void system_survive_broken_pipes() {
    std::signal(SIGPIPE, SIG_IGN);
}
void system_survive_full_files() {
    std::signal(SIGXFSZ, SIG_IGN);
}

// open() returns the lowest free number; once it is above stderr's, all standard streams are open.
void system_fill_closed_streams() {
    int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    while (file >= 0 && file <= STDERR_FILENO) file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (file > STDERR_FILENO) close(file);
}

void system_hold_interrupts() {
    const sigset_t set = interrupts();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}
bool system_is_interrupted() {
    sigset_t waiting;
    sigemptyset(&waiting);
    sigpending(&waiting);
    for (const int signal : INTERRUPTS)
        if (sigismember(&waiting, signal) == 1) return true;
    return false;
}
void system_release_interrupts() {
    const sigset_t set = interrupts();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void system_use_plain_bytes() {}

int system_process_id() {
    return int(getpid());
}

int system_create_file(const std::string& path) {
    constexpr mode_t MODE = 0666; // before umask
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, MODE);
    return file < 0 || close(file) != 0 ? errno : 0;
}

#endif
