/* clock.h -- clocks for measuring, all in seconds. */
#ifndef KATACHI_BASE_CLOCK_H
#define KATACHI_BASE_CLOCK_H

#include <time.h>

static inline double clock_seconds(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* On a clock that never goes backwards; only differences have a meaning. */
static inline double clock_now(void)
{
    return clock_seconds(CLOCK_MONOTONIC);
}

/* Processor time of all threads of the process, hardly affected by other programs. */
static inline double clock_process(void)
{
    return clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

/* Processor time of the calling thread. */
static inline double clock_thread(void)
{
    return clock_seconds(CLOCK_THREAD_CPUTIME_ID);
}

#endif
