/* mm_solver_state.h -- what a solver holds; for the mm_solver*.c files only.
 *
 * Between two steps the solver stands at `theta`, with `expected` and
 * `objective` computed there.  A step works in the trial arrays and moves over
 * only when it has a whole new point, so an interruption never leaves half of
 * one behind.                                                                */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_SOLVER_STATE_H
#define KATACHI_MM_TRAIN_SOLVER_MM_SOLVER_STATE_H

#include "mm_train/solver/mm_gauge.h"
#include "mm_train/solver/mm_solver.h"

/* A point and what was computed there. */
typedef struct mm_point {
    double *theta;    /* [n] log gammas */
    double *expected; /* [n] */
    double log_likelihood;
    double log_prior;
    double objective; /* the sum of the two */
} mm_point;

/* What distinguishes one method from another. */
typedef struct mm_method {
    const char *name;
    bool uses_history;
    /* Moves solver->at to a point at least as good; *moved false if rounding
     * allows none.                                                           */
    go_status (*iterate)(mm_solver *solver, bool *moved, go_error *err);
} mm_method;

extern const mm_method mm_method_mm;
extern const mm_method mm_method_lbfgs;

struct mm_solver {
    const mm_problem *problem;
    const mm_method *method;
    mm_solver_options options;
    int n; /* gammas */
    bool evaluated;
    mm_point at, trial;
    mm_gauge gauge;
    mm_progress progress;
    double promised_gain; /* lbfgs: what its model of the objective expected, nats */

    /* mm: a sweep that was cut short goes on where it was */
    int next_group;
    double sweep_start; /* objective before the sweep */

    /* lbfgs: rings of the last moves s and changes of gradient y, [history][n] */
    double *s, *y;
    double *s_dot_y; /* [history] */
    int n_pairs, newest;
    double *direction, *gradient; /* [n] scratch */
};

/* Fills the rest of *point from its theta; one call of `expect`. */
go_status mm_point_evaluate(const mm_solver *solver, mm_point *point, go_error *err);

/* The trial point becomes the present one. */
void mm_solver_accept(mm_solver *solver);

/* Differences of the objective smaller than this are rounding. */
double mm_solver_rounding(const mm_solver *solver);

/* Gradient of the objective at a point: a - b of mm_prior.h, in out [n]. */
void mm_point_gradient(const mm_solver *solver, const mm_point *point, double *out);

#endif
