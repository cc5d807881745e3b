#include "base/rng_gsl.h"

#include <limits.h>

#include "base/rng.h"

static void set(void *state, unsigned long seed)
{
    *(rng *)state = rng_seed(seed);
}

static unsigned long get(void *state)
{
    return rng_next(state);
}

static double get_double(void *state)
{
    return rng_double(state);
}

static const gsl_rng_type type = {
    "xoshiro256**", ULONG_MAX, 0, sizeof(rng), set, get, get_double,
};

const gsl_rng_type *const rng_gsl = &type;
