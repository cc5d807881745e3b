/* surface.h -- the strength of a player as a function of its settings, from won and lost
 * games.
 *
 * The model: a game with the settings x against opponent o is won with the probability
 *
 *     1 / (1 + exp(-(f(x) + b_o))),
 *
 * f being a Gaussian process (basis.h) plus a constant, and b_o what opponent o is
 * weaker than the first.  A draw is half a win.  All weights have normal priors, and the
 * posterior is approximated by the normal distribution at its maximum (Laplace's method;
 * C. Rasmussen and C. Williams, Gaussian Processes for Machine Learning, 2006, chapter 3,
 * in the form of Bayesian logistic regression).  Spread and lengths of the kernel are
 * those that make the games likeliest (the evidence, ibid. chapter 5), under a broad
 * prior.  All results are functions of the samples alone.
 *
 * Values are natural logarithms of odds, the mean over all opponents.  A surface belongs
 * to one thread.                                                               */
#ifndef KATACHI_MATCH_TUNE_SURFACE_H
#define KATACHI_MATCH_TUNE_SURFACE_H

#include "base/rng.h"
#include "match/tune/basis.h"

/* Games with the same settings against the same opponent. */
typedef struct surface_sample {
    double at[BASIS_AXES];
    int opponent;
    double games, points; /* a win is 1 */
} surface_sample;

/* A value and its standard deviation. */
typedef struct surface_value {
    double mean, deviation;
} surface_value;

typedef struct surface surface;

/* *out is owned by the caller, ended with surface_destroy (accepts NULL).  GO_ENOMEM. */
go_status surface_create(surface **out, const basis_axis *axes, int n_axes, int n_opponents,
                         go_error *err);
void surface_destroy(surface *s);

/* Chooses spread and lengths; surface_fit must follow.  GO_ENOMEM. */
go_status surface_learn(surface *s, const surface_sample *samples, int n, go_error *err);
const basis_shape *surface_shape(const surface *s);

/* Fits the weights to the samples, n >= 0.  GO_ENOMEM: the surface cannot be used. */
go_status surface_fit(surface *s, const surface_sample *samples, int n, go_error *err);

/* ---- after a fit ---- */

/* f at a place, and f(at) - f(other). */
surface_value surface_at(surface *s, const double *at);
surface_value surface_difference(surface *s, const double *at, const double *other);

/* One surface of all that the games leave possible, drawn from the posterior, is a vector
 * of surface_size weights; so is the mean.  Its value at a place is the product with the
 * features of that place.                                                      */
int surface_size(const surface *s);
const double *surface_mean(const surface *s);
void surface_draw(surface *s, rng *random, double *weights);
void surface_features(const surface *s, const double *at, double *features);

#endif
