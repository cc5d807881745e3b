/* drawn_teams.h -- fitting problems drawn by lot from known gammas, for the tests
 * of mm_train.                                                               */
#ifndef KATACHI_TESTS_DRAWN_TEAMS_H
#define KATACHI_TESTS_DRAWN_TEAMS_H

#include "mm_train/solver/mm_synthetic.h"

enum { DRAWN_MAX_GAMMAS = 1024 };

typedef struct drawn {
    double truth[DRAWN_MAX_GAMMAS]; /* log gammas */
    mm_teams *teams;
    const mm_problem *problem;
} drawn;

/* A few gammas in every shape that matters: a feature in every team, one in
 * most, a rare one, and one that echoes the first.  Fails the test on error. */
drawn *drawn_small(uint64_t seed, int n_competitions);

/* Like moves: hundreds of shapes, some seen thousands of times, most seldom or
 * never, with distances in every team and rare tactical features.            */
drawn *drawn_like_moves(uint64_t seed, int n_competitions);

void drawn_free(drawn *d);

#endif
