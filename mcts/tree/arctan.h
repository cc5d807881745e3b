/* arctan.h -- the arcus tangens for the utilities and averages of a network's search, which ask
 * for some seventy of them in each evaluation.
 *
 * Within 1e-8 of atan() and, without a call, several at a time where a loop lets the compiler
 * use vectors.                                                                */
#ifndef KATACHI_MCTS_TREE_ARCTAN_H
#define KATACHI_MCTS_TREE_ARCTAN_H

#include <math.h>

/* atan(t) / t on 0 .. 1 as a polynomial in t^2, interpolated at Chebyshev's nodes; beyond 1,
 * atan(x) = pi / 2 - atan(1 / x).                                             */
static inline double arctan(double x)
{
    const double size = fabs(x), t = size > 1 ? 1 / size : size, q = t * t;
    double p = 0.0027662835012513044;
    p = p * q - 0.015731249120369228;
    p = p * q + 0.042137623586622396;
    p = p * q - 0.07456854825818152;
    p = p * q + 0.10618370636879168;
    p = p * q - 0.1419779779406805;
    p = p * q + 0.19991872029106855;
    p = p * q - 0.3333303670928617;
    p = p * q + 0.9999999817886558;
    p *= t;
    return copysign(size > 1 ? M_PI_2 - p : p, x);
}

#endif
