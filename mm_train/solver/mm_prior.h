/* mm_prior.h -- the prior on one gamma, and the MM update of one gamma.
 *
 * The prior: each gamma has won p games and lost p games against an opponent of
 * strength 1 (Coulom 2007, section 4; he takes p = 1).  With theta = log gamma and
 * s = gamma / (gamma + 1) that adds to the objective
 *
 *     log prior   = p log s + p log (1 - s)  = p (theta - 2 log(1 + gamma))
 *     gradient    = p - 2 p s
 *
 * so the whole gradient is the difference of two positive numbers,
 *
 *     a_i = W_i + p           wins, those of the prior included
 *     b_i = expected_i + 2ps  wins expected at the present gammas, likewise
 *
 * and Coulom's update is gamma_i <- gamma_i a_i / b_i, a step of log(a_i/b_i)
 * in theta.  Derivation and a worked example: doc/mm.md.                     */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_PRIOR_H
#define KATACHI_MM_TRAIN_SOLVER_MM_PRIOR_H

#include <math.h>

/* gamma / (gamma + 1), without overflow. */
static inline double mm_sigmoid(double theta)
{
    double e = exp(-fabs(theta));
    return theta >= 0 ? 1.0 / (1.0 + e) : e / (1.0 + e);
}

/* log of s^p (1-s)^p, in nats; largest, -p log 4, at theta = 0. */
static inline double mm_log_prior(double theta, double p)
{
    double distance = fabs(theta);
    return -p * (distance + 2.0 * log1p(exp(-distance)));
}

/* The expected wins b of a gamma, those of the prior included. */
static inline double mm_expected_wins(double theta, double expected, double p)
{
    return expected + 2.0 * p * mm_sigmoid(theta);
}

/* MM update of one gamma, the others held fixed (Coulom 2007):
 *
 *     gamma_i <- (W_i + p) / ( sum_j C_ij / E_j  +  2 p / (gamma_i + 1) )
 *
 *   W_i   number of winning teams that contain gamma i
 *   C_ij  strength of i's team-mates, summed over the teams of competition j
 *   E_j   strength of all teams of competition j
 *
 * as a step in theta, log(a/b), from expected = gamma_i * sum_j C_ij / E_j.  A gamma
 * never seen (no wins, nothing expected) moves towards 1.                    */
static inline double mm_log_step(double theta, double wins, double expected, double p)
{
    return log((wins + p) / mm_expected_wins(theta, expected, p));
}

#endif
