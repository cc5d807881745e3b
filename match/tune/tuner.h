/* tuner.h -- which settings the next games are played with, and what the games so far say
 * about the best ones.
 *
 * Games come in pairs with the same settings; pair k meets opponent k mod n_opponents.  A few
 * first pairs, and later one in five, are spread evenly over the space, for each opponent
 * (Halton's sequence).  The others are chosen by
 * Thompson sampling (W. Thompson, On the Likelihood that One Unknown Probability Exceeds
 * Another, 1933): a surface is drawn from all that the games leave possible (surface.h),
 * and its maximum is played.  So games gather where the maximum may be.
 *
 * Everything follows from the seed and the games so far in their order, not from what the
 * program did before: an interrupted run goes on as if it had not been.
 * doc/tune.md explains the method.                                             */
#ifndef KATACHI_MATCH_TUNE_TUNER_H
#define KATACHI_MATCH_TUNE_TUNER_H

#include <stdint.h>

#include "match/tune/setting.h"
#include "match/tune/surface.h"

enum { TUNER_TEXT = SPACE_TEXT }; /* bytes for the text of a place */

typedef struct tuner tuner;

/* `space` is borrowed.  *out is owned by the caller, ended with tuner_destroy (accepts
 * NULL).  GO_ENOMEM.                                                           */
go_status tuner_create(tuner **out, const tune_space *space, int n_opponents, uint64_t seed,
                       go_error *err);
void tuner_destroy(tuner *t);

/* Tells that the only opponent is the player itself with the settings of this place: there
 * the score is even, which no number of games could tell so well.  GO_ENOMEM.   */
go_status tuner_anchor(tuner *t, const double *place, go_error *err);

/* Adds a finished game of a pair: its settings, and the player's points (1, 1/2, 0).
 * GO_EINVAL: no such opponent or place; GO_ENOMEM.                             */
go_status tuner_add(tuner *t, int64_t pair, const char *settings, int opponent, double points,
                    go_error *err);
int64_t tuner_games(const tuner *t);

/* The settings of a pair: new ones when it is asked for first, then the same again, also
 * where only its first game was added (by an earlier run).                     */
go_status tuner_choose(tuner *t, int64_t pair, char settings[TUNER_TEXT], go_error *err);

/* ---- what the games say ---- */

/* A score with its 95 % interval, 0 .. 1. */
typedef struct tune_score {
    double score, low, high;
} tune_score;

typedef struct tune_estimate {
    double best[BASIS_AXES];                  /* where the mean surface is highest */
    double low[BASIS_AXES], high[BASIS_AXES]; /* 95 % of the maxima of drawn surfaces */
    double share[BASIS_AXES][BASIS_WORDS];    /* of these maxima, by word */
    tune_score score;                         /* expected there */
} tune_estimate;

/* Draws `draws` surfaces for the intervals.  GO_ENOMEM. */
go_status tuner_estimate(tuner *t, int draws, tune_estimate *out, go_error *err);

/* After tuner_estimate: the score at a place; the difference in Elo between two places,
 * with its 95 % interval in low and high.                                      */
tune_score tuner_score(tuner *t, const double *place);
typedef struct tune_gain {
    double elo, low, high;
} tune_gain;
tune_gain tuner_gain(tuner *t, const double *place, const double *other);

/* The pairs so far in the order of their first games: their places and results. */
int tuner_samples(const tuner *t);
const surface_sample *tuner_sample(const tuner *t, int i);

#endif
