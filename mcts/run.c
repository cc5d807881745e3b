#include "mcts/run.h"

#include <math.h>

void run_begin(run_state *run, double began, const search_limits *limits)
{
    run->began = run->last_report = began;
    run->deadline = limits->seconds > 0 ? began + limits->seconds : 0;
    run->hard_deadline = began + fmax(limits->seconds, limits->max_seconds);
    run->running = true;
    run->prunings = 0;
    run->playouts = 0;
    run->started = 0;
    run->failure = (go_error){GO_OK, ""};
    atomic_store(&run->halt, false);
}

bool run_continues(run_state *run, const search_limits *limits)
{
    if (atomic_load_explicit(&run->halt, memory_order_relaxed) ||
        atomic_load_explicit(&run->full, memory_order_relaxed))
        return false;
    return !limits->playouts || atomic_fetch_add(&run->started, 1) < limits->playouts;
}

void run_fail(run_state *run, go_status status, const go_error *err)
{
#pragma omp critical(search_failure)
    if (run->failure.status == GO_OK) {
        run->failure = *err;
        run->failure.status = status;
    }
    atomic_store(&run->halt, true);
}
