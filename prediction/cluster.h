/* cluster.h -- means over positions, with intervals that take games as the sample.
 *
 * The positions of one game resemble each other (same players, same result), so games, not
 * positions, are independent.  The variance of a mean m over N positions is
 *
 *     G / (G - 1) * sum over the G games of (S_g - m n_g)^2 / N^2,
 *
 * where S_g is the sum over the n_g positions of a game: the ratio estimator of cluster
 * sampling (W. G. Cochran, Sampling Techniques, 3rd ed. 1977, section 9.7).  Since the variance
 * comes from G games, intervals are as wide as Student's t with G - 1 degrees of freedom says;
 * a single game tells nothing of how games differ, and its interval is unknown. */
#ifndef KATACHI_PREDICTION_CLUSTER_H
#define KATACHI_PREDICTION_CLUSTER_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* What a mean and its interval are computed from; sums of several can be added up. */
typedef struct cluster_sums {
    int64_t games;    /* that have a position here */
    double n, sum;    /* positions, and the sum over them */
    double n_squared; /* sums over games of n_g * n_g, S_g * S_g and S_g * n_g */
    double squares, cross;
} cluster_sums;

/* A game of n positions (weights may make it no whole number) with the sum of its values;
 * n = 0 adds nothing.                                                         */
void cluster_add_game(cluster_sums *to, double n, double sum);
void cluster_add(cluster_sums *to, const cluster_sums *from);

/* A mean and its 95 % interval; its ends are NAN where they are unknown. */
typedef struct prediction_interval {
    double mean, low, high;
} prediction_interval;

static inline bool prediction_interval_known(const prediction_interval *v)
{
    return !isnan(v->low);
}

/* The interval is unknown with fewer than two games; the mean is 0 without positions. */
prediction_interval cluster_mean(const cluster_sums *s);

/* The same for a share of positions: Wilson's score interval for as many independent
 * trials as give that variance.                                               */
prediction_interval cluster_share(const cluster_sums *s);

/* The same where all positions of a game have one value, its result: these are no more trials than
 * there are games, also where chance has made all games alike, so that their variance is 0.  */
prediction_interval cluster_result_share(const cluster_sums *s);

#endif
