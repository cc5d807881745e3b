/* An orderly stop: which signals ask for it, and what still ends the program. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/io/atomic_file.h"
#include "tests/support/child.h"
#include "tests/support/temp_dir.h"

enum { SURVIVED = 7 };

static bool hangup_ignored;

static int get_signals(const void *what)
{
    int ends[2];
    signal(SIGHUP, hangup_ignored ? SIG_IGN : SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    interrupt_catch();
    for (const int *signals = what; *signals; signals++)
        raise(*signals);
    if (pipe(ends) == 0)
        close(ends[0]);
    (void)!write(ends[1], "x", 1);
    return interrupt_requested() ? SURVIVED : EXIT_SUCCESS;
}

/* How a process of its own ends that catches signals, gets these, 0 ending them, and then writes to
 * a pipe that nobody reads.                                                   */
static int fate(const int *signals)
{
    const int status = child_status(get_signals, signals);
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

/* One file is complete, one dropped, one half-written. */
static int write_three_files(const void *unused)
{
    static const char *const names[] = {"complete", "dropped", "half"};
    atomic_file *file[3];
    char path[400];
    (void)unused;
    interrupt_catch();
    for (int i = 0; i < 3; i++)
        if (atomic_file_open(&file[i], temp_dir_path(&group_dir, names[i], path), NULL) != GO_OK)
            return EXIT_FAILURE;
    raise(SIGTERM);
    atomic_file_discard(file[1]);
    if (atomic_file_commit(file[0], NULL) == GO_OK && temp_dir_count(&group_dir) == 2)
        raise(SIGTERM);
    return EXIT_FAILURE;
}

static void the_second_removes_unfinished_files(void **state)
{
    char path[400];
    (void)state;
    assert_true(WIFSIGNALED(child_status(write_three_files, NULL)));
    assert_int_equal(access(temp_dir_path(&group_dir, "complete", path), F_OK), 0);
    assert_int_equal(temp_dir_count(&group_dir), 1);
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
        cmocka_unit_test(the_second_removes_unfinished_files),
        cmocka_unit_test(a_hangup_may_be_repeated),
        cmocka_unit_test(nohup_is_respected),
        cmocka_unit_test(a_closed_pipe_ends_what_nobody_stopped),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
