/* run.h -- one run of a search: its clocks, its counts, what ends it.  Shared by all
 * threads.                                                                    */
#ifndef KATACHI_MCTS_RUN_H
#define KATACHI_MCTS_RUN_H

#include "mcts/limits.h"

typedef struct run_state {
    double began, last_report;
    double deadline, hard_deadline; /* deadline 0: no limit of time */
    double seconds;                 /* that it took, once it is over */
    bool running;
    int prunings;
    _Atomic int64_t playouts, started;
    atomic_bool halt;               /* all threads are to end */
    atomic_bool full;               /* the tree is: they are to end until it is pruned */
    go_error failure;               /* what ended it; status GO_OK: nothing */
} run_state;

/* Begins a run with limits that have been counted from `began` on. */
void run_begin(run_state *run, double began, const search_limits *limits);

/* May a thread begin one more descent? */
bool run_continues(run_state *run, const search_limits *limits);

/* Ends the run with an error; of several the first one counts.  By any thread. */
void run_fail(run_state *run, go_status status, const go_error *err);

#endif
