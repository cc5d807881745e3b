/* each_fails.h -- a piece of work, again and again, with another allocation failing each time. */
#ifndef KATACHI_TESTS_MEMORY_EACH_FAILS_H
#define KATACHI_TESTS_MEMORY_EACH_FAILS_H

#include "base/status.h"
#include "tests/memory/failing.h"
#include "tests/support/unit.h"

/* What is tried: allocates, works, frees. */
typedef go_status work(void *user, go_error *err);

/* One run; returns how many allocations it made. */
static inline long run_with_failure(const char *name, work *f, void *user, long nth, bool once)
{
    go_error err = {GO_OK, ""};
    failing_start(nth, once);
    go_status status = f(user, &err);
    long made = failing_stop();
    if (failing_left())
        fail_msg("%s, allocation %ld: %zu blocks are not freed (%s)", name, nth, failing_left(),
                 err.message);
    if (made < nth && status != GO_OK)
        fail_msg("%s: %s", name, err.message);
    if (status == GO_OK)
        return made;
    if (status != GO_ENOMEM || !err.message[0])
        fail_msg("%s, allocation %ld: status %d, '%s'", name, nth, status, err.message);
    return made;
}

/* About `most` of the allocations, evenly, the first thirty in any case. */
static inline void each_fails(const char *name, work *f, void *user, long most)
{
    const long never = 1L << 40;
    run_with_failure(name, f, user, never, true); /* tables that are made once */
    long n = run_with_failure(name, f, user, never, true), tried = 0;
    assert_true(n > 0);
    for (long k = 1; k <= n; k += k < 30 || n <= most ? 1 : n / most, tried++)
        for (int once = 0; once <= 1; once++)
            run_with_failure(name, f, user, k, once);
    print_message("%s: %ld of %ld allocations failed\n", name, tried, n);
}

#endif
