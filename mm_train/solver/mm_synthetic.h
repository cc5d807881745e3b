/* mm_synthetic.h -- competitions drawn from known gammas, to test and measure on.
 *
 * The teams are as awkward as Go positions: some features are in every team and some
 * in few, the gammas of a feature are as unevenly frequent as words in a language (the
 * k-th is drawn with weight 1 / k^zipf), and features echo each other.  The winner is
 * drawn by the Bradley-Terry model itself, so a fit must find the gammas again within
 * the statistical error (as libego tests its trainer).                       */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_SYNTHETIC_H
#define KATACHI_MM_TRAIN_SOLVER_MM_SYNTHETIC_H

#include "base/rng.h"
#include "mm_train/solver/mm_teams.h"

typedef struct mm_synthetic_group {
    int size;        /* gammas                                                       */
    double presence; /* chance that a team holds one of them                         */
    double zipf;     /* 0: all equally frequent; 1: as uneven as words               */
    double echo;     /* chance that it follows from the gamma of the group before    */
    double spread;   /* standard deviation of the true log gammas                    */
} mm_synthetic_group;

/* Draws true log gammas, then competitions of `n_teams` teams each.
 *   theta   out  [sum of sizes], the truth
 *   *out    out  owned by the caller, ended with mm_teams_destroy
 * GO_EINVAL: no groups or no teams.  GO_ENOMEM.                               */
go_status mm_synthetic_draw(const mm_synthetic_group *groups, int n_groups, int n_competitions,
                            int n_teams, rng *random, double *theta, mm_teams **out,
                            go_error *err);

#endif
