#include "base/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* A mutable global, because a signal handler has no argument to reach anything
 * else.                                                                       */
static volatile sig_atomic_t requested;

/* The program at the other end of a pipe may die of the same Ctrl-C: what is printed from now on
 * must not end this one before it has saved its work.  A closed terminal sends SIGHUP, and its
 * shell sends it again: that is nobody's second request.                      */
static void on_signal(int number)
{
    signal(SIGPIPE, SIG_IGN);
    if (requested && number != SIGHUP) {
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
