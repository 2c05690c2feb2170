#ifdef __linux__

#include "protocol/io/system.h"

#include <thread>

#include <sched.h>
#include <sys/resource.h>

#include <doctest/doctest.h>

TEST_CASE("system_answer_promptly: leaves scheduling policy and nice value unchanged") {
    int nice = 0, policy = -1;
    std::thread([&] {
        const sched_param none = {};
        sched_setscheduler(0, SCHED_BATCH, &none); // changes only this thread
        setpriority(PRIO_PROCESS, 0, 7);
        system_answer_promptly();
        nice = getpriority(PRIO_PROCESS, 0);
        policy = sched_getscheduler(0);
    }).join();
    CHECK(nice == 7);
    CHECK(policy == SCHED_BATCH);
}

#endif
