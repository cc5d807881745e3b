#include "base/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

/* A mutable global, because a signal handler has no argument to reach anything
 * else.                                                                       */
static volatile sig_atomic_t requested;

/* Likewise.  Who takes a path out has it alone: the handler or its owner. */
enum { MOST_FILES = 64 };
static _Atomic(const char *) unfinished[MOST_FILES];

static void remove_files(void)
{
    for (int i = 0; i < MOST_FILES; i++) {
        const char *path = atomic_exchange(&unfinished[i], NULL);
        if (path)
            unlink(path);
    }
}

/* The program at the other end of a pipe may die of the same Ctrl-C: what is printed from now on
 * must not end this one before it has saved its work.  A closed terminal sends SIGHUP, and its
 * shell sends it again: that is nobody's second request.                      */
static void on_signal(int number)
{
    signal(SIGPIPE, SIG_IGN);
    if (requested && number != SIGHUP) {
        remove_files();
        signal(number, SIG_DFL);
        raise(number); /* takes effect when this handler returns */
    }
    requested = 1;
}

static bool is_ignored(int number)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (!is_ignored(SIGHUP)) /* as nohup has it */
        sigaction(SIGHUP, &action, NULL);
}

bool interrupt_requested(void)
{
    return requested != 0;
}

void interrupt_removes_file(const char *path)
{
    for (int i = 0; i < MOST_FILES; i++) {
        const char *none = NULL;
        if (atomic_compare_exchange_strong(&unfinished[i], &none, path))
            return;
    }
}

/* Of paths that found no room nothing is known: they are not read by anybody. */
bool interrupt_keeps_file(const char *path)
{
    for (int i = 0; i < MOST_FILES; i++) {
        const char *mine = path;
        if (atomic_compare_exchange_strong(&unfinished[i], &mine, NULL))
            return true;
    }
    return !requested;
}
