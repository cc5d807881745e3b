/* child.h -- what ends a process, or is decided once in one, is tried in a process of its own. */
#ifndef KATACHI_TESTS_SUPPORT_CHILD_H
#define KATACHI_TESTS_SUPPORT_CHILD_H

#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/unit.h"

/* Calls `run` there, which returns its exit code; the result is that of waitpid. */
static inline int child_status(int (*run)(const void *), const void *what)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0)
        _exit(run(what));
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    return status;
}

#endif
