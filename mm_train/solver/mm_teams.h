/* mm_teams.h -- competitions as plain lists of teams: the reference mm_problem.
 *
 * Nothing is compressed: every team is the list of its gammas, and all sums are in
 * double precision.  Other implementations are checked against this one.  Costs
 * 4 bytes a gamma and 8 bytes a team.
 *
 *     mm_teams_create(&groups, &teams, err);
 *     for each competition {
 *         for each participant
 *             mm_teams_add(teams, gammas, n, err);
 *         mm_teams_decide(teams, winner, err);
 *     }
 *     mm_solver_create(mm_teams_problem(teams), ...);                        */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_TEAMS_H
#define KATACHI_MM_TRAIN_SOLVER_MM_TEAMS_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "mm_train/solver/mm_problem.h"

typedef struct mm_teams mm_teams; /* fields live in mm_teams.c */

/* No competitions yet.  `groups` is copied.
 *   *out  out  owned by the caller, ended with mm_teams_destroy
 * GO_EINVAL: the bounds do not rise from 0.  GO_ENOMEM.                       */
go_status mm_teams_create(const mm_groups *groups, mm_teams **out, go_error *err);
void mm_teams_destroy(mm_teams *teams); /* accepts NULL */

/* Adds a team to the competition being entered, the product of gammas [n]; n may be
 * 0: a team of strength 1.  GO_EINVAL: a number outside 0 .. n_gammas-1, or two of one
 * group.  GO_ENOMEM.  On error nothing has changed.                          */
go_status mm_teams_add(mm_teams *teams, const int *gammas, int n, go_error *err);

/* Ends the competition: its `winner`-th team (from 0) won.
 * GO_EINVAL: there is no such team.  GO_ENOMEM.                              */
go_status mm_teams_decide(mm_teams *teams, int winner, go_error *err);

/* The decided competitions as a problem; borrowed, valid until the next mm_teams_add
 * or mm_teams_destroy.                                                       */
const mm_problem *mm_teams_problem(mm_teams *teams);

/* Threads that `expect` uses; 0, the default: as many as OpenMP has, but fewer when
 * there is little to do.  Their number changes the result by rounding only.  */
void mm_teams_set_threads(mm_teams *teams, int n_threads);

/* Reading back: the number of teams in a competition, the number of the winner in it,
 * and the gammas of its k-th team in the order in which they were added.     */
int mm_teams_size(const mm_teams *teams, int64_t competition);
int mm_teams_winner(const mm_teams *teams, int64_t competition);
const int32_t *mm_teams_team(const mm_teams *teams, int64_t competition, int k, int *n);

/* Bytes held by the competitions. */
size_t mm_teams_bytes(const mm_teams *teams);

#endif
