/* policy.h -- the probability of each legal move by its gammas, updated along a game.
 *
 * p(move) = product of the gammas of its team / the sum of these over all legal
 * moves (the generalised Bradley-Terry model, Coulom 2007).
 *
 * Moves are numbered y * size + x; size * size is the pass.                  */
#ifndef KATACHI_PATTERNS_GAMMAS_POLICY_H
#define KATACHI_PATTERNS_GAMMAS_POLICY_H

#include "base/status.h"
#include "board/board.h"
#include "patterns/gammas/gammas.h"

typedef struct policy policy;

/* A policy for boards of `size`, which may differ from the size the gammas
 * were trained for.  `g` is borrowed.                                        */
go_status policy_create(policy **out, const gammas *g, int size, go_error *err);
void policy_destroy(policy *p); /* accepts NULL */

/* Starts from a position; plays a legal move or PASS. */
void policy_start(policy *p, const board *b);
void policy_play(policy *p, colour c, point at);
const board *policy_board(const policy *p); /* borrowed */

/* Writes probability[size * size + 1] of the moves of `to_move`: >= 0, 0 for
 * illegal moves, sum 1.                                                      */
void policy_distribution(policy *p, colour to_move, float *probability);

/* The numbers of the gammas in the team of a legal move, after policy_distribution for
 * the same side; returns how many, as team_gammas (patterns/dense.h).         */
int policy_team(const policy *p, colour to_move, int move, int numbers[F_N_GROUPS]);

#endif
