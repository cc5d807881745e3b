/* mm_solver.h -- finds the gammas that explain a set of competitions best.
 *
 * Maximizes the log-likelihood plus log-prior of an mm_problem over theta =
 * log gamma, in the shape of GSL's minimizers: initialise, iterate, test.
 * The function is strictly concave, so there is one optimum, and both methods
 * converge to it:
 *
 *   MM_BY_GROUPS  Coulom's minorization-maximization, one group of mutually
 *                 exclusive gammas at a time: n_groups calls of `expect` an
 *                 iteration.
 *   MM_LBFGS      limited-memory BFGS on theta, preconditioned by the MM step:
 *                 one call of `expect` an iteration, seldom two.
 *
 * No iteration of either lowers log-likelihood + log-prior (beyond rounding).
 * Derivation: doc/mm.md; measurements: doc/performance/mm.md.
 *
 *     mm_solver *solver;
 *     mm_solver_options options = mm_solver_defaults();
 *     status = mm_solver_create(problem, &options, NULL, &solver, err);
 *     while (status == GO_OK && !progress.converged) {
 *         status = mm_solver_step(solver, &progress, err);
 *         ... show progress, save a checkpoint ...
 *     }                                                                      */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_SOLVER_H
#define KATACHI_MM_TRAIN_SOLVER_MM_SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/choice.h"
#include "base/status.h"
#include "mm_train/solver/mm_problem.h"

typedef struct mm_solver mm_solver; /* fields: mm_solver_fields.h */

#define MM_METHODS(X) X(MM_LBFGS, "lbfgs") X(MM_BY_GROUPS, "mm")
typedef enum mm_method_id { MM_METHODS(CHOICE_NUMBER) N_MM_METHODS } mm_method_id;
const char *mm_method_name(mm_method_id id);

typedef struct mm_solver_options {
    mm_method_id method;
    double prior;          /* p > 0: wins and losses of each gamma against gamma 1 */
    double gain_tolerance; /* stop when an iteration gains less, nats per competition;
                            * 0: never                                             */
    double step_tolerance; /* stop when largest_step is at most this; 0: never     */
    int history;           /* lbfgs: pairs of vectors kept, 1 .. 64                */
} mm_solver_options;

/* What an iteration did. */
typedef struct mm_progress {
    int iteration;         /* 1, 2, ...; 0 before the first                        */
    int64_t expects;       /* calls of `expect` so far                             */
    double log_likelihood; /* nats, all competitions, without prior, <= 0          */
    double log_prior;      /* nats, all gammas                                     */
    double gain;           /* by this iteration: nats per competition, with prior  */
    double largest_step;   /* largest |log(a/b)|: what MM would change next        */
    bool converged;        /* a tolerance is met, or rounding prevents a better sum */
} mm_progress;

/* For training: MM_LBFGS, prior 1, stops at a gain of 1e-6 nats per competition. */
mm_solver_options mm_solver_defaults(void);

/* For comparing results: as above, but continues until largest_step <= 1e-7. */
mm_solver_options mm_solver_strict(void);

/* A solver at log gammas `start` [n_gammas] (copied; NULL: all gammas 1).
 * `problem` is borrowed and must outlive the solver.  Nothing is computed yet.
 *   *out  out  owned by the caller, ended with mm_solver_destroy
 * GO_EINVAL: unknown method, an option outside its range, a start that is not
 * finite.  GO_EEMPTY: no gammas or no competitions.  GO_ENOMEM.               */
go_status mm_solver_create(const mm_problem *problem, const mm_solver_options *options,
                           const double *start, mm_solver **out, go_error *err);
void mm_solver_destroy(mm_solver *solver); /* accepts NULL */

/* One iteration; *progress (may be NULL) says what it did.  After convergence
 * a further step is allowed and does no harm.  On GO_EINTR or another error of
 * `expect` the solver stays at the last point it reached and can be saved or stepped
 * again; the interrupted iteration does not affect the final result.          */
go_status mm_solver_step(mm_solver *solver, mm_progress *progress, go_error *err);

/* The present log gammas [n_gammas], owned by the solver; what the last complete
 * iteration reported.                                                        */
const double *mm_solver_theta(const mm_solver *solver);
mm_progress mm_solver_progress(const mm_solver *solver);

#endif
