/* run_state.h -- one run of a search: its clocks, its counts, its threads, and what ends it. */
#ifndef KATACHI_MCTS_RUN_STATE_H
#define KATACHI_MCTS_RUN_STATE_H

#include "mcts/worker.h"

typedef struct run_state {
    double began, last_report;
    double descending;              /* since when its threads play */
    double deadline, hard_deadline; /* deadline 0: no time limit */
    double seconds;                 /* its duration, once it is over */
    bool running;
    int prunings;
    _Atomic int64_t playouts, started;
    atomic_bool halt;               /* all threads stop */
    go_error failure;               /* the error that ended it; status GO_OK: none */
} run_state;

/* Begins a run, whose time has counted since `began`. */
void run_begin(run_state *run, double began, const search_limits *limits);

/* Ends the run with an error; if several threads fail, the first error counts. */
void run_fail(run_state *run, go_status status, const go_error *err);

/* Descends in a thread for each worker until something ends the run; when the tree is full, it
 * is pruned.  Reports are of the search `s`.                                  */
void run_workers(run_state *run, const search_root *root, worker *const *workers, int n_workers,
                 search *s);

#endif
