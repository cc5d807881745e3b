/* rng_gsl.h -- the streams of rng.h as a GSL generator, so that GSL's
 * distributions draw from the same numbers.                                  */
#ifndef KATACHI_BASE_RNG_GSL_H
#define KATACHI_BASE_RNG_GSL_H

#include <gsl/gsl_rng.h>

/* For gsl_rng_alloc.  Its state (gsl_rng_state) is a struct rng; gsl_rng_set
 * with seed s gives the stream rng_seed(s).                                  */
extern const gsl_rng_type *const rng_gsl;

#endif
