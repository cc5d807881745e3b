/* mm_gauge.h -- directions in which only the prior can tell gammas apart.
 *
 * When every team holds one gamma of a group, multiplying the whole group by a
 * constant multiplies all teams and changes no probability: the likelihood is
 * flat in that direction, and only the prior decides.  The same is true of two
 * groups of which every team holds exactly one gamma (say "pass" and "shape at the
 * point").  MM and gradient methods creep along such directions, because millions of
 * competitions keep their steps short.  But the best place in them does not depend on
 * the competitions: it is a small concave problem in the prior alone, solved here by
 * Newton's method.                                                           */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_GAUGE_H
#define KATACHI_MM_TRAIN_SOLVER_MM_GAUGE_H

#include "base/status.h"
#include "mm_train/solver/mm_problem.h"

enum { MM_GAUGE_MAX = 32 };

typedef struct mm_gauge {
    int n;                      /* directions found */
    int group[MM_GAUGE_MAX][2]; /* groups raised together; the same one twice if alone */
} mm_gauge;

/* Finds the directions from the wins and from `expected` at any theta: if every team
 * holds one of the gammas, both add up to the number of competitions (to 1e-5, because
 * `expected` may come from single precision).  They may also do so by chance;
 * mm_gauge_check, called with `expected` at other points, drops such directions.
 * GO_ENOMEM: the gauge is unchanged.                                          */
go_status mm_gauge_find(mm_gauge *gauge, const mm_problem *problem, const double *expected,
                        go_error *err);
void mm_gauge_check(mm_gauge *gauge, const mm_problem *problem, const double *expected);

/* Moves theta [n_gammas] along the directions to where the log-prior is
 * largest.  Costs no call of `expect`; the likelihood does not change.       */
void mm_gauge_fix(const mm_gauge *gauge, const mm_groups *groups, double prior,
                  double *theta);

#endif
