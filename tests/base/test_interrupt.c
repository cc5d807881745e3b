/* An orderly stop: which signals ask for it, and what still ends the program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/interrupt.h"

enum { SURVIVED = 7 };

static bool hangup_ignored;

/* How a process of its own ends that catches signals, gets these, 0 ending them, and then writes to
 * a pipe that nobody reads.                                                   */
static int fate(const int *signals)
{
    const pid_t child = fork();
    if (child == 0) {
        int ends[2];
        signal(SIGHUP, hangup_ignored ? SIG_IGN : SIG_DFL);
        signal(SIGPIPE, SIG_DFL);
        interrupt_catch();
        for (; *signals; signals++)
            raise(*signals);
        if (pipe(ends) == 0)
            close(ends[0]);
        (void)!write(ends[1], "x", 1);
        _exit(interrupt_requested() ? SURVIVED : EXIT_SUCCESS);
    }
    int status = 0;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static void the_first_signal_asks(void **state)
{
    (void)state;
    assert_int_equal(fate((int[]){SIGINT, 0}), SURVIVED);
    assert_int_equal(fate((int[]){SIGTERM, 0}), SURVIVED);
    assert_int_equal(fate((int[]){SIGHUP, 0}), SURVIVED);
}

static void the_second_ends(void **state)
{
    (void)state;
    assert_int_equal(fate((int[]){SIGINT, SIGINT, 0}), -SIGINT);
    assert_int_equal(fate((int[]){SIGHUP, SIGTERM, 0}), -SIGTERM);
}

/* The shell and the kernel both send one when a terminal is closed. */
static void a_hangup_may_be_repeated(void **state)
{
    (void)state;
    assert_int_equal(fate((int[]){SIGHUP, SIGHUP, 0}), SURVIVED);
}

static void nohup_is_respected(void **state)
{
    (void)state;
    hangup_ignored = true;
    assert_int_equal(fate((int[]){SIGHUP, SIGINT, 0}), SURVIVED);
    assert_int_equal(fate((int[]){SIGHUP, 0}), -SIGPIPE);
    hangup_ignored = false;
}

/* `katachi ... | head` */
static void a_closed_pipe_ends_what_nobody_stopped(void **state)
{
    (void)state;
    assert_int_equal(fate((int[]){0}), -SIGPIPE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_signal_asks),
        cmocka_unit_test(the_second_ends),
        cmocka_unit_test(a_hangup_may_be_repeated),
        cmocka_unit_test(nohup_is_respected),
        cmocka_unit_test(a_closed_pipe_ends_what_nobody_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
