/* reference.h -- the reference backend: plain C, one loop for each formula.
 *
 * Each thread computes one position of the batch at a time, in float with sums in the
 * order of the formula.  Slow on purpose; the other backends are compared with it. */
#ifndef KATACHI_NN_REFERENCE_REFERENCE_H
#define KATACHI_NN_REFERENCE_REFERENCE_H

#include "nn/model/backend.h"

extern const nn_backend nn_reference;

#endif
