/* mm_problem.h -- a Bradley-Terry fitting problem as the solvers see it.
 *
 * A competition is won by one of its teams; a team is a set of gammas and its
 * strength the product of them (R. Coulom, "Computing Elo Ratings of Move
 * Patterns in the Game of Go", ICGA Journal 30(4), 2007).  With theta = log
 * gamma, E_j the sum of the strengths of all teams of competition j:
 *
 *     L(theta)      = sum_i W_i theta_i - sum_j log E_j        (concave)
 *     dL/dtheta_i   = W_i - expected_i
 *     expected_i    = sum_j (strength of the teams of j with gamma i) / E_j
 *
 * Coulom's exposure sum_j C_ij / E_j is expected_i / gamma_i.  The implementation of
 * `expect` decides how the teams are stored: as plain lists (mm_teams.h), as compressed
 * games (dataset.h), or on several machines (mm_shared.h).                   */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_PROBLEM_H
#define KATACHI_MM_TRAIN_SOLVER_MM_PROBLEM_H

#include <stdint.h>

#include "base/status.h"

/* Gammas first[g] .. first[g+1]-1 form group g: a team holds at most one. */
typedef struct mm_groups {
    int n_groups;
    const int *first; /* [n_groups + 1], rising, first[0] = 0 */
} mm_groups;

/* Writes expected[n_gammas] at `theta` [n_gammas] and the log-likelihood L(theta),
 * in nats, without prior; NaN or minus infinity where strengths leave the range of numbers, and
 * solvers then stay where they are.  Deterministic for a fixed number of threads.
 * GO_EINTR: the user interrupted, and what was written must not be used. */
typedef go_status mm_expect(void *data, const double *theta, double *expected,
                            double *log_likelihood, go_error *err);

typedef struct mm_problem {
    int n_gammas;
    int64_t n_competitions;
    mm_groups groups;
    const double *wins; /* [n_gammas] W_i: teams with gamma i that won */
    mm_expect *expect;
    void *data;
} mm_problem;

#endif
