#include "base/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* A mutable global, because a signal handler has no argument to reach anything
 * else.                                                                       */
static volatile sig_atomic_t requested;

static void on_signal(int number)
{
    if (requested) {
        signal(number, SIG_DFL);
        raise(number); /* takes effect when this handler returns */
    }
    requested = 1;
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool interrupt_requested(void)
{
    return requested != 0;
}
