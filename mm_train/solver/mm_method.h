/* mm_method.h -- what a method of fitting is, and the state that it works on.
 *
 * Between two steps the fit stands at `at`, with everything computed there.  A
 * step works in `trial` and moves over only when it has a whole new point, so an
 * interruption never leaves half of one behind.                              */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_METHOD_H
#define KATACHI_MM_TRAIN_SOLVER_MM_METHOD_H

#include <stdbool.h>

#include "mm_train/solver/mm_gauge.h"
#include "mm_train/solver/mm_problem.h"

/* A point and what was computed there. */
typedef struct mm_point {
    double *theta;    /* [n] log gammas */
    double *expected; /* [n] */
    double log_likelihood;
    double log_prior;
    double objective; /* the sum of the two */
} mm_point;

typedef struct mm_state {
    const mm_problem *problem;
    double prior;
    int n;           /* gammas */
    mm_point at, trial;
    mm_gauge gauge;
    int64_t expects; /* calls of `expect` so far */

    /* mm: an interrupted sweep resumes at this group */
    int next_group;
    double sweep_start; /* objective before the sweep */

    /* lbfgs: rings of the last moves s and changes of gradient y, [history][n] */
    double *s, *y;
    double *s_dot_y; /* [history] */
    int history, n_pairs, newest;
    double *direction, *gradient; /* [n] scratch */
    double promised_gain; /* what its model of the objective predicts, nats */
} mm_state;

/* Fills the rest of *point from its theta; one call of `expect`. */
go_status mm_state_evaluate(mm_state *state, mm_point *point, go_error *err);

/* Makes the trial point the present one. */
void mm_state_accept(mm_state *state);

/* Differences of the objective smaller than this are rounding. */
double mm_state_rounding(const mm_state *state);

/* Writes to out [n] the gradient of the objective at a point: a - b of mm_prior.h. */
void mm_state_gradient(const mm_state *state, const mm_point *point, double *out);

typedef struct mm_method {
    bool uses_history;
    /* Moves state->at to a point at least as good; *moved is false if rounding prevents it. */
    go_status (*iterate)(mm_state *state, bool *moved, go_error *err);
} mm_method;

extern const mm_method mm_method_mm, mm_method_lbfgs;

#endif
