/* mm_state.h -- where a fit stands: what a method works on.
 *
 * Between two steps the fit stands at `at`, with everything computed there.  A
 * step works in `trial` and moves over only when it has a whole new point, so an
 * interruption never leaves half of one behind.                              */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_STATE_H
#define KATACHI_MM_TRAIN_SOLVER_MM_STATE_H

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

    /* mm: a sweep that was cut short goes on where it was */
    int next_group;
    double sweep_start; /* objective before the sweep */

    /* lbfgs: rings of the last moves s and changes of gradient y, [history][n] */
    double *s, *y;
    double *s_dot_y; /* [history] */
    int history, n_pairs, newest;
    double *direction, *gradient; /* [n] scratch */
    double promised_gain; /* what its model of the objective expected, nats */
} mm_state;

/* Fills the rest of *point from its theta; one call of `expect`. */
go_status mm_state_evaluate(mm_state *state, mm_point *point, go_error *err);

/* The trial point becomes the present one. */
void mm_state_accept(mm_state *state);

/* Differences of the objective smaller than this are rounding. */
double mm_state_rounding(const mm_state *state);

/* Gradient of the objective at a point: a - b of mm_prior.h, in out [n]. */
void mm_state_gradient(const mm_state *state, const mm_point *point, double *out);

#endif
