/* sampler.h -- what playouts say of a position, and how the gammas would change it.
 *
 * The value of a position is the mean z of its playouts (1 where black wins, 0 where he
 * loses).  Its derivative by the logarithm of a gamma is the covariance of z with
 *
 *     psi = sum over the moves of a playout of   phi(move) - sum_m p(m) phi(m)
 *
 * where phi counts the gamma in a move's team and p is the probability by which the move
 * was drawn (policy gradient: R. Williams, Simple Statistical Gradient-Following
 * Algorithms, 1992; D. Silver and G. Tesauro, Monte-Carlo Simulation Balancing, 2009).
 * The same holds for the mean owner of each point.  Instead of z, each move is credited with
 * z less what was to be expected before it (baseline.h), which has the same mean and less
 * noise.
 *
 * Playouts are those of the search (mcts/playout/playout.h): they are run first and then
 * followed again for psi, since only there the teams of all moves are needed.  The vital
 * points that playouts play at once are no choice of the gammas; where one could have
 * been played, the move's share of psi is that of a mixture of both.          */
#ifndef KATACHI_MM_TRAIN_BALANCE_SAMPLER_H
#define KATACHI_MM_TRAIN_BALANCE_SAMPLER_H

#include "base/rng.h"
#include "base/status.h"
#include "mcts/playout/playout_gammas.h"
#include "patterns/gammas/gammas.h"

typedef struct sampler sampler; /* of one thread */

/* For the feature set and gamma numbers of `v` and boards of `size`; at most `most`
 * playouts at a time; `nakade` as in playout_options.                         */
go_status sampler_create(sampler **out, const vocabulary *v, int size, int most, double nakade,
                         go_error *err);
void sampler_destroy(sampler *s); /* accepts NULL */

/* The gammas to play with, borrowed, for the same vocabulary and size. */
go_status sampler_use(sampler *s, const playout_gammas *g, go_error *err);

/* A position, borrowed while it is used, and the points that white gets. */
typedef struct sampler_position {
    const board *board;
    colour to_move;
    double komi;
} sampler_position;

/* Means over playouts. */
typedef struct sampler_means {
    double win;                  /* black's, a draw counts half */
    float owner[BOARD_MAX_AREA]; /* by y * size + x: 1 black's, 0 white's */
} sampler_means;

/* Runs n playouts. */
void sampler_run(sampler *s, const sampler_position *at, int n, rng *random, sampler_means *out);

/* Learns from the last run what to expect in the middle of a playout from this position. */
void sampler_learn(sampler *s, const sampler_position *at);

/* Adds to gradient[gammas], for the playouts of the last run, the unbiased estimate of
 *     win d(mean win) + sum of owner[i] d(mean owner[i])
 * by the logarithm of each gamma.  `owner` may be NULL.  What was learnt must come from
 * another run.  gradient[gammas + 1]: the last is scratch.                    */
void sampler_add_gradient(sampler *s, const sampler_position *at, double win, const float *owner,
                          rng *random, double *gradient);

#endif
